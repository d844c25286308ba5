"""In German every noun has a capital: what stands around it tells a thing from a name, and English is left alone."""

import pytest
from clew.engine.extraction.entities import find_entities
from clew.engine.journal.grammar import mostly

THINGS = [
    "Der Vertrag läuft im Juni aus.",
    "Die Rechnung fehlt",
    "Wir haben die neuen Kosten im Projekt besprochen.",
    "Bei Rückzahlungen über 1000 Euro muss noch jemand zustimmen.",
    "Die Wartung läuft immer am Sonntag zwischen 2 und 4 Uhr.",
    "Das ist unser drittes, größtes Auto.",
    "Bitte Rechnungen nur noch verschlüsselt senden.",
    "Haben Sie das schon gehört?",
    "Warum startet der Server nicht?",
]

NAMES = [
    ("Die Katze von Anna schläft.", ["Anna"]),
    ("Der Freund von Anna Keller wohnt in Köln.", ["Anna Keller", "Köln"]),
    ("Die Rechnungen von Nordlicht liegen bei Jonas.", ["Nordlicht", "Jonas"]),
    ("Der Vertrag mit Nordlicht ist da.", ["Nordlicht"]),
    ("Hat Petersen sein Geld?", ["Petersen"]),
    ("Kennst du Petersen?", ["Petersen"]),
    ("Ich bin Anna und das ist Bello.", ["Anna", "Bello"]),
    ("Otto von Bismarck war in Berlin.", ["Otto von Bismarck", "Berlin"]),
    ("Haben Sie den Vertrag mit der Deutschen Bahn?", ["Deutschen Bahn"]),
    ("Der Kunde Petersen zahlt nicht.", ["Kunde Petersen"]),
    ("Leonardo da Vinci hat die Mona Lisa gemalt.", ["Leonardo da Vinci", "Mona Lisa"]),
]

ENGLISH = [
    ("We read Das Kapital and watched Die Hard in Des Moines", ["Das Kapital", "Die Hard", "Des Moines"]),
    ("I am Anna, and I was at the Rotating Restaurant of Berlin", ["Anna", "Rotating Restaurant of Berlin"]),
    ("The seats that were sold to Nation are in Hartung", ["Nation", "Hartung"]),
]


@pytest.mark.parametrize("text", THINGS)
def test_a_german_noun_is_no_name(text: str) -> None:
    """Behind an article, a possessive, a number, or adjectives; or by what makes a noun of another word."""
    assert find_entities(text) == ()


@pytest.mark.parametrize(("text", "names"), NAMES)
def test_a_german_name_is_one(text: str, names: list[str]) -> None:
    """A run begins with no word of grammar, and is not joined by `von` behind a noun."""
    assert list(find_entities(text)) == names


@pytest.mark.parametrize(("text", "names"), ENGLISH)
def test_german_words_make_no_text_german(text: str, names: list[str]) -> None:
    """`in`, `am` and `was` are English too, and titles of films are no grammar."""
    assert list(find_entities(text)) == names


def test_one_word_of_grammar_tells_a_short_text() -> None:
    """Where English has none: `fehlt` is in no list."""
    assert mostly("German", "Die Rechnung fehlt")
    assert not mostly("German", "The bill of Die Rechnung")
    assert not mostly("German", "Rechnung 12")
