"""What a person sets in the room Lineage: how far it reaches, which edges, what is open, and how near one looks."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType

from ...engine.values.model import MEMORY_EDGES
from ..lineage.kinds import Kinds
from ..lineage.sheet import Sheet
from ..lineage.view import View
from ..lineage.wanted import FARTHEST, ZOOMS, Wanted
from ..messages import Say
from .keeping_up import KeepingUp


class LineageSetting(KeepingUp):
    """The half of the room that changes what is wanted. view: what is shown; None while nothing is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus,equals_sign", "open", "Open", id="lineage.open", key_display="+"),
        Binding("minus", "close", "Close", id="lineage.close", key_display="-"),
        Binding("z", "zoom", "Zoom", id="lineage.zoom"),
        Binding("0", "fit", "Fit", id="lineage.fit"),
        *(
            Binding(str(key), f"turn('{kind}')", f"{kind} on or off", id=f"lineage.kind_{kind.lower()}", show=False)
            for key, kind in enumerate(MEMORY_EDGES, start=1)
        ),
        Binding("right_square_bracket", "reach(1)", "Reach farther", id="lineage.farther", show=False, key_display="]"),
        Binding("left_square_bracket", "reach(-1)", "Reach less far", id="lineage.nearer", show=False, key_display="["),
        Binding("g", "forgotten", "With or without forgotten ones", id="lineage.forgotten", show=False),
    ]
    view: View | None = None
    wanted: Wanted | None = None

    def want(self, wanted: Wanted) -> None:
        """Show that instead."""
        raise NotImplementedError  # by the room

    def say(self, text: str) -> None:
        self.post_message(Say(text))

    # ---- how far -------------------------------------------------------------------------------

    def action_open(self) -> None:
        """Show what lies beside the memory under the cursor."""
        if self.wanted is None or self.view is None:
            return
        at = self.query_one(Sheet).at
        node = self.view.nodes.get(at or "")
        if node is None:
            return
        if not self.view.kinds:
            self.say("Every kind of edge is off: 1 to 5 turn them on.")
        elif node.id in self.wanted.closed:
            self.want(replace(self.wanted, closed=self.wanted.closed - {node.id}))
        elif node.hidden_causes or node.hidden_effects:
            self.want(replace(self.wanted, opened=(*self.wanted.opened, node.id)))
        else:
            self.say("All that lies beside it is shown.")

    def action_close(self) -> None:
        """Hide what was opened at the memory under the cursor, or what lies behind it."""
        at = self.query_one(Sheet).at
        if self.wanted is None or at is None:
            return
        if at in self.wanted.opened:
            opened = tuple(id for id in self.wanted.opened if id != at)
            self.want(replace(self.wanted, opened=opened))
        elif at == self.wanted.root:
            self.say("The root cannot be closed: [ reaches less far.")
        elif at in self.wanted.closed:
            self.say("It is closed: + opens it.")
        else:
            self.want(replace(self.wanted, closed=self.wanted.closed | {at}))

    def action_reach(self, by: int) -> None:
        if self.wanted is None:
            return
        hops = self.wanted.hops + by
        if 0 <= hops <= FARTHEST:
            self.want(replace(self.wanted, hops=hops))
        else:
            self.say("Nearer there is nothing." if hops < 0 else f"Farther than {FARTHEST} edges nothing is drawn.")

    # ---- what of it ----------------------------------------------------------------------------

    def action_turn(self, kind: str) -> None:
        """Draw a kind of edges, or leave it out."""
        if self.wanted is None or self.view is None:
            return
        kinds = self.view.kinds ^ {kind}
        self.want(replace(self.wanted, kinds=kinds))

    @on(Kinds.Turned)
    def _turned(self, event: Kinds.Turned) -> None:
        self.action_turn(event.kind)

    def action_forgotten(self) -> None:
        if self.wanted is not None:
            self.want(replace(self.wanted, forgotten=not self.wanted.forgotten))

    # ---- how near ------------------------------------------------------------------------------

    def action_zoom(self) -> None:
        """Go from boxes to short ones, to dots, and around."""
        if self.wanted is not None and self.view is not None:
            place = ZOOMS.index(self.view.picture.zoom)
            self.want(replace(self.wanted, zoom=ZOOMS[(place + 1) % len(ZOOMS)], room=None))

    @on(Sheet.Zoomed)
    def _zoomed(self, event: Sheet.Zoomed) -> None:
        if self.wanted is not None and self.view is not None:
            place = ZOOMS.index(self.view.picture.zoom) + (-1 if event.closer else 1)
            if 0 <= place < len(ZOOMS):
                self.want(replace(self.wanted, zoom=ZOOMS[place], room=None))

    def action_fit(self) -> None:
        """Look from as near as all of it is seen; it stays so when the window changes."""
        if self.wanted is not None:
            self.want(replace(self.wanted, zoom="fit", room=self.fitting_room()))

    def fitting_room(self) -> tuple[int, int]:
        """Return the cells that a picture can fill."""
        width, height = self.query_one(Sheet).container_size
        return width, height
