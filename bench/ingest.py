"""What does durability cost? Importing N memories against embedding them and a bare COPY of the same rows into Kuzu.

The import reads nothing from disk here but does all that an import does: entities, literals, causes, words, vectors,
the event with its hash, and the projection with its graph at the end. The baseline has none of these: it embeds the
same texts with the same model and copies the same rows and edges.
"""

from __future__ import annotations

import argparse
import time

import clew
from clew.engine.embedding.resolve import resolve
from clew.engine.embedding.texts import embeddable, text_to_embed
from clew.engine.graph.graph import Graph
from clew.engine.model import Draft
from clew.engine.projection.frames import frames
from clew.engine.times import from_micros
from corpus import BATCH, draft_of, units
from harness import report, scratch_store


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=20_000)
    count = parser.parse_args().memories
    given = list(units(count))
    with scratch_store() as engine:
        start = time.perf_counter()
        made, stages = [], {"drafts": 0.0, "journal": 0.0, "projection": 0.0}
        for first in range(0, count, BATCH):
            at = time.perf_counter()
            drafts = [draft_of(unit) for unit in given[first : first + BATCH]]
            stages["drafts"] += time.perf_counter() - at
            at = time.perf_counter()
            engine.remember_drafts(drafts)
            stages["journal"] += time.perf_counter() - at
            made += drafts
        at = time.perf_counter()
        engine.query("MATCH (m:Memory) RETURN count(*) AS n")
        stages["projection"] = time.perf_counter() - at
        imported = time.perf_counter() - start
        embedding, copying = baseline(made, engine)
    report(f"import of {count:,}", imported, "embedding + bare COPY", embedding + copying)
    print("  of which " + ", ".join(f"{name} {seconds:.2f} s" for name, seconds in stages.items()))
    print(f"  baseline: embedding {embedding:.2f} s, COPY {copying:.2f} s")


def baseline(drafts: list[Draft], engine: clew.Engine) -> tuple[float, float]:
    """Return the seconds of embedding the texts, and of copying a finished projection's rows into an empty graph."""
    embedder = resolve(None)
    texts = [text_to_embed(d.text, d.agent, from_micros(d.at or 0)) for d in drafts if embeddable(d.text)]
    start = time.perf_counter()
    for first in range(0, len(texts), BATCH):
        embedder.embed(texts[first : first + BATCH])
    embedded = time.perf_counter()
    tables = list(frames(engine.projection.view))
    built = time.perf_counter()
    graph = Graph.create()
    graph.copy(tables)
    graph.close()
    return embedded - start, time.perf_counter() - built


if __name__ == "__main__":
    main()
