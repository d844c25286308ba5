"""What a need says beside its words is found in it, and nothing makes the inference fail."""

from __future__ import annotations

import time

import pytest
from clew.engine.need.facts import Facts, KnownEntity, KnownTag
from clew.engine.need.infer import infer
from clew.engine.need.kinds import kind_of
from clew.engine.need.naming import LEAST_SELECTIVE
from clew.engine.need.parts import parts_of
from hypothesis import given, settings
from hypothesis import strategies as st

ENTITIES = {
    "vendor c": KnownEntity("Vendor C", 0.01),
    "target": KnownEntity("Target", 0.01),
    "mia": KnownEntity("Mia", 0.9),
    "北京": KnownEntity("北京", 0.02),
    "src/tax.py": KnownEntity("src/tax.py", 0.001),
}
FACTS = Facts(
    reference=1_692_273_600_000_000,
    memories=1000,
    tags=(KnownTag("budget_analysis"), KnownTag("travel", "trips and hotels", 0.97), KnownTag("hiring_plan")),
    entity=ENTITIES.get,
    types=("fact", "decision", "error"),
    actions=("search.web", "edit_file"),
)


def names(guesses: object) -> list[str]:
    return [guess.name for guess in guesses]  # type: ignore[attr-defined]


def test_entities_are_found_in_any_spelling() -> None:
    """Whole names, without punctuation and possessives, in scripts without spaces too."""
    assert names(infer("What did VENDOR C's offer say?", FACTS).entities) == ["Vendor C"]
    assert names(infer("上周北京的会议", FACTS).entities) == ["北京"]
    assert names(infer("who changed `src/tax.py`?", FACTS).entities) == ["src/tax.py"]


def test_a_name_that_everything_mentions_says_nothing() -> None:
    """The speaker of a dialogue is no guess, and a plain word is half of one."""
    assert names(infer("What did Mia say?", FACTS).entities) == []
    plain, named = infer("hit the target", FACTS).entities, infer("a trip to Target", FACTS).entities
    assert plain[0].strength == named[0].strength / 2 >= LEAST_SELECTIVE


def test_tags_are_found_by_name_by_meaning_and_at_hand() -> None:
    """All words of a name, a likeness of four deviations, and what the active memories carry."""
    need = infer("analyse the budget of the trip", FACTS)
    assert names(need.intents) == ["budget_analysis", "travel"]
    assert all(guess.because for guess in need.intents)
    at_hand = infer("what next?", Facts(tags=FACTS.tags[:1], at_hand=(("budget_analysis", 1.0),)))
    assert names(at_hand.intents) == ["budget_analysis"]


def test_types_and_actions_are_those_that_the_store_has() -> None:
    """`why did it crash` speaks of errors where there are any; verbs find action types."""
    assert names(infer("why did the search crash?", FACTS).types) == ["error"]
    assert names(infer("which decisions were made?", FACTS).types) == ["decision"]
    assert names(infer("what was searched?", FACTS).actions) == ["search.web"]
    assert infer("which decisions were made?", Facts()).types == ()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Who signed the contract?", "lookup"),
        ("供应商C的报价是多少？", "lookup"),
        ("What is the current status of the migration?", "recent"),
        ("项目目前的最新进展", "recent"),
        ("Why did the deployment fail?", "diagnose"),
        ("为什么测试失败了", "diagnose"),
        ("Recommend a restaurant for the guests", "recommend"),
        ("推荐一道菜", "recommend"),
        ("Plan the next steps for the launch", "plan"),
        ("下一步的计划", "plan"),
        ("Summarise everything about vendor C", "survey"),
        ("总结所有关于预算的讨论", "survey"),
        ("Wer hat den Vertrag unterschrieben?", "lookup"),
        ("Wie ist es derzeit um den Umzug bestellt?", "recent"),
        ("Warum ist der Test fehlgeschlagen?", "diagnose"),
        ("Empfehlungen für ein Restaurant", "recommend"),
        ("die nächsten Schritte bis zum Start", "plan"),
        ("Gib mir einen Überblick über die Kosten", "survey"),
        ("vendor C and the budget", "default"),
        ("", "default"),
    ],
)
def test_the_kind_is_told_from_the_words(text: str, kind: str) -> None:
    """In all three languages; where nothing speaks for one it is the default."""
    assert kind_of(text).name == kind


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("compare vendor A and vendor B", ("vendor A", "vendor B")),
        ("MySQL versus Postgres", ("MySQL", "Postgres")),
        ("What movies have Mia and Leo seen?", ("What movies have Mia seen?", "What movies have Leo seen?")),
        ("Who called? What did they want?", ("Who called?", "What did they want?")),
        ("比较方案甲和方案乙", ("方案甲", "方案乙")),
        ("what did Mia say about bread and butter?", ()),
        ("", ()),
    ],
)
def test_a_need_is_taken_apart_where_it_is_joined(text: str, parts: tuple[str, ...]) -> None:
    """Comparisons, two names, several questions; and nothing where one thing is asked."""
    assert parts_of(text) == parts


def test_doubts_are_told() -> None:
    """A need that names a tag leaves no doubt about its tags; one that two kinds claim alike leaves one."""
    assert "intents" not in infer("the budget analysis", FACTS).doubts
    assert "intents" in infer("what about the offers", Facts(tags=(KnownTag("a1"), KnownTag("b2")))).doubts
    assert "kind" in infer("recommend the next steps", FACTS).doubts


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200) | st.text("aA1 .,?和从年月日-上since", max_size=300))
def test_the_inference_never_fails(text: str) -> None:
    """On any text; strengths are in (0, 1], and times in order."""
    need = infer(text, FACTS)
    guesses = (*need.intents, *need.entities, *need.types, *need.actions)
    assert all(0 < guess.strength <= 1 for guess in guesses)
    assert need.since is None or need.until is None or need.since <= need.until
    assert len(need.rewrites) != 1
    assert need.said() is not None and need.to_dict()["kind"] == need.kind


@pytest.mark.parametrize("text", ["x" * 100_000, "a " * 50_000, "A and B " * 5_000, "和" * 50_000, "2023-" * 20_000])
def test_a_long_text_takes_no_time(text: str) -> None:
    """A document as a need is read at its beginning alone: well below a second of CPU, however it is made."""
    start = time.process_time()
    infer(text, FACTS)
    assert time.process_time() - start < 1.0
