"""From what a caller wrote to an embedder: nothing, a name, a folder, a function, or an embedder already."""

from __future__ import annotations

from collections.abc import Callable
from inspect import getattr_static
from pathlib import Path
from typing import Any, TypeAlias, TypeGuard

from ...errors import EmbeddingError
from .callables import CallableEmbedder, name_of
from .coroutines import Awaited, is_async
from .models import named_embedder, onnx_embedder, static_embedder
from .onnx_files import read_onnx
from .port import Embedder
from .static_files import SHIPPED_WEIGHTS, TOKENIZER, WEIGHTS, read_static, shipped

EmbedderSpec: TypeAlias = str | Path | Callable[[list[str]], Any] | Embedder | None

DEFAULT = f"wordllama/{Path(SHIPPED_WEIGHTS).stem}"


def resolve(spec: EmbedderSpec = None, *, allow_download: bool = False) -> Embedder:
    """Return the embedder that `spec` stands for.

    None: the default model, on disk with the package. A `Path`, or a string that is a folder: the model in it. Another
    string: a model by fastembed's name. A function, `async` or not: `list of n texts -> n vectors`. An `Embedder`:
    itself.
    The model is not loaded yet, and no network is tried unless `allow_download`.
    Raises `ModelMissing` and `EmbeddingError` at once, when there is no such model here.
    """
    if spec is None or spec == DEFAULT:
        return static_embedder(DEFAULT, shipped())
    if isinstance(spec, Path) or (isinstance(spec, str) and Path(spec).expanduser().is_dir()):
        return _from_folder(Path(spec).expanduser())
    if isinstance(spec, str):
        return named_embedder(spec, allow_download=allow_download)
    if _is_embedder(spec):
        return spec
    if callable(spec):
        return CallableEmbedder(Awaited(spec), name=name_of(spec)) if is_async(spec) else CallableEmbedder(spec)
    raise EmbeddingError(
        f"An embedder cannot be made from {type(spec).__name__}.",
        hint="Give a model's name, a folder, or a function from a list of texts to their vectors.",
    )


def _is_embedder(spec: object) -> TypeGuard[Embedder]:
    """Say whether an object has all parts of the port, without reading them: a fingerprint may cost a call."""
    parts = ("fingerprint", "quick", "embed", "embed_query")
    return all(getattr_static(spec, part, None) is not None for part in parts)


def _from_folder(folder: Path) -> Embedder:
    transformer = read_onnx(folder)
    if transformer is not None:
        return onnx_embedder(transformer)
    weights, tokenizer = folder / WEIGHTS, folder / TOKENIZER
    if weights.is_file() and tokenizer.is_file():
        return static_embedder(folder.resolve().name, read_static(weights, tokenizer))
    raise EmbeddingError(
        f"{folder} holds no embedding model.",
        hint="A model is a folder with tokenizer.json and model.onnx (or model.safetensors, for a static one).",
        code="embedding.format",
    )
