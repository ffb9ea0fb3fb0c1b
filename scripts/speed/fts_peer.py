"""Peer of scripts/speed/fts.ts: bm25s (k1 = 1.2, b = 0.75, Lucene's idf), one query at a time on one thread.

python scripts/speed/fts_peer.py <folder with documents.txt and queries.txt, a text a line>; pip install bm25s numba
"""

import json
import re
import resource
import sys
import time

import bm25s
import numpy as np

folder = sys.argv[1]
depth = 50
word = re.compile(r"[a-z0-9_]+")


def tokens(path):
    ids = {}
    with open(path, encoding="utf-8") as file:
        return [[ids.setdefault(w, w) for w in word.findall(line.lower())] for line in file]


started = time.process_time()
documents = tokens(f"{folder}/documents.txt")
tokenized = time.process_time()
index = bm25s.BM25(k1=1.2, b=0.75, method="lucene")
index.index(documents, show_progress=False)
indexed = time.process_time()
del documents
queries = [list(dict.fromkeys(query)) for query in tokens(f"{folder}/queries.txt")]
index.retrieve([queries[0]], k=depth, show_progress=False, n_threads=0)
for _ in range(2):
    times = []
    for query in queries:
        before = time.process_time()
        index.retrieve([query], k=depth, show_progress=False, n_threads=0)
        times.append((time.process_time() - before) * 1000)
    print(
        json.dumps(
            {
                "system": f"bm25s {bm25s.__version__}",
                "docs": int(index.scores["num_docs"]),
                "queries": len(times),
                "mean_cpu_ms": round(float(np.mean(times)), 3),
                "p50_cpu_ms": round(float(np.percentile(times, 50)), 3),
                "p95_cpu_ms": round(float(np.percentile(times, 95)), 3),
            }
        )
    )
print(
    json.dumps(
        {
            "system": "bm25s",
            "tokenize_cpu_s": round(tokenized - started, 3),
            "index_cpu_s": round(indexed - tokenized, 3),
            "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000, 1),
        }
    )
)
