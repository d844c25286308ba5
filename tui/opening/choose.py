"""Which store? Recent ones, what lies in a folder, one to be made, or the demo's: one line to type in, one list."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, cast

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Label, OptionList
from textual.widgets.option_list import Option
from textual.worker import Worker, WorkerCancelled

from ..safe import content
from ..widgets.field import Field
from ..widgets.options import Options
from .offers import Offer, offers_for, shown_path
from .recent import recent_stores
from .wanted import Wanted

if TYPE_CHECKING:
    from ..guiding.in_turn import InTurnApp

MARKS = {"store": "◆", "gone": "◇", "folder": "▸", "make": "+", "demo": "★"}
LONGEST_PATH = 4096


class Choose(Screen[Wanted | None]):
    """Answers with the store that is wanted; None where none is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "list", "To the list", id="choose.list", show=False),
        Binding("tab", "complete", "Complete", id="choose.complete", priority=True),
        Binding("escape", "dismiss(None)", "Back", id="choose.back"),
    ]
    HELP: ClassVar[str | None] = """
# Which store?

Choose one that was open before or lies in this folder, or type a path: **tab** completes it, **enter** opens it. Where
no store is, one can be made. `◆` is a store, `▸` a folder, `◇` one that is gone, `+` one to be made, `★` the demo's.
"""
    DEFAULT_CSS = """
    Choose { align: center middle; }
    Choose Vertical { width: 90; max-width: 96%; height: 90%; max-height: 30; padding: 0 2; }
    Choose Vertical { border: round $primary; background: $surface; }
    Choose Input { margin-top: 1; }
    Choose Options { height: 1fr; }
    Choose Label { color: $text-muted; width: 1fr; }
    """

    def __init__(self, *, writable: bool) -> None:
        super().__init__()
        self._writable = writable
        self._offers: list[Offer] = []
        self._looking: Worker[None] | None = None

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = "Which store?"
            yield Field(placeholder="A path, or choose below", max_length=LONGEST_PATH, compact=False, name="Path")
            yield Options(name="Stores")
            yield Label("tab completes · enter opens · escape leaves")

    def on_mount(self) -> None:
        self._looking = self._offer("")

    def on_input_changed(self, event: Input.Changed) -> None:
        self._looking = self._offer(event.value)

    @work(exclusive=True, group="offer")
    async def _offer(self, typed: str) -> None:
        """Fill the list for what is typed; a folder may lie on a slow disk."""
        recent = recent_stores()
        self._offers = await asyncio.to_thread(offers_for, typed, recent)
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options(Option(_drawn(offer)) for offer in self._offers)
        options.highlighted = 0 if self._offers else None

    def on_input_submitted(self) -> None:
        self._with_offer(self._take)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._take(self._offers[event.option_index])

    def action_list(self) -> None:
        self.query_one(OptionList).focus()

    def action_complete(self) -> None:
        """Put the path of the one that is marked in the line; a folder's is then looked into."""
        self._with_offer(self._complete)

    @work(group="answer", exclusive=True)
    async def _with_offer(self, do: Callable[[Offer | None], object]) -> None:
        """Do something with what is marked, once the list is of what is typed: a key may be quicker than a disk."""
        with cast("InTurnApp", self.app).holding_keys():
            if self._looking is not None:
                with suppress(WorkerCancelled):
                    await self._looking.wait()
            do(self._highlighted())

    def _complete(self, offer: Offer | None) -> None:
        if offer is not None and offer.kind != "demo":
            self._type(f"{offer.path}/" if offer.kind == "folder" else str(offer.path))

    def _highlighted(self) -> Offer | None:
        index = self.query_one(OptionList).highlighted
        return self._offers[index] if index is not None and index < len(self._offers) else None

    def _take(self, offer: Offer | None) -> None:
        if offer is None:
            return
        if offer.kind == "folder":
            self._type(f"{offer.path}/")
            return
        path = None if offer.kind == "demo" else offer.path
        self.dismiss(Wanted(path, offer.namespace, create=offer.kind == "make", writable=self._writable))

    def _type(self, path: str) -> None:
        line = self.query_one(Input)
        line.value = path
        line.cursor_position = len(path)
        line.focus()


def _drawn(offer: Offer) -> Content:
    """Return one line of the list: mark, path, note."""
    said = "The demo's store" if offer.kind == "demo" else shown_path(offer.path)
    if offer.kind == "make":
        said = f"Make {said}"
    gone = offer.kind == "gone"
    note = f"  {offer.note}" if offer.note else ""
    return Content.assemble(
        f"{MARKS[offer.kind]} ",
        content(said, "$foreground-muted" if gone else ""),
        content(note + ("  is not there" if gone else ""), "$foreground-muted"),
    )
