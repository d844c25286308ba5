"""The suites of `bench/suites`: the newest of what contradicts is first, and nothing answers what is unknown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import clew
import pytest
from clew.adapters.suites.own import read_own
from clew.engine.handle.engine import Engine
from clew.engine.judging.suite import Need

SUITES = Path(clew.__file__).parent / "bench/suites"
DOMAINS = ("home", "project", "health")
"""Of eight, so that the test is quick; the figures of all stand where the constants do."""


def asked(suite: str, folder: Path, wanted: Callable[[str], bool]) -> Iterator[tuple[Engine, Need]]:
    """Yield the needs of the stores that are wanted, each with the engine that it is asked of."""
    read = read_own(SUITES / f"{suite}.jsonl")
    for number, (name, contents) in enumerate(read.stores.items()):
        if not wanted(name):
            continue
        with clew.open(folder / str(number), background=False) as engine:
            engine.remember_drafts(list(contents.drafts))
            for link in contents.links:
                engine.link(link.source, link.target, link.type)  # type: ignore[arg-type] - a kind of edge
            yield from ((engine, need) for need in read.needs if need.store == name)


@pytest.mark.parametrize(
    ("how", "least"), [("superseded", 0.95), ("contradicted", 0.95), ("restated", 0.95), ("reworded", 0.65)]
)
def test_the_newest_of_contradicting_facts_is_first(tmp_path: Path, how: str, least: float) -> None:
    """In 95 of 100 where an edge or the same words tell of it; in two of three where only other words do."""
    first = [
        next((hit.memory.id for hit in engine.recall(need.text) if hit.memory.id in need.expected | need.outdated), "")
        in need.expected
        for engine, need in asked("updates", tmp_path, lambda name: name in {f"{one}, {how}" for one in DOMAINS})
    ]
    assert len(first) == 48
    assert sum(first) / len(first) >= least


def test_what_is_unknown_has_no_answer_and_what_is_known_has_one(tmp_path: Path) -> None:
    """Nine in ten of what nothing answers find nothing, and fewer than three in a hundred of what something does."""
    empty: dict[str, list[bool]] = defaultdict(list)
    for engine, need in asked("abstention", tmp_path, lambda _: True):
        empty[need.category].append(not len(engine.recall(need.text)))
    shares = {category: sum(found) / len(found) for category, found in empty.items()}
    assert shares["answered"] < 0.03
    assert shares["missing"] >= 0.9 and shares["foreign"] >= 0.9
