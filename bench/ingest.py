"""What does durability cost? Importing N memories against embedding them and a bare COPY of the same rows into Kuzu.

The import reads nothing from disk here but does all that an import does: entities, literals, causes, words, vectors,
the event with its hash, and the projection with its graph at the end. The baseline has none of these: it embeds the
same texts with the same model, a batch of one and a batch of the other in turn, and copies the same rows and edges.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any, TypeVar

from clew.engine.embedding.texts import embeddable, text_to_embed
from clew.engine.graph.graph import Graph
from clew.engine.projection.frames import frames
from clew.engine.values.times import from_micros
from corpus import BATCH, draft_of, units
from harness import report, scratch_store

T = TypeVar("T")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=20_000)
    given = list(units(parser.parse_args().memories))
    spent = dict.fromkeys(("drafts", "journal", "projection", "embedding", "COPY"), 0.0)
    with scratch_store() as engine:
        engine.remember("a first memory, so that the model is loaded")
        for first in range(0, len(given), BATCH):
            drafts = timed(
                spent, "drafts", lambda first=first: [draft_of(unit) for unit in given[first : first + BATCH]]
            )
            timed(spent, "journal", lambda drafts=drafts: engine.remember_drafts(drafts))
            texts = [text_to_embed(d.text, d.agent, from_micros(d.at or 0)) for d in drafts if embeddable(d.text)]
            timed(spent, "embedding", lambda texts=texts: engine.embedder.embed(texts))  # in turn with the import
        timed(spent, "projection", lambda: engine.query("MATCH (m:Memory) RETURN count(*) AS n"))
        tables = list(frames(engine.projection.view))
        timed(spent, "COPY", lambda: copied(tables))
    imported, baseline = sum(list(spent.values())[:3]), spent["embedding"] + spent["COPY"]
    report(f"import of {len(given):,}", imported, "embedding + bare COPY", baseline)
    print("  of which " + ", ".join(f"{name} {seconds:.2f} s" for name, seconds in spent.items()))


def timed(spent: dict[str, float], name: str, job: Callable[[], T]) -> T:
    """Run a job and add the seconds that it took to its name."""
    start = time.perf_counter()
    result = job()
    spent[name] += time.perf_counter() - start
    return result


def copied(tables: list[Any]) -> None:
    """Copy a finished projection's rows into an empty graph."""
    graph = Graph.create()
    graph.copy(tables)
    graph.close()


if __name__ == "__main__":
    main()
