"""Peer of scripts/speed/embedding.ts: onnxruntime and tokenizers on the same model file, one text at a time.

python scripts/speed/embedding_peer.py <model folder> <file of texts, one a line> <threads>; pip install onnxruntime tokenizers
"""

import json
import sys
import time

import numpy as np
import onnxruntime as ort
from tokenizers import Tokenizer

folder, path, threads = sys.argv[1], sys.argv[2], int(sys.argv[3])
tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
tokenizer.no_padding()
tokenizer.enable_truncation(512)
options = ort.SessionOptions()
options.intra_op_num_threads = threads
session = ort.InferenceSession(f"{folder}/onnx/model_quantized.onnx", options, providers=["CPUExecutionProvider"])
with open(path, encoding="utf-8") as file:
    texts = [line.rstrip("\n") for line in file]


def embed(text):
    ids = np.array([tokenizer.encode(text).ids], dtype=np.int64)
    feeds = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
    vector = session.run(None, feeds)[0][0, 0]
    return vector / np.linalg.norm(vector)


embed(texts[0])
cpu, wall = time.process_time(), time.perf_counter()
vectors = [embed(text) for text in texts]
cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
print(
    json.dumps(
        {
            "system": "Python onnxruntime + tokenizers",
            "threads": threads,
            "texts": len(texts),
            "wall_ms": round(1000 * wall / len(texts), 3),
            "cpu_ms": round(1000 * cpu / len(texts), 3),
            "cores_busy": round(cpu / wall, 2),
            "first": [round(float(value), 4) for value in vectors[0][:3]],
        }
    )
)
