"""Vectors come back as they went in, late ones too, and never two kinds together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from clew.engine.journal.embeddings import Matrix
from clew.engine.journal.journal import Journal
from clew.engine.values.model import Draft, Receipt
from clew.errors import EmbeddingError, ModelChanged


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "a.clew", create=True) as journal:
        yield journal


def unit(count: int, dimension: int = 8) -> Matrix:
    vectors = np.random.default_rng(count).normal(size=(count, dimension)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def remember(
    journal: Journal, ids: Sequence[str], vectors: Matrix | Sequence[Matrix | None] | None = None
) -> list[Receipt]:
    return journal.append([Draft(id=id, namespace="n", text=id) for id in ids], vectors)


def test_vectors_come_back_to_the_bit(journal: Journal) -> None:
    """With their rows, as a matrix that may be written to."""
    vectors = unit(5)
    remember(journal, list("abcde"), vectors)
    found = journal.vectors()
    assert np.array_equal(found.matrix, vectors) and found.matrix.dtype == np.float32
    assert found.rows.tolist() == [0, 1, 2, 3, 4] and found.rows.dtype == np.int64
    found.matrix[0] = 0.0
    assert journal.pending_rows() == []


def test_an_empty_store_has_an_empty_matrix(journal: Journal) -> None:
    """Nothing there is no special case for the caller."""
    found = journal.vectors()
    assert (found.number, found.rows.shape, found.matrix.shape) == (0, (0,), (0, 0))


def test_memories_without_vectors_wait(journal: Journal) -> None:
    """Until theirs are put; a text that has nothing to embed waits for nothing."""
    vectors = unit(2)
    remember(journal, ["a", "b"])
    remember(journal, ["c", "d"], [None, vectors[0]])
    assert journal.pending_rows() == [0, 1]
    journal.put_vectors(np.array([1, 0]), [vectors[1], None])
    assert journal.pending_rows() == []
    assert journal.vectors().rows.tolist() == [3, 1]


def test_late_and_newer_vectors_are_found_by_their_number(journal: Journal) -> None:
    """A reader that goes on from where it was gets what was written since, whatever its row, and nothing twice."""
    vectors = unit(4)
    remember(journal, list("abc"), [None, vectors[1], vectors[2]])
    number = journal.vectors().number
    journal.put_vectors([0], vectors[:1])
    late = journal.vectors(number)
    assert late.rows.tolist() == [0]
    journal.put_vectors([0], vectors[3:])
    newer = journal.vectors(late.number)
    assert newer.rows.tolist() == [0] and np.array_equal(newer.matrix, vectors[3:])
    assert journal.vectors(newer.number).number == newer.number
    assert sorted(journal.vectors().rows.tolist()) == [0, 1, 2]


def test_only_new_memories_take_their_vectors(journal: Journal) -> None:
    """A repeated memory keeps the vector that it has."""
    vectors = unit(3)
    remember(journal, ["a"], vectors[:1])
    remember(journal, ["a", "b"], vectors[1:])
    assert np.array_equal(journal.vectors().matrix, vectors[[0, 2]])


def test_counts_must_agree(journal: Journal) -> None:
    """A vector too many or too few refuses the batch, memories included."""
    with pytest.raises(EmbeddingError):
        remember(journal, ["a", "b"], unit(3))
    with pytest.raises(EmbeddingError):
        journal.put_vectors([0], unit(2))
    assert journal.head() == 0


def test_one_store_has_one_dimension(journal: Journal) -> None:
    """Another dimension is another model: refused, within a batch and against the store."""
    remember(journal, ["a"], unit(1, 8))
    with pytest.raises(ModelChanged, match="4 and 8"):
        journal.put_vectors([0], unit(1, 4))
    with pytest.raises(ModelChanged):
        remember(journal, ["b", "c"], [unit(1, 8)[0], unit(1, 4)[0]])
    assert journal.head() == 1
