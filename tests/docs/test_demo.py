"""The demo and the small agent do what they say, and the demo's figures come out again by another route."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import clew
import numpy as np
import pytest
from clew.engine.embedding.resolve import resolve
from clew.engine.embedding.texts import text_to_embed
from demonstration.questions import QUESTIONS, Question, gold

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
IN_THE_TABLE = re.compile(r"│ +(\d+|none) │ +(\d+) │ +(\d+)$", re.MULTILINE)

Ranks = tuple[int, int, int]


def run(script: str, folder: Path) -> str:
    """Run an example as a user does, into a pipe of 80 columns, and return what it printed; it left nothing behind."""
    temporary = folder / "tmp"
    temporary.mkdir()
    ours = {k: v for k, v in os.environ.items() if k not in ("FORCE_COLOR", "NO_COLOR")}
    environment = ours | {"COLUMNS": "80", "TMPDIR": str(temporary)}
    command = [sys.executable, EXAMPLES / script]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert [*folder.rglob("*")] == [temporary]
    return done.stdout


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> str:
    return run("demo.py", tmp_path_factory.mktemp("demo"))


@pytest.fixture(scope="module")
def ranks(workshop: clew.Engine) -> dict[str, Ranks]:
    return {question.key: ranks_of(workshop, question) for question in QUESTIONS}


def test_the_demo_asks_five_questions(printed: str) -> None:
    """Each of five questions is printed in plain words, with its query as it was typed."""
    assert len(QUESTIONS) == 5
    lines = [line.strip() for line in printed.splitlines()]
    for number, question in enumerate(QUESTIONS, start=1):
        assert f" {number} of 5  {question.title}" in printed
        assert question.words in " ".join(lines)
        assert set(map(str.strip, question.query.splitlines())) <= set(lines)
    assert lines[-1] == "Next, look around in the same store: clew tui --demo"


def test_the_demo_is_plain_text_in_a_pipe(printed: str) -> None:
    """Where nobody watches there is no escape sequence, no progress bar, and no line beyond the width."""
    assert "\x1b" not in printed and "\r" not in printed
    assert max(map(len, printed.splitlines())) <= 80


def test_the_table_says_what_comes_out(printed: str, ranks: dict[str, Ranks]) -> None:
    """The ranks of the table are those of the queries, and of cosines that are computed here from the texts."""
    claimed = [tuple(map(int, found)) for found in IN_THE_TABLE.findall(printed)]
    assert claimed == [ranks[question.key] for question in QUESTIONS]


def test_a_question_that_is_called_a_tie_is_one(ranks: dict[str, Ranks]) -> None:
    """Clew has the right memory first everywhere; vector search has it where the demo says so, and nowhere else."""
    ties = {question.key for question in QUESTIONS if "just as good" in question.moral}
    assert ties == {key for key, (_, cosine, _) in ranks.items() if cosine == 1} != set()
    assert {mine for mine, _, _ in ranks.values()} == {1}


def test_no_query_names_what_it_is_after() -> None:
    """An id that a query gives is never that of a right memory."""
    for question in QUESTIONS:
        assert not any(f"'{name}'" in question.query for name in gold()[question.key])


def test_the_small_agent_learns(tmp_path: Path) -> None:
    """A fault that was seen before is cured at the first attempt, also after the lesson had to be replaced."""
    attempts = [int(number) for number in re.findall(r"^(\d) attempt", run("agent_loop.py", tmp_path), re.MULTILINE)]
    assert attempts == [3, 4, 1, 1, 2, 1]


def ranks_of(engine: clew.Engine, question: Question) -> Ranks:
    """Return the place of the first right memory in the query's answer, by cosine, and by cosine with a filter."""
    right = gold()[question.key]
    answered = [row["m"]["id"] for row in engine.query(question.query).to_dicts()]
    memories = [memory for memory in engine.list(limit=1000) if memory.id not in question.near]
    embedder = resolve()
    texts = [text_to_embed(memory.text, memory.agent, memory.at) for memory in memories]
    cosines = embedder.embed(texts) @ embedder.embed_query(question.words)
    ranked = [memories[i] for i in np.argsort(-cosines, kind="stable")]
    filtered = [memory.id for memory in ranked if question.kind in (None, memory.action_type)]
    return place(answered, right), place([memory.id for memory in ranked], right), place(filtered, right)


def place(ids: list[str], right: tuple[str, ...]) -> int:
    return min(ids.index(name) for name in right if name in ids) + 1
