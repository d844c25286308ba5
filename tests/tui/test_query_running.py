"""The room Query when something is run: which statement, with which values, stopped, as of a moment, written or not."""

from __future__ import annotations

import asyncio
import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from clew.tui.app import ClewApp
from clew.tui.editing.form import Form
from clew.tui.editing.history import Entry, history_file, recent, remember
from clew.tui.editing.picker import Picker
from clew.tui.messages import Travel
from hostile import texts
from pictures import LARGE, SMALL, USUAL, look, settled, shown, style_of, until
from query_room import drive, editor, run, told
from textual.pilot import Pilot
from textual.widgets import Input
from tui_store import BEGUN


def test_f5_runs_and_ctrl_j_too(store: Path) -> None:
    """F5 and ctrl+j run what is written; how many rows and how long it took stands above them."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await run(app, pilot, "RECALL 3 FOR 'fibre'")
        assert "3 rows" in shown(app) and app.desk.selected is not None
        editor(app).put("RETURN 42 AS n")
        await pilot.press("ctrl+j")
        await until(lambda: "1 row " in shown(app), pilot)
        assert "42" in shown(app)

    drive(store, work)


def test_the_statement_at_the_cursor_is_run(store: Path) -> None:
    """Of several statements the one at the cursor is run, and an error is underlined in that one."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        editor(app).put("RETURN 1 AS first;\nRETURN 2 AS second;\nMATCH (m) RETURN m.step / 0 AS third", cursor=25)
        await pilot.press("f5")
        await until(lambda: "second" in shown(app).split("1 row")[-1], pilot)
        await pilot.press("ctrl+end", "pagedown", "f5")
        await until(lambda: app.desk.answer is not None and app.desk.answer.error is not None, pilot)
        await settled(app, pilot)
        assert style_of(app, "m.step").underline and "✗" in shown(app)

    drive(store, work, USUAL)


def test_a_selection_is_run_one_after_another(store: Path) -> None:
    """All statements of a selection are run, in their order; the first that fails ends it."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        editor(app).put("RETURN 1 AS a; RETURN 2 AS b; RETURN 3 AS c")
        editor(app).select_all()
        await pilot.press("f5")
        await until(lambda: app.desk.answer is not None and app.desk.answer.asked.text == "RETURN 3 AS c", pilot)
        editor(app).put("RETURN 1 AS a; RETURN 1 / 0 AS b; RETURN 3 AS c")
        editor(app).select_all()
        await pilot.press("f5")
        await until(lambda: app.desk.answer is not None and app.desk.answer.error is not None, pilot)
        await settled(app, pilot)
        assert app.desk.answer is not None and app.desk.answer.asked.text == "RETURN 1 / 0 AS b"
        assert [entry.text[-1] for entry in recent()][:3] == ["b", "a", "c"]

    drive(store, work)


def test_nothing_is_run_of_nothing(store: Path) -> None:
    """An empty editor is told that there is nothing to run."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await pilot.press("f5")
        await until(lambda: "no statement to run" in told(app), pilot)

    drive(store, work)


def test_escape_stops_what_runs(store: Path) -> None:
    """Escape ends a statement that takes long; the screen says so, and the history too."""
    pairs = "UNWIND range(1, 1900000) AS a RETURN sum(toFloat(a) * a) + max(a % 7) AS s"

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        editor(app).put(pairs)
        await pilot.press("f5")
        await until(lambda: app.desk.busy, pilot)
        await until(lambda: "escape stops" in shown(app), pilot)
        await pilot.press("escape")
        await until(lambda: not app.desk.busy, pilot)
        await settled(app, pilot)
        assert "Stopped." in told(app) and app.desk.answer is None
        assert recent()[0].outcome == "stopped"

    drive(store, work)


def test_parameters_are_asked_for(store: Path) -> None:
    """A statement with parameters opens a form; what is typed is given, and is there the next time."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        editor(app).put("RECALL $k FOR $need")
        await pilot.press("f5")
        await until(lambda: isinstance(app.screen, Form), pilot)
        await settled(app, pilot)
        await pilot.press(*"two", "enter", *"fibre", "enter")
        await settled(app, pilot)
        assert "$k takes a whole number" in shown(app)
        await pilot.press("backspace", "backspace", "backspace", "2", "f5")
        await until(lambda: app.desk.answer is not None, pilot)
        assert app.desk.answer is not None and app.desk.answer.asked.parameters == {"k": 2, "need": "fibre"}
        await pilot.press("f5")
        await until(lambda: isinstance(app.screen, Form), pilot)
        await settled(app, pilot)
        assert [field.value for field in app.screen.query(Input)] == ["2", "fibre"]
        await pilot.press("escape")
        await settled(app, pilot)
        assert not isinstance(app.screen, Form)

    drive(store, work)


@pytest.mark.parametrize("size", [SMALL, USUAL])
def test_a_saved_intent_has_a_form(store: Path, size: tuple[int, int]) -> None:
    """Ctrl+g lists what is saved; an intent's form says what it is for and has its defaults; it is run as a RUN."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+g")
        await until(lambda: isinstance(app.screen, Picker), pilot)
        await look(app, pilot, "query-saved")
        await pilot.press(*"place", "enter")
        await until(lambda: isinstance(app.screen, Form), pilot)
        await look(app, pilot, "query-form")
        await pilot.press(*"Quay 7".replace(" ", "_"), "enter", "enter")
        await until(lambda: app.desk.answer is not None, pilot)
        assert editor(app).text == "RUN about_place(place: 'Quay_7')"

    drive(store, work, size)


def test_a_strategy_is_used(store: Path) -> None:
    """Picking a strategy writes a recall that uses it, and does not run it."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+g")
        await until(lambda: isinstance(app.screen, Picker), pilot)
        await settled(app, pilot)
        await pilot.press(*"careful", "enter")
        await until(lambda: editor(app).text.endswith("USING careful"), pilot)
        assert app.desk.answer is None

    drive(store, work)


def test_a_statement_is_saved(store: Path) -> None:
    """Alt+s makes a DEFINE of the statement at the cursor; it is run where one may write, and then it is listed."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        editor(app).put("RECALL $k FOR 'lift'")
        await pilot.press("alt+s")
        await until(lambda: editor(app).text.startswith("DEFINE INTENT my_query($k)"), pilot)
        await pilot.press("f5")
        await until(lambda: app.desk.answer is not None, pilot)
        await settled(app, pilot)
        assert app.desk.answer is not None and app.desk.answer.error is None
        await pilot.press("ctrl+g", *"my_query")
        await until(lambda: "run  my_query" in shown(app), pilot)

    drive(store, work, writable=True)


# ---- history -------------------------------------------------------------------------------------


def test_what_was_asked_is_found_again(store: Path) -> None:
    """Ctrl+r lists what was asked, the newest first, with what came of it; words find it, enter brings it back."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await run(app, pilot, "RECALL 3 FOR 'fibre'")
        await run(app, pilot, "RETURN 1 / 0 AS n")
        await pilot.press("ctrl+n", "ctrl+r")
        await until(lambda: isinstance(app.screen, Picker), pilot)
        await settled(app, pilot)
        lines = [line for line in shown(app).splitlines() if "│ › " in line or "│   ✓" in line]
        assert "RETURN 1 / 0" in lines[0] and "evaluation" in lines[0] and "3 rows" in lines[1]
        await pilot.press(*"fibre", "enter")
        await settled(app, pilot)
        assert editor(app).text == "RECALL 3 FOR 'fibre'"

    drive(store, work)


def test_history_is_private_and_bears_damage(home: Path) -> None:
    """The file is its owner's alone; half of a line costs that line; a blank at the beginning keeps a statement out."""
    remember(Entry("RETURN 1", 1.0, "rows", 1, 0.5))
    with history_file().open("ab") as file:
        file.write(b'{"text": "half of')
    remember(Entry("RETURN 2", 2.0, "parse"))
    remember(Entry(" RETURN 3", 3.0, "rows"))
    with history_file().open("ab") as file:
        file.write(b'{"text": 5, "at": 1, "outcome": "rows"}\n[1]\n\xff\xfe\n' + b"[" * 5000 + b"\n")
    assert [entry.text for entry in recent()] == ["RETURN 2", "RETURN 1"]
    assert history_file().stat().st_mode & 0o777 == 0o600 and str(history_file()).startswith(str(home))


def test_history_can_be_left_out(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With CLEW_HISTORY=off nothing is written."""
    monkeypatch.setenv("CLEW_HISTORY", "off")
    remember(Entry("RETURN 1", 1.0, "rows"))
    assert recent() == [] and not history_file().exists()


def test_many_processes_write_one_history(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever writes at once, each entry is a whole line, also while the older half is taken away."""
    monkeypatch.setattr("clew.tui.editing.history.MOST_KEPT", 20_000)

    async def main() -> None:
        entries = [Entry(f"RETURN {number} // {'x' * 200}", float(number), "rows") for number in range(300)]
        await asyncio.gather(*(asyncio.to_thread(remember, entry) for entry in entries))

    asyncio.run(main())
    lines = history_file().read_text().splitlines()
    assert all(json.loads(line)["outcome"] == "rows" for line in lines)
    assert 10 < len(lines) < 100 and history_file().stat().st_mode & 0o777 == 0o600


def test_hostile_history_is_only_text(store: Path) -> None:
    """Whatever was asked once, the list shows it as text, and nothing in it acts."""
    for text in texts(200):
        remember(Entry(f"RETURN '{text}'", 1.0, text or "rows"))

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+r")
        await until(lambda: isinstance(app.screen, Picker), pilot)
        for _ in range(40):
            await pilot.press("down")
        await settled(app, pilot)
        assert not set(shown(app)) & {"\x1b", "\x07", "\x9b", "\u202e"}
        await pilot.press("enter")
        await settled(app, pilot)

    drive(store, work)


# ---- reading, writing, then ----------------------------------------------------------------------


def test_what_writes_is_refused_where_one_only_reads(store: Path) -> None:
    """Without --write a statement that writes ends in the engine's own sentence, and nothing is written."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await run(app, pilot, "REMEMBER {text: 'a new desk'}")
        assert app.desk.answer is not None and app.desk.answer.error is not None
        assert app.desk.answer.error.code == "capability" and app.desk.answer.error.message in " ".join(
            shown(app).split()
        )

    drive(store, work, LARGE)


def test_what_writes_is_run_where_one_may(store: Path) -> None:
    """With --write a statement writes; DRY RUN says what it would do, and does nothing."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        before = app.desk.head
        await run(app, pilot, "FORGET 'tea' DRY RUN")
        assert "tea" in shown(app).split("row", 1)[1]
        await run(app, pilot, "REMEMBER {text: 'a new desk'}")
        await until(lambda: app.desk.head == before + 1, pilot)
        assert app.desk.answer is not None and app.desk.answer.error is None

    drive(store, work, writable=True)


def test_a_recall_is_asked_as_of_the_moment(store: Path) -> None:
    """Where a person has travelled to a moment, a recall is asked as of then, and the headline says so."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        text = "MATCH (m:Memory) RETURN count(m) AS n"
        await run(app, pilot, text)
        now = app.desk.answer.rows.values[0][0]  # type: ignore[union-attr]
        app.post_message(Travel(BEGUN + timedelta(minutes=5)))
        await settled(app, pilot)
        await run(app, pilot, text)
        assert app.desk.answer.rows.values[0][0] == 6 < now  # type: ignore[union-attr]
        assert "as of 2024-05-01 09:05" in shown(app) and editor(app).text == text
        await run(app, pilot, "SHOW TASKS")
        assert "so this is not as of 2024-05-01 09:05" in " ".join(shown(app).split())

    drive(store, work)


def test_a_moment_of_its_own_stays(store: Path) -> None:
    """A statement that says AS OF itself keeps that, whenever a person stands."""
    late = datetime(2030, 1, 1, tzinfo=BEGUN.tzinfo)

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        app.post_message(Travel(BEGUN))
        await settled(app, pilot)
        await run(app, pilot, f"RECALL 3 FOR 'fibre' AS OF '{late:%Y-%m-%d}'")
        assert len(app.desk.answer.rows) == 3  # type: ignore[union-attr, arg-type]

    drive(store, work)
