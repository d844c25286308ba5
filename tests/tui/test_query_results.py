"""The room Query when something was answered: the table, the reading view, plans, notes, cells, and files."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path

import clew
import pytest
from clew.engine.answers.exports import EXPORTS, SUFFIXES
from clew.engine.answers.results import Rows
from clew.tui.app import ClewApp
from clew.tui.desk import Answer, Asked
from clew.tui.messages import Select, Travel
from clew.tui.results.columns import GAP, NARROWEST, cell_text, columns_of
from clew.tui.results.exporting import Export, target_of
from clew.tui.results.reading import MOST, paragraphs
from clew.tui.results.sorting import Sorting, next_sorting, order_of
from clew.tui.results.table import Table
from clew.tui.results.whole import Whole
from clew.tui.widgets.lines import Lines
from hostile import texts
from hypothesis import given
from hypothesis import strategies as st
from pictures import LARGE, SIZES, look, press, room_app, settled, shown, until, words_in
from query_room import drive, editor, results, run, told
from textual.pilot import Pilot
from textual.widgets import Input

RECALL = "RECALL 5 FOR 'fibre for the new office' PARETO BY relevance, recency"


def table(app: ClewApp) -> Table:
    return app.query_one(Table)


async def lay(app: ClewApp, pilot: Pilot[None], rows: Rows) -> None:
    """Lay rows on the desk as an answer."""
    app.query_one("#results", type(results(app))).show(Answer(Asked("RETURN 1"), 0.01, rows))
    await settled(app, pilot)


# ---- how it looks --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_rows_look_so(store: Path, size: tuple[int, int]) -> None:
    """A recall's hits stand in a table with its columns, the cursor on the first."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await run(app, pilot, RECALL)
        await look(app, pilot, "query-table")

    drive(store, work, size)


@pytest.mark.parametrize("size", SIZES)
def test_paragraphs_look_so(store: Path, size: tuple[int, int]) -> None:
    """`v` reads the hits as paragraphs: place, front, text, scores as bars, reasons."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await run(app, pilot, RECALL)
        await pilot.press("tab", "v")
        await look(app, pilot, "query-reading")

    drive(store, work, size)


@pytest.mark.parametrize("size", SIZES)
def test_an_empty_store_teaches(tmp_path: Path, size: tuple[int, int]) -> None:
    """A store without memories says how they come into it."""
    clew.open(tmp_path / "empty.clew", background=False).close()

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await look(app, pilot, "query-empty")

    drive(tmp_path / "empty.clew", work, size)


def test_an_example_is_put_into_the_editor(store: Path) -> None:
    """Before anything was asked, examples that find something are listed; enter puts one into the editor."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await until(lambda: "TRACE CAUSES OF 'total'" in shown(app), pilot)
        await pilot.press("tab", "down", "enter")
        await until(lambda: editor(app).text == "TRACE CAUSES OF 'total'", pilot)
        assert app.focused is editor(app)
        await pilot.press("f5")
        await until(lambda: app.desk.answer is not None, pilot)
        assert app.desk.answer is not None and app.desk.answer.rows is not None and len(app.desk.answer.rows) > 3

    drive(store, work)


def test_a_plan_is_shown(store: Path) -> None:
    """EXPLAIN prints its plan, and PROFILE prints it with figures."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await run(app, pilot, f"EXPLAIN {RECALL}")
        assert "Front" in shown(app) and "relevance" in shown(app)
        assert "plan " in shown(app).split("EXPLAIN")[-1]
        await run(app, pilot, f"PROFILE {RECALL}")
        plan = shown(app)
        assert "5 rows" in plan and "Similar" in plan
        await pilot.press("tab", "v")
        await settled(app, pilot)
        assert "fibre-a" in shown(app) and app.focused is table(app)
        await pilot.press("v", "v")
        await settled(app, pilot)
        assert shown(app) != plan and "Similar" in shown(app)

    drive(store, work, LARGE)


def test_no_rows_say_why(store: Path) -> None:
    """Where nothing comes back, the engine's notes say why; `n` shows all of them."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await run(app, pilot, "RECALL 5 FOR 'fibre' TASK 'no such task'")
        assert "0 rows" in shown(app) and "Nothing relevant." in shown(app) and "no such task" in shown(app)
        await pilot.press("tab", "n")
        await until(lambda: isinstance(app.screen, Whole), pilot)
        await settled(app, pilot)
        assert "Nothing relevant." in shown(app)
        await pilot.press("escape")

    drive(store, work)


def test_an_answer_of_now_says_so_in_the_past(store: Path) -> None:
    """Where the app shows an earlier moment, an answer of now is marked as such, until the app is back."""

    async def test() -> None:
        async with room_app(store, asked="MATCH (m:Memory) RETURN m.id LIMIT 1") as (app, pilot):
            assert "as of now" not in shown(app)
            for moment, marked in ((datetime(2024, 1, 1, tzinfo=UTC), True), (None, False)):
                app.post_message(Travel(moment))
                await until(lambda marked=marked: ("as of now" in shown(app)) == marked, pilot)

    asyncio.run(test())


def test_an_error_is_drawn_with_its_place(store: Path) -> None:
    """What cannot be run is said in a sentence, the line with a caret under the place, and a form that works."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await run(app, pilot, "RECALL 5 FOR 'x' WHERE m.foo = 1")
        assert "✗ after" in shown(app) and "^^^^^" in shown(app) and "m.meta.foo" in shown(app)

    drive(store, work)


# ---- moving --------------------------------------------------------------------------------------


def test_the_cursor_selects_everywhere(store: Path) -> None:
    """Moving in the table selects the memory of the row; what another room selects, the table's cursor stands on."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await run(app, pilot, "MATCH (m:Memory {task: 'office'}) RETURN m.id AS id, m.type AS type ORDER BY id")
        ids = [row[0] for row in app.desk.answer.rows.values]  # type: ignore[union-attr]
        await pilot.press("tab", "down", "down")
        await settled(app, pilot)
        assert app.desk.selected == ids[2]
        app.post_message(Select(ids[5]))
        await until(lambda: table(app).place == 5, pilot)
        await pilot.press("end")
        await settled(app, pilot)
        assert app.desk.selected == ids[-1]
        await pilot.press("home", "pagedown", "pageup", "j", "k")
        await settled(app, pilot)
        assert app.desk.selected == ids[0]

    drive(store, work)


def test_enter_goes_to_the_memory(store: Path) -> None:
    """Enter on a row goes to its memory; a row that is about none says so."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await run(app, pilot, "RETURN 1 AS one")
        await pilot.press("tab", "enter")
        await until(lambda: "about no memory" in told(app), pilot)
        await run(app, pilot, RECALL)
        selected = app.desk.selected
        app.screen.set_focus(table(app))
        await pilot.press("enter")
        await until(lambda: app.room is not None and app.room.id == "memory", pilot)
        assert app.desk.selected == selected

    drive(store, work)


def test_the_reading_view_moves_by_hits(store: Path) -> None:
    """In the reading view the arrows go from hit to hit, and select; enter goes to the memory."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await run(app, pilot, RECALL)
        ids = [row["m"]["id"] for row in app.desk.answer.rows]  # type: ignore[union-attr]
        await pilot.press("tab", "v", "down")
        await settled(app, pilot)
        assert app.desk.selected == ids[1]
        await pilot.press("v")
        await settled(app, pilot)
        assert table(app).place == 1 and app.focused is table(app)

    drive(store, work)


def test_a_cell_is_seen_whole(store: Path) -> None:
    """Space shows the cell of the cursor whole; right goes to the next column; a number is itself."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await run(app, pilot, "MATCH (m:Memory {id: 'quay-signed'}) RETURN m, m.step AS step")
        await pilot.press("tab", "space")
        await until(lambda: isinstance(app.screen, Whole), pilot)
        await settled(app, pilot)
        assert '"id": "quay-signed"' in shown(app)
        await pilot.press("escape", "right", "space")
        await until(lambda: isinstance(app.screen, Whole), pilot)
        await settled(app, pilot)
        assert "step of row 1" in shown(app)
        await pilot.press("q")

    drive(store, work)


def test_s_sorts_by_the_column(store: Path) -> None:
    """`s` sorts by the column of the cursor upwards, again downwards, a third time as the rows came; a click too."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await run(app, pilot, "UNWIND [2, null, 10, 1] AS n RETURN n, toString(n) AS text")

        def column() -> list[int]:
            return [table(app)._order[line] for line in range(4)]  # pyright: ignore[reportPrivateUsage]

        await pilot.press("tab", "s")
        await until(lambda: column() == [3, 0, 2, 1], pilot)
        assert "by n, upwards" in shown(app) and "n ↑" in shown(app)
        await pilot.press("s")
        await until(lambda: column() == [1, 2, 0, 3], pilot)
        await pilot.press("s")
        await until(lambda: column() == [0, 1, 2, 3], pilot)
        await pilot.press("right", "s")
        await until(lambda: column() == [3, 2, 0, 1], pilot)

    drive(store, work)


def test_a_click_moves_sorts_and_enters(store: Path) -> None:
    """A click puts the cursor on a row, one on the header sorts, a double click goes to the memory."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await run(app, pilot, RECALL)
        await pilot.click(Table, offset=(3, 3))
        await settled(app, pilot)
        assert table(app).line == 2
        await pilot.click(Table, offset=(3, 0))
        await until(lambda: "upwards" in shown(app), pilot)
        await pilot.click(Table, offset=(3, 2), times=2)
        await until(lambda: app.room is not None and app.room.id == "memory", pilot)

    drive(store, work)


def test_wide_answers_scroll_sideways(store: Path) -> None:
    """Where columns have no room beside each other, right goes on to those beyond the edge."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        wide = ", ".join(f"'{chr(97 + n) * 30}' AS column_{n}" for n in range(12))
        await run(app, pilot, f"RETURN {wide}")
        assert "column_11" not in shown(app).split("1 row")[1]
        assert "▸" in shown(app) and "◂" not in shown(app)
        await pilot.press("tab", *["right"] * 11)
        await settled(app, pilot)
        assert "◂" in shown(app) and "▸" not in shown(app)
        assert "column_11" in shown(app).split("1 row")[1] and table(app).column == 11

    drive(store, work)


# ---- much, and hostile ---------------------------------------------------------------------------


def test_a_hundred_thousand_rows_are_shown_at_once(store: Path) -> None:
    """Of 100,000 rows only those are made that are seen, wherever somebody moves: they are shown as soon as a few."""
    many = Rows(("n", "text"), tuple((n, f"row {n}") for n in range(100_000)))

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await lay(app, pilot, many)
        table(app).focus()
        await pilot.press("end", "pageup", "home", "end")
        await settled(app, pilot)
        assert "100,000 rows" in shown(app) and "row 99999" in shown(app)
        assert len(table(app)._texts) < 1_000  # pyright: ignore[reportPrivateUsage]

    drive(store, work)


def test_hostile_cells_are_only_text(store: Path) -> None:
    """Whatever stands in a cell or a name, it is drawn as text: no markup, no control, no line turned around."""
    held = texts()
    hostile = Rows(("[red]x[/]", "\x1b[2J"), tuple((text, {"[/]": text}) for text in held))

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await lay(app, pilot, hostile)
        assert "[red]x[/]" in shown(app)
        table(app).focus()
        for _ in range(25):
            await pilot.press("pagedown")
            assert not set(shown(app)) & {"\x1b", "\x07", "\x9b", "\u202e", "\u200b", "\u2066"}
        await pilot.press("home", "space")
        await settled(app, pilot)
        await pilot.press("escape", "v")
        await settled(app, pilot)
        assert not set(shown(app)) & {"\x1b", "\x07", "\x9b", "\u202e", "\u200b", "\u2066"}

    drive(store, work)


def test_reading_says_where_it_ends() -> None:
    """Of very many rows the first are laid out to be read, and a sentence says where the others are."""
    rows = paragraphs(Rows(("n",), tuple((n,) for n in range(MOST + 7))), 80)
    assert "7 more rows are in the table" in rows[-1].content.plain


@given(st.lists(st.lists(st.text(max_size=80) | st.integers() | st.none(), min_size=3, max_size=3), max_size=20))
def test_columns_fit_what_is_in_them(values: list[list[object]]) -> None:
    """A column is as wide as its widest cell, unless the screen is too narrow; then the widest give way, to a bound."""
    rows = Rows(("a", "bb", "ccc"), tuple(map(tuple, values)))
    for width in (10, 80, 400):
        columns = columns_of(rows, width)
        wide = sum(column.width + GAP for column in columns)
        assert wide <= width or all(column.width <= NARROWEST for column in columns)
    assert all(len(cell_text(value).splitlines()) <= 1 for row in values for value in row)


@given(
    st.lists(st.none() | st.integers(-3, 3) | st.floats(-2, 2) | st.sampled_from("abc") | st.booleans(), max_size=12)
)
def test_sorting_is_what_order_by_gives(values: list[object]) -> None:
    """Rows that are sorted here stand as ORDER BY puts them; going on turns the way, and comes back to the first."""
    rows = Rows(("n",), tuple((value,) for value in values))
    up, down = (order_of(rows, Sorting(0, descending)) for descending in (False, True))
    kinds = {str: 0, bool: 1, int: 2, float: 2, type(None): 3}
    ranks = [kinds[type(values[place])] for place in up]
    assert ranks == sorted(ranks) and sorted(down) == list(range(len(values)))
    assert [repr(values[p]) for p in reversed(list(down))].sort() == [repr(values[p]) for p in up].sort()
    assert next_sorting(next_sorting(next_sorting(None, 0), 0), 0) is None


# ---- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", sorted(SUFFIXES))
def test_rows_are_written_as_the_command_writes_them(store: Path, tmp_path: Path, suffix: str) -> None:
    """Ctrl+s writes the rows in the format that the file's name says, the same bytes as `clew query --output`."""
    from clew.cli.main import cli
    from click.testing import CliRunner

    target, other = tmp_path / f"here{suffix}", tmp_path / f"there{suffix}"
    text = "MATCH (m:Memory {task: 'desks'}) RETURN m.id AS id, m.at AS at, m.tags AS tags ORDER BY id"

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await run(app, pilot, text)
        await pilot.press("ctrl+s")
        await until(lambda: isinstance(app.screen, Export), pilot)
        app.screen.query_one(Input).value = str(target)
        await pilot.press("enter")
        await until(lambda: "Wrote 7 rows" in told(app), pilot)

    drive(store, work)
    assert CliRunner().invoke(cli, ["query", str(store), text, "--output", str(other)]).exit_code == 0
    assert target.read_bytes() == other.read_bytes()


def test_an_answer_stands_still_when_its_room_is_seen_again(store: Path) -> None:
    """Whoever comes back to paragraphs that were scrolled finds them as they were, and as the width asks anew."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await run(app, pilot, RECALL)
        await press(app, pilot, "tab", "v", "pagedown", "pagedown")
        read = app.query_one("#paragraphs", Lines)
        before = read.scroll_offset, read.cursor
        await press(app, pilot, "f4", "f2")
        assert (read.scroll_offset, read.cursor) == before and before[0].y > 0
        held = len(read.rows)
        await pilot.resize_terminal(40, 24)
        await until(lambda: len(read.rows) > held, pilot)

    drive(store, work)


def test_a_file_is_not_written_over_unasked(store: Path, tmp_path: Path) -> None:
    """A file that is there is asked about; escape leaves it as it was, a second enter writes over it."""
    target = tmp_path / ("a long name, " * 5) / "rows.json"
    target.parent.mkdir()
    target.write_text("mine")

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await run(app, pilot, "RETURN 1 AS n")
        await pilot.press("ctrl+s")
        await until(lambda: isinstance(app.screen, Export), pilot)
        app.screen.query_one(Input).value = str(target)
        await pilot.press("enter")
        said = app.screen.query_one("#said")
        await until(lambda: "is there already" in words_in(app, said), pilot)
        await pilot.press("escape")
        await settled(app, pilot)
        assert target.read_text() == "mine"
        await pilot.press("ctrl+s")
        await until(lambda: isinstance(app.screen, Export), pilot)
        app.screen.query_one(Input).value = str(target)
        await pilot.press("enter", "enter")
        await until(lambda: "Wrote 1 row" in told(app), pilot)
        assert json.loads(target.read_text()) == [{"n": 1}]

    drive(store, work)


@pytest.mark.parametrize(
    "path", ["", "rows", "rows.xls", "/no/such/folder/rows.csv", "~nobody-here/x.csv", "\0.csv", "/"]
)
def test_a_path_that_will_not_do_is_a_sentence(store: Path, path: str) -> None:
    """A name without a format, a folder, a place that is not there: each is a sentence, and the form stays."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await run(app, pilot, "RETURN 1 AS n")
        await pilot.press("ctrl+s")
        await until(lambda: isinstance(app.screen, Export), pilot)
        app.screen.query_one(Input).value = path
        await pilot.press("enter")
        await until(lambda: app.screen.query(".-wrong"), pilot)
        assert isinstance(app.screen, Export)

    drive(store, work)


def test_there_is_something_to_write_only_after_an_answer(store: Path) -> None:
    """Ctrl+s before anything was asked is a sentence."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+s")
        await until(lambda: "no rows to write" in told(app), pilot)

    drive(store, work)


def test_every_format_has_a_name_that_asks_for_it() -> None:
    """Each format can be had by the end of a file's name."""
    assert {target_of(f"x{suffix}")[1] for suffix in SUFFIXES} == set(EXPORTS)
