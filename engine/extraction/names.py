"""Names told by their capitals: which of the capitalised words of a text are names, and which only begin something.

It runs for every capital, so it looks at the few characters around a word and compiles no pattern for them.
"""

from __future__ import annotations

import re

from .words import ACRONYMS_OF_NOTHING, NO_NAMES, UNITS

NEARBY = 24
"""Characters looked at before a word."""

MARKS = " \t*_#>([\"'“•-"
"""What may stand between the end of a sentence, or of a line, and the first word of the next."""
CLOSING = {"'": "'", '"': '"', "“": "”"}
ENDS = frozenset(".!?:;\n…。！？")
TITLES = ("Mr.", "Mrs.", "Ms.", "Dr.", "Prof.", "St.")
"""Ends of no sentence."""

KEY = re.compile(r"[\"']\s?:")
LABEL = re.compile(r"\**:(?!\w)")
CODE = re.compile(r"[(\[=_{]|\.\w")
NUMBER = re.compile(r" [#(]?\w{0,8}\d")
SHOUTED = re.compile(r" [A-Z]{2,}\b")
VERBAL = ("ed", "ing", "ly")

WORD_STARTS = frozenset(("", *" \n\t\"'(["))
WORD_ENDS = frozenset(("", *" \n\t\"'),;:!?]"))


def before(match: re.Match[str]) -> str:
    return match.string[max(0, match.start() - NEARBY) : match.start()]


def is_key(match: re.Match[str]) -> bool:
    """Say whether a word is a key of JSON, or of a Python dict."""
    return KEY.match(match.string, match.end()) is not None


def is_quoted(match: re.Match[str]) -> bool:
    """Say whether words stand alone between quotes: a title, or a string in JSON. There a capital is a choice."""
    opening = match.string[max(0, match.start() - 1) : match.start()]
    rest = match.string[match.end() : match.end() + 2].lstrip(".,!?")
    return opening in CLOSING and rest.startswith(CLOSING[opening])


def begins(match: re.Match[str]) -> bool:
    """Say whether a word is the first of a sentence, a line, an item of a list or a quotation."""
    near = before(match)
    head = near.rstrip(MARKS)
    return near[-1:] in CLOSING or ((not head or head[-1] in ENDS) and not head.endswith(TITLES))


def name_in(match: re.Match[str]) -> str:
    """Return the name in a run of capitalised words, or nothing.

    At the beginning of a sentence a single word is no evidence, and ordinary words before a name are left out. A word
    before a number is its kind (`Suite 217`). What is shouted, or stands in small letters in the same text, is an
    ordinary word.
    """
    text, end = match.string, match.end()
    quoted = is_quoted(match)
    first = not quoted and begins(match)
    if is_key(match) or CODE.match(text, end) or (first and LABEL.match(text, end)):
        return ""
    words = match[0].split(" ")
    kept = _without_ordinary(words, first)
    if len(kept) == 1 and first and len(words) == 1:
        return ""
    if len(kept) == 1 and (len(kept[0]) < 3 or NUMBER.match(text, end) or (kept[0].isupper() and not quoted)):
        return ""
    name = " ".join(kept)
    return "" if _also_small(name, text) else name


def acronym_in(match: re.Match[str]) -> str:
    """Return an acronym, unless it means nothing by itself or the text around it is in capitals too."""
    text, end = match.string, match.end()
    previous = before(match).rstrip(" ").rpartition(" ")[2]
    shouted = (len(previous) > 1 and previous.isalpha() and previous.isupper()) or SHOUTED.match(text, end)
    marked = is_key(match) or LABEL.match(text, end) or CODE.match(text, end)
    return "" if shouted or marked or match[0] in ACRONYMS_OF_NOTHING else match[0]


def _without_ordinary(words: list[str], first_in_sentence: bool) -> list[str]:
    """Return the words from the first to the last that may belong to a name; the possessive goes from the last."""
    bare = [word.replace("’", "'").removesuffix("'s").rstrip("'-") for word in words]
    first, last = 0, len(words)
    while first < last and (_ordinary(bare[first]) or _ordinary(words[first])):
        first += 1
    if first_in_sentence and first == 0 and len(words) > 1 and words[0].endswith(VERBAL):
        first = 1
    while last > first and _ordinary(bare[last - 1]):
        last -= 1
    kept = words[first:last]
    return [*kept[:-1], kept[-1][: len(bare[last - 1])]] if kept else []


def _ordinary(word: str) -> bool:
    return word in ACRONYMS_OF_NOTHING or word in UNITS or word.replace("’", "'").casefold() in NO_NAMES


def _also_small(name: str, text: str) -> bool:
    """Say whether the text also holds the name in small letters, as a word of its own (so not in `mia_li`)."""
    small = name.lower()
    at = text.find(small) if small else -1
    end = at + len(small)
    return at >= 0 and text[max(0, at - 1) : at] in WORD_STARTS and text[end : end + 1] in WORD_ENDS
