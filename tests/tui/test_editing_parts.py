"""What the editor is made of, without a widget: which statement is meant, what may enter, colours, slots, drafts."""

from __future__ import annotations

import pytest
from clew.dsl import ast
from clew.dsl.checking.check import check
from clew.dsl.completion.items import Known
from clew.dsl.parsing.parser import parse
from clew.engine.asking.catalog import CATALOG
from clew.errors import ParameterError
from clew.tui.editing.colours import coloured, finding_at, underlined
from clew.tui.editing.completing import completions
from clew.tui.editing.drafts import Draft, Drafts, from_kept, to_kept
from clew.tui.editing.editor import Editor
from clew.tui.editing.entering import MOST, entered, shown
from clew.tui.editing.saved import as_intent, saved_in
from clew.tui.editing.slots import Slot, slots_of, slots_of_intent, value_of
from clew.tui.editing.statements import meant, offset_of, place_of
from hostile import texts
from hypothesis import given
from hypothesis import strategies as st

SCRIPT = "RECALL 1 FOR 'a; b';\n\n// a note\nRECALL 2 FOR 'c';\nRETURN 3"


@pytest.mark.parametrize(
    ("cursor", "text"),
    [
        *((place, "RECALL 1 FOR 'a; b'") for place in (0, 20, 22)),
        (40, "RECALL 2 FOR 'c'"),
        (len(SCRIPT), "RETURN 3"),
    ],
)
def test_the_statement_at_the_cursor_is_meant(cursor: int, text: str) -> None:
    """Of several statements the one is run in which the cursor stands, or behind which."""
    (piece,) = meant(SCRIPT, cursor)
    assert piece.text == text == SCRIPT[piece.start : piece.end]


def test_a_selection_is_meant_as_it_is() -> None:
    """What is selected is run, all statements in it, and nothing else; a blank text means nothing."""
    pieces = meant(SCRIPT, 0, (SCRIPT.index("RECALL 2"), len(SCRIPT)))
    assert [piece.text for piece in pieces] == ["RECALL 2 FOR 'c'", "RETURN 3"]
    assert all(SCRIPT[piece.start : piece.end] == piece.text for piece in pieces)
    assert meant(" \n// only a note", 3) == ()


@given(st.text("ab\n", max_size=30), st.data())
def test_places_and_offsets_are_the_same(text: str, data: st.DataObject) -> None:
    """A line and a column, and the offset that they stand for, lead to each other."""
    offset = data.draw(st.integers(0, len(text)))
    assert offset_of(text, place_of(text, offset)) == offset


@given(st.text(max_size=60))
def test_what_enters_acts_on_nothing(text: str) -> None:
    """Nothing of a text that entered is a control character but a newline or a tab, and half a character is none."""
    clean = entered(text).text
    assert all(c in "\n\t" or (c >= " " and not "\x7f" <= c <= "\x9f") for c in clean)
    clean.encode()
    assert clean.splitlines() == clean.split("\n")[: len(clean.splitlines())]


def test_a_large_text_is_cut_and_says_so() -> None:
    """Of a megabyte as much enters as the editor holds, and a person is told where such texts belong."""
    taken = entered("x" * 1_000_000)
    assert len(taken.text) == MOST and taken.cut == 1_000_000 - MOST
    assert "parameter" in (taken.notice(Editor.LONG_TEXTS) or "") and entered("x").notice() is None


def test_hidden_characters_are_seen() -> None:
    """A character that is invisible, or turns the line around, is drawn as a mark in its own place."""
    assert shown("a\u202eb\u200bc") == "a¿b¿c"
    assert all(len(shown(text)) == len(text) for text in texts())


def test_colours_cover_what_they_name() -> None:
    """Each part of a line is where its word is, in statements of a script too, and over several lines."""
    text = "RECALL 5 FOR 'two\nlines';\nMATCH (m:Memory) RETURN m"
    lines = text.split("\n")
    words = {(lines[n][a:b], kind) for n, parts in coloured(text).items() for a, b, kind in parts}
    assert {("RECALL", "keyword"), ("5", "number"), ("'two", "string"), ("lines'", "string")} <= words
    assert {("MATCH", "keyword"), ("Memory", "label")} <= words


def test_findings_are_underlined_where_they_are() -> None:
    """A finding is under its words; what is missing at the end is under the last sign."""
    text = "RECALL TSAK 'x';\nRECALL FOR 'x' WHERE m.foo = 1;\nRECALL FOR"
    found = check(text, CATALOG)
    lines = text.split("\n")
    marked = [lines[n][a:b] for n, parts in underlined(text, found).items() for a, b, _ in parts]
    assert marked == ["TSAK", "m.foo", "R"]
    assert finding_at(found, text.index("foo")) == found[1] and finding_at(found, 0) == found[0]


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("RECALL $k FOR $need TASK $task SINCE $since", "k:whole number need:text task:name since:time"),
        ("RECALL FOR 'x' AT LEAST relevance $floor LIMIT $n", "floor:number n:whole number"),
        ("TRACE CAUSES OF $id DEPTH 1..$d", "id:id d:whole number"),
        ("MATCH (m) WHERE m.step = $step RETURN m LIMIT $n", "step:value n:whole number"),
        ("WHY $id IN (RECALL FOR $need)", "id:id need:text"),
        ("RECALL FOR 'no parameter'", ""),
    ],
)
def test_parameters_have_the_kind_of_their_place(text: str, slots: str) -> None:
    """A form asks for each parameter once, in the order of the text, by the kind that its place takes."""
    assert " ".join(f"{slot.name}:{slot.kind}" for slot in slots_of(parse(text))) == slots


def test_an_intent_has_its_defaults() -> None:
    """The parameters of an intent come with what they are when nothing is given."""
    intent = parse("DEFINE INTENT f($need, $k = 3, $t = 'now') AS RECALL $k FOR $need WHERE m.text <> $t")
    assert isinstance(intent, ast.DefineIntent)
    assert slots_of_intent(intent) == (Slot("need", "text"), Slot("k", "whole number", "3"), Slot("t", "value", "now"))
    assert slots_of(intent) == ()


def test_values_are_read_by_their_kind() -> None:
    """Digits in a place of words are words; a whole number has to be one; a list may be given where names are."""
    assert value_of(Slot("a", "text"), "007") == "007"
    assert value_of(Slot("a", "whole number"), "1_000") == 1000
    assert value_of(Slot("a", "name"), '["a", "b"]') == ["a", "b"]
    assert value_of(Slot("a", "value"), "true") is True
    for kind, written in (("whole number", "2.5"), ("whole number", "five"), ("number", "true")):
        with pytest.raises(ParameterError, match=r"\$a takes a"):
            value_of(Slot("a", kind), written)  # type: ignore[arg-type] - a name of the table above


def test_saving_takes_the_parameters_over() -> None:
    """What is made of a statement to save it is itself a statement, with the parameters in its head."""
    text = as_intent("RECALL $k FOR $need", CATALOG)
    saved = parse(text)
    assert isinstance(saved, ast.DefineIntent) and [p.name for p in saved.parameters] == ["k", "need"]
    assert isinstance(parse(as_intent("RETURN 1", CATALOG)), ast.DefineIntent)


def test_every_strategy_can_be_used() -> None:
    """What picking a strategy writes is a statement."""
    for choice in saved_in(CATALOG):
        assert isinstance(parse(choice.value.text({})), ast.Recall)


def test_completions_do_not_stand_in_the_way() -> None:
    """They come while a word is typed and where a name is due; not at the end of a word that is whole, nor in one."""
    known = Known(tasks=("T1",))

    def offered(marked: str, *, asked: bool = False) -> list[str]:
        cursor = marked.index("|")
        found = completions(marked.replace("|", ""), cursor, CATALOG, known, asked=asked)
        return [] if found is None else [item.text for item in found.items]

    assert offered("REC|")[0] == "RECALL" and offered("RECALL TASK |")[0] in ("T1", "'T1'")
    assert offered("RECALL 5 |") == [] and "FOR" in offered("RECALL 5 |", asked=True)
    assert offered("RECALL|") == [] and offered("REC|ALL") == []
    assert offered("|") == [] and "RECALL" in offered("|", asked=True)


# ---- drafts --------------------------------------------------------------------------------------


def test_drafts_open_behind_and_close_to_the_side() -> None:
    """A new draft is behind the one that is seen; the last one that is closed leaves an empty one."""
    drafts = Drafts((Draft("a"), Draft("b"))).opened(Draft("c"))
    assert [draft.text for draft in drafts.all] == ["a", "c", "b"] and drafts.seen.text == "c"
    assert drafts.closed().seen.text == "b" and drafts.turned(2).seen.text == "a"
    assert Drafts((Draft("a"),)).closed() == Drafts()


def test_there_is_an_end_to_drafts() -> None:
    """However many are opened, no more than thirty are there."""
    drafts = Drafts()
    for number in range(100):
        drafts = drafts.opened(Draft(str(number)))
    assert len(drafts.all) == 30 and drafts.seen.text == "99"


@given(st.lists(st.text(max_size=20), min_size=1, max_size=5), st.integers(0, 9))
def test_what_is_kept_comes_back(said: list[str], at: int) -> None:
    """Drafts come back as they were kept, but for what may not enter an editor."""
    drafts = Drafts(tuple(Draft(entered(text).text, "n", 1, {"k": "5"}) for text in said)).to(at)
    assert from_kept(to_kept(drafts)) == drafts


@pytest.mark.parametrize("kept", [None, 3, [], {}, {"tabs": 5}, {"tabs": [None, {"text": 5, "values": 3}], "at": "x"}])
def test_what_was_spoilt_is_left_out(kept: object) -> None:
    """Whatever stands in the file, there is a draft."""
    assert from_kept(kept).seen.text == ""
