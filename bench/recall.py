"""Where does a recall's time go, and what does all of it cost beyond a search by one thing alone?

Baselines, in the same process and in turn with the recalls: numpy's `matrix @ query` over the same matrix; bare FTS5,
the best five by BM25 for any of the same words; and the best five by vector alone in Chroma and LanceDB, with the same
vectors, where `pip install clew[bench]` brought them. The rows are some thousand units repeated under other names of
tasks, so a frequent word stands in as large a share of the memories as in a small store.

    python bench/recall.py [--memories 20000] [--folder KEPT] [--cpu]
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import clew
from clew.engine.journal.files import journal_file
from clew.engine.journal.terms import to_terms
from corpus import batches, drafts, log
from harness import in_turn
from stores import LIBRARIES, Held, Search, installed

NEED = "which flight did the user choose?"
Clock = Callable[[], float]
K = 5
RUNS = 15


@dataclass(frozen=True, slots=True)
class Case:
    """One way to recall. task: the one to which the vector stores are held too, None for the whole store."""

    name: str
    text: str
    parameters: Mapping[str, Any]
    task: str | None = None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memories", type=int, default=20_000)
    parser.add_argument("--folder", type=Path, help="where the stores are made and kept, or are already")
    parser.add_argument("--cpu", action="store_true", help="processor time: for a machine that others use too")
    arguments = parser.parse_args()
    clock = time.process_time if arguments.cpu else time.perf_counter
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.folder or Path(scratch)
        with clew.open(folder / "bench.clew", background=False) as engine:
            fill(engine, arguments.memories)
            with patch.object(time, "perf_counter", clock):  # by which the stages are timed too
                measured(engine, folder, clock)


def fill(engine: clew.Engine, count: int) -> None:
    """Bring an empty store to `count` memories, and its graph with it, so that no run pays for that."""
    if not engine.stats()["memories"]:
        for batch in batches(drafts(count)):
            engine.remember_drafts(batch)
    engine.query("MATCH (m:Memory) RETURN count(*) AS n")


def measured(engine: clew.Engine, folder: Path, clock: Clock) -> None:
    """Print the table: of each case the recall, its stages, and the ratio to every baseline."""
    held = held_by(engine)
    searches = {name: LIBRARIES[name](folder / f"{name}-{len(held.ids)}", held) for name in installed()}
    bare = bare_words(engine)
    print(
        f"{len(held.ids):,} memories, {len(set(held.texts)):,} texts of {log().name}, "
        f"{held.vectors.shape[1]} dimensions; load {os.getloadavg()[0]:.1f}"
    )
    for case in cases(held):
        vectors = by_vector(searches, engine, case)
        against(engine, case, {"matrix @ query": product(engine, held), "bare FTS5": bare, **vectors}, clock)


def cases(held: Held) -> list[Case]:
    task, near = held.tasks[0], list(held.ids[:3])
    recall = f"RECALL {K} AS m FOR '{NEED}'"
    return [
        Case("whole store", recall, {}),
        Case("whole store, NEAR", f"{recall} NEAR $near", {"near": near}),
        Case("one task", f"{recall} TASK $task", {"task": task}, task),
        Case("one task, NEAR", f"{recall} TASK $task NEAR $near", {"task": task, "near": near}, task),
        Case("a filter", f"{recall} WHERE m.step < 5", {}),
        Case("a pattern", f"{recall} MATCH (m)-[:MENTIONS]->(e:Entity) WHERE e.name = $name", {"name": "JFK"}),
    ]


def against(engine: clew.Engine, case: Case, baselines: Mapping[str, Callable[[], object]], clock: Clock) -> None:
    stages: dict[str, list[float]] = defaultdict(list)

    def recall() -> None:
        for stage in engine.query(case.text, case.parameters).stages:
            stages[stage.stage].append(stage.seconds)

    recalled, *others = in_turn(RUNS, recall, *baselines.values(), clock=clock)
    print(f"{case.name}: {recalled * 1e3:.2f} ms")
    for name, seconds in zip(baselines, others, strict=True):
        print(f"  against {name:<20} {seconds * 1e3:>9.2f} ms {recalled / seconds:>8.2f} x")
    medians = {stage: statistics.median(seconds) * 1e3 for stage, seconds in stages.items()}
    print("  " + "  ".join(f"{stage} {ms:.2f}" for stage, ms in medians.items() if ms >= 0.05) + "  (ms)", flush=True)


def held_by(engine: clew.Engine) -> Held:
    """Return what the store holds, for the vector stores to hold too."""
    rows = engine.query("MATCH (m:Memory) RETURN m.id AS id, m.task AS task, m.text AS text")
    place = {id_: row for row, id_ in enumerate(engine.projection.memories.ids)}
    rows = sorted(rows, key=lambda row: place[row["id"]])
    ids, tasks, texts = ([row[name] or "" for row in rows] for name in ("id", "task", "text"))
    return Held(ids, tasks, texts, engine.projection.vectors.matrix)


def product(engine: clew.Engine, held: Held) -> Callable[[], object]:
    query = engine.embedder.embed_query(NEED)
    return lambda: held.vectors @ query


def bare_words(engine: clew.Engine) -> Callable[[], object]:
    """Return the search that a table of FTS5 makes by itself: any of the words, the best by BM25."""
    connection = sqlite3.connect(f"file:{journal_file(engine.path)}?mode=ro", uri=True)
    table = next(name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE sql LIKE '%USING fts5%'"))
    statement = f"SELECT rowid FROM {table} WHERE {table} MATCH ? ORDER BY rank LIMIT {K}"
    words = " OR ".join(to_terms(NEED))
    return lambda: connection.execute(statement, (words,)).fetchall()


def by_vector(searches: Mapping[str, Search], engine: clew.Engine, case: Case) -> dict[str, Callable[[], object]]:
    """Return the searches by vector, each with the embedding of the need, as an agent would ask."""
    return {
        name: lambda search=search: search(engine.embedder.embed_query(NEED), K, case.task)
        for name, search in searches.items()
    }


if __name__ == "__main__":
    main()
