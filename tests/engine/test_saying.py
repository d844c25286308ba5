"""Who speaks in a text, whether it only asks, and whether it tells a change."""

from __future__ import annotations

import pytest
from clew.engine.extraction.change import tells_a_change
from clew.engine.extraction.saying import named, only_asks, voice, words_in
from clew.engine.journal.terms import content_words
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("text", "agent", "expected"),
    [
        ("I went home.", "nurse", "nurse"),
        ("Nurse: I went home.", None, "Nurse"),
        ("Night Nurse: I went home.", None, "Night Nurse"),
        ("Doctor: no", "nurse", "nurse"),
        ("It is 10:30: late", None, None),
        ("https://a.example/b: c", None, None),
        ("No label here", None, None),
    ],
)
def test_a_voice_is_the_agent_else_the_label(text: str, agent: str | None, expected: str | None) -> None:
    """The agent that was given counts; without one, a transcript's label; without both there is none."""
    assert voice(text, agent) == expected


def test_a_name_is_named_by_all_of_its_words_in_any_case() -> None:
    """Half a name is none, a possessive names, and a name without words is never named."""
    words = words_in("What did the Night NURSE's colleague say?")
    assert named("night nurse", words) and named("Nurse", words)
    assert not named("day nurse", words) and not named("!?", words)


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Where were you?", True),
        ("你去哪儿了？", True),
        ("Look! Is it yours? [image: a red bicycle]", True),
        ('He said "why?"', True),
        ("Why? Because.", False),
        ("I see. [image: a question mark?]", False),
        ("", False),
        ("[" * 5_000, False),
    ],
)
def test_a_text_only_asks_when_it_ends_in_a_question(text: str, asks: bool) -> None:
    """What stands in brackets behind a text is no part of what it says."""
    assert only_asks(text) is asks


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("The service was migrated to Postgres.", True),
        ("I no longer drink coffee.", True),
        ("她搬到了上海", True),
        ("The rent is 840 euros.", False),
        ("A snowman stands in the yard.", False),
    ],
)
def test_a_change_is_told_by_whole_words(text: str, changed: bool) -> None:
    """`now` in `snow` tells none."""
    assert tells_a_change(text) is changed


@given(st.text(max_size=300))
def test_nothing_that_is_written_breaks_them(text: str) -> None:
    """Any text has a voice or none, asks or not, and its content words are those of a question's terms."""
    assert voice(text, None) is None or text
    assert only_asks(text) in (True, False)
    assert isinstance(content_words(text), frozenset)
