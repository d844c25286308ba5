"""Killed in the middle of statements that write, a store has lost nothing that was told, and kept nothing by halves."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import clew
import pytest
from toys import toy

pytestmark = pytest.mark.slow

SUPPORT = Path(__file__).resolve().parents[1] / "support"

CHILD = f"""
import sys
sys.path.insert(0, {str(SUPPORT)!r})
import clew
from toys import toy
with clew.open(sys.argv[1], embedder=toy("toy", 4), background=False) as memory:
    for number in range(10_000):
        memory.execute("REMEMBER {{id: $id, text: $id, importance: 0.5}}", {{"id": f"m{{number}}"}})
        print("remember", number, flush=True)
        memory.execute("REINFORCE $id BY 0.5", {{"id": f"m{{number}}"}}, operation=f"r{{number}}")
        print("reinforce", number, flush=True)
        memory.execute("DEFINE INTENT newest AS MATCH (m {{id: 'm" + str(number) + "'}}) RETURN m.importance")
        print("define", number, flush=True)
"""
ENOUGH = 60


def test_what_was_acknowledged_outlives_a_kill(tmp_path: Path) -> None:
    """After SIGKILL every statement that was told stands, a repeated one changes nothing, and the store is sound."""
    store = tmp_path / "m.clew"
    with subprocess.Popen([sys.executable, "-c", CHILD, str(store)], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        told = [line.split() for line, _ in zip(child.stdout, range(ENOUGH), strict=False)]
        child.kill()
        told += [line.split() for line in child.stdout if line.endswith("\n")]
    done = {kind: int(number) for kind, number in told}
    with clew.open(store, embedder=toy("toy", 4), background=False) as memory:
        assert memory.verify()[0] == [] and memory.projection.departures() == []
        for number in range(done["remember"] + 1):
            assert memory.get(f"m{number}").importance == (0.75 if number <= done["reinforce"] else 0.5) or (
                number == done["reinforce"] + 1  # written, and killed before it was told
            )
        (kept,) = memory.query("RUN newest").values
        assert kept == (0.75,)
        head = memory.journal.head()
        memory.execute("REINFORCE $id BY 0.5", {"id": f"m{done['reinforce']}"}, operation=f"r{done['reinforce']}")
        assert memory.journal.head() == head
