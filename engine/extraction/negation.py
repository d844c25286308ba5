"""Whether a text says a thing of something, or denies it: `very spicy`, and `not spicy at all`.

The rule is that of NegEx (Chapman et al., *A simple algorithm for identifying negated findings and diseases in
discharge summaries*, 2001): a word is denied where one that denies stands within a few words before it, in the same
clause. It is small, and it is right about most of what people write. What it does not see: what stands behind the word
(`spicy it is not`, which is the rule in Japanese), irony, and what somebody else said.

A comma ends a clause. So of `no onions, garlic or nuts` only the onions are denied; were it not so, `not mild, very
spicy` would deny what it says, and whoever excludes something would rather lose a memory than be given it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

from ..journal.terms import UNSPACED, to_terms

SCOPE = 5
"""Words between what denies and what is denied, as in NegEx: `not a big fan of anything spicy`."""

TOKEN = re.compile(rf"[{UNSPACED}]|[^\W_{UNSPACED}]+(?:['’][^\W_]+)*|[^\w\s'’\"-]|\n")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


DENYING = _words(
    """
    not no never none nothing without neither nor cannot non
    nicht kein keine keinen keinem keiner keines nichts ohne nie niemals weder
    pas sans jamais aucun aucune sin nunca ningún ninguna senza mai não nao sem
    不 没 沒 無 无 别 別 未
    """
)
CONTRACTED = ("n't", "n’t")

LACKING = _words("without free ohne sans sin senza sem")
"""These say that something lacks; who denies that says that it is there."""

ONLY = _words("only just merely nur bloß seulement solo soltanto sólo apenas 但 仅 僅 只 光")
"""Behind a word that denies they turn it round: `not only spicy`, 不但辣."""

TURNING = _words("but however although though yet aber doch sondern jedoch mais pero sino ma però mas 但 而 却")
"""Words that end the clause, as signs do: `not sweet but spicy`."""

SUFFIXES = ("iness", "ness", "ing", "est", "ies", "ily", "ed", "es", "er", "ly", "s", "y", "i", "e")
SHORTEST_ROOT = 3


def said_share(text: str, wanted: str) -> float:
    """Return, in [0, 1], the share of the wanted words found in a text that it says somewhere without denying them.

    1 where none is found: nothing is denied there. Words are compared by a crude root, which only says where to look:
    whether a memory holds a word at all is for the word index to say.
    """
    tokens = _tokens(text)
    roots = [_root(token) for token in tokens]
    found = [places for word in _wanted(wanted) if (places := list(_places(word, roots)))]
    said = sum(any(not _denied(tokens, *place) for place in places) for places in found)
    return said / len(found) if found else 1.0


def _tokens(text: str) -> list[str]:
    """Return words, single characters of scripts without spaces, and signs, in order."""
    return TOKEN.findall(unicodedata.normalize("NFKC", text).casefold())


@lru_cache(maxsize=64)
def _wanted(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the terms that the index would look for, each as its roots: one text is held against many memories."""
    return tuple(tuple(_root(word) for word in term.strip('"').split()) for term in to_terms(text))


@lru_cache(maxsize=1 << 15)
def _root(word: str) -> str:
    """Return a word without its common English endings: `spicy`, `spicier`, `spiciness` and `spices` are one."""
    for suffix in SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= SHORTEST_ROOT:
            return _root(word[: -len(suffix)])
    return word


def _places(term: tuple[str, ...], roots: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where a term stands among the tokens: its first one, and the one behind it."""
    size = len(term)
    begins = (at for at, root in enumerate(roots) if root == term[0])
    return ((at, at + size) for at in begins if size == 1 or tuple(roots[at : at + size]) == term)


def _denied(tokens: Sequence[str], first: int, behind: int) -> bool:
    """Whether what stands there is denied. `Neither ... nor` denies once; `not without nuts` has nuts in it."""
    if tokens[behind : behind + 1] == ["free"]:  # nut-free
        return True
    denials: list[str] = []
    for at in range(first - 1, max(-1, first - SCOPE - 2), -1):
        if tokens[at] in TURNING or not tokens[at][0].isalnum():
            break
        if _denies(tokens, at):
            denials.append(tokens[at])
    return bool(denials) and not (len(denials) > 1 and denials[0] in LACKING)


def _denies(tokens: Sequence[str], at: int) -> bool:
    word, following = tokens[at], tokens[at + 1]
    if word == "free":
        return following in ("of", "from")
    return (word in DENYING or word.endswith(CONTRACTED)) and following not in ONLY
