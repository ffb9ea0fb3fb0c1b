"""Peer of scripts/speed/sweep.ts: ranx optimize_fusion over the same runs, one metric.

python scripts/speed/fusion_peer.py <folder with qrels.json and a run-<leg>.json each>; pip install ranx
"""

import glob
import json
import sys
import time

from ranx import Qrels, Run, optimize_fusion

folder = sys.argv[1]
qrels = Qrels(json.load(open(f"{folder}/qrels.json")))


def runs():
    return [Run(json.load(open(path)), name=path) for path in sorted(glob.glob(f"{folder}/run-*.json"))]


def configurations(method):
    report = optimize_fusion(
        qrels=qrels, runs=runs(), norm="min-max", method=method, metric="ndcg@10", return_optimization_report=True
    )[1]
    return len(report.results if hasattr(report, "results") else report.to_dict())


for method in ("rrf", "wsum", "rbc"):
    configurations(method)  # numba compiles
    given = runs()
    cpu, wall = time.process_time(), time.perf_counter()
    _, report = optimize_fusion(
        qrels=qrels, runs=given, norm="min-max", method=method, metric="ndcg@10", return_optimization_report=True
    )
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    tried = len(report.results)
    print(
        json.dumps(
            {
                "system": f"ranx optimize_fusion {method}",
                "metrics": 1,
                "configurations": tried,
                "cpu_ms_per_configuration": round(1000 * cpu / tried, 4),
                "wall_ms_per_configuration": round(1000 * wall / tried, 4),
            }
        )
    )
