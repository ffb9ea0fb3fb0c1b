"""Peers of scripts/speed/vector-search.ts: onnxruntime (MatMul + TopK), usearch (exact) and numpy.

python scripts/speed/vector_search_peer.py [rows] [queries] [batched] [threads]; pip install numpy onnxruntime onnx usearch
"""

import json
import os
import sys
import time

rows, count, batch, threads = (int(value) for value in (*sys.argv[1:], 100_000, 40, 300, 2)[:4])
os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = str(threads)
import numpy as np  # noqa: E402
import onnxruntime as ort  # noqa: E402
from onnx import TensorProto, helper  # noqa: E402
from usearch.index import MetricKind, search  # noqa: E402

depth = 50
random = np.random.default_rng(1)
matrix = random.standard_normal((rows, 384), dtype=np.float32)
matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
queries = random.standard_normal((max(count, batch), 384), dtype=np.float32)


def onnx_session():
    # The matrix is an input, bound once: as an attribute it would be beyond what the format allows.
    graph = helper.make_graph(
        [
            helper.make_node("Gemm", ["q", "m"], ["p"], transB=1),
            helper.make_node("TopK", ["p", "k"], ["scores", "rows"]),
        ],
        "search",
        [
            helper.make_tensor_value_info("q", TensorProto.FLOAT, [None, 384]),
            helper.make_tensor_value_info("m", TensorProto.FLOAT, [rows, 384]),
        ],
        [
            helper.make_tensor_value_info("scores", TensorProto.FLOAT, [None, depth]),
            helper.make_tensor_value_info("rows", TensorProto.INT64, [None, depth]),
        ],
        [helper.make_tensor("k", TensorProto.INT64, [1], [depth])],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    return ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


session = onnx_session()
resident = ort.OrtValue.ortvalue_from_numpy(matrix)


def with_onnxruntime(some):
    binding = session.io_binding()
    binding.bind_ortvalue_input("m", resident)
    binding.bind_cpu_input("q", np.ascontiguousarray(some))
    binding.bind_output("scores")
    binding.bind_output("rows")
    session.run_with_iobinding(binding)
    return binding.copy_outputs_to_cpu()


def with_numpy(some):
    scores = some @ matrix.T
    best = np.argpartition(-scores, depth, axis=1)[:, :depth]
    return np.take_along_axis(best, np.argsort(-np.take_along_axis(scores, best, 1), axis=1), 1)


systems = {
    "onnxruntime MatMul+TopK": with_onnxruntime,
    "usearch exact": lambda some: search(matrix, some, depth, MetricKind.IP, exact=True, threads=threads).keys,
    "numpy": with_numpy,
}

for name, run in systems.items():
    # So many queries at once that the products of all stay within a few hundred megabytes.
    for many in (1, batch):
        piece = 1 if many == 1 else max(1, min(batch, int(1e8 / rows)))
        asked = count if many == 1 else batch
        run(queries[:piece])
        cpu, wall = time.process_time(), time.perf_counter()
        for start in range(0, asked, piece):
            run(queries[start : start + piece])
        print(
            json.dumps(
                {
                    "system": name,
                    "threads": threads,
                    "rows": rows,
                    "batch": many,
                    "wall_ms": round((time.perf_counter() - wall) / asked * 1000, 3),
                    "cpu_ms": round((time.process_time() - cpu) / asked * 1000, 3),
                }
            )
        )
