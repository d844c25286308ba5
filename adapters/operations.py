"""What a span of an agent does: which operation it is, on what, in whose name. One form for the conventions' versions.

Beside OpenTelemetry's own attributes those of OpenLLMetry are known (`traceloop.*`, `llm.request.type`), which came
before there were any.
"""

from __future__ import annotations

from dataclasses import dataclass

from .calls import first_set, string
from .otlp import Attributes, Span

TOOL, AGENT, CHAT = "execute_tool", "invoke_agent", "chat"

AGENTS = (AGENT, "create_agent", "invoke_workflow", "plan")

FORMER = {"workflow": AGENT, "agent": AGENT, "tool": TOOL, "completion": "text_completion", "embedding": "embeddings"}
"""Kinds of spans of OpenLLMetry, by what they are called now."""

MODELS = ("gen_ai.request.model", "gen_ai.response.model")
TOOLS = ("gen_ai.tool.name", "traceloop.entity.name")
AGENT_NAMES = ("gen_ai.agent.name", "gen_ai.workflow.name", "traceloop.entity.name", "gen_ai.agent.id")
CONVERSATIONS = ("gen_ai.conversation.id", "session.id", "traceloop.association.properties.session_id")
PREFIX = "gen_ai."


@dataclass(frozen=True, slots=True)
class Operation:
    """What a span does. name: `chat`, `execute_tool`, `invoke_agent`, ... target: the model, tool or agent, "" unknown.

    call: the id of the call that it carries out. conversation, agent: whose it is, None where it does not say.
    """

    name: str
    target: str
    call: str | None
    conversation: str | None
    agent: str | None

    @property
    def action(self) -> str:
        return f"{self.name} {self.target}".strip()


def operation_of(span: Span) -> Operation | None:
    """Return what a span does, or None for one that is no agent's."""
    attributes = span.attributes
    name = _name(attributes)
    if name is None:
        return None
    return Operation(
        name=name,
        target=_word(attributes, TOOLS if name == TOOL else AGENT_NAMES if name in AGENTS else MODELS) or "",
        call=_word(attributes, ("gen_ai.tool.call.id",)),
        conversation=_word(attributes, CONVERSATIONS),
        agent=_word(attributes, AGENT_NAMES if name in AGENTS else AGENT_NAMES[:1]),
    )


def _name(attributes: Attributes) -> str | None:
    """Return the operation's name as the span says it, else told by what else it says."""
    said = _word(attributes, ("gen_ai.operation.name",))
    if said is not None:
        return said
    former = _word(attributes, ("llm.request.type", "traceloop.span.kind"))
    if former is not None and former != "task":
        return FORMER.get(former, former)
    if "gen_ai.tool.name" in attributes:
        return TOOL
    return CHAT if any(key.startswith(PREFIX) for key in attributes) else None


def _word(attributes: Attributes, names: tuple[str, ...]) -> str | None:
    value = first_set(attributes, names)
    return string(value) if isinstance(value, str | int) else None
