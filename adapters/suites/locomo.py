"""LoCoMo: long talks of two people, and questions with the turns that hold the evidence.

A turn is a memory, its picture's caption behind it; a session is a task, a turn a step, a speaker an agent. The time is
the session's, and turns follow each other by SPACING. Each talk is a store of its own, and a fold.

    [{"sample_id": ..., "conversation": {"session_1": [{"speaker", "dia_id", "text", "blip_caption"?}, ...],
      "session_1_date_time": "1:56 pm on 8 May, 2023", ...}, "qa": [{"question", "evidence": ["D1:3"], "category"}]}]

Category 5 asks what the talk does not say. Such questions are left out by default: they name turns that come near to an
answer, and whether a turn helps to see that there is none is another question than whether it was found.

Maharana et al., Evaluating Very Long-Term Conversational Memory of LLM Agents (ACL 2024).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from ...engine.judging.suite import Contents, Need, Suite
from ...engine.values.model import DEFAULT_NAMESPACE, Draft
from ...engine.writing.remember import make_draft
from ...errors import ImportFailed
from .files import read_json

SPACING = timedelta(seconds=20)
"""Between two turns, about as long as one takes to write; the data has a time for each session alone."""

UNANSWERABLE = 5
CATEGORIES: Mapping[int, str] = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
TURN = re.compile(r"D\d+:\d+")


def read_locomo(path: Path) -> Suite:
    """Return the suite of a file. Raises ImportFailed for one that is none of LoCoMo's."""
    talks = read_json(path)
    if not isinstance(talks, list):
        raise _no_locomo(path, TypeError(f"at the top is {type(talks).__name__}"))
    try:
        named = {_name(talk, number): talk for number, talk in enumerate(talks)}
        stores = {name: Contents(tuple(_turns(talk["conversation"]))) for name, talk in named.items()}
        needs = [need for name, talk in named.items() for need in _needs(name, talk["qa"])]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _no_locomo(path, error) from None
    return Suite("locomo", tuple(needs), stores, headline="R@10", ks=(5, 10, 20))


def _no_locomo(path: Path, error: Exception) -> ImportFailed:
    said = f"{path} is no file of LoCoMo: {type(error).__name__} {error}."
    return ImportFailed(said, hint="It is a list of objects with `conversation` and `qa`.", path=str(path))


def _name(talk: Mapping[str, Any], number: int) -> str:
    return str(talk.get("sample_id") or f"talk {number + 1}")


def _turns(conversation: Mapping[str, Any]) -> Iterator[Draft]:
    for session in (f"session_{number}" for number in count(1)):
        if session not in conversation:
            return
        began = _moment(conversation[f"{session}_date_time"])
        for step, turn in enumerate(conversation[session]):
            yield make_draft(
                _text(turn),
                namespace=DEFAULT_NAMESPACE,
                id=turn["dia_id"],
                task=session.replace("_", " "),
                step=step,
                agent=turn["speaker"],
                at=began + step * SPACING,
            )


def _text(turn: Mapping[str, Any]) -> str:
    caption = turn.get("blip_caption")
    return f"{turn['text']} [image: {caption}]" if caption else turn["text"]


def _moment(said: str) -> datetime:
    """Read `1:56 pm on 8 May, 2023`, as UTC: the data names no zone."""
    return datetime.strptime(said.upper(), "%I:%M %p ON %d %B, %Y").replace(tzinfo=UTC)


def _needs(name: str, questions: list[Mapping[str, Any]]) -> Iterator[Need]:
    for number, question in enumerate(questions):
        evidence = frozenset(TURN.findall(" ".join(question.get("evidence") or ())))
        if question.get("category") == UNANSWERABLE or not evidence:
            continue
        yield Need(
            id=f"{name}/{number}",
            text=question["question"],
            expected=evidence,
            store=name,
            group=name,
            category=CATEGORIES.get(question.get("category", 0), str(question.get("category"))),
        )
