"""Insights without a model: memories in their own words, put in order by rules over types, edges and outcomes.

    decided   a decision; because of what caused it, with the reason of the edge
    failed    a failure or an error, what went wrong by its valence, what failed in most of its uses
    open      a question that nobody answered, a contradiction of which neither side was replaced
    known     all else, a summary or a constraint too

A question counts as answered where something that is no question was caused by it, or came next in its task from
somebody else. What was superseded says by what; it is known, and no more than that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..values.model import Memory
from .excerpt import Excerpts
from .insights import Insight, Insights, Topic
from .kinds import asks, kind_of
from .lines import said
from .relations import Relations

SAID = 280
"""Characters of a memory that an insight tells; its id asks for the rest."""

TOPICS: Mapping[str | None, Topic] = {"decision": "decided", "failure": "failed", "question": "open"}


def by_rules(
    memories: Sequence[Memory], relations: Relations, others: Mapping[int, Memory], need: str = ""
) -> Insights:
    """Return what the memories come to. others: whole memories by row that relations lead to, as far as they matter."""
    excerpts = Excerpts(need)
    found: dict[Topic, list[Insight]] = {"known": [], "decided": [], "failed": [], "open": []}
    for memory in memories:
        topic = _topic(memory, relations, others)
        found[topic].append(_insight(memory, topic, relations, excerpts))
    found["open"] += _contradictions({memory.row: memory for memory in memories}, relations, excerpts)
    return Insights.told(found, "rules")


def answers_of(memory: Memory, relations: Relations) -> list[int]:
    """Return the rows of what may answer a question: what it caused, and what came next in its task."""
    caused = [edge.target for edge in relations.out_of(memory.row, "CAUSED")]
    return [*caused, *(edge.source for edge in relations.into(memory.row, "FOLLOWS"))]


def _topic(memory: Memory, relations: Relations, others: Mapping[int, Memory]) -> Topic:
    topic = TOPICS.get(kind_of(memory), "known")
    if memory.row in relations.replaced or (topic == "open" and _is_answered(memory, relations, others)):
        return "known"
    return topic


def _is_answered(question: Memory, relations: Relations, others: Mapping[int, Memory]) -> bool:
    caused = {edge.target for edge in relations.out_of(question.row, "CAUSED")}
    found = [others[row] for row in answers_of(question, relations) if row in others]
    return any(not asks(other) and (other.row in caused or _is_of_another(question, other)) for other in found)


def _is_of_another(question: Memory, other: Memory) -> bool:
    """Whether somebody else speaks: by the agent, else by the kind of action (`say`, `user_message`)."""
    if question.agent is not None and other.agent is not None:
        return question.agent != other.agent
    return question.action_type != other.action_type


def _insight(memory: Memory, topic: Topic, relations: Relations, excerpts: Excerpts) -> Insight:
    causes = relations.into(memory.row, "CAUSED") if topic in ("decided", "failed") else []
    because = tuple(dict.fromkeys(relations.ids[edge.source] for edge in causes))
    return Insight(_told(memory, excerpts), (memory.id,), because, "; ".join(_notes(memory, topic, relations)))


def _told(memory: Memory, excerpts: Excerpts) -> str:
    return excerpts.of(said(memory), SAID)


def _notes(memory: Memory, topic: Topic, relations: Relations) -> Iterator[str]:
    if (end := relations.replaced.get(memory.row)) is not None:
        yield f"superseded by {relations.ids[end]}"
    older = [relations.ids[edge.target] for edge in relations.out_of(memory.row, "SUPERSEDES")]
    if older:
        yield f"replaces {', '.join(older)}"
    if topic == "decided":
        yield from dict.fromkeys(edge.reason for edge in relations.into(memory.row, "CAUSED") if edge.reason)
    if topic == "failed":
        later = [relations.ids[edge.target] for edge in relations.out_of(memory.row, "CAUSED")]
        yield from [f"led to {', '.join(later)}"] if later else []
        uses = memory.successes + memory.failures
        yield from [f"{memory.failures:g} of {uses:g} uses failed"] if memory.failures > 0 else []


def _contradictions(memories: Mapping[int, Memory], relations: Relations, excerpts: Excerpts) -> Iterator[Insight]:
    for edge in relations.edges["CONTRADICTS"]:
        ends = (edge.source, edge.target)
        if not any(row in relations.replaced for row in ends):
            told = " / ".join(_told(memories[row], excerpts) for row in ends if row in memories)
            ids = tuple(relations.ids[row] for row in ends)
            yield Insight(f"In contradiction: {told}", ids, note=edge.reason)
