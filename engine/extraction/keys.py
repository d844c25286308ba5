"""The form by which names meet: two tags, or two entities, are one when their keys are equal."""

from __future__ import annotations

from unicodedata import normalize


def match_key(name: str) -> str:
    """Return the name folded for caseless matching: `Émile`, however it was typed, meets `émile`.

    Decompose, fold case, compose: the canonical caseless match of the Unicode Standard (section 3.13, D145), kept in
    its composed form. Folding before decomposing would leave a few Greek letters that fold again. Idempotent.
    """
    if name.isascii():
        return name.lower()
    return normalize("NFC", normalize("NFD", name).casefold())
