"""Entities by rules: what in a text a person would point at, found without a model in some fifty microseconds.

All rules form one alternation, so a text is read once: at each word the first rule that fits takes it, and later rules
see what is left. A rule may look around its catch and give back less of it, or nothing. Every repetition is bounded or
possessive (`++`: what it took it does not give back), so no text can make the search slow.

What was refused. Numbers alone: they name nothing. Labels and keys (`Departure:`, `"user_id":`): every answer of a tool
repeats them. Single words at the start of a sentence: they are capitalised for that reason. Unmarked Chinese and
Japanese names: telling a name from a word needs a dictionary, so only quoted titles, names with a form of address, and
names that stand alone between marks are taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from .alphabets import HAN, KANA, LETTERS, LOWER, UPPER
from .files import names_a_file
from .german import german_name
from .keys import match_key
from .names import acronym_in, is_key, is_quoted, name_in
from .reading import readable
from .words import JOINING, NOT_HONOURED, NOT_SURNAMED, SURNAMES, TITLED, UNITS

ENTITIES = 64
"""Distinct entities kept of one text, the first: a listing or a dump must not link a memory to everything."""

LONGEST_TEXT = 50_000
"""Characters of a text that are read (5 ms)."""

PART = rf"[{LETTERS}.+\-]{{1,80}}+"
"""One part of a path."""
CAPITALISED = rf"[{UPPER}][{UPPER}{LOWER}'’\-]{{1,30}}+"
CAPITALS = r"[A-Z0-9]{1,30}+(?:-[A-Z0-9]{1,30}+){0,4}"
END = rf"(?![{LETTERS}])"
"""Where a word ends; `END_OF_ID` also minds the hyphen."""
END_OF_ID = rf"(?![{LETTERS}\-])"

TRAILING = ".,:;!?'\"*-_/"


def whole(match: re.Match[str]) -> str:
    return match[0]


def inside(match: re.Match[str]) -> str:
    """What stands between the marks."""
    return match[0][1:-1].strip()


def untrailed(match: re.Match[str]) -> str:
    """The catch without the punctuation of the sentence around it."""
    return match[0].rstrip(TRAILING)


def url(match: re.Match[str]) -> str:
    """The address without what closes the sentence or the bracket around it."""
    found = untrailed(match)
    while found.endswith(")") and found.count(")") > found.count("("):
        found = found[:-1].rstrip(TRAILING)
    return found


def path(match: re.Match[str]) -> str:
    """A path of three parts or to a file; so neither `and/or` nor `5/8/2023`. Without the `a/` and `b/` of a diff."""
    found = untrailed(match)
    if found.startswith(("a/", "b/")) and "\n+++ b/" in match.string:
        found = found[2:]
    return found if names_a_file(found) or (found.count("/") > 1 and re.search("[A-Za-z]{2}", found)) else ""


def code(match: re.Match[str]) -> str:
    """Capitals and digits mixed: a flight, a booking, a ticket, an error; not an amount with its unit."""
    return "" if match[0].lstrip("0123456789") in UNITS else match[0]


def digest(match: re.Match[str]) -> str:
    """A commit, a checksum or a UUID: hexadecimal with digits and letters, so neither a number nor a word."""
    digits = sum(map(str.isdigit, match[0]))
    return match[0] if 1 < digits < len(match[0].replace("-", "")) else ""


def dotted(match: re.Match[str]) -> str:
    """A file, or a name in code; not two sentences with a space forgotten between them."""
    found = match[0].removeprefix("self.").removeprefix("cls.")
    called = match.string[match.end() : match.end() + 1] == "("
    coded = "_" in found or found.count(".") > 1 or called or re.search("[a-z][A-Z]", found)
    return found if names_a_file(found) or (coded and not is_key(match)) else ""


def identifier(match: re.Match[str]) -> str:
    """A name in code, or an id. Keys and plain values (`"one_way"`) are the form of a record, not things."""
    numbered = any(map(str.isdigit, match[0]))
    formal = is_key(match) or (match[0].islower() and is_quoted(match))
    return match[0] if numbered or not formal else ""


def name(match: re.Match[str]) -> str:
    """The name in a run of capitalised words, by the rules of the text's language."""
    found = name_in(match)
    return german_name(found, match) if found else ""


def surnamed(match: re.Match[str]) -> str:
    return "" if match[0] in NOT_SURNAMED else match[0]


def honoured(match: re.Match[str]) -> str:
    return "" if match[0] in NOT_HONOURED else match[0]


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of entity: the pattern that catches it, and what of the catch is the entity (`""`: nothing)."""

    name: str
    pattern: str
    accept: Callable[[re.Match[str]], str]


WORD_RULES = (
    Rule("url", rf"https?://[{LETTERS}\-.~:/?#@!$&()*+,;=%]{{3,300}}+", url),
    Rule("email", r"[A-Za-z0-9._+\-]{1,64}+@[A-Za-z0-9\-]{1,63}+(?:\.[A-Za-z0-9\-]{1,63}+){1,5}", untrailed),
    Rule("path", rf"(?:~|\.{{1,2}})?(?:/{PART}){{1,20}}|{PART}(?:/{PART}){{1,20}}", path),
    Rule("drive", rf"[A-Za-z]:(?:\\{{1,2}}{PART}){{1,20}}", untrailed),
    Rule("date", r"\d{4}-\d\d-\d\d(?!\d)", whole),
    Rule("uuid", rf"[0-9a-f]{{8}}(?:-[0-9a-f]{{4}}){{3}}-[0-9a-f]{{12}}{END}", whole),
    Rule("digest", rf"[0-9a-f]{{7,64}}+{END_OF_ID}", digest),
    Rule("number", rf"#[A-Za-z]{{0,3}}\d{{2,15}}+{END}", whole),
    Rule("numbered", rf"[A-Za-z]{{2,20}}+-\d{{3,12}}+{END_OF_ID}", whole),
    Rule("code", rf"(?=[A-Z0-9\-]{{4}})(?=[A-Z\-]{{0,29}}\d)(?=[0-9\-]{{0,29}}[A-Z]){CAPITALS}{END_OF_ID}", code),
    Rule("dotted", rf"[A-Za-z_][{LETTERS}\-]{{0,60}}+(?:\.[A-Za-z_][{LETTERS}\-]{{0,60}}+){{1,6}}", dotted),
    Rule("snake", rf"[A-Za-z][A-Za-z0-9]{{0,40}}+(?:_[A-Za-z0-9]{{1,40}}+){{1,10}}+{END}", identifier),
    Rule("camel", rf"(?:[a-z]{{1,20}}+|[A-Z][a-z0-9]{{1,30}}+)[A-Z][A-Za-z0-9]{{1,40}}+{END}", identifier),
    Rule("acronym", rf"[A-Z]{{3,5}}+{END}", acronym_in),
    Rule("name", rf"{CAPITALISED}(?:(?: (?:{JOINING}))? {CAPITALISED}){{0,5}}{END}", name),
)
"""Each begins where a word begins."""

MARKED_RULES = (
    Rule("title", rf"《[{LETTERS}{HAN}{KANA} ·：:，,！!？?、.\-]{{1,40}}》", inside),
    Rule("quoted", rf"[「『][{LETTERS}{HAN}{KANA} ·]{{1,20}}[」』]", inside),
    Rule("addressed", rf"[{SURNAMES}][{HAN}]{{0,2}}?(?:{TITLED})", whole),
    Rule("honoured", rf"(?<![{HAN}])[{HAN}]{{2,4}}(?=さん|様|くん|ちゃん)", honoured),
    Rule("surnamed", rf"(?<![{HAN}])[{SURNAMES}][{HAN}]{{1,2}}(?![{HAN}])", surnamed),
)
"""Each is told by a mark, in scripts that write no spaces."""

RULES = (*WORD_RULES, *MARKED_RULES)

ACCEPT = {rule.name: rule.accept for rule in RULES}


def _alternation(rules: tuple[Rule, ...]) -> str:
    return "|".join(f"(?P<{rule.name}>{rule.pattern})" for rule in rules)


PLAIN = r"[a-z]++(?:[ \n,;!?)\"']|\Z)"
"""A word in small letters and nothing else: most words of most texts, and no rule's business."""

WORDS = rf"(?<![{LETTERS}<\-])(?=[{LETTERS}/~.#])(?!{PLAIN})(?:{_alternation(WORD_RULES)})"


@cache
def _scan(*, marked: bool) -> re.Pattern[str]:
    """Return what finds all rules at once: 20 ms to compile, which whoever only reads a store does not pay.

    Marked rules cannot fit where there is only ASCII, so they are not tried there.
    """
    return re.compile(rf"{WORDS}|{_alternation(MARKED_RULES)}" if marked else WORDS)


def find_entities(text: str, limit: int = ENTITIES) -> tuple[str, ...]:
    """Return the distinct entities of a text, in the order of their first occurrence, at most `limit`.

    As they are written there, in composed form (NFC). Two that have the same `match_key` are one. Never raises; linear
    in the text's length.
    """
    found: dict[str, str] = {}
    head = readable(text, LONGEST_TEXT)
    for match in _scan(marked=not head.isascii()).finditer(head):
        entity = ACCEPT[match.lastgroup or ""](match)
        if len(entity) > 1:
            found.setdefault(match_key(entity), entity)
            if len(found) >= limit:
                break
    return tuple(found.values())
