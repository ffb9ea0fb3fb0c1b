"""Peers of scripts/speed/eval.ts: reads a TREC run and qrels and scores AP, nDCG@10, recall@100 and reciprocal rank.

python scripts/speed/eval_peer.py pytrec_eval|ranx|ir_measures <run> <qrels>
"""

import json
import resource
import sys
import time

system, run_path, qrels_path = sys.argv[1:4]
started = time.perf_counter()


def with_pytrec_eval():
    import pytrec_eval

    with open(run_path) as run, open(qrels_path) as qrels:
        measures = {"map", "ndcg_cut.10", "recall.100", "recip_rank"}
        evaluator = pytrec_eval.RelevanceEvaluator(pytrec_eval.parse_qrel(qrels), measures)
        values = evaluator.evaluate(pytrec_eval.parse_run(run))
    return sum(query["ndcg_cut_10"] for query in values.values()) / len(values)


def with_ranx():
    from ranx import Qrels, Run, evaluate

    run, qrels = Run.from_file(run_path, kind="trec"), Qrels.from_file(qrels_path, kind="trec")
    return evaluate(qrels, run, ["map", "ndcg@10", "recall@100", "mrr"])["ndcg@10"]


def with_ir_measures():
    import ir_measures
    from ir_measures import AP, RR, R, nDCG

    qrels, run = ir_measures.read_trec_qrels(qrels_path), ir_measures.read_trec_run(run_path)
    return ir_measures.calc_aggregate([AP, nDCG @ 10, R @ 100, RR], qrels, run)[nDCG @ 10]


value = {"pytrec_eval": with_pytrec_eval, "ranx": with_ranx, "ir_measures": with_ir_measures}[system]()
usage = resource.getrusage(resource.RUSAGE_SELF)
print(
    json.dumps(
        {
            "system": system,
            "wall_s": round(time.perf_counter() - started, 3),
            "cpu_s": round(usage.ru_utime + usage.ru_stime, 3),
            "peak_mb": round(usage.ru_maxrss / 1000, 1),
            "ndcg_cut_10": round(float(value), 4),
        }
    )
)
