"""A long life: memory does not grow with the number of queries, and files not beyond three times what lives in them."""

from __future__ import annotations

import json
import random
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

import clew
import numpy as np

from .children import answer
from .report import Report
from .stores import check_sound, held, opened

SHORT = {"queries": 420, "years": 1}

MEMORIES = 500
MOST_A_QUERY = 0.1
"""Kilobytes by which the resident memory may grow with each query, after the first tenth."""
MOST_FILES = 3.0
"""Bytes of all files, as a multiple of what is live: events, words and vectors."""
SAMPLES = 200
FEWEST_FOR_SLOPE = 20_000
"""Queries below which a slope is that of pools that still fill: then only the whole growth is looked at."""
MOST_WHILE_WARM = 60_000
"""Kilobytes by which a short run may grow."""

LEAST_LIVE = 10_000_000
"""Bytes below which files are not compared: an empty graph in a snapshot weighs 7 MB by itself."""
EVENT_BYTES = 150
"""Bytes of an event beside its payload: salt, digest, link, operation, numbers."""
A_YEAR = 600
"""Memories written in a year of the long life; a third as many events forget and restore."""


def drill(folder: Path, *, seed: int, queries: int = 100_000, years: int = 30) -> Report:
    """Ask `queries` questions of one engine; then write, forget and publish for `years` of 800 events."""
    slope, grown = answer(lambda: _ask(folder / "asked.clew", random.Random(seed), queries), folder / "a.diary", 7200)
    factor, size = answer(lambda: _live(folder / "lived.clew", random.Random(seed), years), folder / "b.diary", 3600)
    return Report(
        "leaks",
        (
            (f"resident memory after {queries:,} queries on {MEMORIES} memories", f"{grown / 1024:+.1f} MB"),
            ("growth a query, by regression after the first tenth", f"{slope:.3f} KB"),
            (
                "largest size of all files over a long life, against what is live",
                f"{factor:.2f} of {size / 1e6:.1f} MB",
            ),
        ),
    )


# ---- memory --------------------------------------------------------------------------------------------


def _ask(store: Path, dice: random.Random, queries: int) -> tuple[float, float]:
    """Return the growth in KB a query, and in KB over all queries after the first tenth."""
    with opened(store, background=True) as memory:
        _fill(memory, MEMORIES)
        points: list[tuple[int, int]] = []
        for number in range(queries):
            _question(dice, number)(memory)
            if number % max(1, queries // SAMPLES) == 0 and number >= queries // 10:
                points.append((number, _resident()))
    at, kilobytes = np.array(points, float).T
    slope = float(np.polyfit(at, kilobytes, 1)[0])
    grown = float(kilobytes[-1] - kilobytes[0])
    if queries >= FEWEST_FOR_SLOPE:
        held(slope < MOST_A_QUERY, f"{slope:.3f} KB a query: memory leaks")
    held(grown < max(MOST_WHILE_WARM, MOST_A_QUERY * queries), f"grown by {grown:,.0f} KB")
    return slope, grown


def _question(dice: random.Random, number: int) -> Callable[[clew.Engine], Any]:
    """Return one question: most have a text that was asked before, with other values; every fifth is a new text."""
    id, some = f"m{dice.randrange(MEMORIES)}", dice.randrange(MEMORIES)
    kinds: list[Callable[[clew.Engine], Any]] = [
        lambda m: m.recall(f"vendor {some} quoted", k=5),
        lambda m: m.query("MATCH (m:Memory {id: $id})-[:CAUSED]->(n:Memory) RETURN n.id, n.text", {"id": id}),
        lambda m: m.query("MATCH (m:Memory) WHERE m.step > $step RETURN m.task, count(m) AS n", {"step": some}),
        lambda m: m.query("TRACE CAUSES OF $id DEPTH 4", {"id": id}),
        lambda m: m.query(f"MATCH (m:Memory)-[:TAGGED]->(t:Tag) WHERE m.step = {number} RETURN m.id, t.name"),
        lambda m: m.query("RECALL 5 FOR $need RETURN m.id, front", {"need": f"part {some}"}),
        lambda m: m.context(f"vendor {some}", budget=300),
    ]
    return kinds[number % len(kinds)]


def _resident() -> int:
    """Return this process's resident memory in KB; where the system does not tell, the most that it ever was."""
    try:
        fields = Path("/proc/self/statm").read_text().split()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(fields[1]) * resource.getpagesize() // 1024


# ---- files ---------------------------------------------------------------------------------------------


def _live(store: Path, dice: random.Random, years: int) -> tuple[float, int]:
    """Return the largest ratio of all files to live data, each year after closing, and the files' size in the end."""
    largest, known = 0.0, list[str]()
    for year in range(years):
        with opened(store) as memory:
            known += _fill(memory, A_YEAR, f"{year}.")
            for _ in range(A_YEAR // 3):
                (memory.forget if dice.random() < 0.7 else memory.restore)(dice.choice(known))
            memory.projection.drain()
            memory.projection.publish()
            live = _live_bytes(memory)
            if year == years - 1:
                check_sound(memory)
        if live > LEAST_LIVE:
            largest = max(largest, _size(store) / live)
    held(largest < MOST_FILES, f"files are {largest:.2f} times what is live")
    return largest, _size(store)


def _fill(memory: clew.Engine, count: int, prefix: str = "") -> list[str]:
    """Write memories of some hundred characters, in tasks, with tags, entities and causes; return their ids."""
    return [
        memory.remember(
            f"Vendor {number % 20} quoted {number} EUR for src/{prefix}part_{number}.py. " + "It is in stock. " * 20,
            id=f"{prefix}m{number}",
            task=f"T{prefix}{number // 50}",
            tags=[f"t{number % 5}"],
            causes=[f"{prefix}m{number - 1}"] if number else [],
        )
        for number in range(count)
    ]


def _live_bytes(memory: clew.Engine) -> int:
    """Return the bytes of events (as JSON), of their words once more, and of the vectors."""
    events = sum(len(json.dumps(event.payload)) + EVENT_BYTES for event in memory.journal.events())
    words = sum(len(event.payload.get("text", "")) for event in memory.journal.events())
    return events + words + memory.journal.vectors().matrix.nbytes


def _size(store: Path) -> int:
    return sum(file.stat().st_size for file in store.rglob("*") if file.is_file())
