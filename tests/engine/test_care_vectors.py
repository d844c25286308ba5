"""A store changes its model in one step: what was made by the old one never meets what was made by the new one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from clew.engine.care.reembed import reembed, source_of
from clew.engine.embedding.port import Embedder, Fingerprint
from clew.engine.embedding.resolve import DEFAULT
from clew.engine.journal.journal import Journal
from clew.engine.journal.settings import FINGERPRINT, SOURCE
from clew.engine.projection.projection import Projection
from clew.engine.values.model import Draft
from clew.engine.writing.vectors import Vectorizer, embedder_for, vectors_of
from clew.errors import EmbeddingError, ModelChanged
from toys import broken, toy

OLD, NEW = toy("old", 4), toy("new", 6)
ALIKE = toy("alike", 4)
"""Another model of the same dimension: nothing but its name tells it from OLD."""


def drafts(*ids: str) -> list[Draft]:
    return [Draft(id=id, namespace="default", text=f"text {id}") for id in ids]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.create(tmp_path / "a.clew") as journal:
        journal.append(drafts("a", "b", "c"))
        journal.append([Draft(id="empty", namespace="default", text=" ")])
        Vectorizer(journal, OLD).catch_up(10)
        yield journal


@pytest.mark.parametrize("model", [NEW, ALIKE], ids=["another dimension", "the same dimension"])
def test_the_matrix_follows_to_another_model(journal: Journal, model: Embedder) -> None:
    """A projection that was open all the time has the new vectors, whole, and none of the old ones."""
    projection = Projection(journal)
    projection.drain()
    assert projection.vectors.matrix.shape == (4, 4)
    done = reembed(journal, model, batch=2)
    assert (done.memories, done.resumed, done.waiting) == (4, 0, 0)
    projection.drain()
    found = projection.vectors
    assert found.present.tolist() == [True, True, True, False]
    for row, vector in enumerate(vectors_of(model, journal.memories([0, 1, 2]))):
        assert vector is not None and np.array_equal(found.matrix[row], vector)
    projection.close()


def test_an_open_store_notices_at_its_next_question(journal: Journal) -> None:
    """Another handle with the old model is told, with both names, as soon as the model was changed; not before."""
    with Journal.open(journal.path) as other:
        mine = Vectorizer(other, OLD)
        staging = journal.staging()
        staging.begin(NEW.fingerprint.to_json())
        mine.embed_query("still served")
        reembed(journal, NEW)
        with pytest.raises(ModelChanged, match=r"embedded by new \(6 .*this is old \(4\)"):
            mine.embed_query("now")
        with pytest.raises(ModelChanged):
            mine.embed_names(["tag"])


def test_a_handle_that_expects_the_model_takes_it_over(journal: Journal) -> None:
    """Not a query earlier than the store, and without an error between."""
    mine = Vectorizer(journal, OLD)
    mine.expect(NEW)
    assert mine.embed_query("x").shape == (4,)
    reembed(journal, NEW)
    assert mine.embed_query("x").shape == (6,)
    assert mine.embedder is NEW


def test_a_write_between_two_models_waits_for_its_vector(journal: Journal) -> None:
    """Vectors made before the change and written after it are not kept, though their dimension fits; the memory is."""
    before = Vectorizer(journal, OLD)
    before.check()
    model, vectors = journal.setting(FINGERPRINT), OLD.embed(["text late"])
    reembed(journal, ALIKE)
    [receipt] = journal.append(drafts("late"), vectors, model=model)
    assert receipt.new and journal.pending_rows() == [receipt.row]
    with pytest.raises(ModelChanged):
        journal.put_vectors([receipt.row], vectors, model=model)


def test_memories_that_arrive_meanwhile_are_embedded_too(journal: Journal) -> None:
    """Those of every moment: between batches, and by a process that still has the old model."""
    arrived = iter("defgh")

    def arrive(done: int, total: int) -> None:
        for id in [next(arrived, "")]:
            if id:
                journal.append(drafts(id), OLD.embed([id]), model=OLD.fingerprint.to_json())

    reembed(journal, NEW, batch=2, progress=arrive)
    assert journal.counts().memories == 9 and journal.pending_rows() == []
    assert len(set(journal.vectors().rows.tolist())) == 8 and journal.vectors().matrix.shape == (8, 6)


def test_progress_is_told(journal: Journal) -> None:
    """From nothing to everything, and never more than there is."""
    told: list[tuple[int, int]] = []
    reembed(journal, NEW, batch=1, progress=lambda done, total: told.append((done, total)))
    assert told == [(i, 4) for i in range(5)]


def test_a_model_that_fails_leaves_the_old_one(journal: Journal) -> None:
    """The old vectors stand and serve, what was made is kept, and giving it up leaves no trace."""
    before = journal.vectors()
    with pytest.raises(EmbeddingError, match="no route"):
        reembed(journal, broken("new", 6, lambda: ConnectionError("no route")))
    assert journal.setting(FINGERPRINT) == OLD.fingerprint.to_json()
    assert np.array_equal(journal.vectors().matrix, before.matrix)
    Vectorizer(journal, OLD).embed_query("x")
    assert journal.staging().progress() is not None
    assert journal.staging().cancel() == 0
    assert journal.staging().progress() is None


def test_two_changes_do_not_mix(journal: Journal) -> None:
    """Who begins another change ends the first, and the first says so instead of going on."""
    first, second = OLD.fingerprint.to_json(), NEW.fingerprint.to_json()
    staging = journal.staging()
    staging.begin(first)
    staging.put(first, [0], list(OLD.embed(["text a"])))
    assert staging.begin(second) == (0, 4)
    with pytest.raises(ModelChanged, match="Another process"):
        staging.put(first, [1], list(OLD.embed(["text b"])))
    with pytest.raises(ModelChanged):
        staging.finish(first, None)
    assert journal.setting(FINGERPRINT) == first


def test_a_store_knows_how_its_model_is_found(journal: Journal, tmp_path: Path) -> None:
    """A name or a folder is kept with the vectors, and opens the store from then on; the default needs none."""
    reembed(journal, embedder_for(journal, DEFAULT), source=source_of(DEFAULT, journal))
    assert journal.setting(SOURCE) is None and embedder_for(journal).fingerprint.name == DEFAULT
    (tmp_path / "model").mkdir()
    assert source_of(tmp_path / "model", journal) == str(tmp_path / "model")
    reembed(journal, NEW, source="a/name")
    assert journal.setting(SOURCE) == "a/name" and source_of(None, journal) == "a/name"
    with pytest.raises(EmbeddingError, match="a/name"):
        embedder_for(journal)
    reembed(journal, NEW, source=source_of(NEW, journal))
    assert journal.setting(SOURCE) is None
    kept = journal.setting(FINGERPRINT)
    assert kept is not None and Fingerprint.from_json(kept) == NEW.fingerprint


def test_a_question_never_meets_vectors_of_another_model(journal: Journal) -> None:
    """One that began before the change and is embedded after it is refused, though this handle has the new model."""
    mine, projection = Vectorizer(journal, OLD), Projection(journal)
    mine.expect(ALIKE)
    projection.drain()
    before = projection.vectors
    mine.embed_query("x", before.model)
    reembed(journal, ALIKE)
    with pytest.raises(ModelChanged, match="Ask again"):
        mine.embed_query("x", before.model)
    projection.drain()
    assert mine.embed_query("x", projection.vectors.model).shape == (4,)
    projection.close()
