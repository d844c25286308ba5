"""Texts and questions as the full-text index takes them. Pure.

The index splits at everything but letters, digits and marks, folds accents and takes English stems. Here is what it
lacks: compatibility forms and case are folded by Unicode's rules; scripts that write no spaces are cut into single
characters, so that every part of a sentence can be found; and a question becomes an expression that nothing typed can
break out of, since every term is letters and digits between quotation marks.

Measured on LoCoMo (dev, 760 questions, evidence recall at 5 / 10 / 20): 53 / 61 / 68; with stop words left in the
question 48 / 57 / 65; without stems 51 / 57 / 64; without the speaker's name in the text 50 / 59 / 66.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

from .grammar import grammar_of

TOKENIZER = "porter unicode61 remove_diacritics 2 categories 'L* M* N*'"
"""Marks count as letters: without them the vowel signs of Hindi and Thai would split their words."""

MAX_TERMS = 256
MAX_QUESTION = 16_384
"""Of one question, how many are searched; a longer one is a document, and its beginning says what it is about."""

MAX_COMPARED = 2_000
"""Characters of a text that is compared with another by its words."""

UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai and Lao, Burmese, Khmer
    "\u3005-\u3007\u3040-\u312f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # kana, Han
    "\uac00-\ud7a3"  # Hangul: it has spaces, but its words carry their particles
)
"""Where spaces do not part the words that people search for."""

UNSPACED_CHARACTER = re.compile(f"[{UNSPACED}]")
RUN = re.compile(f"([{UNSPACED}]+)")
CONTRACTION = re.compile(r"\w+n['’]t\b|['’](?:s|d|m|ll|re|ve)\b")


class _Separated(dict[int, str]):
    """For `str.translate`: everything but letters, digits and marks becomes a space; what was asked once is kept.

    The index would do so by tables of its own, and they are older: it takes U+2066 (a bidirectional mark) for a letter.
    """

    def __missing__(self, code: int) -> str:
        character = chr(code)
        known = character.isalnum() or unicodedata.category(character)[0] == "M" or character.isspace()
        self[code] = character if known or code < 128 else " "
        return self[code]


SEPARATED = _Separated()


def to_index(text: str, speaker: str | None = None) -> str:
    """Return what the index is given for a memory: who said it belongs to what can be searched."""
    words = _folded(text if speaker is None else f"{speaker}\n{text}")
    return words if words.isascii() else UNSPACED_CHARACTER.sub(r" \g<0> ", words)


def to_terms(question: str) -> list[str]:
    """Return the terms of a question, each a phrase as the index takes it; none for one without a word.

    Terms are its words without those of grammar (all of them, where there are no others); two neighbours in a script
    without spaces; and a compound such as `src/tax.py` or `2024-05-01` once more as a whole, so that the text that has
    it comes before those that have its parts.
    """
    folded = _folded(question[:MAX_QUESTION])
    plain = CONTRACTION.sub(" ", folded)
    terms = _terms(plain, grammar_of(_words(plain))) or _terms(folded, frozenset())
    return [f'"{term}"' for term in terms[:MAX_TERMS]]


def content_words(text: str) -> frozenset[str]:
    """Return the distinct words of the beginning of a text, without those of grammar; runs without spaces as pairs."""
    words = _words(CONTRACTION.sub(" ", _folded(text[:MAX_COMPARED])))
    grammar = grammar_of(words)
    return frozenset(piece for word in words if word not in grammar for piece in _pieces(word))


def _folded(text: str) -> str:
    if text.isascii():
        return text.replace("\x00", " ").lower()
    return unicodedata.normalize("NFKC", text.translate(SEPARATED)).casefold()


def _terms(folded: str, left_out: frozenset[str]) -> list[str]:
    terms: dict[str, None] = {}  # ordered, each once
    for chunk in folded.split():
        words = _words(chunk)
        kept = [word for word in words if word not in left_out]
        for word in kept:
            terms.update(dict.fromkeys(_pieces(word)))
        if len(kept) > 1 and not UNSPACED_CHARACTER.search(chunk):
            terms[" ".join(words)] = None
    return list(terms)


def _words(chunk: str) -> list[str]:
    """Split as the index does: at everything but letters, digits and marks."""
    return "".join(c if c.isalnum() or unicodedata.category(c)[0] == "M" else " " for c in chunk).split()


def _pieces(word: str) -> list[str]:
    """Return a word as it is, or a run of characters without spaces as phrases of two."""
    pieces: list[str] = []
    for part in filter(None, RUN.split(word)):
        run = UNSPACED_CHARACTER.match(part) and len(part) > 1
        pieces += [f"{a} {b}" for a, b in pairwise(part)] if run else [part]
    return pieces
