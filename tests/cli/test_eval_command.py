"""`clew eval`: what it prints is a golden file, what it saves is compared, and what it cannot do it says in a sentence.

`CLEW_UPDATE_GOLDEN=1 pytest` prints anew: look at it as whoever asked would.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import clew
import pytest
from clew.cli.evaluating import between_marks
from golden_files import hold

Run = Callable[..., Any]
GOLDEN = Path(__file__).parents[1] / "golden" / "cli"

FACTS = (
    ("Ada lives in Bonn.", "Ada moved to Lyon and lives there.", "Where does Ada live?"),
    ("The meeting is in room 12.", "The meeting was moved to room 31.", "In which room is the meeting?"),
)
SUITE = [
    line
    for store in ("one", "two", "three")
    for n, (old, new, need) in enumerate(FACTS)
    for line in (
        {"memory": {"id": f"{n} old", "text": old, "at": "2024-01-05"}, "store": store},
        {"memory": {"id": f"{n} new", "text": new, "at": "2024-03-05", "supersedes": [f"{n} old"]}, "store": store},
        {"need": need, "expected": [f"{n} new"], "outdated": [f"{n} old"], "store": store, "id": f"{store} {n}"},
    )
]


@pytest.fixture
def suite(tmp_path: Path) -> str:
    path = tmp_path / "updates.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in SUITE), encoding="utf-8")
    return str(path)


def test_what_is_printed(run: Run, suite: str) -> None:
    """Figures with their spread, and how far each ranker is from the best baseline."""
    done = run("eval", "--suite", suite, "-s", "default", "--rank", "RANK BY recency", "--baselines", "--by-category")
    assert done.code == 0, done.err
    hold(GOLDEN / "eval.pipe.table", done.out)
    assert "no front: tuned weights: RANK BY " in done.err


def test_an_ablation_is_against_the_whole(run: Run, suite: str) -> None:
    done = run("eval", "--suite", suite, "--ablate")
    assert done.code == 0 and "updates: against default" in done.out and "without the words arm" in done.out


def test_json_holds_all_that_the_tables_say(run: Run, suite: str) -> None:
    done = run("eval", "--suite", suite, "--baselines", "--limit", "4", "--k", "2", "--budget", "30", "--json")
    [said] = json.loads(done.out)
    assert said["needs"] == 4 and said["settings"]["ks"] == [2]
    assert {"R@2", "in 30", "newest first"} <= said["rankers"][0]["figures"].keys()


def test_two_saved_runs_are_compared(run: Run, suite: str) -> None:
    """The second run ranks by age under the name of a strategy of the first: needs get worse, and are named."""
    assert run("eval", "--suite", suite, "--rank", "RANK BY relevance", "--save", "a.json").code == 0
    text = Path("a.json").read_text(encoding="utf-8")
    Path("b.json").write_text(text.replace('"MRR": 1.0', '"MRR": 0.25', 1), encoding="utf-8")
    done = run("eval", "compare", "a.json", "b.json")
    assert done.code == 0 and "0.250" in done.out and "one 0" in done.out
    assert json.loads(run("eval", "compare", "a.json", "b.json", "--json").out)[0]["difference"]["worse"] == 1
    assert run("eval", "compare", "a.json", suite).code == 1


def test_a_store_that_exists_is_asked_and_not_changed(run: Run, vendors: str, tmp_path: Path) -> None:
    needs = tmp_path / "needs.jsonl"
    needs.write_text('{"need": "what does vendor C cost now", "expected": ["offer"]}\n', encoding="utf-8")
    with clew.open(vendors, create=False, background=False) as memory:
        before = memory.stats()["events"]
    done = run("eval", vendors, "--suite", str(needs), "-s", "lookup")
    assert done.code == 0 and "needs: 1 need, " in done.out and "lookup" in done.out
    with clew.open(vendors, create=False, background=False) as memory:
        assert memory.stats()["events"] == before


def test_tables_are_written_between_their_marks_and_nowhere_else(run: Run, suite: str) -> None:
    page = Path("page.md")
    page.write_text("before\n<!-- eval updates:begin -->\nold\n<!-- eval updates:end -->\nafter\n", encoding="utf-8")
    assert run("eval", "--suite", suite, "--write", "page.md").code == 0
    text = page.read_text(encoding="utf-8")
    assert text.startswith("before\n<!-- eval updates:begin -->\nupdates: 6 needs") and text.endswith("after\n")
    assert "old\n" not in text and "| default |" in text
    assert between_marks(text, "eval updates", "x\n").count("x\n") == 1


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--suite", "SUITE", "-s", "lokup"), 1, "lokup"),
        (("--suite", "SUITE", "--rank", "RANK BY relevence"), 1, "relevence"),
        (("--suite", "SUITE", "--against", "nobody"), 2, "No ranker is called `nobody`"),
        (("--suite", "SUITE", "--write", "SUITE"), 2, "has no place for this"),
        (("VENDORS", "--suite", "SUITE"), 2, "has memories of its own"),
        (("nowhere.clew", "--suite", "NEEDS"), 3, "nowhere.clew"),
        (("--suite", "NEEDS"), 2, "has no memories of its own"),
        (("locomo", "SUITE"), 1, "is not JSON"),
        (("provenance", "NEEDS"), 1, "holds no trajectories"),
        (("VENDORS",), 2, "--suite"),
        (("--suite", "SUITE", "--save", "nowhere/run.json"), 2, "There is no folder nowhere"),
    ],
)
def test_what_cannot_be_measured_is_said(
    arguments: tuple[str, ...], code: int, said: str, run: Run, suite: str, vendors: str, tmp_path: Path
) -> None:
    needs = tmp_path / "needs.jsonl"
    needs.write_text('{"need": "x", "expected": ["offer"]}\n', encoding="utf-8")
    files = {"SUITE": suite, "NEEDS": str(needs), "VENDORS": vendors}
    done = run("eval", *(files.get(argument, argument) for argument in arguments))
    assert done.code == code, done.err
    assert said in done.err and "Traceback" not in done.err


def test_help_names_the_suites(run: Run) -> None:
    done = run("eval", "--help")
    assert all(name in done.out for name in ("locomo", "provenance", "compare", "clew eval STORE --suite"))
