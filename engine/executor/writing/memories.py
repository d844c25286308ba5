"""REMEMBER, LINK and UNLINK: the same drafts and links as from Python, and errors that point into the text."""

from __future__ import annotations

from typing import Any, cast

from ....dsl import ast
from ....errors import MemoryInvalid
from ...values.model import EdgeType, Link
from ...writing.remember import make_draft
from ..table import Table
from .hands import Hands, misfit, table


def remember(statement: ast.Remember, hands: Hands) -> Table:
    """Remember one memory; answer with its id, and whether it was new."""
    given = {name: hands.plain(value) for name, value in statement.fields.entries}
    causes, supersedes = _causes(statement, hands), hands.session.texts(statement.supersedes, "SUPERSEDES")
    try:
        draft = make_draft(
            given.pop("text", None),
            namespace=hands.scribe.namespace,
            causes=causes,
            supersedes=supersedes,
            operation=hands.operation,
            **given,
        )
        (receipt,) = hands.scribe.remember([draft])
    except MemoryInvalid as error:
        raise misfit(error, _place(statement, error)) from None
    hands.waits_for([*(link.source for link in causes), *supersedes])
    aside = [name for name in ("action", "observation") if (given.get(name) or "") not in draft.text]
    if aside:
        kept = " and ".join(f"`{name}`" for name in aside)
        hands.notes.append(f"Only `text` is searched; {kept} {'are' if len(aside) > 1 else 'is'} kept beside it.")
    if receipt.forgotten:
        hands.notes.append(f"The memory `{receipt.id}` was forgotten; `RESTORE '{receipt.id}'` brings it back.")
    return table(("id", "new"), [(receipt.id, receipt.new)])


def _causes(statement: ast.Remember, hands: Hands) -> list[Link]:
    """Return the causes as links whose target is the memory to come. A parameter may hold several ids."""
    return [
        Link("CAUSED", id, "", reason=hands.optional(cause.reason))
        for cause in statement.causes
        for id in hands.session.texts([cause.memory], "CAUSED BY")
    ]


def _place(statement: ast.Remember, error: MemoryInvalid) -> ast.Node:
    """Return the part of the statement that an error is about."""
    field = error.data.get("field", "id" if "id" in error.data else "")
    if field == "causes" and statement.causes:
        return statement.causes[0]
    if field == "supersedes" and statement.supersedes:
        return statement.supersedes[0]
    return dict(statement.fields.entries).get(field, statement.fields)


def link(statement: ast.Link, hands: Hands) -> Table:
    """Draw an edge, or take it back; answer with its type and ends."""
    source, target = (hands.session.text(end, "LINK") for end in (statement.source, statement.target))
    type_ = cast(EdgeType, statement.type)
    if statement.removed:
        if not hands.scribe.unlink(source, target, type_, hands.operation):
            hands.notes.append(f"There is no edge {type_} from `{source}` to `{target}`; nothing was changed.")
            return table(("type", "source", "target"), [])
    else:
        entries = () if statement.properties is None else statement.properties.entries
        said: dict[str, Any] = {name: hands.plain(value) for name, value in entries}
        try:
            hands.scribe.link(Link(type_, source, target, **said), hands.operation)
        except MemoryInvalid as error:
            raise misfit(error, dict(entries).get(error.data.get("field", ""), statement)) from None
        hands.waits_for([source, target])
    return table(("type", "source", "target"), [(statement.type, source, target)])
