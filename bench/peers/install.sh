#!/bin/sh
# Puts the peers that `npm run bench -- peers` is measured beside into a folder of their own, with python3 and pip, some 900 MB.
set -e
folder=${NEARDUP_PEERS:-${TMPDIR:-/tmp}/neardup-peers}
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet gaoya==0.2.2 rensa==0.5.0 datasketch==2.0.0 SetSimilaritySearch==1.0.1 'datatrove[io]==0.10.1' \
  datasets tokenizers fasteners tldextract nltk spacy 'xxhash<4' click click-option-group ftfy regex rich psutil bitarray
# Of what it asks for, its MinHash needs neither Spark nor neural networks.
"$folder/bin/pip" install --quiet --no-deps text-dedup==0.4.0
