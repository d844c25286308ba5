"""Ways in the room Lineage: from the memory under the cursor to what is marked, the last recall's anchors, the root."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from textual.binding import Binding, BindingType

from ...engine.answers.display import one_line
from ..beside import beside
from ..desk import Answer, Desk
from ..lineage.anchors import anchors_of
from ..lineage.sheet import Sheet
from ..lineage.view import View
from ..messages import Say
from .room import Room


class LineageWays(Room):
    """The half of the room that shows ways. marks: the ids that a person marked."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "ways", "Path", id="lineage.path"),
        Binding("m", "mark", "Mark", id="lineage.mark"),
    ]
    view: View | None = None
    marks: tuple[str, ...] = ()
    anchors: tuple[str, ...] = ()
    _answer: Answer | None = None
    _showing = False

    def retell(self) -> None:
        """Draw what stands around the picture."""
        raise NotImplementedError  # by the room

    def follow_anchors(self, desk: Desk) -> None:
        """Find the anchors of another recall beside the loop."""
        if desk.answer is not self._answer:
            self._answer = desk.answer
            self.read(lambda: beside(anchors_of, self.memory.engine, desk.answer), self._take_anchors, group="anchors")

    def _take_anchors(self, anchors: tuple[str, ...]) -> None:
        self.anchors = anchors
        if self._showing:
            self.retell()

    def action_ways(self) -> None:
        self._showing = not self._showing
        self.retell()

    def action_mark(self) -> None:
        """Mark the memory under the cursor, or take its mark away."""
        at = self.query_one(Sheet).at
        if at is None:
            return
        self.marks = tuple(id for id in self.marks if id != at) if at in self.marks else (*self.marks, at)
        said = f"Marked {at}: p shows the ways to it." if at in self.marks else f"{at} is marked no more."
        self.post_message(Say(said))
        self.retell()

    # ---- drawing -------------------------------------------------------------------------------

    def show_ways(self) -> None:
        """Draw the ways heavily, if they are wanted."""
        sheet, view = self.query_one(Sheet), self.view
        if view is None or not self._showing or sheet.at not in view.nodes:
            sheet.path = frozenset()
        else:
            sheet.path = frozenset(replace(view.lineage, root=sheet.at).path(self._targets(view)))

    def _targets(self, view: View) -> tuple[str, ...]:
        return self.marks or self.anchors or (view.wanted.root,)

    def told_ways(self) -> Iterator[str]:
        """Yield what is to be said of ways and marks."""
        view, sheet = self.view, self.query_one(Sheet)
        if view is not None and self._showing:
            targets = self._targets(view)
            kind = "marked" if self.marks else "anchor" if self.anchors else "root"
            name = f"{kind} {one_line(targets[0], 24)}" if len(targets) == 1 else f"{len(targets)} {kind}s"
            yield f"path to {name}: {_length(len(sheet.path), sheet.at in targets)}"
        elif self.marks:
            yield f"marked: {one_line(', '.join(self.marks), 40)}"


def _length(edges: int, here: bool) -> str:
    if not edges:
        return "here" if here else "none in the picture"
    return f"{edges:,} edge{'' if edges == 1 else 's'}"
