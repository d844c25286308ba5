"""Where does a recall's time go, and what does its vector stage cost beyond one bare product of matrix and vector?

Baseline: numpy's `matrix @ query` over the same matrix, in the same process, in turn with the recalls.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections import defaultdict
from pathlib import Path

import clew
from corpus import batches, drafts
from harness import in_turn, report

NEED = "which flight did the user choose?"
RUNS = 15


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=20_000)
    count = parser.parse_args().memories
    with tempfile.TemporaryDirectory() as folder, clew.open(Path(folder, "bench.clew"), background=False) as engine:
        made = drafts(count)
        for batch in batches(made):
            engine.remember_drafts(batch)
        queries = {
            "whole store": (f"RECALL 5 FOR '{NEED}'", {}),
            "one task": (f"RECALL 5 FOR '{NEED}' TASK $task NEAR ACTIVE 3", {"task": made[0].task}),
            "pattern": (
                f"RECALL 5 AS m FOR '{NEED}' MATCH (m)-[:MENTIONS]->(e:Entity) WHERE e.name = $name",
                {"name": "JFK"},
            ),
        }
        engine.query("MATCH (m:Memory) RETURN count(*) AS n")
        matrix, query = engine.projection.vectors.matrix, engine.embedder.embed_query(NEED)
        for name, (text, parameters) in queries.items():
            stages: dict[str, list[float]] = defaultdict(list)

            def recall(text=text, parameters=parameters, stages=stages) -> None:
                for stage in engine.query(text, parameters).stages:
                    stages[stage.stage].append(stage.seconds)

            recalled, product = in_turn(RUNS, recall, lambda: matrix @ query)
            report(f"recall, {name} ({count:,})", recalled, "numpy matrix @ query", product)
            medians = {stage: statistics.median(seconds) * 1e3 for stage, seconds in stages.items()}
            print("  " + "  ".join(f"{stage} {ms:.2f}" for stage, ms in medians.items()) + "  (ms)")
            print(f"  vector stage / bare product: {medians['Similar'] / 1e3 / product:.2f} x")


if __name__ == "__main__":
    main()
