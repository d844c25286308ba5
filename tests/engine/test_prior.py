"""What is assumed of a small store follows the model: its strangers are measured, and cosines are counted from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import clew
import numpy as np
import pytest
from clew.engine.embedding.port import Fingerprint
from clew.engine.embedding.resolve import resolve
from clew.engine.embedding.unrelated import SENTENCES, chance
from clew.engine.handle.engine import Engine
from clew.engine.retrieval.fusion import PRIOR, calibrate_cosine, prior
from hypothesis import given
from hypothesis import strategies as st


@dataclass
class Narrow:
    """The shipped model in a narrow cone: every vector shares a part with every other, as many models have it."""

    shared: float
    quick: bool = True

    def __post_init__(self) -> None:
        self._inner = resolve()

    @property
    def fingerprint(self) -> Fingerprint:
        inner = self._inner.fingerprint
        return Fingerprint(f"narrow {self.shared}", inner.dimension + 1, f"{self.shared}")

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        vectors = np.asarray(self._inner.embed(texts)) * np.sqrt(1 - self.shared)
        common = np.full((len(vectors), 1), np.sqrt(self.shared), np.float32)
        return np.concatenate([vectors, common], axis=1).astype(np.float32)

    def embed_query(self, text: str) -> np.ndarray:
        return self.embed([text])[0]


@given(st.floats(-0.2, 0.8), st.floats(-0.3, 1.0))
def test_a_cosine_is_counted_from_chance(measured: float, share: float) -> None:
    """The same share of the way from strangers to the same text is worth the same, whatever strangers have."""
    cosine = np.array([measured + share * (1 - measured)])
    assert calibrate_cosine(cosine, prior(measured)) == pytest.approx(calibrate_cosine(np.array([share]), prior(0.0)))


def test_the_shipped_model_has_what_is_assumed_without_measuring() -> None:
    """In English, PRIOR is what measuring gives; in French and Russian strangers stand far higher."""
    model = resolve()
    ours = prior(chance(model, "English"))
    assert (ours.mean, ours.deviation) == pytest.approx((PRIOR.mean, PRIOR.deviation), abs=1e-5)
    english, french, russian = (chance(model, language) or 0.0 for language in ("English", "French", "Russian"))
    assert english < 0.1 < french < 0.3 < russian


def test_a_function_is_not_asked() -> None:
    """What stands behind a function may cost money, so nothing is measured of it."""
    asked: list[str] = []

    def function(texts: Sequence[str]) -> list[list[float]]:
        asked.extend(texts)
        return [[1.0, 0.0] for _ in texts]

    model = resolve(function)
    model.fingerprint  # noqa: B018 - which itself asks once how long a vector is
    asked.clear()
    assert chance(model, "English") is None and not asked
    assert prior(None) is PRIOR


@pytest.fixture(params=[0.0, 0.5, 0.8])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Engine:
    engine = clew.open(tmp_path / "a.clew", embedder=Narrow(request.param), background=False)
    for number, text in enumerate(
        ("The kitchen walls are yellow.", "The dog eats dry food.", "The rent is 840 euros.")
    ):
        engine.remember(text, id=f"m{number}")
    return engine


def test_a_small_store_is_the_same_under_a_narrow_model(store: Engine) -> None:
    """A model that gives strangers 0.8 finds what one finds that gives them nothing, and abstains where that does."""
    with store:
        assert [hit.memory.id for hit in store.recall("what does the puppy have for a meal")][:1] == ["m1"]
        assert [hit.memory.id for hit in store.recall("how much is the rent")][:1] == ["m2"]
        assert not len(store.recall("which team won the cup in 1998"))


def test_there_are_as_many_sentences_in_each_language() -> None:
    """Eight of each, so that no language is measured better than another."""
    assert {len(sentences) for sentences in SENTENCES.values()} == {8}
