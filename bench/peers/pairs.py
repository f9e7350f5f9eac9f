"""The near-duplicate pairs that a peer finds among texts:

    python pairs.py PEER TEXTS THREADS OUT

TEXTS has a JSON object a line with a field `text`. Word 4-grams of the text in lower case, as each peer splits it,
and a threshold of 0.8. OUT becomes a line "a b" for each pair of line numbers, a < b. Prints the most memory
of any of its processes, in bytes. Peers that only name clusters have each pair of a cluster.
"""

import json
import os
import pickle
import re
import resource
import shutil
import struct
import subprocess
import sys
from collections import defaultdict
from glob import glob
from itertools import combinations

peer, texts, threads, out = sys.argv[1:]
os.environ["RAYON_NUM_THREADS"] = threads
os.environ["HF_HUB_OFFLINE"] = os.environ["HF_DATASETS_OFFLINE"] = "1"
work = out + ".work"
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


def set_similarity_search():
    from SetSimilaritySearch import all_pairs

    numbers, sets = [], []
    for number, text in enumerate(read()):
        found = grams(text)
        if found:
            numbers.append(number)
            sets.append(found)
    for a, b, _ in all_pairs(sets, similarity_func_name="jaccard", similarity_threshold=THRESHOLD):
        yield tuple(sorted((numbers[a], numbers[b])))


def pairs_of_clusters(clusters):
    for members in clusters:
        yield from combinations(sorted(members), 2)


def text_dedup():
    call = ["--path", "json", "--data_files", texts, "--split", "train", "--cache_dir", work + "/cache"]
    call += ["--column", "text", "--ngram", "4", "--min_length", "1", "--threshold", str(THRESHOLD)]
    call += ["--num_proc", threads, "--output", work + "/kept", "--debug"]
    subprocess.run([sys.executable, "-m", "text_dedup.minhash", *call], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(work + "/kept/uf.pkl", "rb") as file:
        found = pickle.load(file)
    return pairs_of_clusters(members_by(found.parent).values())


def members_by(parents):
    members = defaultdict(list)
    for each in parents:
        root = each
        while parents.get(root, root) != root:
            root = parents[root]
        members[root].append(each)
    return members


def datatrove():
    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.dedup import MinhashDedupBuckets, MinhashDedupSignature
    from datatrove.pipeline.dedup.minhash import MinhashConfig
    from datatrove.pipeline.readers import JsonlReader

    config = MinhashConfig(n_grams=4)
    os.makedirs(work, exist_ok=True)
    folder, name = os.path.split(os.path.abspath(texts))
    reader = JsonlReader(folder, glob_pattern=name, compression=None)
    signatures = MinhashDedupSignature(work + "/signatures", config)
    LocalPipelineExecutor([reader, signatures], tasks=1, logging_dir=work + "/logs/1").run()
    buckets = MinhashDedupBuckets(work + "/signatures", work + "/buckets", config=config)
    count = {"tasks": config.num_buckets, "workers": int(threads)}
    LocalPipelineExecutor([buckets], **count, logging_dir=work + "/logs/2").run()
    parents = {}

    def find(x):
        while parents.setdefault(x, x) != x:
            parents[x] = parents[parents[x]]
            x = parents[x]
        return x

    for path in glob(work + "/buckets/*.dups"):
        with open(path, "rb") as file:
            for _, a, _, b in struct.iter_unpack("<4I", file.read()):
                parents[find(a)] = find(b)
    return pairs_of_clusters(members_by(parents).values())


def main():
    peers = [gaoya, rensa, datasketch, set_similarity_search, text_dedup, datatrove]
    with open(out, "w") as lines:
        for a, b in {each.__name__: each for each in peers}[peer]():
            lines.write(f"{a} {b}\n")
    shutil.rmtree(work, ignore_errors=True)
    all_of_them = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    print(max(resource.getrusage(who).ru_maxrss for who in all_of_them) * 1024)


# Some peers start processes that import this file.
if __name__ == "__main__":
    main()
