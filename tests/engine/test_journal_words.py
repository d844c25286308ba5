"""Words find what holds them, in any script, in their namespace alone; and a question is never a command."""

from __future__ import annotations

import itertools
import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest
from clew.engine.journal.journal import Journal
from clew.engine.journal.terms import MAX_TERMS, to_index, to_terms
from clew.engine.journal.words import SATURATION, STRANGERS
from clew.engine.values.model import Draft
from hypothesis import given, settings
from hypothesis import strategies as st

Search: TypeAlias = Callable[[Sequence[str], str], dict[int, float]]


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Journal]:
    with Journal.open(tmp_path_factory.mktemp("words") / "a.clew", create=True) as journal:
        yield journal


@pytest.fixture(scope="module")
def search(journal: Journal) -> Search:
    """Index texts in a new namespace, and return the score of each text (by its place) that a question finds."""
    numbers = itertools.count()

    def run(texts: Sequence[str], question: str) -> dict[int, float]:
        namespace = f"search {next(numbers)}"
        receipts = journal.append([Draft(id=str(i), namespace=namespace, text=text) for i, text in enumerate(texts)])
        found = journal.words([namespace], question)
        return {int(row) - receipts[0].row: float(score) for row, score in zip(found.rows, found.scores, strict=True)}

    return run


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("She painted the fence", "who paints fences?"),
        ("CAFÉ Zoë", "cafe zoe"),
        ("ﬁne ①", "fine 1"),
        ("STRASSE", "Straße"),
        ("see src/boxoffice/tax.py:12", "tax.py"),
        ("order_id=W2378156", "w2378156"),
        ("हिन्दी में लिखा", "हिन्दी"),
        ("ΣΊΣΥΦΟΣ", "σίσυφος"),
        ("It isn't the kids' dog", "kids' dog isn't"),
        ("C++ and R", "C++"),
    ],
)
def test_what_a_reader_would_find_is_found(search: Search, text: str, question: str) -> None:
    """Stems, case, accents, compatibility forms, compounds and marks do not stand in the way."""
    assert list(search(["something else entirely", text], question)) == [1]


HAN = st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), min_size=2, max_size=12)


@settings(max_examples=40, deadline=None)
@given(HAN, st.data())
def test_any_part_of_a_text_without_spaces_is_found(search: Search, text: str, data: st.DataObject) -> None:
    """One character or more, from anywhere: the text is among what is found."""
    start = data.draw(st.integers(0, len(text) - 1))
    part = text[start : data.draw(st.integers(start + 1, len(text)))]
    assert 0 in search([f"前{text}後", "x"], part)


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("東京タワーに行きました", "タワー"),
        ("학교에서 만났다", "학교"),
        ("ฉันรักภาษาไทย", "ภาษา"),
        ("我最喜欢蓝色", "喜欢什么颜色"),
    ],
)
def test_words_within_a_sentence_without_spaces_are_found(search: Search, text: str, question: str) -> None:
    """Japanese, Korean, Thai and Chinese need no segmentation by the caller; half a match is a match."""
    assert list(search(["無関係", text], question)) == [1]


def test_a_phrase_without_spaces_is_no_bag_of_characters(search: Search) -> None:
    """The characters of a word, scattered over another text, are not that word."""
    assert list(search(["京東と都", "東京都"], "東京")) == [1]


ANYTHING = st.text(st.characters(codec=None), max_size=40)
SYNTAX = st.lists(st.sampled_from(['"', "*", "(", ")", "^", ":", "-", "+", "NEAR(a b)", "AND", "OR", "NOT", "text:"]))


@settings(max_examples=150, deadline=None)
@given(st.one_of(ANYTHING, SYNTAX.map(" ".join)))
def test_no_question_is_a_command(journal: Journal, question: str) -> None:
    """Whatever is asked, quotes and operators included, searches for its words and raises nothing."""
    assert all(re.fullmatch(r'"[^"]+"', term) for term in to_terms(question))
    journal.append([Draft(id="x", namespace="syntax", text="near and or not text")])
    journal.words(["syntax"], question)


def test_operators_are_words(search: Search) -> None:
    """NEAR, AND, a star or a column name find texts with these words, and only those."""
    texts = ["near miss", "a star", "apples and pears", "text: body"]
    assert set(search(texts, 'NEAR("star" "miss", 1)')) == {0, 1}
    assert set(search(texts, "st*")) == set()
    assert set(search(texts, "text : pears")) == {2, 3}


def test_grammar_is_left_out_of_a_question_unless_it_is_all_there_is(search: Search) -> None:
    """`who is the painter` looks for painters; `who is it` for its own words."""
    texts = ["who is it", "the painter"]
    assert list(search(texts, "who is the painter?")) == [1]
    assert list(search(texts, "who is it")) == [0]


@pytest.mark.parametrize("question", ["", "   ", "?!…", "\x00", "\ud800", "\u0301" * 3])
def test_a_question_without_words_finds_nothing(search: Search, question: str) -> None:
    """Nothing to look for is an empty answer, not an error and not everything."""
    assert search(["text"], question) == {}


def test_a_compound_finds_its_parts_and_prefers_the_whole(search: Search) -> None:
    """A path finds texts with any part of it, and first the one that has it."""
    found = search(["tax in src for py", "src/tax.py", "tax alone", *["filler text"] * 9], "src/tax.py")
    assert set(found) == {0, 1, 2}
    assert max(found, key=found.__getitem__) == 1


@pytest.mark.parametrize(
    ("question", "found"),
    [("the red fences", {0}), ("red", {0, 1}), ("tax.py", {2}), ("喜欢蓝色", {3}), ("red violet", set()), ("", set())],
)
def test_every_word_may_be_asked_for(journal: Journal, question: str, found: set[int]) -> None:
    """Then only texts that hold all of them are found, in any order and form."""
    texts = ["a fence, painted red", "red", "src/tax.py", "我最喜欢蓝色", "tax for py", "蓝色喜欢"]
    receipts = journal.append([Draft(id=str(i), namespace="every", text=text) for i, text in enumerate(texts)])
    rows = journal.words(["every"], question, every=True).rows
    assert {int(row) - receipts[0].row for row in rows} == found


def test_a_long_question_is_cut() -> None:
    """A document as a question is searched by its beginning, in bounded time."""
    assert len(to_terms(" ".join(f"w{i}" for i in range(100_000)))) == MAX_TERMS


def test_a_text_is_indexed_with_who_said_it(journal: Journal) -> None:
    """The speaker's name finds what the speaker said."""
    journal.append([Draft(id="a", namespace="said", text="hello", agent="Caroline")])
    assert len(journal.words(["said"], "what did Caroline say").rows) == 1
    assert to_index("hello", "Caroline") == "caroline\nhello"


def reference(texts: Sequence[str], terms: Sequence[str]) -> dict[int, float]:
    """BM25 as the documentation of SQLite's FTS5 gives it, over texts split at spaces.

    The inverse document frequency is that of a store with STRANGERS more.
    """
    documents = [Counter(text.split()) for text in texts]
    mean = sum(d.total() for d in documents) / len(documents)
    scores: dict[int, float] = {}
    for term in terms:
        containing = sum(term in d for d in documents)
        idf = math.log((len(documents) + STRANGERS - containing + 0.5) / (containing + 0.5))
        for i, d in enumerate(documents):
            if term in d:
                weight = d[term] * (SATURATION + 1) / (d[term] + SATURATION * (0.25 + 0.75 * d.total() / mean))
                scores[i] = scores.get(i, 0.0) + idf * weight
    return scores


DOCUMENT = st.lists(st.sampled_from(["red", "blue", "gold", "pink"]), min_size=1, max_size=6).map(" ".join)


@settings(max_examples=25, deadline=None)
@given(st.lists(DOCUMENT, min_size=1, max_size=8), st.sets(st.sampled_from(["red", "blue", "gold"]), min_size=1))
def test_scores_are_bm25(search: Search, texts: list[str], terms: set[str]) -> None:
    """The index and the formula agree on which texts match, and on every score."""
    ordered = sorted(terms)
    assert search(texts, " ".join(ordered)) == pytest.approx(reference(texts, ordered), rel=1e-4)


@pytest.mark.parametrize("count", [STRANGERS - 1, STRANGERS, STRANGERS + 1, 3 * STRANGERS])
def test_a_word_that_all_texts_hold_still_weighs_something(journal: Journal, count: int) -> None:
    """Scores and ceilings are above 0, also where half of all texts, the imagined ones too, hold the word."""
    namespace = f"common {count}"
    journal.append([Draft(id=str(i), namespace=namespace, text="vendor") for i in range(count)])
    found = journal.words([namespace], "vendor")
    assert len(found.rows) == count
    assert found.scores.min() > 0 and found.ceilings.min() > 0


def test_a_namespace_is_scored_as_if_it_were_alone(journal: Journal, search: Search) -> None:
    """What other namespaces hold changes neither what is found nor a score; asking for several is their union."""
    alone = search(["red blue", "blue"], "red")
    journal.append([Draft(id=str(i), namespace="noise", text="red red") for i in range(50)])
    assert search(["red blue", "blue"], "red") == alone
    both = journal.words(["search 0", "noise", "noise", "never heard of"], "red")
    assert len(both.rows) == len(set(both.rows.tolist()))
    assert len(journal.words(["never heard of"], "red").rows) == 0


def test_forgotten_words_are_found_for_the_caller_to_mask(journal: Journal) -> None:
    """Forgetting is undone by restoring, so the index keeps its words."""
    journal.append([Draft(id="a", namespace="forgotten", text="ephemeral")])
    journal.forget("forgotten", ["a"])
    found = journal.words(["forgotten"], "ephemeral")
    assert len(found.rows) == 1
    assert (found.rows.dtype, found.scores.dtype) == (np.int64, np.float64)


def turns(conversation: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield (id, speaker, text) of every turn."""
    for session in (f"session_{i}" for i in itertools.count(1)):
        if session not in conversation:
            return
        for turn in conversation[session]:
            caption = f" [image: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
            yield turn["dia_id"], turn["speaker"], turn["text"] + caption


def test_evidence_recall_on_locomo(journal: Journal, shared: Callable[[str], Path]) -> None:
    """Words alone bring 60 % of the evidence for questions about long conversations into the first ten."""
    recalls: list[float] = []
    for sample in json.loads(shared("data/locomo/locomo_dev.json").read_text("utf-8")):
        ids, speakers, texts = zip(*turns(sample["conversation"]), strict=True)
        namespace = sample["sample_id"]
        receipts = journal.append(
            [Draft(id=i, namespace=namespace, text=t, agent=s) for i, s, t in zip(ids, speakers, texts, strict=True)]
        )
        for question in sample["qa"]:
            evidence = set(re.findall(r"D\d+:\d+", " ".join(question.get("evidence", [])))) & set(ids)
            if question["category"] == 5 or not evidence:
                continue
            found = journal.words([namespace], question["question"])
            best = found.rows[np.argsort(-found.scores, kind="stable")][:10] - receipts[0].row
            recalls.append(len(evidence & {ids[row] for row in best}) / len(evidence))
    assert len(recalls) > 700
    assert np.mean(recalls) > 0.60
