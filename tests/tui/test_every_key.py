"""Every key of the app does what it says: it is pressed where it means something, and what it did is seen.

The table is of the app's own keys, found in its classes: one that it does not name fails here before anybody finds out
that it does nothing. Many are pressed in one run of the app, for a run costs more than a key.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import clew
import pytest
from clew.errors import ClewError
from clew.tui.guiding.help import Help
from clew.tui.guiding.jump import Jump
from clew.tui.opening.examination import Examination
from clew.tui.opening.trouble import Trouble
from clew.tui.opening.ways import WAYS
from clew.tui.widgets.field import Field
from clew.tui.widgets.lines import Lines
from clew.tui.widgets.options import Options
from clew.tui.widgets.prompt import Prompt
from pictures import SMALL, USUAL, room_app, settled, until
from pressed import Press, Pressing, bindings
from query_room import editor, told
from textual.widgets.text_area import Selection

P = Press
Place = tuple[int, int]
TEXT = "one two\nthree four"


def _end(place: Place) -> Selection:
    return Selection.cursor(place)


def _from(start: Place, end: Place) -> Selection:
    return Selection(start, end)


# ---- texts -----------------------------------------------------------------------------------------

MOVES: Mapping[str, tuple[Place, Selection]] = {
    "left": ((0, 3), _end((0, 2))),
    "right": ((0, 3), _end((0, 4))),
    "up": ((1, 3), _end((0, 3))),
    "down": ((0, 3), _end((1, 3))),
    "page_up": ((1, 3), _end((0, 3))),
    "page_down": ((0, 3), _end((1, 3))),
    "line_start": ((1, 3), _end((1, 0))),
    "line_end": ((1, 3), _end((1, 10))),
    "word_left": ((0, 7), _end((0, 4))),
    "word_right": ((0, 0), _end((0, 3))),
    "left_select": ((0, 3), _from((0, 3), (0, 2))),
    "right_select": ((0, 3), _from((0, 3), (0, 4))),
    "up_select": ((1, 3), _from((1, 3), (0, 3))),
    "down_select": ((0, 3), _from((0, 3), (1, 3))),
    "line_start_select": ((1, 3), _from((1, 3), (1, 0))),
    "line_end_select": ((1, 3), _from((1, 3), (1, 10))),
    "word_left_select": ((0, 7), _from((0, 7), (0, 4))),
    "word_right_select": ((0, 0), _from((0, 0), (0, 3))),
}
"""Where the cursor stands before a key, and what is selected after it."""

WRITES: Mapping[str, tuple[Place, str]] = {
    "delete_left": ((0, 3), "on two\nthree four"),
    "delete_right": ((0, 3), "onetwo\nthree four"),
    "delete_word_left": ((0, 7), "one \nthree four"),
    "delete_word_right": ((0, 0), " two\nthree four"),
    "delete_to_start_of_line": ((0, 3), " two\nthree four"),
    "delete_to_end_of_line_or_delete_line": ((0, 3), "one\nthree four"),
    "delete_line": ((0, 3), "three four"),
    "undo": ((0, 3), TEXT),
    "redo": ((0, 3), "three four"),
}
"""Where the cursor stands before a key, and the text after it: the last line is taken back, and done again."""


def test_keys_of_a_text(store: Path) -> None:
    """The cursor goes, selects, and deletes, by letters, words and lines; what was copied is pasted."""

    async def test() -> None:
        async with room_app(store, USUAL, room="query") as (app, pilot):
            pressing, text = Pressing(app, pilot), editor(app)
            for name, (at, after) in MOVES.items():
                text.put(TEXT)
                text.move_cursor(at)
                await pressing.all([P(f"editor.{name}", holds=lambda _, after=after: text.selection == after)])
            for name, (at, left) in WRITES.items():
                if name not in ("undo", "redo"):
                    text.put(TEXT)
                    text.move_cursor(at)
                await pressing.all([P(f"editor.{name}", holds=lambda _, left=left: text.text == left)])
            text.put(TEXT)
            text.selection = _from((0, 0), (0, 3))
            await pressing.all(
                [
                    P("editor.copy", holds=lambda app: app.clipboard == "one"),
                    P("editor.paste", "end", holds=lambda _: text.text == "one twoone\nthree four"),
                ]
            )
            text.selection = _from((1, 0), (1, 5))
            await pressing.all(
                [P("editor.cut", holds=lambda app: app.clipboard == "three" and "three" not in text.text)]
            )

    asyncio.run(test())


# ---- rooms -----------------------------------------------------------------------------------------

RECALL = "RECALL 5 FOR 'fibre for the quay' NEAR 'quay' PARETO BY relevance, coherence, recency"
LONG = "\n".join(f"line {number} of the lease" for number in range(60))
ROOMS: Mapping[str, Sequence[Press]] = {
    "query": (
        P("query.run", holds=lambda app: app.desk.answer),
        P("query.shrink"),
        P("query.grow"),
        P("completion.open", seen="›"),
        P("completion.next"),
        P("completion.previous"),
        P("completion.close", gone="›"),
        P("completion.accept", "ctrl+@ down", gone="›"),
        P("results.view", "ctrl+z tab"),
        P("table.down", "v"),
        P("table.up"),
        P("table.last"),
        P("table.first"),
        P("table.page_down"),
        P("table.page_up"),
        P("table.right"),
        P("table.left"),
        P("table.sort"),
        P("table.cell", seen="of row 1"),
        P("whole.copy", holds=lambda app: app.clipboard),
        P("whole.close", gone="of row 1"),
        P("results.notes", seen="There is no note on this answer."),
        P("table.choose", holds=lambda app: app.room.id == "memory"),
        P("query.format", "f2 shift+tab"),
        P("query.edit", holds=lambda app: "only from a terminal" in told(app)),
        P("query.save", seen="DEFINE INTENT"),
        P("query.export", seen="The end of its name says the format"),
        P("query.history", "escape f5", seen="Asked before: type"),
        P("picker.down"),
        P("picker.up"),
        P("picker.page_down"),
        P("picker.page_up"),
        P("picker.leave", gone="›"),
        P("query.saved", seen="about_place"),
        P("form.next", "a b o u t enter"),
        P("form.previous"),
        P("form.leave"),
        P("form.run", "ctrl+g a b o u t enter x", holds=lambda app: len(app.screen_stack) == 1),
        P("tabs.new", seen="new  +"),
        P("tabs.previous"),
        P("tabs.next"),
        P("tabs.close"),
        P("tabs.rename", holds=lambda app: isinstance(app.screen, Prompt)),
        P("prompt.leave", holds=lambda app: not isinstance(app.screen, Prompt)),
    ),
    "front": (
        P("front.worse"),
        P("front.better"),
        P("front.left", "home"),
        P("front.right"),
        P("front.next"),
        P("front.previous"),
        P("front.first", "down", seen="rank 1"),
        P("front.x"),
        P("front.y"),
        P("front.view"),
        P("front.alone", "v v"),
        P("settings.down", "t tab"),
        P("settings.up"),
        P("settings.more"),
        P("settings.less"),
        P("settings.far_more"),
        P("settings.far_less"),
        P("front.reset", "right"),
        P("front.open", "shift+tab home", holds=lambda app: app.room.id == "memory"),
        P("front.write", "f3", holds=lambda app: app.room.id == "query"),
    ),
    "lineage": (
        P("lineage.left"),
        P("lineage.right"),
        P("lineage.down"),
        P("lineage.up"),
        P("lineage.close", "home"),
        P("lineage.open"),
        P("lineage.zoom"),
        P("lineage.fit", "z"),
        P("lineage.pan_right", "z right_square_bracket right_square_bracket right_square_bracket"),
        P("lineage.pan_left"),
        P("lineage.pan_down"),
        P("lineage.pan_up"),
        P("lineage.page_down"),
        P("lineage.page_up"),
        P("lineage.centre", "shift+down"),
        P("lineage.nearer"),
        P("lineage.farther"),
        *(P(f"lineage.kind_{name}") for name in ("caused", "follows", "supersedes", "contradicts", "summarises")),
        P("lineage.mark", "1 2 3 4 5 left"),
        P("lineage.path", "right"),
        P("lineage.forgotten", "p m"),
        P("lineage.alone"),
        P("lineage.root", "t left"),
        P("lineage.back"),
        P("lineage.home", "left left"),
        P("lineage.save", seen="The end of its name says the format"),
        P("export.leave", gone="The end of its name says the format"),
        P("lineage.find", seen="Which memory"),
        P("finder.down", "q"),
        P("finder.up"),
        P("finder.leave", gone="Which memory"),
    ),
    "memory": (
        P("lines.down"),
        P("lines.up"),
        P("lines.last"),
        P("lines.first"),
        P("lines.page_down"),
        P("lines.page_up"),
        P("memory.whole"),
        P("memory.scroll_down"),
        P("memory.scroll_up"),
        P("lines.choose", "w home"),
        P("memory.back"),
        P("memory.pin", seen="Pin long?"),
        P("confirm.no", gone="Pin long?"),
        P("confirm.yes", "p", seen="◆ pinned"),
        P("app.undo", gone="◆ pinned"),
        P("memory.edit", seen="Edit long"),
        P("edit.take", seen="Nothing was changed"),
        P("edit.reset", "Z Z Z", gone="ZZZ"),
        P("edit.leave", gone="Edit long"),
        P("memory.reinforce", seen="Reinforce by 0.2 long?"),
        P("memory.helped", "n", seen="Tell that it helped: long?"),
        P("memory.misled", "n", seen="Tell that it misled: long?"),
        P("memory.unlink", "n home", seen="Take away"),
        P("memory.forget", "n", seen="Forget long?"),
        P("memory.find", "n", seen="Which memory"),
        P("memory.link", "escape", seen="Which memory does it go with"),
        P("link.leave", "l o f t enter", gone="Which edge joins"),
    ),
    "time": (
        P("time.back"),
        P("time.on", "left"),
        P("time.day_back"),
        P("time.day_on"),
        P("time.task_back"),
        P("time.task_on"),
        P("time.zoom_in"),
        P("time.zoom_out"),
        P("time.mark_a"),
        P("time.mark_b", "right"),
        P("time.clear"),
        P("time.play", "home"),
        P("time.now", "space", gone="as of"),
        P("time.type", holds=lambda app: app.focused.id == "typed"),
    ),
    "plan": (
        P("plan.profile"),
        P("plan.explain", seen="not run"),
        P("plan.type", holds=lambda app: app.focused.id == "typed"),
        P("plan.leave", "escape slash " + "backspace " * 3 + "enter"),
    ),
    "tasks": (
        P("tasks.open"),
        P("tasks.close"),
        P("tasks.order"),
        P("tasks.filter", holds=lambda app: not isinstance(app.focused, Lines)),
        P("tasks.ask", "escape", seen="rows"),
    ),
}


@pytest.mark.parametrize("room", ROOMS)
def test_keys_of_a_room(store: Path, room: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What each key of a room shows, and those of the questions that it asks."""
    monkeypatch.setenv("VISUAL", "true")

    async def test() -> None:
        with clew.open(store, background=False) as memory:
            memory.remember(LONG, id="long", causes=["quay-signed"])
        asked = None if room in ("tasks", "query") else RECALL
        async with room_app(store, SMALL if room == "lineage" else USUAL, asked=asked, writable=True) as (app, pilot):
            if room in ("lineage", "memory"):
                app.desk = replace(app.desk, selected="long")
            if room == "query":
                editor(app).put(RECALL + " ")
            await app.enter(room)
            await settled(app, pilot)
            await Pressing(app, pilot).all(ROOMS[room])

    asyncio.run(test())


# ---- everywhere ------------------------------------------------------------------------------------

EVERYWHERE: Sequence[Press] = (
    *(P(f"room.{name}", holds=lambda app, name=name: app.room.id == name) for name in (*ROOMS, "query")[1:]),
    P("app.copy", "f6", holds=lambda app: app.clipboard == app.desk.selected),
    P("app.palette", seen="What shall be done?"),
    P("app.keys", "escape", seen="╭─ Keys"),
    P("keys.back", gone="╭─ Keys"),
    P("app.help", holds=lambda app: isinstance(app.screen, Help)),
    P("help.keys", seen="╭─ Keys"),
    P("help.back", "escape f1", holds=lambda app: not isinstance(app.screen, Help)),
    P("app.jump", holds=lambda app: isinstance(app.screen, Jump)),
    P("jump.back", holds=lambda app: not isinstance(app.screen, Jump)),
    P("app.open", seen="Which store?"),
    P("choose.complete", ". . /", holds=lambda app: len(app.screen.query_one(Field).value) > 3),
    P("choose.list", holds=lambda app: isinstance(app.focused, Options)),
    P("choose.back", gone="Which store?"),
)


def test_keys_that_hold_everywhere(store: Path) -> None:
    """From room to room, the ways to find one's way, another store, and the end."""

    async def test() -> None:
        async with room_app(store, USUAL, asked=RECALL, writable=True) as (app, pilot):
            pressing = Pressing(app, pilot)
            await pressing.all(EVERYWHERE)
            app.run_worker(asyncio.sleep(60), group="ask")  # what takes long
            await pressing.all([P("app.stop", holds=lambda app: "Stopped." in told(app))])
            answers: list[str | None] = []
            for way in WAYS:
                trouble = Trouble("A store", ClewError("It is gone."), WAYS)
                app.push_screen(trouble, answers.append)
                await until(lambda trouble=trouble: trouble.is_calm, pilot)
                await pressing.all([P(f"trouble.{way.name}", holds=lambda _, way=way: answers[-1:] == [way.name])])
            await app.push_screen(Examination(store, writable=False))
            await pressing.all([P("doctor.fix", seen="Start the app with --write to mend."), P("doctor.back")])
            await pressing.all([P("app.quit", holds=lambda app: not app.is_running)])

    asyncio.run(test())


ALL = {
    **ROOMS,
    "everywhere": EVERYWHERE,
    "alone": [P(id) for id in ("app.stop", "doctor.fix", "doctor.back", "app.quit")],
    "ways": [P(f"trouble.{way.name}") for way in WAYS],
}


def test_no_key_is_left_out() -> None:
    """The table has every key of the app, and none that it has not."""
    named = [one.id for presses in ALL.values() for one in presses]
    named += [f"editor.{name}" for name in (*MOVES, *WRITES, "copy", "paste", "cut")]
    assert {*named} == {*bindings()}
