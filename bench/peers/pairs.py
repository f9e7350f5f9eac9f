"""The near-duplicate pairs that a peer finds among texts:

    python pairs.py PEER TEXTS THREADS OUT

TEXTS has a JSON object a line with a field `text`. Word 4-grams of the text in lower case, as each peer splits it,
and a threshold of 0.8. OUT becomes a line "a b" for each pair of line numbers, a < b. Prints a JSON object: seconds,
and the most memory in bytes.
"""

import json
import os
import re
import resource
import sys
import time

peer, texts, threads, out = sys.argv[1:]
os.environ["RAYON_NUM_THREADS"] = threads
begun = time.perf_counter()
THRESHOLD = 0.8


def read():
    with open(texts, encoding="utf-8") as lines:
        return [json.loads(line)["text"] for line in lines]


def grams(text):
    words = re.findall(r"\w+", text.lower())
    return {" ".join(words[i : i + 4]) for i in range(max(1, len(words) - 3))} if words else set()


def pairs_by(index, sketch_of):
    sketches = []
    for number, text in enumerate(read()):
        sketches.append(sketch_of(text))
        index.insert(number, sketches[-1])
    for a, sketch in enumerate(sketches):
        for b in index.query(sketch):
            if a < b and sketch.jaccard(sketches[b]) >= THRESHOLD:
                yield a, b


def gaoya():
    from gaoya.minhash import MinHashStringIndex

    index = MinHashStringIndex(
        32, THRESHOLD, num_bands=20, band_size=6, analyzer="word", lowercase=True, ngram_range=(4, 4)
    )
    docs = read()
    ids = list(range(len(docs)))
    index.par_bulk_insert_docs(ids, docs)
    for a, found in enumerate(index.par_bulk_query(docs)):
        for b in found:
            if a < b:
                yield a, b


def rensa():
    from rensa import RMinHash, RMinHashLSH

    def sketch_of(text):
        sketch = RMinHash(128, 42)
        sketch.update(list(grams(text)))
        return sketch

    return pairs_by(RMinHashLSH(THRESHOLD, 128, 16), sketch_of)


def datasketch():
    from datasketch import MinHash, MinHashLSH

    def sketch_of(text):
        sketch = MinHash(num_perm=128)
        sketch.update_batch([gram.encode() for gram in grams(text)])
        return sketch

    return pairs_by(MinHashLSH(threshold=THRESHOLD, num_perm=128), sketch_of)


with open(out, "w") as lines:
    for a, b in {"gaoya": gaoya, "rensa": rensa, "datasketch": datasketch}[peer]():
        lines.write(f"{a} {b}\n")
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps({"seconds": time.perf_counter() - begun, "peakMemoryBytes": peak}))
