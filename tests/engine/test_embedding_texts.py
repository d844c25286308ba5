"""What is embedded, and in which form a model sees it."""

import time
from datetime import UTC, datetime

import pytest
from clew.engine.embedding.texts import embeddable, prepared, printable, text_to_embed
from clew.errors import EmbeddingError
from hypothesis import given
from hypothesis import strategies as st

DAY = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)


@pytest.mark.parametrize(
    ("agent", "at", "expected"),
    [
        ("nurse", DAY, "nurse (8 May 2023): the dose was doubled"),
        ("nurse", None, "nurse: the dose was doubled"),
        (None, DAY, "8 May 2023: the dose was doubled"),
        ("", None, "the dose was doubled"),
    ],
)
def test_text_is_embedded_with_who_and_when(agent, at, expected):
    """Speaker and day stand before the text, and what is unknown leaves no trace."""
    assert text_to_embed("the dose was doubled", agent, at) == expected


@pytest.mark.parametrize("text", ["", " ", "\n\t\r ", "\x00", " \x00 ", "\u3000"])
def test_blank_text_is_not_embeddable(text):
    """White space and NUL alone are nothing to embed."""
    assert not embeddable(text)


@pytest.mark.parametrize("text", ["a", " a", "\x00a", "药", "🌊", "0", "-"])
def test_any_visible_character_is_embeddable(text):
    """One visible character suffices, in any script."""
    assert embeddable(text)


@given(st.text(st.characters(codec=None)))
def test_printable_text_can_be_encoded_and_is_a_fixed_point(text):
    """What a model gets has no NUL, is valid UTF-8, and cleaning it again changes nothing."""
    clean = printable(text)
    assert "\x00" not in clean
    assert clean.encode("utf-8").decode("utf-8") == clean
    assert printable(clean) == clean


@given(st.text(st.characters(codec="utf-8", exclude_characters="\x00")))
def test_ordinary_text_is_not_touched(text):
    """Cleaning is for what a tokenizer refuses, and for nothing else."""
    assert printable(text) == text


def test_two_halves_of_a_pair_become_the_character_they_spell():
    """A badly decoded emoji is mended; a half without its partner becomes U+FFFD."""
    assert printable("wave \ud83c\udf0a") == "wave 🌊"
    assert printable("half \ud83c!") == "half \ufffd!"


def test_texts_are_cut_after_their_leading_blanks():
    """A long run of blanks before the words does not use up the room for them."""
    assert prepared([" " * 100 + "words and more"], 5) == ["words"]


def test_every_empty_text_is_named():
    """The error says which text is empty, counted from 1, and lists all of them for a program."""
    with pytest.raises(EmbeddingError, match=r"Text 2 of 4 \(and 1 more\) has no words") as caught:
        prepared(["a", "", "b", "\n"], 10)
    assert caught.value.data["indices"] == [1, 3]


def test_ten_megabytes_are_prepared_at_once():
    """The cap is reached without reading what lies behind it."""
    text = "word " * 2_000_000
    start = time.process_time()
    [ready] = prepared([text], 8_000)
    assert len(ready) == 8_000
    assert time.process_time() - start < 10  # blow-ups take minutes
