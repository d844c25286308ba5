"""An agent that learns on the job: it embeds Clew, tries what helped before, and remembers what came of it.

    python examples/agent_loop.py

A loom stops with one fault or another. The agent does not know which remedy helps; the first time it tries them in
turn. Each fault, attempt and lesson is a memory, joined to its causes, and a lesson that no longer holds is superseded
by the one that does. There is no language model and no network: what would be a prompt is one recall.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import clew

STANDING = """
RECALL 1 AS m FOR $fault TYPE lesson
  WHERE NOT EXISTS { (m)<-[:SUPERSEDES]-() }
  AT LEAST relevance 0.5
  RETURN m.id AS id"""
"""The lesson for a fault that nothing has replaced, or nothing."""

REMEDIES = ("oil the bearing", "replace the warp thread", "tighten the belt", "clean the sensor")
SHIFT = (
    ("The shuttle jams halfway and the motor hums", "tighten the belt"),
    ("The loom stops at once and reports a broken thread", "clean the sensor"),
    ("The motor hums and the shuttle is jammed again", "tighten the belt"),
    ("A broken thread is reported, and the loom stops", "clean the sensor"),
    ("The shuttle is jammed and the motor hums, with the new belt", "oil the bearing"),
    ("The shuttle jams and the motor hums", "oil the bearing"),
)


def repair(memory: clew.Engine, fault: str, cure: str) -> tuple[str, int]:
    """Try remedies until one helps, the remembered one first; return the lesson's id and the number of attempts."""
    seen = memory.remember(fault, type="event", task="loom")
    lessons = [memory.get(row["id"]) for row in memory.query(STANDING, {"fault": fault})]
    known = lessons[0] if lessons else None
    first = (known.meta["remedy"],) if known else ()
    cause = [seen, *(lesson.id for lesson in lessons)]
    for attempts, remedy in enumerate(dict.fromkeys((*first, *REMEDIES)), start=1):
        outcome = "It runs." if remedy == cure else "No change."
        cause = [memory.remember(action=remedy, observation=outcome, type="action", task="loom", causes=cause)]
        if remedy == cure:
            return learn(memory, fault, remedy, known, cause), attempts
    raise RuntimeError(f"no remedy helps: {fault}")


def learn(memory: clew.Engine, fault: str, remedy: str, known: clew.Memory | None, cause: list[str]) -> str:
    """Return the lesson that holds now: the known one where it was right, else a new one in its place."""
    if known is not None and known.meta["remedy"] == remedy:
        return known.id
    replaced = [] if known is None else [known.id]
    text = f"{fault}: {remedy} helps"
    return memory.remember(text, type="lesson", task="loom", meta={"remedy": remedy}, causes=cause, supersedes=replaced)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, clew.open(Path(folder) / "loom.clew") as memory:
        for fault, cure in SHIFT:
            lesson, attempts = repair(memory, fault, cure)
            print(f"{attempts} {'attempt ' if attempts == 1 else 'attempts'}  {fault} -> {cure}")
        print("\nWhy the last lesson is believed:")
        for row in memory.query(
            "TRACE CAUSES OF $id VIA CAUSED DEPTH 1..9 RETURN depth, m.text AS text", {"id": lesson}
        ):
            print(f"  {'  ' * (row['depth'] - 1)}<- {' '.join(row['text'].split())}")


if __name__ == "__main__":
    main()
