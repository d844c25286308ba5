"""Two names of one thing, and what is asked for by name: neither a template nor a newer sentence hides it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import clew
import pytest
from awaiting import run
from clew.adapters.suites.own import read_own
from clew.engine.handle.asynchronous import AsyncEngine
from clew.engine.handle.engine import Engine
from clew.engine.judging.rankers import strategy
from clew.engine.judging.run import Settings, judge
from clew.engine.judging.scratch import scratch_stores
from clew.errors import MemoryInvalid

NAMES = ("K8s", "the staging cluster", "the search index", "the night shift")
SUITE = Path(clew.__file__).parent / "bench/suites/names.jsonl"


def filled(engine: Engine) -> Engine:
    for number, name in enumerate(NAMES):
        text = f"The load test took {name} down for an hour."
        engine.remember(text, id=f"m{number}", entities=[name], tags=[f"tag {number}"], at=f"2024-03-0{number + 1}")
    return engine


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Engine]:
    with filled(clew.open(tmp_path / "a.clew", background=False)) as engine:
        yield engine


@pytest.mark.parametrize(
    ("need", "clauses"),
    [
        ("what did the load test do to it", {"about": ["Kubernetes"]}),
        ("what did the load test do to it", {"about": ["kubernetes"]}),
        ("what did the load test do to Kubernetes", {}),
        ("what did the load test do to it", {"about": ["K8s"]}),
    ],
)
def test_a_memory_is_found_by_the_other_name(memory: Engine, need: str, clauses: dict[str, list[str]]) -> None:
    """By a clause, by the need's own words, in any spelling; and by the name that it has itself."""
    memory.same_as("Kubernetes", "K8s")
    assert memory.recall(need, **clauses)[0].memory.id == "m0"


def test_an_alias_is_taken_back(memory: Engine) -> None:
    """What was said of two names can be unsaid; then the other name is nobody's."""
    memory.same_as("Kubernetes", "K8s")
    assert memory.unlink("Kubernetes", "K8s", "SAME_AS")
    front = memory.recall("what did the load test do to it", about=["Kubernetes"])
    assert all(hit.arms["entity"] == 0.0 for hit in front)


def test_an_alias_survives_reopening(tmp_path: Path) -> None:
    """It is an event as any other."""
    with filled(clew.open(tmp_path / "a.clew", background=False)) as engine:
        engine.same_as("Kubernetes", "K8s")
    with clew.open(tmp_path / "a.clew", background=False) as engine:
        assert engine.recall("the load test", about=["Kubernetes"])[0].memory.id == "m0"


@pytest.mark.parametrize(("one", "other"), [("K8s", "k8s"), ("", "K8s"), ("K8s", "")])
def test_a_name_is_no_alias_of_itself(memory: Engine, one: str, other: str) -> None:
    """Nor is nothing one of something: one sentence says so, and nothing is written."""
    with pytest.raises(MemoryInvalid):
        memory.same_as(one, other)


def test_awaited_it_is_the_same(tmp_path: Path) -> None:
    """The handle for asyncio says it too."""

    async def work(memory: AsyncEngine) -> None:
        filled(memory.engine)
        await memory.same_as("Kubernetes", "K8s")
        assert (await memory.recall("the load test", about=["Kubernetes"]))[0].memory.id == "m0"

    run(work, tmp_path / "a.clew")


@pytest.mark.parametrize("number", range(len(NAMES)))
def test_what_is_asked_for_by_name_is_no_older_state(memory: Engine, number: int) -> None:
    """Where but the name differs in a sentence, the newest is not how things stand with what INTENT or ABOUT names."""
    assert memory.recall("the load test", intent=[f"tag {number}"])[0].memory.id == f"m{number}"
    assert memory.recall("the load test", about=[NAMES[number]])[0].memory.id == f"m{number}"


def test_the_suite_of_names_is_answered(tmp_path: Path) -> None:
    """Aliases and tags, spoken and in clauses: the first memory that is answered is right in 95 of 100."""
    suite = read_own(SUITE).limited(62)
    with scratch_stores(suite, tmp_path, None, lambda *_: None) as stores:
        judged = judge(suite, stores, [strategy("default")], Settings(suite.ks), lambda *_: None)
    found = [judgement.figures["hit@1"] for judgement in judged.rankers[0].by_need.values()]
    assert sum(found) / len(found) >= 0.95
