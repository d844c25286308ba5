"""What who sees no picture has: a name and help of every part, and in words what its cursor is on."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from pathlib import Path

import pytest
from clew.errors import ClewError
from clew.tui.app import ClewApp
from clew.tui.desk import Desk
from clew.tui.editing.picker import Picker
from clew.tui.guiding.help import GENERAL, Help, help_for
from clew.tui.guiding.key_table import parts
from clew.tui.opening.examination import Examination
from clew.tui.opening.trouble import Trouble
from clew.tui.opening.ways import WAYS
from clew.tui.pointing import here
from clew.tui.results.whole import Whole
from clew.tui.rooms import DOORS
from clew.tui.widgets.edit_form import EditForm
from clew.tui.widgets.finder import Finder
from clew.tui.widgets.lines import Lines
from clew.tui.widgets.link_form import LinkForm
from clew.tui.widgets.prompt import Prompt
from clew.tui.widgets.status import Place, Status
from pictures import SMALL, USUAL, Pilot, press, room_app, settled, shown, until
from query_room import editor
from textual.binding import Binding
from textual.dom import DOMNode
from textual.widget import Widget

RECALL = "RECALL 5 FOR 'fibre' PARETO BY relevance, recency"
ASKED_BY_KEYS = {
    "the values of parameters": ("query", ("f5",)),
    "a file for rows": ("query", ("escape", "ctrl+s")),
    "asked before": ("query", ("ctrl+r",)),
    "saved": ("query", ("ctrl+g",)),
    "the name of a tab": ("query", ("alt+r",)),
    "a file for a lineage": ("lineage", ("e",)),
    "yes or no": ("memory", ("p",)),
    "keys": ("plan", ("question_mark",)),
    "help": ("plan", ("f1",)),
    "stores": ("plan", ("f12",)),
}
"""Questions and panels, and the keys that open them from a room."""


def _unnamed(app: ClewApp) -> list[str]:
    """Return what can have the focus on the screen, and has no name or no help of its own or of what it is in."""
    here = [part for part in app.screen.query(Widget) if part.focusable]
    guiding = type(app.screen).__module__.startswith("clew.tui.guiding.")
    helpless = [part for part in here if not guiding and help_for(part).count("\n# ") < 1]
    return [f"{part!r} on {app.screen!r}" for part in here if not part.name or part in helpless]


def test_every_part_has_a_name_and_help(store: Path) -> None:
    """Whatever can have the focus, in every room and in every question, is called something, and F1 has words on it."""

    async def work() -> None:
        async with room_app(store, SMALL, asked=RECALL, writable=True) as (app, pilot):
            for door in DOORS:
                await app.enter(door.name)
                await settled(app, pilot)
                for part in app.screen.query("#filter, #typed, #compared, #paragraphs, #words"):
                    part.display = True
                assert not _unnamed(app)
            for room, keys in ASKED_BY_KEYS.values():
                await app.enter(room)
                await settled(app, pilot)
                if keys == ("f5",):
                    editor(app).put("RECALL 5 FOR $need")
                await press(app, pilot, *keys)
                assert len(app.screen_stack) == 2, keys
                assert not _unnamed(app)
                app.screen.dismiss(None)
                await settled(app, pilot)
            for screen in (
                Finder(app.memory),
                LinkForm("quay", "plan-b"),
                EditForm(await app.memory.get("quay")),
                Prompt("A name:"),
                Picker("Which?", "None.", tuple),
                Whole("All of it", "text"),
                Trouble("A store", ClewError("It is gone."), WAYS),
                Examination(store, writable=False),
            ):
                await app.push_screen(screen)
                await settled(app, pilot)
                assert not _unnamed(app)
                screen.dismiss(None)
                await settled(app, pilot)

    asyncio.run(work())


def test_help_over_a_question(store: Path) -> None:
    """F1 tells of a question that is open, of the part of it that has the focus first; F1 again goes back to it."""

    async def work() -> None:
        async with room_app(store, USUAL, room="memory") as (app, pilot):
            await press(app, pilot, "slash", "f1")
            assert isinstance(app.screen, Help)
            told = shown(app)
            assert told.index("Words") < told.index("One line to type in") < told.index("Find a memory")
            await press(app, pilot, "f1")
            assert isinstance(app.screen, Finder)

    asyncio.run(work())


def test_help_begins_with_what_is_near(store: Path) -> None:
    """What the part is called, what it is for, then its room, and what holds everywhere at last."""

    async def work() -> None:
        async with room_app(store, SMALL, room="memory") as (app, _):
            assert app.focused is not None
            told = help_for(app.focused)
            assert told.startswith("# Around it\n\nA list.") and told.endswith(GENERAL)
            assert told.index("A list.") < told.index("# Memory") < told.index("# Clew")

    asyncio.run(work())


# ---- what the cursor is on -------------------------------------------------------------------------


async def _says(app: ClewApp, pilot: Pilot[None], *keys: str) -> str:
    """Press keys, and return what the status line says of the cursor."""
    await press(app, pilot, *keys)
    status = app.query_one(Status)
    await until(lambda: status.here == here(app.focused), pilot)
    assert status.here[:40].rstrip() in shown(app)
    return status.here


def test_the_status_line_says_what_the_cursor_is_on(store: Path) -> None:
    """In each picture and each list, in words, and anew with each step and each move of the focus."""

    async def work() -> None:
        async with room_app(store, (160, 40), asked=RECALL) as (app, pilot):
            assert await _says(app, pilot) == "Statement"
            assert await _says(app, pilot, "tab", "down", "right") == "Rows: 2 of 5, front 1"
            first = await _says(app, pilot, "f3", "home")
            assert first.startswith("Front: ") and ", front 1, answered, rank 1, relevance " in first
            second = await _says(app, pilot, "full_stop")
            assert ", answered, rank 2, relevance " in second and ", recency " in second
            assert await _says(app, pilot, "tab") == "Settings: chosen by fronts"
            assert await _says(app, pilot, "down", "space") != "Settings: chosen by fronts"
            await press(app, pilot, "f9", "f4")
            assert app.desk.selected is not None
            assert await _says(app, pilot, "home") == (
                f"Lineage: {app.desk.selected}, {_sides(app)[0]} to the left, {_sides(app)[1]} to the right"
            )
            walked = await _says(app, pilot, "left")
            assert walked.startswith(f"Lineage: {app.desk.selected}, ")
            assert (await _says(app, pilot, "tab", "tab")).startswith("Its edges: caused")
            assert (await _says(app, pilot, "f7", "home")).startswith("Events: 05-01 09:00:00 remembered ")
            assert "as of 2024-05-01 09:00:00  ·  1 of 50 events" in shown(app)
            await press(app, pilot, "n", "f8")
            await until(lambda: here(app.focused).startswith("Stages: "), pilot)
            assert await _says(app, pilot, "home") == "Stages: Anchors, 1 row in, 0 out"
            assert (await _says(app, pilot, "down")).startswith("Stages: GraphScan, 0 rows in, ")
            assert (await _says(app, pilot, "f9", "home")).startswith("Tasks: ")

    asyncio.run(work())


def test_what_a_room_moves_is_told_too(store: Path) -> None:
    """A cursor that the room's own code moves, as for another width, is told in the status line as any."""

    async def work() -> None:
        async with room_app(store, SMALL, asked=RECALL, room="plan") as (app, pilot):
            tree, status = app.query_one("#tree", Lines), app.query_one(Status)
            status.here = ""
            tree.post_message(Lines.Widened())
            await until(lambda: status.here.startswith("Stages: Anchors"), pilot)

    asyncio.run(work())


def _sides(app: ClewApp) -> tuple[str, str]:
    """Return how many memories stand beside the selected one by the edges that are listed, causes first."""
    from clew.tui.rooms.lineage import LineageRoom

    room = app.room
    assert isinstance(room, LineageRoom) and room.view is not None
    routes, at = room.view.picture.layout.routes, app.desk.selected
    counts = (len({r.left for r in routes if r.right == at}), len({r.right for r in routes if r.left == at}))
    return str(counts[0] or "none"), str(counts[1] or "none")


@pytest.mark.parametrize(
    ("width", "says"),
    [
        (90, "◆ move  read only  now  9 events  → quay  Front: quay, front 1, answered, rank 1"),
        (70, "◆ move  read only  now  → quay  Front: quay, front 1, answered, rank 1"),
        (55, "◆ move  read only  → quay  Front: quay, front 1, answe…"),
        (45, "◆ move  read only  Front: quay, front 1, ans…"),
        (40, "◆ move  read only  now  9 events  → quay"),
        (12, "◆ move"),
    ],
)
def test_what_the_cursor_is_on_is_cut_and_not_left_out(width: int, says: str) -> None:
    """Where the line is short, what matters less gives way to it; it is left out where little of it could be said."""

    class Short(Status):
        @property
        def size(self) -> object:  # type: ignore[override] - only looked at
            return type("Size", (), {"width": width})

    status = Short()
    status.set_reactive(Status.place, Place(Path("move.clew"), "default", False))
    status.set_reactive(Status.desk, Desk(selected="quay", head=9))
    status.set_reactive(Status.here, "Front: quay, front 1, answered, rank 1")
    assert status.render().plain == says


# ---- the keys ----------------------------------------------------------------------------------------


def test_an_id_is_of_one_part() -> None:
    """No id stands for keys of two parts: who changes one would change both."""
    owners: dict[str, set[str]] = defaultdict(set)
    for part in parts():
        for binding in Binding.make_bindings(part.__dict__.get("BINDINGS", ())):
            owners[binding.id or ""].add(part.__name__)
    assert not {id: names for id, names in owners.items() if len(names) > 1}


def test_every_key_of_a_room_can_be_pressed_in_it(store: Path) -> None:
    """From some part of the room each key reaches its own action: none is hidden by another everywhere. Those of the
    completions do while completions are shown.
    """

    async def work() -> None:
        async with room_app(store, SMALL, asked=RECALL) as (app, pilot):
            for door in DOORS:
                await app.enter(door.name)
                await settled(app, pilot)
                assert app.room is not None
                for part in app.room.query("#filter, #typed, #compared, #paragraphs, #words"):
                    part.display = True
                wanted, reached = set[str](), set[str]()
                for part in app.room.query(Widget):
                    if part.focusable:
                        app.screen.set_focus(part)
                        wanted |= {binding.id or "" for node in part.ancestors_with_self for binding in _own(node)}
                        reached |= _answering(app)
                lost = {id for id in wanted - reached if not id.startswith("completion.")}
                assert not lost, f"{door.name}: {lost} cannot be pressed"

    asyncio.run(work())


def _own(node: DOMNode) -> list[Binding]:
    """Return the keys that a part of ours has itself."""
    ours = type(node).__module__.startswith("clew.tui.")
    return list(Binding.make_bindings(type(node).__dict__.get("BINDINGS", ()))) if ours else []


def _answering(app: ClewApp) -> set[str]:
    """Return the ids of the keys that act on what has the focus or on what it is in, the nearest of each key alone.

    What scrolls passes a key on where there is nothing to scroll to.
    """
    found: dict[str, set[str]] = {}
    for node, bindings in reversed(app.screen._binding_chain):  # pyright: ignore[reportPrivateUsage]
        for key, held in bindings.key_to_bindings.items():
            acting = {binding.id or "" for binding in held if _acts(node, binding)}
            found |= {key: acting} if acting else {}
    return set().union(*found.values())


def _acts(node: DOMNode, binding: Binding) -> bool:
    name = binding.action.partition("(")[0]
    return not name.startswith("scroll_") and ("." in name or hasattr(node, f"action_{name}"))
