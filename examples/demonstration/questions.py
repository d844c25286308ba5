"""The five questions of the demo: words, query, and which memory is right.

What is right comes from `workshop/questions.json`, which was written with the log and before any of these queries. An
answer is right when it is one of that question's gold memories. The queries are of the kind that a person types; none
names the memory that it is after.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

WORKSHOP = Path(__file__).resolve().parent.parent / "workshop"
LOG = WORKSHOP / "log.json"


@dataclass(frozen=True, slots=True)
class Question:
    """One question. `key`: its id in questions.json. `words`: what plain vector search is asked, word for word.

    `moral`: what made the difference. `kind`: the action type that a filter may be set to, where the words tell it.
    `near`: the memories that whoever asks has at hand; neither side may answer with one.
    """

    key: str
    title: str
    words: str
    query: str
    moral: str
    kind: str | None = None
    near: tuple[str, ...] = ()


QUESTIONS: tuple[Question, ...] = (
    Question(
        key="refund-broken-by",
        title="The cause of a fault, in another task",
        words="Which of our decisions broke the refund of QUOTE-7815?",
        query="""\
TRACE CAUSES OF (RECALL 1
    FOR 'the refund of QUOTE-7815 and its invoice differ' DOING say)
  VIA CAUSED DEPTH 1..6
  WHERE m.action_type = 'record_decision'
  RETURN m, depth, via""",
        moral="The words are the symptom's. The cause lies nineteen days earlier and speaks of neither refunds nor "
        "this quote: only the edges lead there.",
        kind="record_decision",
    ),
    Question(
        key="rounded-by-line",
        title="A decision that no longer stands",
        words="Is tax still rounded on every line?",
        query="""\
RECALL 3 AS m FOR 'is tax still rounded on every line'
  DOING record_decision
  WHERE NOT EXISTS { (m)<-[:SUPERSEDES]-() }""",
        moral="The decision that was given up says it in the question's own words, and is nearest for that reason.",
        kind="record_decision",
    ),
    Question(
        key="which-way",
        title="The same words in three tasks",
        words="How did we decide to round?",
        query="""\
RECALL 3 FOR 'how did we decide to round'
  DOING record_decision
  NEAR 'T5-0/15', 'T5-0/16', 'T5-0/17'
  PARETO BY relevance, coherence""",
        moral="Three tasks decided how to round: money, a report, the end of a hold. What is being worked on tells "
        "which is meant.",
        kind="record_decision",
        near=("T5-0/15", "T5-0/16", "T5-0/17"),
    ),
    Question(
        key="why-refused",
        title="Where a literal came from",
        words="My edit was refused: config/settings.json is now @42374fc6bf. Whose doing is that?",
        query="""\
MATCH (m:Memory)-[c:CAUSED {reason: '42374fc6bf'}]->(used:Memory)
  RETURN m, c.reason AS literal, used.id AS used_by
  ORDER BY m.at""",
        moral="An act that uses a literal was caused by the one that first showed it: that edge is drawn on arrival, "
        "and keeps the literal as its reason.",
        kind="edit_file",
    ),
    Question(
        key="report-day",
        title="The latest state of something",
        words="When is the board's report due?",
        query="RECALL 3 FOR 'when is the board report due' USING recent",
        moral="The newest answer happens to be the nearest in words as well. Plain vector search is just as good here.",
    ),
)


def gold() -> dict[str, tuple[str, ...]]:
    """Return the ids of the right memories by the key of their question."""
    asked = json.loads((WORKSHOP / "questions.json").read_text(encoding="utf-8"))
    return {question["id"]: tuple(question["gold"]) for question in asked}
