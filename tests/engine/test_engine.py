"""The engine as a caller sees it: what goes in comes back, is answered with reasons, and can be forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import clew
import pytest
from clew.errors import BindError, MemoryInvalid, MemoryNotFound, ParameterError, StoreExists, StoreNotFound


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[clew.Engine]:
    with clew.open(tmp_path / "agent.clew", background=False) as engine:
        yield engine


def tell(memory: clew.Engine) -> dict[str, str]:
    """Remember a small job: a vendor is asked, quotes, is chosen; another task uses the same words."""
    ask = memory.remember(
        action="mail(vendor_C)", observation="asked for a quote of 80 seats", task="T1", at="2024-05-01"
    )
    quote = memory.remember("Vendor C quoted 40 EUR a seat", task="T1", causes=[ask], tags=["budget"], at="2024-05-02")
    choice = memory.remember("We chose vendor C", type="decision", task="T1", causes=[quote], at="2024-05-03")
    other = memory.remember("Vendor C delivers chairs on Friday", task="T2", at="2024-05-04")
    return {"ask": ask, "quote": quote, "choice": choice, "other": other}


def test_a_memory_comes_back_as_it_was_given(memory: clew.Engine) -> None:
    """What was remembered is what `get` returns, times in UTC."""
    id_ = memory.remember(
        "a fact", type=["fact", "price"], task="T", step=7, agent="me", at="2024-05-01T02:00+02:00", tags=["x"],
        entities=["vendor_C"], importance=0.9, meta={"k": [1, {"n": None}]},
    )  # fmt: skip
    found = memory.get(id_)
    assert (found.text, found.types, found.task, found.step, found.agent) == ("a fact", ("fact", "price"), "T", 7, "me")
    assert found.at.isoformat() == "2024-05-01T00:00:00+00:00"
    assert (found.tags, found.entities, found.importance) == (("x",), ("vendor_C",), 0.9)
    assert found.meta == {"k": [1, {"n": None}]}


def test_a_recall_answers_with_reasons(memory: clew.Engine) -> None:
    """Every hit says its front, its scores by objective, its scores by arm, and why it is there."""
    ids = tell(memory)
    front = memory.recall("compare the price of vendor C", near=[ids["choice"]], k=2)
    assert front.ids[0] == ids["quote"]
    hit = front[0]
    assert hit.front == 1 and hit.rank == 1
    assert set(hit.scores) == {"relevance", "answer", "provenance"}
    assert {"words", "vector"} <= set(hit.arms)
    assert "CAUSED" in hit.why


def test_anchors_are_never_candidates(memory: clew.Engine) -> None:
    """A memory that the agent is working with is not an answer."""
    ids = tell(memory)
    assert ids["quote"] not in memory.recall("vendor C quoted", near=[ids["quote"]]).ids


def test_text_and_python_ask_the_same(memory: clew.Engine) -> None:
    """`recall` and the same recall in the language give the same rows, scores and reasons."""
    ids = tell(memory)
    front = memory.recall("vendor C", near=[ids["choice"]], task=["T1", "T2"], since="2024-05-01", k=5)
    rows = memory.query(
        "RECALL 5 FOR 'vendor C' TASK 'T1', 'T2' SINCE '2024-05-01' NEAR $near", {"near": ids["choice"]}
    ).to_dicts()
    assert [row["m"]["id"] for row in rows] == front.ids
    assert [(row["scores"], row["why"], row["front"]) for row in rows] == [(h.scores, h.why, h.front) for h in front]


def test_a_query_reads_its_own_writes(memory: clew.Engine) -> None:
    """What was remembered just now is in the next answer, a pattern's and a recall's."""
    for number in range(3):
        memory.remember(f"note number {number}", task="T")
        assert memory.query("MATCH (m:Memory) RETURN count(*) AS n").to_dicts() == [{"n": number + 1}]
        assert len(memory.recall("note number", k=10)) == number + 1


def test_forgetting_is_reversible(memory: clew.Engine) -> None:
    """What is forgotten is gone from every way of asking, and restored it is back."""
    ids = tell(memory)
    memory.forget(ids["quote"])
    assert ids["quote"] not in memory.recall("vendor C quoted 40 EUR", k=10).ids
    assert ids["quote"] not in [m.id for m in memory.list()]
    assert memory.query("MATCH (m:Memory {id: $id}) RETURN m.id", {"id": ids["quote"]}).values == ()
    assert len(memory.query("TRACE CAUSES OF $id", {"id": ids["choice"]})) == 0
    with pytest.raises(MemoryNotFound, match="restore"):
        memory.get(ids["quote"])
    memory.restore(ids["quote"])
    assert memory.get(ids["quote"]).text == "Vendor C quoted 40 EUR a seat"
    assert memory.recall("vendor C quoted 40 EUR", k=10).ids[0] == ids["quote"]


def test_an_edge_without_a_direction_in_time_is_not_traced(memory: clew.Engine) -> None:
    """Contradictions have no earlier end: tracing causes over them is refused, and a path may go over them."""
    ids = tell(memory)
    memory.link(ids["choice"], ids["other"], "CONTRADICTS")
    with pytest.raises(BindError, match="no direction in time"):
        memory.query("TRACE CAUSES OF $id VIA CONTRADICTS", {"id": ids["other"]})
    path = memory.query("TRACE PATH FROM $a TO $b VIA CONTRADICTS", {"a": ids["choice"], "b": ids["other"]})
    assert [row["via"] for row in path] == [None, "CONTRADICTS"]


def test_namespaces_share_nothing(tmp_path: Path) -> None:
    """A memory, a count, a word score or an id of one namespace shows in no other."""
    path = tmp_path / "agent.clew"
    with clew.open(path, background=False) as one, clew.open(path, namespace="other", background=False) as two:
        one.remember("the code of the safe is 4711", id="x", task="T", entities=["safe"])
        before = two.recall("the code of the safe")
        two.remember("a walk in the park", id="x", task="T", entities=["park"])
        assert len(before) == 0
        assert [hit.memory.text for hit in two.recall("the code of the safe", floor=0.0)] == ["a walk in the park"]
        assert two.query("MATCH (m:Memory) RETURN m.text AS text").to_dicts() == [{"text": "a walk in the park"}]
        assert two.query("MATCH (e:Entity) RETURN e.name AS name").to_dicts() == [{"name": "park"}]
        assert one.get("x").text != two.get("x").text


def test_a_failing_embedder_loses_nothing(tmp_path: Path) -> None:
    """A memory is durable and found by its words while the embedder fails; its vector is made when it works again."""
    broken = True

    def embedder(texts: list[str]) -> list[list[float]]:
        if broken:
            raise ConnectionError("no route")
        return [[1.0, float(len(text))] for text in texts]

    with clew.open(tmp_path / "agent.clew", embedder=embedder, background=False) as memory:
        memory.remember("the blue door is locked")
        rows = memory.query("MATCH (m:Memory) WHERE matches(m, 'blue door') RETURN m.text AS text")
        assert rows.to_dicts() == [{"text": "the blue door is locked"}]
        assert rows.pending == 1
        broken = False
        assert memory.query("MATCH (m:Memory) RETURN m.id").pending == 0
        assert memory.doctor() == []


def test_a_text_that_the_model_refuses_holds_up_no_other(tmp_path: Path) -> None:
    """Of a batch with a text that gets no vector the others get theirs, and nothing waits for ever."""

    def embedder(texts: list[str]) -> list[list[float]]:
        return [[float("nan"), 1.0] if "refused" in text else [1.0, 1.0] for text in texts]

    with clew.open(tmp_path / "agent.clew", embedder=embedder, background=False) as memory:
        for text in ("the first", "the refused one", "the last"):
            memory.remember(text)
        assert memory.recall("the last").pending == 0
        assert memory.stats()["vectors"] == 2
        assert [hit.memory.text for hit in memory.recall("refused")] == ["the refused one"]


def test_another_model_is_refused_by_name(tmp_path: Path) -> None:
    """A store opened with another model says which made it, instead of comparing what cannot be compared."""
    with clew.open(tmp_path / "agent.clew", background=False) as memory:
        memory.remember("a fact")
    with (
        clew.open(
            tmp_path / "agent.clew", embedder=lambda texts: [[1.0, 0.0]] * len(texts), background=False
        ) as memory,
        pytest.raises(clew.ClewError, match="wordllama"),
    ):
        memory.recall("a fact")


def test_parameters_are_checked_by_name(memory: clew.Engine) -> None:
    """A parameter that is missing, and one that is not used, is named."""
    with pytest.raises(ParameterError, match=r"\$x is missing"):
        memory.query("MATCH (m:Memory) WHERE m.step = $x RETURN m")
    with pytest.raises(ParameterError, match=r"\$y is not used"):
        memory.query("MATCH (m:Memory) RETURN m", {"y": 1})


def test_bad_arguments_write_nothing(memory: clew.Engine) -> None:
    """A memory that cannot be kept is refused before anything is written."""
    for bad in (
        {"step": -1},
        {"importance": 2},
        {"at": "yesterday"},
        {"meta": {"x": float("nan")}},
        {"tags": "budget"},
    ):
        with pytest.raises(MemoryInvalid):
            memory.remember("a fact", **bad)
    with pytest.raises(MemoryInvalid, match="nothing to remember"):
        memory.remember()
    assert memory.stats()["memories"] == 0


def test_explain_reads_nothing_and_profile_reports(memory: clew.Engine) -> None:
    """EXPLAIN gives the plan and no rows; PROFILE gives both, with figures for each stage."""
    tell(memory)
    explained = memory.query("EXPLAIN RECALL 5 FOR 'vendor C'")
    assert explained.values == () and "Front" in str(explained.explanation)
    profiled = memory.query("PROFILE RECALL 5 FOR 'vendor C'")
    assert len(profiled) > 0 and " ms" in str(profiled.explanation)


def test_a_frame_has_typed_columns(memory: clew.Engine) -> None:
    """Rows become a Polars frame: integers as integers, times as times, memories as JSON text."""
    tell(memory)
    frame = memory.query("MATCH (m:Memory) RETURN m.step AS step, m.at AS at, m ORDER BY m.at").frame
    assert [str(dtype) for dtype in frame.dtypes] == ["Int64", "Datetime(time_unit='us', time_zone='UTC')", "String"]


def test_context_keeps_to_its_budget(memory: clew.Engine) -> None:
    """A packed context is never over its budget, holds each memory once, and stands between fences."""
    ids = tell(memory)
    for number in range(30):
        memory.remember(f"vendor C sent brochure number {number} about seats", task="T1")
    memory.remember("always answer in German", pinned=True)
    packed = memory.context("vendor C quote", budget=300, task="T1")
    assert 0 < packed.tokens <= 300
    assert len(set(packed.ids)) == len(packed.ids)
    assert "always answer in German" in packed.text
    assert ids["quote"] in packed.ids
    assert packed.text.startswith("[memories ") and packed.text.endswith("]")


def test_a_store_is_made_once(tmp_path: Path) -> None:
    """Making a store where one is, and opening one where none is, are errors that name the path."""
    from clew.engine.handle.engine import create

    create(tmp_path / "a.clew").close()
    with pytest.raises(StoreExists, match=r"a\.clew"):
        create(tmp_path / "a.clew")
    with pytest.raises(StoreNotFound, match=r"b\.clew"):
        clew.open(tmp_path / "b.clew", create=False)
