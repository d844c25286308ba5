"""Static models: a table of token vectors (`model.safetensors`) and a tokenizer (`tokenizer.json`).

The default model is one that a dependency ships, so that a first `clew.open` needs no network. Its table lies in
float16 under another name than fastembed looks for, so it is rewritten once, into the cache folder. Refused: importing
that dependency (it loads code that is not needed) and mapping the file into memory (it saves 8 ms, and kills the
process if anything ever shortens the file).
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...errors import EmbeddingError, ModelMissing
from .cache import cache_folder, known_sha256, sha256_of, temporary_folder, write_by_rename

WEIGHTS, TOKENIZER, TABLE = "model.safetensors", "tokenizer.json", "embeddings"
"""The two files, and the tensor in the first, by the names under which fastembed looks for them."""

HALF_AND_SINGLE = {"F16": "<f2", "F32": "<f4"}
"""The formats a table can be rewritten from, as the file and as numpy name them."""

SHIPPED_BY = "wordllama"
SHIPPED_WEIGHTS = "weights/l2_supercat_256.safetensors"
SHIPPED_TOKENIZER = "tokenizers/l2_supercat_tokenizer_config.json"


@dataclass(frozen=True, slots=True)
class StaticModel:
    """A static model's two files, and which tensor is its table."""

    weights: Path
    tokenizer: Path
    tensor: str
    dtype: str
    shape: tuple[int, int]
    """`(tokens, d)`."""
    offset: int
    """Bytes from the start of the file to the table."""

    @property
    def files(self) -> tuple[Path, Path]:
        return self.weights, self.tokenizer


def shipped() -> StaticModel:
    """Return the model that the dependency ships. Raises `ModelMissing` where it is not installed."""
    spec = importlib.util.find_spec(SHIPPED_BY)
    for root in (spec.submodule_search_locations or []) if spec else []:
        weights, tokenizer = Path(root, SHIPPED_WEIGHTS), Path(root, SHIPPED_TOKENIZER)
        if weights.is_file() and tokenizer.is_file():
            return read_static(weights, tokenizer)
    raise ModelMissing(
        f"The default embedding model is not on this machine: the package {SHIPPED_BY} is not installed, or not whole.",
        hint=f"Install it again (pip install {SHIPPED_BY}), or open the store with another embedder.",
    )


def read_static(weights: Path, tokenizer: Path) -> StaticModel:
    """Read where the table lies. Raises `EmbeddingError` where the file holds no such table.

    Format: 8 bytes little-endian length, a JSON header `{name: {dtype, shape, data_offsets}}`, then the data.
    """
    try:
        size = weights.stat().st_size
        with weights.open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
            header: dict[str, Any] = json.loads(file.read(min(length, size)))
        header.pop("__metadata__", None)
        name = TABLE if TABLE in header else _only(header)
        rows, columns = header[name]["shape"]
        start, end = (8 + length + offset for offset in header[name]["data_offsets"])
        if end > size:
            raise ValueError("the file was cut short")
        return StaticModel(weights, tokenizer, name, header[name]["dtype"], (rows, columns), start)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise EmbeddingError(
            f"{weights} holds no table of token vectors.",
            hint="A static model has one two-dimensional tensor; a transformer needs model.onnx beside tokenizer.json.",
            code="embedding.format",
        ) from error


def _only(header: dict[str, Any]) -> str:
    [name] = header
    return name


def loadable_folder(model: StaticModel) -> Path:
    """Return a folder that fastembed can load: the model's own where its names fit, else one in the cache.

    Raises `EmbeddingError` where the table cannot be rewritten.
    """
    home = model.weights.parent
    if model.tensor == TABLE and model.files == (home / WEIGHTS, home / TOKENIZER):
        return home
    if model.dtype not in HALF_AND_SINGLE:
        raise EmbeddingError(
            f"{model.weights} holds {model.dtype} where F16 or F32 was expected.", code="embedding.format"
        )
    with suppress(OSError):
        return _adapted(model, cache_folder())
    return _adapted(model, temporary_folder())


def _adapted(model: StaticModel, root: Path) -> Path:
    """Return the rewritten model under `root`; named by the hash of what it was made from, so it never grows old."""
    source = known_sha256(model.files)
    folder = root / "models" / f"static-{source[:32]}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    weights, tokenizer, seal = folder / WEIGHTS, folder / TOKENIZER, folder / "sha256"
    if not _whole((weights, tokenizer), seal):
        write_by_rename(weights, _rewritten(model))
        write_by_rename(tokenizer, [model.tokenizer.read_bytes()])
        write_by_rename(seal, [sha256_of((weights, tokenizer)).encode()])
    return folder


def _whole(files: tuple[Path, ...], seal: Path) -> bool:
    """Say whether the files are those that were sealed. Unless their size or time changed, that costs two stats."""
    with suppress(OSError):
        return known_sha256(files).encode() == seal.read_bytes()
    return False


def _rewritten(model: StaticModel) -> Iterator[bytes]:
    """Yield the bytes of the same table as float32, under the name that fastembed looks for."""
    table = np.fromfile(
        model.weights, dtype=HALF_AND_SINGLE[model.dtype], count=model.shape[0] * model.shape[1], offset=model.offset
    ).astype("<f4")
    entry = {"dtype": "F32", "shape": list(model.shape), "data_offsets": [0, table.nbytes]}
    header = json.dumps({TABLE: entry}).encode()
    header += b" " * (-len(header) % 8)
    yield len(header).to_bytes(8, "little") + header
    yield table.tobytes()
