"""Literals: the pieces of text that an agent can only have from somewhere it saw them.

Nobody makes up `mia_li_3668`, `HAT069` or `src/marshmallow/fields.py`. So when an action uses a literal that first
stood in an earlier memory's observation, that memory is one of the action's causes. That holds only as far as literals
are not words of the language: `well-known` and `and/or` are none, and neither are the keys of JSON, which every answer
of a tool repeats.

Seen in 100 conversations of an airline agent: of 381 arguments that it can only have from an earlier observation, 376
hold a digit. The other five are `basic_economy` and `one_way`, values of an enumeration that many answers hold; so one
underscore is not enough.
"""

from __future__ import annotations

import re

from .alphabets import LETTERS
from .files import names_a_file
from .reading import readable

LITERALS = 256
"""Distinct literals kept of one text: more than any observation of the measured logs holds, save listings of files."""

LONGEST_TEXT = 200_000
"""Characters of a text that are read (20 ms); a longer one is a dump, and its head says what it is."""

SHORTEST, LONGEST = 5, 160
"""Characters of a literal. Shorter ones (`15:3`, `v1.2`) meet by chance; longer ones are encoded data."""

TOKEN = re.compile(rf"[{LETTERS}\-.@:/#]{{{SHORTEST},}}(?:[\"']\s?:|=)?")
"""A run of the characters that ids, paths and addresses are made of, and the mark behind it where it is a key."""

TELLING = re.compile(r"[\d_@/.]")
"""What every literal holds one of: a quick look that spares most words the close one."""

KEY = re.compile(r"[\"':=\s]+\Z")
RELATIVE = re.compile(r"\A(?:\.{1,2}/)+")
LINE_NUMBER = re.compile(r":\d+(?::\d+)?\Z")

COMMON = re.compile(r"[a-z]+-?\d{1,2}\Z")
"""A word with a number behind it: `python3`, `utf-8`, `int64`, `elem2`."""

CALL = re.compile(r"\s*(?:[A-Za-z_][\w.]*(?=\()|[A-Za-z_.]+(?=\s|\Z))")
"""The tool or command that an action begins with: the agent knows it from its instructions."""


def find_literals(text: str, limit: int = LITERALS) -> tuple[str, ...]:
    """Return the distinct literals of a text in the order of their first occurrence, at most `limit`.

    As they are written there, in composed form (NFC). A path is followed by its last part, because tools name one file
    from different roots. Never raises; linear in the text's length.
    """
    found: dict[str, None] = {}
    for run in TOKEN.findall(readable(text, LONGEST_TEXT)):
        if len(run) <= LONGEST and TELLING.search(run):
            found.update(dict.fromkeys(_literals_of(run)))
            if len(found) >= limit:
                break
    return tuple(found)[:limit]


def literals_of_call(action: str, limit: int = LITERALS) -> tuple[str, ...]:
    """Return the literals in an action: of its arguments, without the name of the tool or command.

    `action`: `tool({"key": "value"})`, a line of shell, or any text.
    """
    call = CALL.match(action)
    return find_literals(action[call.end() :] if call else action, limit)


def _literals_of(run: str) -> list[str]:
    """Return what a run of characters holds: nothing, one literal, or a path and its last part."""
    bare = KEY.sub("", run)
    token = LINE_NUMBER.sub("", bare.rstrip("-.:@/#")).rstrip("-.:@/#")
    token = RELATIVE.sub("", token).lstrip("-.:@")
    if not _is_literal(token, is_key=bare != run):
        return []
    last = token.rpartition("/")[2]
    return [token, last] if last != token and _is_literal(last, is_key=False) else [token]


def _is_literal(token: str, is_key: bool) -> bool:
    if len(token) < SHORTEST:
        return False
    if any(map(str.isdigit, token)):
        return not COMMON.match(token)
    if "@" in token or token.count("/") > 1 or names_a_file(token):
        return True
    return token.strip("_").count("_") > 1 and not is_key
