"""Small models that a person can compute by hand, in the files in which real ones come: ONNX, and a tokenizer.

The protobuf is written here, field by field: a package for writing ONNX would be a heavy thing to need for two graphs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np

WORDS = ("[UNK]", "[PAD]", "red", "green", "blue", "query", "passage", ":")
FLOAT, INT64 = 1, 7


def field(number: int, value: int | str | bytes) -> bytes:
    """Return one protobuf field: a number as varint, bytes and text with their length before them."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def varint(value: int) -> bytes:
    low, rest = value & 0x7F, value >> 7
    return bytes([low | 0x80]) + varint(rest) if rest else bytes([low])


def tensor_info(name: str, kind: int, *dimensions: str) -> bytes:
    """Return an ONNX ValueInfoProto: a tensor of an element kind with named dimensions."""
    shape = b"".join(field(1, field(2, dimension)) for dimension in dimensions)
    return field(1, name) + field(2, field(1, field(1, kind) + field(2, shape)))


def node(kind: str, inputs: str, output: str, **attributes: int | list[int]) -> bytes:
    """Return an ONNX NodeProto. inputs: their names, with spaces between. attributes: numbers, or lists of numbers."""
    written = b"".join(field(1, name) for name in inputs.split()) + field(2, output) + field(4, kind)
    for name, value in attributes.items():
        given = [field(8, item) for item in value] if isinstance(value, list) else [field(3, value)]
        written += field(5, field(1, name) + b"".join(given) + field(20, 7 if isinstance(value, list) else 2))
    return written


def weights(name: str, table: np.ndarray) -> bytes:
    """Return an ONNX TensorProto of float32."""
    sizes = b"".join(field(1, size) for size in table.shape)
    return sizes + field(2, FLOAT) + field(8, name) + field(9, table.astype("<f4").tobytes())


def model(nodes: Iterable[bytes], held: bytes, inputs: Iterable[bytes], result: bytes) -> bytes:
    """Return an ONNX ModelProto of one graph, in version 11 of the operators."""
    graph = b"".join(field(1, one) for one in nodes) + field(2, "graph") + field(5, held)
    graph += b"".join(field(11, one) for one in inputs) + field(12, result)
    return field(1, 8) + field(7, graph) + field(8, field(2, 11))


def lookup_model(table: np.ndarray, *, pooled: bool) -> bytes:
    """Return a model that looks token vectors up in a table, and sums them inside the graph when `pooled`."""
    nodes = [node("Gather", "table input_ids", "tokens")]
    result = tensor_info("tokens", FLOAT, "batch", "token", "d")
    if pooled:
        nodes.append(node("ReduceSum", "tokens", "text", axes=[1], keepdims=0))
        result = tensor_info("text", FLOAT, "batch", "d")
    return model(nodes, weights("table", table), [tensor_info("input_ids", INT64, "batch", "token")], result)


def sharing_model() -> bytes:
    """Return a cross-encoder that counts how often a word of the first text stands in the second: each token of the one
    attends to each equal token of the other.
    """
    nodes = [
        node("Cast", "input_ids", "ids", to=FLOAT),
        node("Unsqueeze", "ids", "down", axes=[2]),
        node("Unsqueeze", "ids", "along", axes=[1]),
        node("Equal", "down along", "same"),
        node("Cast", "same", "attention", to=FLOAT),
        node("Cast", "token_type_ids", "second", to=FLOAT),
        node("Sub", "one second", "first"),
        node("Unsqueeze", "first", "of_the_first", axes=[2]),
        node("Unsqueeze", "second", "of_the_second", axes=[1]),
        node("Mul", "attention of_the_first", "from_the_first"),
        node("Mul", "from_the_first of_the_second", "shared"),
        node("ReduceSum", "shared", "each", axes=[2], keepdims=0),
        node("ReduceSum", "each", "score", axes=[1], keepdims=1),
    ]
    taken = [tensor_info(name, INT64, "batch", "token") for name in ("input_ids", "token_type_ids")]
    return model(nodes, weights("one", np.ones(1)), taken, tensor_info("score", FLOAT, "batch", "one"))


def write_tokenizer(folder: Path, words: Iterable[str] = WORDS, *, whole: bool = True) -> None:
    """Write a tokenizer of whole words. whole: with the settings that publishers put beside it."""
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Whitespace

    tokenizer = Tokenizer(WordLevel({word: number for number, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.add_special_tokens(["[PAD]"])
    tokenizer.save(str(folder / "tokenizer.json"))
    if whole:
        settings = {"pad_token": "[PAD]", "model_max_length": 32}
        (folder / "tokenizer_config.json").write_text(json.dumps(settings))


def in_fastembeds_cache(cache: Path, repository: str) -> Path:
    """Return the folder, made, in which fastembed finds a model of a repository without a network."""
    snapshot = cache / f"models--{repository.replace('/', '--')}" / "snapshots" / "one"
    snapshot.mkdir(parents=True)
    references = snapshot.parents[1] / "refs"
    references.mkdir()
    (references / "main").write_text("one")
    return snapshot
