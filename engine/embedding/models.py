"""The embedders whose model lies on disk: one class, and the three ways to such a model.

What differs between a static table, a transformer in a folder and a model that fastembed knows by name is how it is
found, loaded and known again. How it is used does not differ. Nothing is loaded before the first text.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ...errors import EmbeddingError, LimitError
from ..running import cancel
from .border import checked
from .cache import known_sha256, remembered
from .fastembed_border import find_named, open_custom, open_named, open_static, try_custom
from .onnx_files import OnnxModel
from .port import Fingerprint, Vectors
from .prompts import NONE, Prompts, prompts_for
from .static_files import StaticModel, loadable_folder
from .texts import prepared

if TYPE_CHECKING:
    from .fastembed_border import TextEmbedding

T = TypeVar("T")

STATIC_BATCH = 64
"""Texts in one call of a static model: 20,000 short ones in 0.3 s; four times as many are slower."""
STATIC_LONGEST = 8_000
"""Characters kept of a text: a static model reads 512 tokens, and hardly one is longer than 16 characters (2 ms)."""

ONNX_BATCH = 16
"""Texts in one call of a transformer, all padded to the longest of them: 256 cost six times the time and 2 GB."""
ONNX_LONGEST = 100_000
"""Characters kept of a text: more than any model's context (25 ms to cut into tokens, little beside the model)."""


@dataclass(slots=True)
class FastembedEmbedder:
    """An embedder whose model is loaded at the first text. Raises `EmbeddingError` for whatever goes wrong in it."""

    name: str
    identify: Callable[[], Fingerprint]
    load: Callable[[], TextEmbedding]
    quick: bool
    prompts: Prompts = NONE
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)
    _model: TextEmbedding | None = field(default=None, init=False, repr=False)
    _fingerprint: Fingerprint | None = field(default=None, init=False, repr=False)

    @property
    def fingerprint(self) -> Fingerprint:
        if self._fingerprint is None:
            self._fingerprint = self._guarded(self.identify)
        return self._fingerprint

    def embed(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return checked([], 0, dimension=self.fingerprint.dimension)
        ready = [self.prompts.text + text for text in prepared(texts, self._longest)]
        # By length, so that no batch is padded to the one long text in it.
        order = sorted(range(len(ready)), key=lambda place: len(ready[place]))
        by_length = [ready[place] for place in order]
        batch = STATIC_BATCH if self.quick else ONNX_BATCH
        rows = self._run(lambda model: model.passage_embed(by_length, batch_size=batch))
        return self._checked(rows[np.argsort(order)])

    def embed_query(self, text: str) -> Vectors:
        [ready] = prepared([text], self._longest)
        return self._checked(self._run(lambda model: model.query_embed(self.prompts.query + ready)))[0]

    @property
    def _longest(self) -> int:
        return STATIC_LONGEST if self.quick else ONNX_LONGEST

    def _run(self, ask: Callable[[TextEmbedding], Iterable[Any]]) -> NDArray[Any]:
        return self._guarded(lambda: np.stack(list(ask(self._loaded()))))

    def _loaded(self) -> TextEmbedding:
        if self._model is None:
            with self._lock:
                self._model = self._model or cancel.apart(self.load)  # a second or two, which nothing can stop
        return self._model

    def _checked(self, rows: NDArray[Any]) -> Vectors:
        return checked(rows, len(rows), dimension=self.fingerprint.dimension, model=f"The model `{self.name}`")

    def _guarded(self, call: Callable[[], T]) -> T:
        try:
            return call()
        except (EmbeddingError, LimitError):
            raise
        except Exception as error:
            raise EmbeddingError(
                f"The model `{self.name}` failed: {type(error).__name__}: {error}", code="embedding.failed"
            ) from error


def static_embedder(name: str, model: StaticModel) -> FastembedEmbedder:
    """Return an embedder for a table of token vectors: quick enough to run inside a write."""

    def identify() -> Fingerprint:
        return Fingerprint(name, model.shape[1], known_sha256(model.files))

    return FastembedEmbedder(name, identify, lambda: open_static(loadable_folder(model)), quick=True)


def onnx_embedder(model: OnnxModel) -> FastembedEmbedder:
    """Return an embedder for a transformer in a folder. Its dimension is found by running it once, and remembered."""
    name = model.folder.resolve().name

    def tried() -> dict[str, Any]:
        return remembered(model.files, "tried", lambda: try_custom(model))

    def identify() -> Fingerprint:
        return Fingerprint(name, tried()["dimension"], known_sha256(model.files))

    return FastembedEmbedder(name, identify, lambda: open_custom(model, tried()["pooling"]), False, model.prompts)


def named_embedder(name: str, *, allow_download: bool) -> FastembedEmbedder:
    """Return an embedder for a model that fastembed knows by name.

    Raises `EmbeddingError` when it knows none of that name, and `ModelMissing`, without having tried the network, when
    the model is not on this machine and may not be downloaded.
    """
    found = find_named(name, allow_download=allow_download)

    def identify() -> Fingerprint:
        return Fingerprint(found.name, found.dimension, known_sha256(found.files))

    quick = found.weights.suffix == ".safetensors"
    return FastembedEmbedder(found.name, identify, lambda: open_named(found), quick, prompts_for(found.name))
