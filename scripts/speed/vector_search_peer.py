"""Peers of scripts/speed/vector-search.ts: numpy, and usearch (exact) where it is there. One thread, processor time.

python scripts/speed/vector_search_peer.py [rows] [queries]; pip install numpy usearch
"""

import json
import os
import sys
import time

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
import numpy as np  # noqa: E402

rows = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
count = int(sys.argv[2]) if len(sys.argv) > 2 else 40
depth = 50
random = np.random.default_rng(1)
matrix = random.standard_normal((rows, 384), dtype=np.float32)
matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
queries = matrix[:count] + 0.1 * random.standard_normal((count, 384), dtype=np.float32)


def with_numpy(query):
    scores = matrix @ query
    best = np.argpartition(-scores, depth)[:depth]
    return best[np.lexsort((best, -scores[best]))]


systems = {"numpy": with_numpy}
try:
    from usearch.index import MetricKind, search

    systems["usearch exact"] = lambda query: search(matrix, query, depth, MetricKind.IP, exact=True, threads=1).keys
except ImportError:
    print("usearch is not there", file=sys.stderr)

for order in (list(systems), list(systems)[::-1]):
    for name in order:
        cpu, wall = time.process_time(), time.perf_counter()
        for query in queries:
            systems[name](query)
        print(
            json.dumps(
                {
                    "system": name,
                    "rows": rows,
                    "cpu_ms_per_query": round((time.process_time() - cpu) / count * 1000, 3),
                    "wall_ms_per_query": round((time.perf_counter() - wall) / count * 1000, 3),
                }
            )
        )
