"""What a person may change of a memory: each is posted as a `Change`, which the app confirms, writes and takes back.

Apart from the room that shows it, so that what writes can be read at one sitting.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from textual import work

from ...engine.answers.display import one_line
from ...engine.asking.dossier import dossier
from ...engine.values.model import Draft, EdgeType, Link
from ...errors import MemoryInvalid
from ..messages import Change, Say, Select
from ..widgets.edit_form import EditForm
from ..widgets.finder import Finder
from ..widgets.link_form import LinkForm
from .room import Room

if TYPE_CHECKING:
    from ...engine.answers.dossier import Dossier, Edge
    from ...engine.handle.asynchronous import AsyncEngine

READ_ONLY = "The store is open for reading only. Start with `--write` to change it."
KEPT = "Nothing was written, and your words are kept."
BY = 0.2
"""The share that one reinforcement takes off what importance lacks to 1: the engine's own."""


class MemoryChanges(Room):
    """The actions that write. `found` and `edge` say what they are about."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._written: dict[str, Mapping[str, str]] = {}
        """What was typed into the form of a memory and is not remembered, by that one's id."""

    @property
    def found(self) -> Dossier | None:
        raise NotImplementedError  # by the room

    @property
    def edge(self) -> Edge | None:
        raise NotImplementedError  # by the room

    def action_pin(self) -> None:
        if (found := self._changeable()) is None:
            return
        id = found.memory.id
        if found.memory.pinned:
            self._change("Unpin", id, lambda memory: memory.unpin(id), lambda memory: memory.pin(id))
        else:
            self._change("Pin", id, lambda memory: memory.pin(id), lambda memory: memory.unpin(id))

    def action_reinforce(self) -> None:
        if (found := self._changeable()) is not None:
            id = found.memory.id
            self._change(f"Reinforce by {BY:g}", id, lambda memory: memory.reinforce(id, by=BY))

    def action_judge(self, outcome: str) -> None:
        if (found := self._changeable()) is not None:
            id, told = found.memory.id, partial(_judge, found.memory.id, outcome)
            self._change("Tell that it helped:" if outcome == "success" else "Tell that it misled:", id, told)

    def action_forget(self) -> None:
        if (found := self._changeable(forgotten=True)) is None:
            return
        id = found.memory.id
        if found.memory.retracted_at is None:
            self._change("Forget", id, lambda memory: memory.forget(id), lambda memory: memory.restore(id))
        else:
            self._change("Restore", id, lambda memory: memory.restore(id), lambda memory: memory.forget(id))

    @work(group="ask_person")
    async def action_edit(self) -> None:
        if (found := self._changeable()) is None:
            return
        if found.newer:
            self.post_message(Say(f"It was superseded. What holds instead is {one_line(found.newer[-1][0], 60)}."))
            return
        id = found.memory.id
        kept = next((one for one in (id, *dict(found.older)) if one in self._written), id)
        try:
            form = EditForm(found.memory, self._written.get(kept))
        except MemoryInvalid as error:
            self.post_message(Say(str(error), "warning"))
            return
        draft = await self.app.push_screen_wait(form)
        self._written.pop(kept, None)
        if form.is_changed:
            self._written[id] = form.typed
        if draft is not None:
            write, undo = partial(self._succeed, draft, id), partial(self._fall_back, draft, id)
            self._change("Let what you wrote supersede", id, write, undo)

    async def _succeed(self, draft: Draft, former: str, memory: AsyncEngine) -> None:
        """Write a successor, of a memory that still holds: others may have written since the form was opened."""
        now = await asyncio.to_thread(dossier, memory.engine, former)
        if now.memory.retracted_at is not None:
            raise MemoryInvalid("It was forgotten while you wrote.", hint=f"{KEPT} Press d to restore it, and e.")
        if now.newer:
            self.post_message(Select(now.newer[-1][0]))
            raise MemoryInvalid("It was superseded while you wrote, by what is shown now.", hint=f"{KEPT} Press e.")
        await memory.remember_drafts([draft])
        self._written.pop(former, None)
        self.post_message(Select(draft.id))

    async def _fall_back(self, draft: Draft, former: str, memory: AsyncEngine) -> None:
        """Take a successor out: without it the former holds again."""
        await memory.forget(draft.id)
        self.post_message(Select(former))

    @work(group="ask_person")
    async def action_link(self) -> None:
        if (found := self._changeable()) is None:
            return
        other = await self.app.push_screen_wait(Finder(self.memory, "Which memory does it go with?"))
        if other is None:
            return
        if other == found.memory.id:
            self.post_message(Say("A memory is not joined to itself.", "warning"))
            return
        link = await self.app.push_screen_wait(LinkForm(found.memory.id, other))
        if link is not None:
            self._change("Draw", _shown(link), partial(_draw, link), partial(_erase, link))

    def action_unlink(self) -> None:
        found = self._changeable()
        if found is None:
            return
        if (edge := self.edge) is None:
            self.post_message(Say("Put the cursor on the edge that is to go."))
            return
        link = link_of(found.memory.id, edge)
        self._change("Take away", _shown(link), partial(_erase, link), partial(_draw, link))

    def _changeable(self, *, forgotten: bool = False) -> Dossier | None:
        """Return what is shown, if it can be changed; else say why not."""
        found = self.found
        if found is None:
            return None
        if not self.writable:
            self.post_message(Say(READ_ONLY))
        elif found.moment is not None:
            self.post_message(Say("The past is not changed. Come back to now first (F7, then n)."))
        elif found.memory.retracted_at is not None and not forgotten:
            self.post_message(Say("It was forgotten. Press d to restore it first."))
        else:
            return found
        return None

    def _change(self, verb: str, what: str, write: Any, undo: Any = None) -> None:
        self.post_message(Change(f"{verb} {one_line(what, 80)}", write, undo))


def link_of(id: str, edge: Edge) -> Link:
    """Return an edge of a memory as what draws it again."""
    source, target = (edge.link.other, id) if edge.link.incoming else (id, edge.link.other)
    type_: Any = edge.link.type
    return Link(type_, source, target, edge.link.reason, edge.weight, edge.link.inferred)


async def _judge(id: str, outcome: Any, memory: AsyncEngine) -> None:
    await memory.feedback(outcome, memories=[id])


async def _draw(link: Link, memory: AsyncEngine) -> None:
    await memory.link(link.source, link.target, link.type, reason=link.reason, weight=link.weight)


async def _erase(link: Link, memory: AsyncEngine) -> None:
    type_: EdgeType = link.type
    await memory.unlink(link.source, link.target, type_)


def _shown(link: Link) -> str:
    return f"{one_line(link.source, 24)} {link.type} {one_line(link.target, 24)}"
