"""Names in German, where every noun has a capital: what of a run of capitalised words is a name there.

A capital is evidence in English and none in German, so what stands around a word has to tell. A thing has an article,
a possessive or a number before it, with adjectives between, and most persons, firms and places have none. What makes a
noun of another word (`-ung`, `-heit`) tells too. A run of several words is left whole: `der Kunde Petersen` and `die
Deutsche Bahn` look the same. Refused: a list of nouns, which would be a dictionary.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ..journal.grammar import GRAMMARS, mostly

LANGUAGE = "German"
GRAMMAR = GRAMMARS[LANGUAGE]

NEARBY = 64
"""Characters looked at before a run: an article and two adjectives."""
MOST_ADJECTIVES = 2

_ENDINGS = ("", "e", "en", "em", "er", "es")
_INFLECTED = ("ein", "kein", "mein", "dein", "sein", "ihr", "unser", "dies", "jed", "jen", "welch", "manch", "solch")
_UNINFLECTED = """
der die das den dem des eure euren eurem eurer eures im am zum zur beim vom ins ans aufs
alle allen aller viele vielen vieler wenige einige einigen mehrere mehreren beide beiden sämtliche etwas genug
zwei drei vier fünf sechs sieben acht neun zehn elf zwölf erste ersten zweite zweiten dritte dritten
"""
DETERMINERS = frozenset((*(f"{stem}{ending}" for stem in _INFLECTED for ending in _ENDINGS), *_UNINFLECTED.split()))
"""What stands before a thing: articles, also those that a preposition swallowed, possessives, numbers."""

ADJECTIVE = re.compile(r"[a-zäöüß]{2,30}(?:e|en|em|er|es),?")
NO_VERB = re.compile(r"[a-zäöüß]{3,30}(?:em|es),?")
"""An adjective by its ending alone."""
NOMINAL = re.compile(r".{3,}(?:ung|heit|keit|schaft|tion|tät)(?:en|s)?|.{3,}ismus")

_BEGINNINGS = """
montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag
januar februar märz april mai juni juli august september oktober november dezember
frühling frühjahr sommer herbst winter heute gestern morgen vorgestern übermorgen
bitte danke hallo ja nein gut leider vielleicht also dann jetzt
"""
NO_BEGINNINGS = GRAMMAR.union(_BEGINNINGS.split())
"""Grammar, days, and what else a sentence begins with, in lower case: nothing that a name does."""

ASKING = re.compile(r"[A-ZÄÖÜ][a-zäöüß]+st")
"""What stands before `du` in a question: `Kennst du Anna`. Elsewhere it is in names: `Cirque du Soleil`."""


def german_name(name: str, match: re.Match[str]) -> str:
    """Return what of a name, found by its capitals, is one in German; `""` for nothing, all of it in other languages.

    match: the run of capitalised words that the name is in.
    """
    at = match.start() + max(0, match[0].find(name))
    kept = _kept(name.split(" "), _determined(match.string[max(0, at - NEARBY) : at]))
    return name if kept == name or not _in_german(match.string) else kept


@lru_cache(maxsize=4)
def _in_german(text: str) -> bool:
    """Say it once for all runs of a text, or a long one would be read for each of them."""
    return mostly(LANGUAGE, text)


def _kept(words: list[str], determined: bool) -> str:
    """Return the words that are a name. determined: whether an article or its like stands before the first."""
    if words[1:2] == ["du"] and ASKING.fullmatch(words[0]):
        words = words[1:]
    while words and words[0].casefold() in NO_BEGINNINGS:
        determined = words[0].casefold() in DETERMINERS
        words = words[1:]
    if len(words) > 1 and words[1] == "von" and (determined or NOMINAL.fullmatch(words[0])):
        return _kept(words[2:], False)
    if len(words) == 1 and (determined or NOMINAL.fullmatch(words[0])):
        return ""
    return " ".join(words)


def _determined(ahead: str) -> bool:
    """Say whether a text ends with an article, a possessive or a number, and adjectives."""
    words = ahead.rstrip(" ").split(" ")
    for word in reversed(words[-1 - MOST_ADJECTIVES :]):
        if word.casefold() in DETERMINERS or word.isdecimal():
            return True
        if not ADJECTIVE.fullmatch(word) or word in GRAMMAR:
            return False
        if NO_VERB.fullmatch(word):
            return True
    return False
