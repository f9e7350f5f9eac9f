#!/bin/sh
# Puts the peers that `npm run bench -- peers` is measured beside into a folder of their own, with python3 and pip, some 150 MB.
set -e
folder=${NEARDUP_PEERS:-${TMPDIR:-/tmp}/neardup-peers}
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet gaoya==0.2.2 rensa==0.5.0 datasketch==2.0.0
