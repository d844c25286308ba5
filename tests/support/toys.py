"""Embedders that need no model: as many numbers as wanted, and as slow or as broken as a test wants them."""

from __future__ import annotations

import time
from collections.abc import Callable
from hashlib import sha256

from clew.engine.embedding.callables import CallableEmbedder


def toy(name: str, dimension: int, *, seconds: float = 0.0) -> CallableEmbedder:
    """Return an embedder whose vectors depend on text, name and dimension, and take `seconds` each."""

    def vectors(texts: list[str]) -> list[list[float]]:
        time.sleep(seconds * len(texts))
        return [_vector(f"{name} {text}", dimension) for text in texts]

    return CallableEmbedder(vectors, name=name, dimension=dimension)


def broken(name: str, dimension: int, fault: Callable[[], Exception]) -> CallableEmbedder:
    """Return an embedder that fails."""

    def vectors(texts: list[str]) -> list[list[float]]:
        raise fault()

    return CallableEmbedder(vectors, name=name, dimension=dimension)


def _vector(text: str, dimension: int) -> list[float]:
    digest = sha256(text.encode("utf-8", "surrogatepass")).digest()
    return [digest[i % 32] - 127.5 for i in range(dimension)]
