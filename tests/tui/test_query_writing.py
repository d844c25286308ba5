"""The room Query while one writes: colours, completions, what is wrong, undo, paste, format, $EDITOR, tabs."""

from __future__ import annotations

import os
import stat
from contextlib import nullcontext
from pathlib import Path

import pytest
from clew.tui.app import ClewApp
from clew.tui.editing.drafting import Drafting
from clew.tui.editing.entering import MOST
from clew.tui.editing.popup import Popup
from clew.tui.kept import state_folder
from clew.tui.widgets.prompt import Prompt
from hostile import texts
from pictures import LARGE, SMALL, USUAL, look, settled, shown, style_of, until
from query_room import drive, editor, opened, popup, told, write
from textual.events import Key, Paste
from textual.pilot import Pilot

# ---- completion ----------------------------------------------------------------------------------


def test_tab_takes_a_completion(store: Path) -> None:
    """While a word is typed, completions appear; tab takes the first, and the word is written out."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await write(pilot, "REC")
        await opened(app, pilot)
        assert "· RECALL" in shown(app)
        await pilot.press("tab")
        assert editor(app).text == "RECALL" and not popup(app).is_open
        assert app.focused is editor(app)

    drive(store, work)


def test_arrows_choose_and_enter_takes(store: Path) -> None:
    """Down goes to the next completion and up back, round the ends; enter takes the one that is chosen, no new line."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await write(pilot, "RECALL TASK ")
        await opened(app, pilot)
        await pilot.press("down", "down", "up", "up", "up", "down", "down")
        chosen = popup(app).chosen
        assert chosen is not None
        await pilot.press("enter")
        assert editor(app).text == f"RECALL TASK {chosen.text}"

    drive(store, work)


def test_escape_closes_and_leaves_the_text(store: Path) -> None:
    """Escape closes the completions; enter then begins a line, and the arrows move the cursor."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await write(pilot, "RECALL 5 F")
        await opened(app, pilot)
        await pilot.press("escape", "enter", "up")
        assert editor(app).text == "RECALL 5 F\n" and editor(app).cursor_location[0] == 0

    drive(store, work)


def test_ctrl_space_completes_anywhere(store: Path) -> None:
    """Ctrl+space shows what could stand in an empty text, and what it is below."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+@")
        await opened(app, pilot)
        assert "· RECALL" in shown(app) and "keyword: RECALL" in shown(app)

    drive(store, work, USUAL)


def test_ids_are_found_by_what_their_memories_say(store: Path) -> None:
    """Behind WHY, words that a memory holds lead to its id."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await write(pilot, "WHY 'kettle")
        await opened(app, pilot)
        assert "tea kettle" in shown(app)
        await pilot.press("tab")
        assert editor(app).text == "WHY 'tea'"

    drive(store, work, USUAL)


def test_a_click_takes_a_completion(store: Path) -> None:
    """A click on a completion takes it, and the keys go on to the editor."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await write(pilot, "RECALL TYPE ")
        await opened(app, pilot)
        second = popup(app).items[1]
        await pilot.click(Popup, offset=(3, 1))
        await settled(app, pilot)
        assert editor(app).text == f"RECALL TYPE {second.text}" and app.focused is editor(app)

    drive(store, work)


def test_leaving_the_word_closes(store: Path) -> None:
    """When the cursor goes elsewhere, the completions are gone."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await write(pilot, "RECALL 5 FO")
        await opened(app, pilot)
        await pilot.press("home")
        await until(lambda: not popup(app).is_open, pilot)

    drive(store, work)


@pytest.mark.parametrize("size", [SMALL, USUAL, LARGE])
def test_completions_look_so(store: Path, size: tuple[int, int]) -> None:
    """The completions stand below the word, with a sign of their kind, and below the editor what the chosen one is."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        await write(pilot, "RECALL 5 FOR 'fibre' RANK BY re")
        await opened(app, pilot)
        await look(app, pilot, "query-completion")

    drive(store, work, size)


# ---- what is wrong -------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [SMALL, USUAL, LARGE])
def test_a_mistake_is_underlined_and_explained(store: Path, size: tuple[int, int]) -> None:
    """A misspelt word is underlined while one writes, and below the editor stands what would work."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        editor(app).put("RECALL 5 FOR 'fibre' TSAK 'network'")
        await until(lambda: app.query_one(Drafting).writing.findings, pilot)
        await settled(app, pilot)
        assert style_of(app, "TSAK").underline and not style_of(app, "RECALL").underline
        await look(app, pilot, "query-mistake")

    drive(store, work, size)


def test_a_name_that_nothing_has_is_doubted(store: Path) -> None:
    """A task that no memory has is underlined, and the nearest is named; when it is mended that goes away."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        editor(app).put("RECALL 5 FOR 'fibre' TASK 'netwrok'")
        await until(lambda: "The nearest is `network`" in shown(app), pilot)
        assert style_of(app, "'netwrok'").underline
        editor(app).put("RECALL 5 FOR 'fibre' TASK 'network'")
        await until(lambda: "nearest" not in shown(app), pilot)
        assert not style_of(app, "'network'").underline

    drive(store, work)


def test_what_stands_at_the_cursor_is_explained(store: Path) -> None:
    """Where nothing is wrong, the word at the cursor is explained."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        editor(app).put("RECALL 5 FOR 'fibre' DIVERSIFY BY task", cursor=23)
        await settled(app, pilot)
        assert "DIVERSIFY BY" in shown(app).split("DIVERSIFY BY task", 1)[1]

    drive(store, work)


def test_words_have_their_colours(store: Path) -> None:
    """Words of the language are bold, texts and names are not; without colours too."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        editor(app).put("RETURN 'a name of this tab';\nMATCH (m:Memory) RETURN m")
        await settled(app, pilot)
        assert style_of(app, "MATCH (").bold and not style_of(app, "Memory)").bold
        assert style_of(app, "MATCH (").color != style_of(app, "Memory)").color

    drive(store, work, LARGE)


# ---- the text ------------------------------------------------------------------------------------


def test_undo_and_redo(store: Path) -> None:
    """Ctrl+z takes back what was put into the editor, ctrl+y does it again."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        editor(app).put("RETURN 1")
        editor(app).put("RETURN 2")
        await pilot.press("ctrl+z")
        assert editor(app).text == "RETURN 1"
        await pilot.press("ctrl+y")
        assert editor(app).text == "RETURN 2"

    drive(store, work)


def test_a_megabyte_is_not_pasted(store: Path) -> None:
    """A paste of a megabyte is cut to what the editor holds, at once, and a sentence says so."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        editor(app).post_message(Paste("RETURN 1 // " + "x" * 1_000_000))
        await until(lambda: len(editor(app).text) == MOST, pilot)
        await until(lambda: "were left out" in told(app), pilot)

    drive(store, work)


def test_hostile_texts_are_only_texts(store: Path) -> None:
    """Nothing that is pasted or loaded is read as markup, acts on the terminal, or ends the app."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        for text in texts(120):
            editor(app).post_message(Paste(text))
        await settled(app, pilot)
        editor(app).put("\n".join(texts()))
        await pilot.press("ctrl+@")
        await settled(app, pilot)
        assert not set(shown(app)) & {"\x1b", "\x07", "\x9b", "\u202e", "\u200b"}

    drive(store, work)


def test_format_lays_out(store: Path) -> None:
    """Ctrl+f lays the text out as the formatter does; a text that is wrong stays, and is told why."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        editor(app).put("recall 5 for 'fibre'   task network")
        await pilot.press("ctrl+f")
        await until(lambda: editor(app).text == "RECALL 5 FOR 'fibre' TASK 'network'", pilot)
        editor(app).put("RECALL TSAK")
        await pilot.press("ctrl+f")
        await until(lambda: "is not a word of the language" in told(app), pilot)
        assert editor(app).text == "RECALL TSAK"

    drive(store, work)


def test_another_editor_takes_the_text_and_gives_it_back(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl+e hands the text to $EDITOR in a private file, and takes over what it leaves there."""
    script = tmp_path / "editor"
    script.write_text('#!/bin/sh\nstat -c %a "$1" > "$0.mode"\necho "RETURN 2" > "$1"\n')
    script.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(script))
    monkeypatch.delenv("VISUAL", raising=False)

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        monkeypatch.setattr(app, "suspend", nullcontext)
        editor(app).put("RETURN 1")
        await pilot.press("ctrl+e")
        assert editor(app).text == "RETURN 2"
        await pilot.press("ctrl+z")
        assert editor(app).text == "RETURN 1"

    drive(store, work)
    assert Path(f"{script}.mode").read_text().strip() == "600"


def test_without_an_editor_a_sentence_says_so(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An $EDITOR that is not there, and a screen that cannot be left, are each a sentence."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        editor(app).put("RETURN 1")
        monkeypatch.setenv("VISUAL", "/no/such/editor --wait")
        await pilot.press("ctrl+e")
        await until(lambda: "is not on this machine" in told(app), pilot)
        monkeypatch.setenv("VISUAL", "true")
        await pilot.press("ctrl+e")
        await until(lambda: "only from a terminal" in told(app), pilot)
        assert editor(app).text == "RETURN 1"

    drive(store, work)


# ---- tabs ----------------------------------------------------------------------------------------


def test_tabs_are_opened_turned_and_closed(store: Path) -> None:
    """Ctrl+n opens a tab, ctrl+pageup and ctrl+pagedown turn, ctrl+w closes; each has its own text and its own past."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        editor(app).put("RETURN 1")
        await pilot.press("ctrl+n")
        editor(app).put("RETURN 2")
        await pilot.press("ctrl+pageup")
        assert editor(app).text == "RETURN 1"
        await pilot.press("ctrl+z")
        assert editor(app).text == ""
        await pilot.press("ctrl+pagedown")
        assert editor(app).text == "RETURN 2"
        await pilot.press("ctrl+w")
        assert editor(app).text == "" and len(app.query_one(Drafting).drafts.all) == 1

    drive(store, work)


def test_a_tab_is_named_and_clicked(store: Path) -> None:
    """Alt+r names a tab; a click turns to one, and a click behind the last opens another."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        editor(app).put("RETURN 1")
        app.post_message(Key("alt+r", "r"))  # as terminals send it
        await until(lambda: isinstance(app.screen, Prompt), pilot)
        await pilot.press(*"first", "enter")
        await settled(app, pilot)
        assert " first  +" in shown(app)
        await pilot.click("TabBar", offset=(8, 0))
        await settled(app, pilot)
        assert editor(app).text == "" and "first" in shown(app)
        await pilot.click("TabBar", offset=(2, 0))
        await settled(app, pilot)
        assert editor(app).text == "RETURN 1"

    drive(store, work)


def test_tabs_are_there_at_the_next_start(store: Path) -> None:
    """What was open is open again, the same tab in front; of another store it is not; and nobody else can read it."""

    async def first(app: ClewApp, pilot: Pilot[None]) -> None:
        editor(app).put("RETURN 1")
        await pilot.press("ctrl+n")
        editor(app).put("RETURN 2 // secret")
        await pilot.press("ctrl+pageup")

    async def again(app: ClewApp, pilot: Pilot[None]) -> None:
        assert editor(app).text == "RETURN 1" and "RETURN 2" in shown(app)

    drive(store, first)
    drive(store, again)
    (kept,) = state_folder().glob("drafts-*.json")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    kept.write_text("{ half of it")
    drive(store, lambda app, pilot: _is_empty(app))
    os.utime(kept)


async def _is_empty(app: ClewApp) -> None:
    assert editor(app).text == ""


def test_another_room_puts_a_statement_here(store: Path) -> None:
    """A draft of another room comes into a tab of its own where something is written already."""
    from clew.tui.messages import Draft

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        editor(app).put("RETURN 1")
        app.post_message(Draft("RETURN 2"))
        await until(lambda: editor(app).text == "RETURN 2", pilot)
        await pilot.press("ctrl+pageup")
        assert editor(app).text == "RETURN 1"

    drive(store, work)


def test_the_editor_grows_and_shrinks(store: Path) -> None:
    """Alt+down gives the editor more lines, alt+up fewer."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        before = editor(app).size.height
        await pilot.press("alt+down", "alt+down", "alt+down")
        await settled(app, pilot)
        assert editor(app).size.height > before
        await pilot.press("alt+up", "alt+up", "alt+up")
        await settled(app, pilot)
        assert editor(app).size.height == before

    drive(store, work, LARGE)


def test_a_very_long_line_is_not_folded(store: Path) -> None:
    """A line that would take long to fold runs on to the right; shortened, it is folded again."""

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        editor(app).put(f"RECALL FOR '{'x ' * 20_000}'")
        await settled(app, pilot)
        assert not editor(app).soft_wrap
        await pilot.press("end", "space", "x")
        assert editor(app).text.endswith("' x")
        editor(app).put("RECALL FOR 'x'")
        await settled(app, pilot)
        assert editor(app).soft_wrap

    drive(store, work)


def test_a_long_statement_is_coloured_beside_the_loop(store: Path) -> None:
    """A statement that takes long to read gets its colours a moment later, and keys are answered meanwhile."""
    long = "MATCH (m:Memory)\nWHERE " + "\n OR ".join(f"m.step = {n}" for n in range(80) for _ in range(10))

    async def work(app: ClewApp, pilot: Pilot[None]) -> None:
        editor(app).put(f"// a name\n{long} RETURN m", cursor=0)
        await until(lambda: style_of(app, "MATCH (m").bold, pilot)

    drive(store, work, LARGE)
