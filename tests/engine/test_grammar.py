"""Words of grammar are left out of a question in whichever language it is, and of no other language's."""

from __future__ import annotations

from pathlib import Path

import clew
import pytest
from clew.engine.embedding.unrelated import SENTENCES
from clew.engine.journal.grammar import GRAMMARS, grammar_of, language_of
from clew.engine.journal.terms import content_words, to_terms
from hypothesis import given
from hypothesis import strategies as st

ASKED = {
    "English": "where is the spare key of the hat shop, and who will die hard in Rome?",
    "German": "Wo ist der Ersatzschlüssel der Wohnung?",
    "French": "Où est la clé de secours ?",
    "Spanish": "¿Dónde está la llave de repuesto?",
    "Italian": "Dove sono le chiavi della casa?",
    "Portuguese": "Onde está a chave da casa?",
    "Dutch": "Waar is de sleutel van het huis?",
    "Russian": "Где лежит ключ от квартиры?",
    "Chinese": "备用钥匙在哪里?",
    "Japanese": "予備の鍵はどこですか",
    "Korean": "열쇠는 어디에 있습니까?",
    "Arabic": "أين مفتاح البيت؟",
}


@pytest.mark.parametrize(("language", "text"), ASKED.items(), ids=list(ASKED))
def test_a_language_is_told_by_its_script_or_its_grammar(language: str, text: str) -> None:
    """A short question is enough, with accents or without."""
    assert language_of(text) == language


@pytest.mark.parametrize(("language", "sentences"), SENTENCES.items(), ids=list(SENTENCES))
def test_the_unrelated_sentences_are_in_their_language(language: str, sentences: tuple[str, ...]) -> None:
    """Taken together each set is told to be of the language under which it stands, so each can be measured."""
    assert language_of(" ".join(sentences)) == language
    assert len(set(sentences)) == len(sentences) == 8


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("Wer hat die Decke der Kapelle bemalt?", {"decke", "kapelle", "bemalt"}),
        ("Quel est le point d'ébullition du mercure ?", {"point", "ébullition", "mercure"}),
        ("¿Como se afina un violin?", {"afina", "violin"}),
        ("who has the hat, and did die Hard sell?", {"hat", "die", "hard", "sell"}),
        ("der", {"der"}),
    ],
)
def test_a_question_keeps_its_content(question: str, left: set[str]) -> None:
    """Articles, pronouns and words that ask go; what is grammar elsewhere only stays."""
    terms = {term.strip('"') for term in to_terms(question) if " " not in term}
    assert terms == left
    assert content_words(question) <= left


@given(st.lists(st.sampled_from(["key", "flat", "vendor", "the", "is", "of", "where"]), max_size=12))
def test_english_is_left_as_it_is(words: list[str]) -> None:
    """Whatever is said in English, no word of another language's grammar is taken for grammar."""
    assert not any(grammar_of(words) - grammar_of(["the"]))


def test_accents_may_be_left_out() -> None:
    """Each word of grammar is listed as it is written, and as it is typed without accents."""
    assert {"où", "ou"} <= GRAMMARS["French"] and {"dónde", "donde"} <= GRAMMARS["Spanish"]


# ---- small stores --------------------------------------------------------------------------------

STORES = {
    "German": (
        [
            "Die Miete der Wohnung beträgt 840 Euro.",
            "Der Müll wird dienstags abgeholt.",
            "Der Hund frisst Trockenfutter.",
        ],
        ["Wie hoch ist die Miete?", "Wann wird der Müll abgeholt?", "Was bekommt der Hund zum Frühstück?"],
        ["Warum startet der Server nicht?", "Wie stimmt man eine Geige?"],
    ),
    "French": (
        ["Le loyer est de 840 euros par mois.", "La clé est sous le pot de fleurs.", "Le chien mange des croquettes."],
        ["Combien coûte le loyer ?", "Où est la clé ?", "Que mange le chien ?"],
        ["Qui a peint le plafond de la chapelle ?", "Qui a gagné la coupe en 1998 ?"],
    ),
    "Russian": (
        ["Аренда квартиры стоит 840 евро.", "Мусор вывозят по вторникам.", "Собака ест утром сухой корм."],
        ["Сколько стоит аренда?", "Когда вывозят мусор?", "Что ест собака?"],
        ["Кто расписал потолок капеллы?", "Кто выиграл кубок в 1998 году?"],
    ),
    "Japanese": (
        ["家賃は月840ユーロです。", "ゴミは火曜日に回収されます。", "犬は朝ドライフードを食べます。"],
        ["家賃はいくらですか", "ゴミはいつ回収されますか", "犬は何を食べますか"],
        ["誰が礼拝堂の天井を描きましたか", "水銀の沸点は何度ですか"],
    ),
}


@pytest.mark.parametrize(("memories", "answered", "unknown"), STORES.values(), ids=list(STORES))
def test_a_small_store_of_another_language_answers_and_abstains(
    tmp_path: Path, memories: list[str], answered: list[str], unknown: list[str]
) -> None:
    """Three sentences are enough to find the right one first, and to find none for what they do not tell."""
    with clew.open(tmp_path / "a.clew", background=False) as engine:
        for number, text in enumerate(memories):
            engine.remember(text, id=f"m{number}")
        assert [engine.recall(need)[0].memory.id for need in answered] == ["m0", "m1", "m2"]
        assert [len(engine.recall(need)) for need in unknown] == [0, 0]


def test_a_time_says_nothing_of_the_only_memory(tmp_path: Path) -> None:
    """Where there is one memory, that it lies in the time which is asked for is no evidence that it answers."""
    with clew.open(tmp_path / "a.clew", background=False) as engine:
        engine.remember("The service stores its sessions in Redis.", at="2024-04-02")
        assert not len(engine.recall("Who donated blood in spring?"))
        assert len(engine.recall("Where did the service store its sessions in spring?"))
