"""How a person finds the way: palette, keys panel, help, jump mode, themes, own keys, copying, pictures."""

from __future__ import annotations

import asyncio
import stat
import sys
from pathlib import Path

import pytest
from clew.tui.app import ClewApp
from clew.tui.crashing import report_of
from clew.tui.guiding.clipboard import program
from clew.tui.guiding.help import Help
from clew.tui.guiding.jump import Jump
from clew.tui.guiding.key_table import Key, all_keys
from clew.tui.guiding.keymap import keymap_file, keymap_of
from clew.tui.guiding.keys_panel import KeysPanel
from clew.tui.guiding.themes import PLAIN, THEMES
from clew.tui.messages import Select
from hostile import texts
from pictures import SIZES, SMALL, Size, room_app, settled, shown, style_of, until
from rich.color import Color
from textual.filter import NoColor
from textual.widgets import OptionList

KNOWN = [Key("app.jump", "ctrl+o", "jump", "App"), Key("app.help", "f1", "help", "App")]


# ---- the palette -------------------------------------------------------------------------------------


def test_the_palette_goes_to_a_room(store: Path) -> None:
    """Ctrl+P, a few letters, enter: the room is entered."""

    async def main() -> None:
        async with room_app(store) as (app, pilot):
            await pilot.press("ctrl+p")
            await until(lambda: "Go to Query" in shown(app), pilot)
            await pilot.press(*"to tasks")
            await until(lambda: "Go to Tasks" in shown(app), pilot)
            await pilot.press("enter")
            await until(lambda: app.room is not None and app.room.id == "tasks", pilot)

    asyncio.run(main())


def test_the_palette_does_what_keys_of_the_room_do(store: Path) -> None:
    """What a key of the room does is found by its words, and done; keys of the palette's own field are not listed."""

    async def main() -> None:
        async with room_app(store, room="tasks") as (app, pilot):
            await pilot.press("ctrl+p", *"cursor")
            await settled(app, pilot)
            assert "Move cursor left" not in shown(app)
            await pilot.press(*["backspace"] * len("cursor"), *"recall here")
            await until(lambda: "Recall here" in shown(app), pilot)
            await pilot.press("enter")
            await until(lambda: app.room is not None and app.room.id == "query", pilot)

    asyncio.run(main())


def test_the_palette_finds_what_is_stored(store: Path) -> None:
    """A saved statement is found by its name, and put into the editor with what it must be given."""

    async def main() -> None:
        async with room_app(store) as (app, pilot):
            await pilot.press("ctrl+p", *"about_pl")
            await until(lambda: "Run: about_place" in shown(app), pilot)
            await pilot.press("enter")
            await until(lambda: app.desk.draft is not None, pilot)
            assert app.desk.draft is not None
            assert app.desk.draft.text == "RUN about_place(place: $place)"

    asyncio.run(main())


def test_hostile_names_are_plain_in_the_palette(store: Path) -> None:
    """Names of tasks are stored text: whatever they hold, the palette lists them and is not brought down."""

    async def main() -> None:
        async with room_app(store, writable=True) as (app, pilot):
            for number, text in enumerate(texts(60)):
                if text.strip() and "\ud800" not in text and "\udfff" not in text:
                    await app.memory.remember(f"memory {number}", task=f"zz {text}"[:200])
            await pilot.press("ctrl+p", *"task: zz")
            await until(lambda: "zz" in shown(app) and "Task" in shown(app), pilot)
            await pilot.press("escape", "escape")
            assert app.is_running

    asyncio.run(main())


# ---- keys, help, jump --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_the_keys_panel_does_what_is_chosen(store: Path, size: Size) -> None:
    """`?` lists the keys that do something here, and enter does it."""

    async def main() -> None:
        async with room_app(store, size, room="plan") as (app, pilot):
            app.set_focus(None)
            await pilot.press("question_mark")
            await until(lambda: isinstance(app.screen, KeysPanel), pilot)
            assert "Everywhere" in shown(app)
            await pilot.press("escape")
            await until(lambda: not isinstance(app.screen, KeysPanel), pilot)

    asyncio.run(main())


def test_help_is_of_the_room(store: Path) -> None:
    """F1 shows what the room is for, and what holds everywhere; escape goes back."""

    async def main() -> None:
        async with room_app(store, room="query") as (app, pilot):
            await pilot.press("f1")
            await until(lambda: isinstance(app.screen, Help), pilot)
            await settled(app, pilot)
            assert "Look through a store" in shown(app) or "Query" in shown(app)
            await pilot.press("escape")
            assert not isinstance(app.screen, Help)

    asyncio.run(main())


def test_jumping_to_a_door(store: Path) -> None:
    """Ctrl+O puts a digit on every door; pressed, it is entered."""

    async def main() -> None:
        async with room_app(store) as (app, pilot):
            await pilot.press("ctrl+o")
            await until(lambda: isinstance(app.screen, Jump), pilot)
            await pilot.press("7")
            await until(lambda: app.room is not None and app.room.id == "tasks", pilot)

    asyncio.run(main())


def test_jumping_to_a_widget(store: Path) -> None:
    """A letter stands on what can be focused; pressed, it has the focus."""

    async def main() -> None:
        async with room_app(store) as (app, pilot):
            await pilot.press("f12")
            await until(lambda: "Which store?" in shown(app), pilot)
            await pilot.press("ctrl+o")
            await until(lambda: isinstance(app.screen, Jump), pilot)
            await pilot.press("s")
            await until(lambda: isinstance(app.focused, OptionList), pilot)

    asyncio.run(main())


def test_any_other_key_ends_jumping(store: Path) -> None:
    """Escape leaves everything as it was."""

    async def main() -> None:
        async with room_app(store) as (app, pilot):
            before = app.focused
            await pilot.press("ctrl+o")
            await until(lambda: isinstance(app.screen, Jump), pilot)
            await pilot.press("escape")
            await until(lambda: not isinstance(app.screen, Jump), pilot)
            assert app.focused is before

    asyncio.run(main())


# ---- own keys ----------------------------------------------------------------------------------------


def test_every_binding_has_a_name_and_says_what_it_does() -> None:
    """Each key of ours can be changed by its id, and is described; no two share an id in two places."""
    for key in all_keys():
        assert not key.id.startswith("(none"), f"a binding of {key.owner} has no id: {key.keys}"
        assert key.says, f"{key.id} says nothing"


def test_a_key_is_changed(store: Path) -> None:
    """A line in keys.toml gives a room another key; the old one does nothing more."""
    keymap_file().parent.mkdir(parents=True)
    keymap_file().write_text('[keys]\n"room.tasks" = "f12"\n')

    async def main() -> None:
        async with room_app(store) as (app, pilot):
            await pilot.press("f9")
            assert app.room is not None
            assert app.room.id == "query"
            await pilot.press("f12")
            await until(lambda: app.room is not None and app.room.id == "tasks", pilot)

    asyncio.run(main())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[keys", "is no TOML"),
        ("keys = 3", "is no table"),
        ('[keys]\n"app.jmp" = "f5"', "`app.jump` is similar"),
        ('[keys]\n"app.jump" = 3', "needs keys as in"),
        ('[keys]\n"app.jump" = "a,,b"', "needs keys as in"),
        ('[keys]\n"app.jump" = "f1"', "`f1` is both"),
    ],
)
def test_a_mistake_in_the_keys_is_said(text: str, said: str) -> None:
    """What cannot be taken is said in a sentence that names it."""
    [fault] = keymap_of(text, Path("keys.toml"), KNOWN).faults
    assert said in fault


def test_a_mistake_costs_its_own_line() -> None:
    """The other lines hold; ids may be written without quotes."""
    keymap = keymap_of('[keys]\napp.jump = "ctrl+j"\nnothing = "f5"', Path("keys.toml"), KNOWN)
    assert keymap.keys == {"app.jump": "ctrl+j"}
    assert len(keymap.faults) == 1


# ---- themes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", [theme.name for theme in THEMES])
def test_themes_are_remembered(store: Path, theme: str) -> None:
    """A theme that was chosen is the one of the next start."""

    async def main() -> None:
        async with room_app(store) as (app, _):
            app.choose_theme(theme)
        async with room_app(store) as (app, _):
            assert app.theme == theme

    asyncio.run(main())


def test_no_color_lets_no_colour_through(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR nothing on the screen has a colour, whatever theme was chosen before."""

    async def main() -> None:
        async with room_app(store) as (app, _):
            app.choose_theme("clew-light")
        monkeypatch.setenv("NO_COLOR", "1")
        async with room_app(store) as (app, _):
            assert app.theme == PLAIN
            assert [type(each) for each in app.get_line_filters()] == [NoColor]
            assert style_of(app, "Query").color in (None, Color.default())

    asyncio.run(main())


# ---- copying, pictures, the end ----------------------------------------------------------------------


@pytest.mark.skipif(sys.platform != "linux", reason="of the programs of a Linux desktop")
def test_the_program_that_copies() -> None:
    """On a desktop its own program copies; over SSH, or where there is none, the terminal does."""
    there = {"wl-copy", "xclip"}.intersection

    def find(name: str) -> str | None:
        return name if there([name]) else None

    assert program({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, find) == ["wl-copy"]
    assert program({"DISPLAY": ":0"}, find) == ["xclip", "-selection", "clipboard"]
    assert program({"DISPLAY": ":0", "SSH_CONNECTION": "a b"}, find) is None
    assert program({}, find) is None


def test_the_id_is_copied(store: Path) -> None:
    """Ctrl+Y copies the id of the selected memory, and says so."""

    async def main() -> None:
        async with room_app(store, room="plan") as (app, pilot):
            app.set_focus(None)
            app.post_message(Select("plan-b"))
            await settled(app, pilot)
            await pilot.press("ctrl+y")
            await until(lambda: app.clipboard == "plan-b", pilot)
            await until(lambda: "Copied plan-b" in shown(app), pilot)

    asyncio.run(main())


def test_a_picture_is_saved(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen is saved as SVG in the current folder, and fetches nothing."""
    monkeypatch.chdir(tmp_path)

    async def main() -> None:
        async with room_app(store) as (app, pilot):
            app.action_picture()
            await until(lambda: list(tmp_path.glob("clew-screen-*.svg")), pilot)
        [file] = tmp_path.glob("clew-screen-*.svg")
        drawn = file.read_text(encoding="utf-8")
        assert drawn.startswith("<svg")
        assert "http" not in drawn.replace("http://www.w3.org", "")

    asyncio.run(main())


def test_a_crash_leaves_a_report_without_stored_text(store: Path, home: Path) -> None:
    """A fault of the app leaves a report for its owner alone, with our frames and nothing that is stored."""

    class Faulty(ClewApp):
        def action_stop(self) -> None:
            secret = "the secret of the vault"
            raise KeyError(secret)

    async def main() -> None:
        import clew

        async with clew.aopen(store) as memory:
            app = Faulty(memory)
            with pytest.raises(KeyError):
                async with app.run_test(size=SMALL) as pilot:
                    await settled(app, pilot)
                    await pilot.press("escape")
            assert app.return_code == 1

    asyncio.run(main())
    [report] = home.rglob("crashes/*.txt")
    told = report.read_text(encoding="utf-8")
    assert "builtins.KeyError" in told
    assert "secret" not in told
    assert "textual" in told
    assert stat.S_IMODE(report.stat().st_mode) == 0o600


def test_a_report_tells_of_causes() -> None:
    """The errors that led to one another are all told, by type alone."""
    try:
        try:
            raise ValueError("stored text")
        except ValueError as error:
            raise RuntimeError("more of it") from error
    except RuntimeError as error:
        told = report_of(error)
    assert "builtins.RuntimeError" in told
    assert "builtins.ValueError" in told
    assert "stored" not in told
    assert "more of it" not in told


def test_without_colour_the_chosen_line_is_marked(store: Path) -> None:
    """In the theme without any colour the marked line of a list is reversed."""

    async def main() -> None:
        async with room_app(store, theme=PLAIN) as (app, pilot):
            await pilot.press("f12")
            await until(lambda: "demo" in shown(app), pilot)
            await settled(app, pilot)
            await pilot.press("down")
            assert style_of(app, "The demo's store").reverse

    asyncio.run(main())
