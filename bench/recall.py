"""Where does a recall's time go, and what does its vector stage cost beyond one bare product of matrix and vector?

Baseline: numpy's `matrix @ query` over the same matrix, in the same process, in turn with the recalls.
"""

from __future__ import annotations

import argparse
import statistics
from collections import defaultdict
from typing import Any

import clew
from corpus import batches, drafts
from harness import in_turn, report, scratch_store

NEED = "which flight did the user choose?"
PATTERN = f"RECALL 5 AS m FOR '{NEED}' MATCH (m)-[:MENTIONS]->(e:Entity) WHERE e.name = $name"
RUNS = 15


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=20_000)
    count = parser.parse_args().memories
    with scratch_store() as engine:
        made = drafts(count)
        for batch in batches(made):
            engine.remember_drafts(batch)
        engine.query("MATCH (m:Memory) RETURN count(*) AS n")  # so that no run pays for the graph
        measure(engine, f"recall, whole store ({count:,})", f"RECALL 5 FOR '{NEED}'", {})
        near = f"RECALL 5 FOR '{NEED}' TASK $task NEAR ACTIVE 3"
        measure(engine, f"recall, one task ({count:,})", near, {"task": made[0].task})
        measure(engine, f"recall, pattern ({count:,})", PATTERN, {"name": "JFK"})


def measure(engine: clew.Engine, name: str, text: str, parameters: dict[str, Any]) -> None:
    """Print the recall against the bare product, and the median of each of its stages."""
    matrix, query = engine.projection.vectors.matrix, engine.embedder.embed_query(NEED)
    stages: dict[str, list[float]] = defaultdict(list)

    def recall() -> None:
        for stage in engine.query(text, parameters).stages:
            stages[stage.stage].append(stage.seconds)

    recalled, product = in_turn(RUNS, recall, lambda: matrix @ query)
    report(name, recalled, "numpy matrix @ query", product)
    medians = {stage: statistics.median(seconds) * 1e3 for stage, seconds in stages.items()}
    print("  " + "  ".join(f"{stage} {ms:.2f}" for stage, ms in medians.items()) + "  (ms)")
    print(f"  vector stage / bare product: {medians['Similar'] / 1e3 / product:.2f} x")


if __name__ == "__main__":
    main()
