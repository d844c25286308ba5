"""Names of the store that a need speaks: its entities, tags, types and action types.

An entity is found by its name alone, whole and in any spelling. How much that says depends on how much it tells apart:
the two speakers of a dialogue are in every memory of it, and a name that everything mentions says nothing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence

from ..extraction.keys import match_key
from ..journal.terms import UNSPACED
from .facts import FindEntity, KnownTag
from .inferred import Guess
from .words import held, words_of

LONGEST_NAME = 5
"""Words of a name in the text, at most."""
LONGEST_UNSPACED = 8
"""Characters of a name in a script without spaces, at most."""
MOST = 8
"""Guesses of one kind: who names more is not telling apart."""
MOST_WORDS = 256
"""Words of a need that are read for names; a longer one is a document."""

PLAIN_WORD = 0.5
"""Strength of a single word in small letters, which may be just a word: `target`, where the store knows `Target`."""
LEAST_SELECTIVE = 0.25
"""Below, a name tells nothing apart: in a store of a thousand, one that more than 180 memories mention."""

BY_NAME = 0.9
"""Strength of a tag, all of whose words the need holds."""
BY_HALF = 0.5
"""Of a tag of two words or more, half of which the need holds."""
BY_MEANING = 0.95
"""Likeness from which a tag means what the need says: four deviations above chance (see `ALIKE` of the arms)."""
BY_HAND = 0.5
"""Strength of a tag that all active memories carry: what is worked on says less than what is asked."""

TOKEN = re.compile(rf"[{UNSPACED}]+|[^\s{UNSPACED}]+")
TRIMMED = ".,:;!?…()[]{}<>\"'“”‘’«»*`，。！？；：、《》「」（）"
POSSESSIVE = re.compile(r"['’]s?$")

CUES = {
    "decision": "decide decided decision decisions chose chosen choose agreed settled "
    "决定 选择 entschieden entscheiden entscheidung entscheidungen beschlossen beschluss",
    "error": "error errors fail failed failure failures exception crash crashed bug broke broken "
    "错误 失败 报错 fehler fehlgeschlagen gescheitert kaputt",
    "preference": "prefer prefers preferred preference favourite favorite like likes dislike "
    "喜欢 偏好 bevorzugt vorliebe vorlieben",
    "constraint": "constraint constraints must limit limits requirement requirements forbidden allowed "
    "必须 限制 约束 vorgabe vorgaben bedingung bedingungen",
    "goal": "goal goals aim objective target achieve 目标 ziel ziele",
    "plan": "plan plans planned planning intend intends 计划 打算 geplant planung vorhaben",
    "lesson": "lesson lessons learned learnt insight takeaway 教训 经验 gelernt lehre lehren",
    "task": "task tasks todo 任务 待办 aufgabe aufgaben",
    "question": "question questions asked 问题 frage fragen gefragt",
    "summary": "summary summarise summarize overview recap 总结 概述 zusammenfassung zusammengefasst überblick",
    "observation": "observed observation saw noticed 观察 beobachtet beobachtung",
}
"""What people say when they mean memories of a type; of use where the store has that type."""


def entities_in(text: str, find: FindEntity, memories: int) -> tuple[Guess, ...]:
    """Return the entities that a text names, the most telling first."""
    found: dict[str, Guess] = {}
    for phrase in _phrases(text):
        known = find(match_key(phrase))
        if known is not None and known.name not in found:
            strength = telling(known.share, memories) * (PLAIN_WORD if _is_plain(phrase) else 1.0)
            if strength >= LEAST_SELECTIVE:
                found[known.name] = Guess(known.name, strength, f"`{phrase}` is an entity of this store")
    return _strongest(found.values())


def tags_in(text: str, tags: Sequence[KnownTag], at_hand: Iterable[tuple[str, float]] = ()) -> tuple[Guess, ...]:
    """Return the tags that a text speaks of, and those of the active memories, the surest first."""
    whole, words = match_key(text), words_of(text)
    guesses = {tag.name: guess for tag in tags if (guess := _tag(tag, words, whole)) is not None}
    for name, share in at_hand:
        guesses.setdefault(name, Guess(name, BY_HAND * share, "active memories carry it"))
    return _strongest(guesses.values())


def types_in(text: str, types: Iterable[str]) -> tuple[Guess, ...]:
    """Return the types that a text speaks of, by their names and by what people say for them."""
    whole, words = match_key(text), words_of(text)
    return _strongest(guess for name in types if (guess := _type(name, words, whole)) is not None)


def actions_in(text: str, actions: Iterable[str]) -> tuple[Guess, ...]:
    """Return the action types that a text names: `searched` speaks of `search.web`."""
    whole, words = match_key(text), words_of(text)
    shares = ((name, held(words_of(name.replace("_", " ")), words, whole)) for name in actions)
    return _strongest(Guess(name, BY_NAME * share, "the need names it") for name, share in shares if share >= 0.5)


def _tag(tag: KnownTag, words: list[str], whole: str) -> Guess | None:
    share = held(words_of(tag.name.replace("_", " ")), words, whole)
    if share == 1.0:
        return Guess(tag.name, BY_NAME, "the need names it")
    if tag.likeness >= BY_MEANING:
        return Guess(tag.name, tag.likeness * BY_NAME, f"it is close in meaning ({tag.likeness:.2f})")
    return Guess(tag.name, BY_HALF, "the need names part of it") if share >= 0.5 else None


def _type(name: str, words: list[str], whole: str) -> Guess | None:
    if held(words_of(name.replace("_", " ")), words, whole) == 1.0:
        return Guess(name, BY_NAME, "the need names it")
    cue = next((cue for cue in CUES.get(match_key(name), "").split() if _said(cue, words, whole)), None)
    return None if cue is None else Guess(name, BY_HALF, f"the need says `{cue}`")


def _said(cue: str, words: list[str], whole: str) -> bool:
    return cue in words if cue.isascii() else cue in whole


def telling(share: float, memories: int) -> float:
    """Return how much that tells apart which a share of the memories has, in [0, 1].

    Its inverse document frequency, as a share of the highest: 1 where one memory has it, 0 where all have.
    """
    if memories < 2:
        return 1.0
    return min(1.0, -math.log(max(share, 1.0 / memories)) / math.log(memories))


def _is_plain(phrase: str) -> bool:
    return phrase.isascii() and phrase.isalpha() and phrase.islower()


def _phrases(text: str) -> Iterator[str]:
    """Yield what may be a name, longer ones first, none within another's words only because the caller asks once."""
    tokens = [token.strip(TRIMMED) for token in TOKEN.findall(text)[:MOST_WORDS]]
    for size in range(LONGEST_NAME, 0, -1):
        for place in range(len(tokens) - size + 1):
            phrase = " ".join(tokens[place : place + size])
            yield from filter(None, dict.fromkeys((phrase, POSSESSIVE.sub("", phrase))))
    for token in tokens:
        if not token.isascii():
            yield from (
                token[at : at + size] for size in range(LONGEST_UNSPACED, 1, -1) for at in range(len(token) - size + 1)
            )


def _strongest(guesses: Iterable[Guess]) -> tuple[Guess, ...]:
    return tuple(sorted(guesses, key=lambda guess: (-guess.strength, guess.name))[:MOST])
