"""Peer of scripts/speed/bootstrap.ts: scipy.stats.bootstrap, BCa, on as many columns and strata.

python scripts/speed/compare_peer.py [queries] [resamples] [metrics] [strata]; pip install scipy
"""

import json
import sys
import time

import numpy as np
from scipy import stats

queries, resamples, metrics, strata = (int(value) for value in (*sys.argv[1:], 2000, 10_000, 4, 5)[:4])
random = np.random.default_rng(1)
columns = [np.where(random.random(queries) < 0.6, 0.0, random.integers(0, 21, queries) / 10 - 1) for _ in range(metrics)]
cpu, wall = time.process_time(), time.perf_counter()
for column in columns:
    for part in [column, *(column[stratum::strata] for stratum in range(strata))]:
        # Batches keep the resamples of one call within some tens of megabytes.
        stats.bootstrap((part,), np.mean, n_resamples=resamples, method="BCa", batch=1000, rng=random)
print(
    json.dumps(
        {
            "system": "scipy bootstrap BCa",
            "cpu_ms": round(1000 * (time.process_time() - cpu)),
            "wall_ms": round(1000 * (time.perf_counter() - wall)),
        }
    )
)
