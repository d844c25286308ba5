"""A packed recall: never over its budget by any counter, nothing twice, in order, each section its share."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from clew.engine.answers.results import Context
from clew.engine.context.excerpt import GAP, Excerpts
from clew.engine.context.fence import FRAME, frame_of
from clew.engine.context.lines import LINE, LINE_FIELDS, NAMES, TEXTS, Offer, line_of
from clew.engine.context.packer import Style, pack
from clew.engine.context.shares import DEFAULT, SECTIONS, shares_of
from clew.engine.embedding.tokens import count_tokens
from clew.engine.values.model import Memory
from clew.errors import MemoryInvalid
from hypothesis import given, settings
from hypothesis import strategies as st

AT = datetime(2024, 5, 1, 9, 30, tzinfo=UTC)
TEXTS_OF_ANY_KIND = st.text(st.characters(codec=None), min_size=1, max_size=400)
STYLE = Style(line_of(LINE), frame_of(FRAME))


def by_chance(text: str) -> int:
    """Count nothing at all: what is added to a text may make it cheaper."""
    return zlib.crc32(text.encode("utf-8", "replace")) % 60


COUNTERS: dict[str, Callable[[str], int]] = {
    "the default": count_tokens,
    "characters": len,
    "words": lambda text: len(text.split()),
    "by chance": by_chance,
    "squares": lambda text: len(text) ** 2 // 100,
    "a price for the whole": lambda text: 40 + len(text) // 4,
    "distinct letters": lambda text: len(set(text)),
    "free": lambda text: 0,
}


def memory(number: int, text: str, **fields: Any) -> Memory:
    known = {"at": AT + timedelta(minutes=number), "recorded_at": AT, "types": ("fact",)}
    return Memory(id=f"m{number}", row=number, namespace="n", text=text, **{**known, **fields})


def offers(memories: list[Memory], reason: str = "near the need") -> list[Offer]:
    return [Offer(each, reason) for each in memories]


def packed(budget: int = 2_000, shares: Any = None, count: Any = count_tokens, **sections: list[Memory]) -> Context:
    found: Any = {section: offers(memories) for section, memories in sections.items()}
    return pack(found, budget=budget, shares=shares_of(shares), style=STYLE, count=count)


# ---- the budget ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", COUNTERS)
@settings(max_examples=25, deadline=None)
@given(texts=st.lists(TEXTS_OF_ANY_KIND, min_size=1, max_size=9), budget=st.integers(0, 400))
def test_the_budget_is_kept_whatever_is_packed(name: str, texts: list[str], budget: int) -> None:
    """By any counter the text has as many tokens as it says, at most the budget; each memory is in it once, or counted
    as left out.
    """
    count, m = COUNTERS[name], [memory(number, text) for number, text in enumerate(texts)]
    found = packed(budget, count=count, pinned=m[:2], selection=m[1:6], recent=m[5:], summary=m[2:4])
    assert found.tokens == (count(found.text) if found.text else 0) <= budget
    assert len(found.ids) + found.left_out == len(m) and len({*found.ids}) == len(found.ids)
    assert bool(found.text) == bool(found.ids)
    assert found.ids == tuple(id_ for section in SECTIONS for id_ in found.sections.get(section, ()))


@settings(max_examples=25, deadline=None)
@given(st.lists(TEXTS_OF_ANY_KIND, min_size=1, max_size=9), st.integers(0, 400))
def test_the_same_gives_the_same(texts: list[str], budget: int) -> None:
    """Packing twice gives one text."""
    m = [memory(number, text) for number, text in enumerate(texts)]
    assert packed(budget, selection=m[:5], recent=m[5:]) == packed(budget, selection=m[:5], recent=m[5:])


@pytest.mark.parametrize("counted", [-1, 1.5, "7", None, True])
def test_a_counter_that_counts_nothing_is_refused(counted: Any) -> None:
    """What gives no whole number gets a sentence, and no text."""
    with pytest.raises(MemoryInvalid, match="whole number"):
        packed(count=lambda text: counted, selection=[memory(0, "x")])


@pytest.mark.parametrize("budget", [0, 20, 45])
def test_where_nothing_fits_there_is_nothing(budget: int) -> None:
    """A budget without room for one memory gives an empty text, and no frame around nothing."""
    found = packed(budget, selection=[memory(0, "a word " * 100)])
    assert (found.text, found.tokens, found.ids, found.left_out) == ("", 0, (), 1)


# ---- order and shares ------------------------------------------------------------------------------


def test_pinned_come_first_and_the_newest_last() -> None:
    """Pinned, the older past, recalled from the best, recent from the oldest; each memory once, by its first claim."""
    m = [memory(number, f"text {number}") for number in range(8)]
    found = packed(pinned=[m[0]], summary=[m[7], m[6]], selection=[m[2], m[1], m[0]], recent=[m[5], m[4], m[2]])
    assert found.ids == ("m0", "m6", "m7", "m2", "m1", "m4", "m5") and found.left_out == 0
    assert re.findall(r"^- (m\d) ", found.text, re.MULTILINE) == list(found.ids)


def test_the_newest_keep_their_share() -> None:
    """However much was recalled, the newest memory has room; and one long memory does not push out all others."""
    long = [memory(number, f"{number} " + "word " * 3_000) for number in range(5)]
    found = packed(600, selection=long, recent=[memory(9, "just done")])
    assert found.ids[-1] == "m9" and "just done" in found.text
    assert found.ids[0] == "m0" and found.text.count("[…]") >= 1 and len(found.ids) >= 3


def test_a_share_that_nobody_uses_goes_on() -> None:
    """With nothing pinned, recent or summed up, the selection has the whole; and the newest have what it leaves."""
    many = [memory(number, f"memory {number} " + "word " * 20) for number in range(60)]
    alone = packed(1_500, selection=many)
    assert alone.tokens > 1_400
    assert packed(1_500, selection=many[:3], recent=many[3:]).tokens > 1_400


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 10), min_size=4, max_size=4).filter(any))
def test_each_section_is_sure_of_its_share(parts: list[int]) -> None:
    """Where each section has more than enough, each has at least its share, but for one line; and none with 0 any."""
    shares = {section: part / sum(parts) for section, part in zip(SECTIONS, parts, strict=True)}
    many = {s: [memory(100 * i + j, "word " * 10) for j in range(40)] for i, s in enumerate(SECTIONS)}
    found = packed(1_200, shares, **many)
    line = 40
    for section, share in shares.items():
        tokens = sum(
            count_tokens(text) + 1 for text in found.text.splitlines() if _id_of(text) in found.sections[section]
        )
        assert tokens >= share * (1_200 - 40) - line if share else tokens == 0


def _id_of(line: str) -> str:
    return line.removeprefix("- ").partition(" ")[0]


def test_shares_that_are_given_leave_the_rest_to_the_others() -> None:
    """What is not given keeps its proportions, and all of them add up to the whole."""
    found = shares_of({"recent": 0.5})
    assert sum(found.values()) == pytest.approx(1.0) and found["recent"] == 0.5
    assert found["selection"] / found["pinned"] == pytest.approx(DEFAULT["selection"] / DEFAULT["pinned"])
    assert sum(DEFAULT.values()) == pytest.approx(1.0) and shares_of(dict.fromkeys(SECTIONS, 0.1))["summary"] == 0.1


@pytest.mark.parametrize(
    ("shares", "said"),
    [
        ({"recents": 0.1}, "`recent` is similar"),
        ({"recent": 1.1}, "outside 0 to 1"),
        ({"recent": -0.1}, "outside 0 to 1"),
        ({"recent": 0.6, "pinned": 0.6}, "add up to 1.2"),
        ({"recent": "much"}, "a number"),
        ({"recent": float("nan")}, "outside 0 to 1"),
        ([0.1], "a mapping"),
    ],
)
def test_shares_that_cannot_be_meant_are_refused(shares: Any, said: str) -> None:
    """Each gets a sentence that names what is wrong."""
    with pytest.raises(MemoryInvalid, match=said):
        shares_of(shares)


# ---- lines -----------------------------------------------------------------------------------------


def test_a_line_says_all_that_is_known() -> None:
    """Its id, type, who, task and step, when, what was done, what was seen, and why it is here."""
    call = memory(
        3, "pay(7)\npaid 350 EUR", action="pay(7)", observation="paid 350 EUR", task="T1", step=4, agent="clerk"
    )
    assert packed(selection=[call]).text.splitlines()[1] == (
        "- m3 (fact, clerk, T1 step 4, 2024-05-01 09:33): pay(7) => paid 350 EUR <near the need>"
    )


def test_every_field_is_explained_and_filled() -> None:
    """The fields that are documented are those that a line can fill, whatever a memory lacks."""
    assert {*LINE_FIELDS} == {*NAMES, *TEXTS, "section", "because"}
    line = line_of(" ".join(f"{name}={{{name}}};" for name in LINE_FIELDS))
    style = Style(line, frame_of(FRAME))
    found = pack({"selection": [Offer(memory(1, "x"))]}, budget=900, shares=DEFAULT, style=style, count=count_tokens)
    assert all(f"{name}=" in found.text for name in LINE_FIELDS) and "{" not in found.text


def test_an_excerpt_keeps_the_beginning_and_what_speaks_of_the_need() -> None:
    """Of a long list the asked-for entry is kept, the beginning too, in their order, with marks where some are gone."""
    listed = "Offers of the day:\n" + "\n".join(
        f"seat {n} costs {n * 7} EUR, window side, quiet row" for n in range(200)
    )
    found = Excerpts("what does seat 137 cost").of(listed, 300)
    assert found.startswith("Offers of the day") and "seat 137 costs" in found and GAP.strip() in found
    assert len(found) <= 300 + len(GAP)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=500), st.text(max_size=30), st.integers(0, 300))
def test_an_excerpt_is_made_of_the_text(text: str, need: str, most: int) -> None:
    """Every part of it stands in the text, in order; it is as long as allowed, and the whole where that fits."""
    found = Excerpts(need).of(text, most)
    assert found == text if len(text) <= most else len(found) <= max(most, len(GAP.strip()))
    place = 0
    for part in found.split(GAP.strip()) if found != text else ():
        place = text.find(part.strip(), place)
        assert place >= 0
