"""Editing a memory: its successor keeps all but what was typed, bad input is said at its field, undo brings it back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import clew
import pytest
from clew.engine.asking.dossier import dossier
from clew.engine.extraction.entities import find_entities
from clew.engine.values.model import Memory, Tag
from clew.errors import MemoryInvalid
from clew.tui.editing.entering import MOST
from clew.tui.editing.succeeding import shown_of, successor_of
from clew.tui.rooms.memory import MemoryRoom
from clew.tui.widgets.edit_form import EditForm
from pictures import SMALL, USUAL, look, press, room_app, send, settled, shown, until
from query_room import told


@pytest.fixture(scope="module")
def steps(tmp_path_factory: pytest.TempPathFactory) -> clew.Engine:
    """Three memories of a task: the second is a call with its answer, and has a tag with a comma."""
    memory = clew.open(tmp_path_factory.mktemp("edited") / "e.clew", background=False)
    memory.remember("Ask for the price", id="first", task="T")
    memory.remember(
        None, id="second", task="T", action="grep(price)", observation="12\x07 EUR", tags=["a, b", "c"], meta={"k": [1]}
    )
    memory.remember("It is too dear", id="third", task="T", causes=["second"], importance=0.9)
    return memory


def _typed(memory: Memory, **other: str) -> dict[str, str]:
    return {field.name: field.text for field in shown_of(memory)} | other


def test_a_successor_is_the_former_but_for_what_was_typed(steps: clew.Engine) -> None:
    """A call's parts are edited apart, a control character that no form shows stays, and so does all the rest."""
    former = steps.get("second")
    typed = _typed(former, confidence="0.5")
    assert [*typed] == ["action", "observation", "tags", "entities", "confidence"]
    typed["observation"] = "12 EUR"  # as the form gives it back, without what would act on a terminal
    draft = successor_of(former, typed)
    try:
        steps.remember_drafts([draft])
        now = steps.get(draft.id)
        told = now.to_dict() | {name: former.to_dict()[name] for name in ("id", "row", "recorded_at", "confidence")}
        assert told == former.to_dict()
        assert now.confidence == 0.5 and "\x07" in now.text
        links = {(link.type, link.incoming, link.other) for link in steps.links(draft.id)}
        assert ("SUPERSEDES", False, "second") in links
        assert {("FOLLOWS", False, "second"), ("FOLLOWS", True, "third")} <= links  # its place in the task
        assert [id for id, _ in dossier(steps, "second").newer] == [draft.id]
    finally:
        steps.forget(draft.id)
    assert dossier(steps, "second").newer == ()


def test_names_and_kinds_follow_what_was_typed(steps: clew.Engine) -> None:
    """Names come by commas or in brackets, entities that are left out are found anew, and an action has its kind."""
    call, plain = steps.get("second"), steps.get("first")
    assert _typed(call)["tags"] == '["a, b", "c"]'
    changed = successor_of(call, _typed(call, action="curl(price)", tags="x,  y ,", entities="[]"))
    assert (changed.action_type, [tag.name for tag in changed.tags], changed.entities) == ("curl", ["x", "y"], ())
    asked = successor_of(plain, _typed(plain, text="Ask `Vendor Kay` for it"))
    assert asked.text == "Ask `Vendor Kay` for it" and asked.action is None
    assert asked.entities == find_entities(asked.text)


@pytest.mark.parametrize(
    ("name", "text", "field", "said"),
    [
        ("text", " \n", "text", "no text left"),
        ("tags", '["a", 1]', "tags", "no list of names"),
        ("tags", "[a", "tags", "no list of names"),
        ("entities", '[""]', "entities", "empty"),
        ("confidence", "much", "confidence", "no number"),
        ("confidence", "1.5", "confidence", "outside 0 to 1"),
        ("confidence", "nan", "confidence", "outside 0 to 1"),
        ("confidence", "1", None, "Nothing was changed"),
    ],
)
def test_bad_input_is_of_its_field(steps: clew.Engine, name: str, text: str, field: str | None, said: str) -> None:
    """What cannot be kept names the field of the form that it stands in."""
    former = steps.get("first")
    with pytest.raises(MemoryInvalid, match=said) as raised:
        successor_of(former, _typed(former, **{name: text}))
    assert raised.value.data.get("field") == field


def test_a_text_that_no_form_holds_is_said_to_be(steps: clew.Engine) -> None:
    """It is not cut: what was cut would be what is remembered."""
    long = steps.get(steps.remember("x" * (MOST + 1), id="long"))
    with pytest.raises(MemoryInvalid, match="too long to edit"):
        shown_of(long)


def test_a_memory_is_edited_and_taken_back(store: Path) -> None:
    """A mistake is said at its field and nothing written; then the successor is shown, and ctrl+z brings the former."""

    async def test() -> None:
        async with room_app(store, USUAL, writable=True, room="memory") as (app, pilot):
            send(app, *"/loft-st", "enter")
            await until(lambda: app.desk.selected == "loft-stairs", pilot)
            await press(app, pilot, "e")
            await look(app, pilot, "memory-edit")
            form = app.screen
            assert isinstance(form, EditForm)
            await press(app, pilot, "ctrl+end", *", and it is dark", *["tab"] * 3)
            assert app.focused is form.query_one("#edit-confidence")
            await press(app, pilot, "backspace", *"2", "f5")
            assert "✗ `confidence` lies outside 0 to 1." in shown(app) and app.screen is form
            await press(app, pilot, "backspace", *"0.7", "f5")
            assert "Let what you wrote supersede loft-stairs?" in shown(app)
            await press(app, pilot, "y")
            await until(lambda: app.desk.selected != "loft-stairs" and "it is dark" in shown(app), pilot)
            await settled(app, pilot)
            assert app.desk.selected is not None
            now = await app.memory.get(app.desk.selected)
            assert (now.confidence, now.tags, now.task) == (0.7, ("place",), "office")
            await press(app, pilot, "ctrl+z")
            await until(lambda: app.desk.selected == "loft-stairs", pilot)
            await until(lambda: "superseded" not in shown(app), pilot)
            assert dossier(app.memory.engine, "loft-stairs").newer == ()

    asyncio.run(test())


def test_what_a_field_cannot_show_is_kept(steps: clew.Engine) -> None:
    """A tab in a tag is a blank in the form; where something else is edited, it is the tab still."""
    former = steps.get(steps.remember("of two columns", id="columns", tags=["left\tright", "plain"]))
    typed = {field.name: field.untouched for field in shown_of(former)}
    assert typed["tags"] == "left right, plain"
    assert successor_of(former, typed | {"confidence": "0.5"}).tags == tuple(map(Tag, former.tags))


def test_what_was_written_waits_for_a_memory_that_others_changed(store: Path) -> None:
    """Whoever edits what another forgets, or supersedes, meanwhile is told so, overrides nobody, and loses no word."""

    async def test() -> None:
        async with room_app(store, USUAL, writable=True, room="memory") as (app, pilot):
            send(app, *"/loft-st", "enter")
            await until(lambda: app.desk.selected == "loft-stairs", pilot)
            await press(app, pilot, "e", "end", *" too")
            with clew.open(store) as other:
                other.forget("loft-stairs")
                await press(app, pilot, "f5", "y")
                await until(lambda: "It was forgotten while you wrote." in told(app), pilot)
                room = app.query_one(MemoryRoom)
                await until(lambda: room.found is not None and room.found.memory.retracted_at is not None, pilot)
                other.restore("loft-stairs")
                await until(lambda: room.found is not None and room.found.memory.retracted_at is None, pilot)
                await press(app, pilot, "e")
                assert "turn twice too" in shown(app) and "is here again" in shown(app)
                other.remember("Dyer Street has got a lift", id="lift", supersedes=["loft-stairs"])
            await press(app, pilot, "f5", "y")
            await until(lambda: app.desk.selected == "lift" and "Dyer Street has got" in shown(app), pilot)
            assert "It was superseded while you wrote" in told(app)
            await settled(app, pilot)
            await press(app, pilot, "e")
            assert "turn twice too" in shown(app)
            await press(app, pilot, "ctrl+r")
            assert "Dyer Street has got a lift" in shown(app) and "turn twice too" not in shown(app)
            await press(app, pilot, "escape", "e")
            assert "is here again" not in shown(app)

    asyncio.run(test())


def test_what_cannot_be_taken_back_says_so_before(store: Path) -> None:
    """Judging and reinforcing say it in the question, and pinning, which can be taken back, does not."""

    async def test() -> None:
        async with room_app(store, SMALL, writable=True, room="memory") as (app, pilot):
            send(app, *"/loft-st", "enter")
            await until(lambda: app.desk.selected == "loft-stairs", pilot)
            await settled(app, pilot)
            for key, is_final in (("r", True), ("plus", True), ("minus", True), ("p", False)):
                await press(app, pilot, key)
                assert ("This cannot be taken back." in shown(app)) is is_final
                await press(app, pilot, "n")

    asyncio.run(test())


def test_what_was_superseded_is_not_edited(made_store: Path) -> None:
    """Of a memory that no longer holds, the one that does is named."""

    async def test() -> None:
        async with room_app(made_store, SMALL, writable=True, room="memory") as (app, pilot):
            send(app, *"/fibre-ord", "enter")
            await until(lambda: app.desk.selected == "fibre-order", pilot)
            await press(app, pilot, "e")
            assert "What holds instead is plan-b." in told(app)
            assert len(app.screen_stack) == 1

    asyncio.run(test())
