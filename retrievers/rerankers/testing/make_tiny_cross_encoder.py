"""Makes the small cross-encoder of the tests, and the scores that it must give.

    python -m venv /tmp/venv && /tmp/venv/bin/pip install numpy onnx onnxruntime
    /tmp/venv/bin/python retrievers/rerankers/testing/make_tiny_cross_encoder.py

A BERT in small: WordPiece over a few words and all letters, token and type embeddings, one layer of self-attention with a
residual, and one label. Its weights are set so that it does what a trained one does: every token of the query looks
for its like in the document, and the logit grows with what it finds there. `model_int8.onnx` is the same with its matrix
products quantised dynamically, as the int8 models of the hub are. `expected.json` holds logits computed here in numpy,
in 64 bits, by the formulas and not by a runtime.
"""
import json
import pathlib

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

HERE = pathlib.Path(__file__).parent / "tiny-cross-encoder"
WORDS = ["boiler", "house", "garden", "window", "bicycle", "the", "in", "a", "and", "secret", "code", "reset"]
LETTERS = [chr(c) for c in range(ord("a"), ord("z") + 1)] + list("0123456789")
VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
VOCABULARY += [w for w in dict.fromkeys(WORDS + LETTERS)] + [f"##{letter}" for letter in LETTERS]
WIDTH = 16
WINDOW = 24
# Words that say little bear little: the rest of an embedding has length 1.
WEIGHT = {"the": 0.2, "in": 0.2, "a": 0.2, "and": 0.2, "[CLS]": 0.0, "[SEP]": 0.0, "[PAD]": 0.0, "[UNK]": 0.1}


def weights():
    draw = np.random.default_rng(7)
    tokens = draw.normal(size=(len(VOCABULARY), WIDTH))
    tokens /= np.linalg.norm(tokens, axis=1, keepdims=True)
    tokens *= np.array([WEIGHT.get(word, 1.0 if len(word) > 3 else 0.5) for word in VOCABULARY])[:, None]
    # The last dimension tells the two texts apart.
    tokens[:, -1] = 0
    types = np.zeros((2, WIDTH))
    types[1, -1] = 1
    identity = np.eye(WIDTH)
    identity[-1, -1] = 0
    query, key, value = identity * 3, identity * 3, identity
    key = key + draw.normal(size=key.shape) * 0.05
    output = draw.normal(size=(WIDTH, 1)) * 0.1
    return {
        name: array.astype(np.float32)
        for name, array in dict(tokens=tokens, types=types, wq=query, wk=key, wv=value, wo=output).items()
    }


def logits(w, ids, kinds):
    """The same in numpy, 64 bits, of one pair."""
    w = {name: array.astype(np.float64) for name, array in w.items()}
    x = w["tokens"][ids] + w["types"][kinds]
    q, k, v = x @ w["wq"], x @ w["wk"], x @ w["wv"]
    kinds = np.array(kinds, dtype=np.float64)
    # A token of the query looks at the document alone, so that it finds its like there and not itself.
    s = q @ k.T / np.sqrt(WIDTH) + (kinds[None, :] - 1) * 30
    a = np.exp(s - s.max(axis=1, keepdims=True))
    a /= a.sum(axis=1, keepdims=True)
    y = a @ v
    found = (y * x).sum(axis=1, keepdims=True) * (1 - kinds)[:, None]
    return float(found.sum() * 4 - 1 + (y @ w["wo"]).mean())


def model(w):
    f, i = TensorProto.FLOAT, TensorProto.INT64
    const = lambda name, value, kind=np.float32: numpy_helper.from_array(np.array(value, dtype=kind), name)
    n = helper.make_node
    nodes = [
        n("Gather", ["tokens", "input_ids"], ["te"]),
        n("Gather", ["types", "token_type_ids"], ["ty"]),
        n("Add", ["te", "ty"], ["x"]),
        n("MatMul", ["x", "wq"], ["q"]),
        n("MatMul", ["x", "wk"], ["k"]),
        n("MatMul", ["x", "wv"], ["v"]),
        n("Transpose", ["k"], ["kt"], perm=[0, 2, 1]),
        n("MatMul", ["q", "kt"], ["s0"]),
        n("Mul", ["s0", "scale"], ["s1"]),
        n("Cast", ["token_type_ids"], ["kinds"], to=f),
        n("Cast", ["attention_mask"], ["mask"], to=f),
        n("Mul", ["kinds", "mask"], ["second"]),
        n("Sub", ["second", "one"], ["hidden0"]),
        n("Mul", ["hidden0", "thirty"], ["hidden1"]),
        n("Unsqueeze", ["hidden1", "axis1"], ["hidden"]),
        n("Add", ["s1", "hidden"], ["s"]),
        n("Softmax", ["s"], ["attention"], axis=-1),
        n("MatMul", ["attention", "v"], ["y"]),
        n("Mul", ["y", "x"], ["yx"]),
        n("ReduceSum", ["yx", "axis2"], ["found0"], keepdims=0),
        n("Sub", ["one", "kinds"], ["first"]),
        n("Mul", ["found0", "first"], ["found1"]),
        n("ReduceSum", ["found1", "axis1"], ["found"], keepdims=1),
        n("Mul", ["found", "four"], ["grown"]),
        n("MatMul", ["y", "wo"], ["o"]),
        n("ReduceMean", ["o"], ["rest0"], axes=[1], keepdims=0),
        n("Add", ["grown", "rest0"], ["sum"]),
        n("Sub", ["sum", "one"], ["logits"]),
    ]
    constants = [numpy_helper.from_array(array, name) for name, array in w.items()] + [
        const("scale", 1 / np.sqrt(WIDTH)), const("one", 1), const("thirty", 30), const("four", 4),
        const("axis1", [1], np.int64), const("axis2", [2], np.int64),
    ]
    inputs = [helper.make_tensor_value_info(x, i, ["batch", "length"]) for x in ("input_ids", "attention_mask", "token_type_ids")]
    output = helper.make_tensor_value_info("logits", f, ["batch", 1])
    graph = helper.make_graph(nodes, "tiny", inputs, [output], constants)
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(made)
    return made


def wordpiece(text):
    pieces = []
    for word in text.lower().split():
        at = 0
        while at < len(word):
            end = next(e for e in range(len(word), at, -1) if ("##" if at else "") + word[at:e] in VOCABULARY)
            pieces.append(VOCABULARY.index(("##" if at else "") + word[at:end]))
            at = end
    return pieces


def pair(query, document):
    q, d = wordpiece(query), wordpiece(document)
    room = WINDOW - 3
    if len(q) + len(d) > room:
        short = min(len(q), len(d))
        kept = room // 2 if short > room - short else short
        q, d = (q[:kept], d[: room - kept]) if len(q) <= len(d) else (q[: room - kept], d[:kept])
    ids = [2, *q, 3, *d, 3]
    return ids, [0] * (len(q) + 2) + [1] * (len(d) + 1)


PAIRS = [
    ("boiler", "a boiler"),
    ("boiler", "the boiler in the house"),
    ("boiler", "boiler boiler boiler and the garden and the window and the bicycle"),
    ("boiler", "the garden and the bicycle"),
    ("reset code", "the boiler in the house"),
    ("reset code", "secret code of the garden"),
    ("reset the boiler in the garden house", "the window in the house and the garden and the boiler and the bicycle and the code"),
    ("q7", "r2d2 and q7"),
]


def main():
    HERE.mkdir(exist_ok=True)
    w = weights()
    onnx.save(model(w), HERE / "model.onnx")
    quantize_dynamic(HERE / "model.onnx", HERE / "model_int8.onnx", weight_type=QuantType.QUInt8, extra_options={"MatMulConstBOnly": True})
    special = lambda token: {"id": VOCABULARY.index(token), "content": token, "single_word": False, "lstrip": False,
                             "rstrip": False, "normalized": False, "special": True}
    sep = {"SpecialToken": {"id": "[SEP]", "type_id": 0}}
    tokenizer = {
        "version": "1.0", "truncation": None, "padding": None,
        "added_tokens": [special(t) for t in VOCABULARY[:4]],
        "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None, "lowercase": True},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}, sep],
            "pair": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}, sep,
                     {"Sequence": {"id": "B", "type_id": 1}}, {"SpecialToken": {"id": "[SEP]", "type_id": 1}}],
            "special_tokens": {t: {"id": t, "ids": [VOCABULARY.index(t)], "tokens": [t]} for t in ("[CLS]", "[SEP]")},
        },
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
                  "vocab": {t: at for at, t in enumerate(VOCABULARY)}},
    }
    write = lambda name, value: (HERE / name).write_text(json.dumps(value, separators=(",", ":")) + "\n")
    write("tokenizer.json", tokenizer)
    write("config.json", {"model_type": "bert", "architectures": ["BertForSequenceClassification"], "id2label": {"0": "LABEL_0"},
                          "max_position_embeddings": WINDOW})
    rows = [{"query": q, "document": d, "tokens": 3 + len(wordpiece(q)) + len(wordpiece(d)), "logit": logits(w, *pair(q, d))} for q, d in PAIRS]
    (HERE / "expected.json").write_text("[\n" + ",\n".join("\t" + json.dumps(r) for r in rows) + "\n]\n")


main()
