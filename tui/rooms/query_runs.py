"""Running what is written: which statements, with which values, one after another; and what is remembered of each."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from textual import work

from ...dsl.checking.diagnostic import of_error
from ...dsl.parsing.parser import parse
from ...dsl.parsing.script import Piece
from ...errors import LimitError, QueryError
from ..desk import Answer, Asked, Desk
from ..editing.form import Form
from ..editing.history import Entry, remember
from ..editing.slots import Slot, slots_of
from ..editing.statements import meant
from ..messages import Ask, Say
from .room import Room

if TYPE_CHECKING:
    from ..editing.drafting import Drafting


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """A statement that is being asked. begun: by `time.monotonic`. at: where it stands in the editor's text."""

    asked: Asked
    piece: Piece
    begun: float


class QueryRuns(Room):
    """The half of the room Query that asks. Answers come back by the desk, and so to `follow_runs`."""

    _run: Run | None = None
    _waiting: tuple[Piece, ...] = ()

    @property
    def drafting(self) -> Drafting:
        raise NotImplementedError  # by the room

    @work(group="run", exclusive=True)
    async def action_run(self) -> None:
        """Run the statement at the cursor, or those that are selected."""
        editor = self.drafting.editor
        editor.action_dismiss()
        pieces = meant(editor.text, editor.offset_in_text, editor.selected_span)
        if not pieces:
            self.post_message(Say("There is no statement to run."))
            return
        self._waiting = pieces
        await self._next()

    async def _next(self) -> None:
        """Ask the next of the statements that wait, with the values of its parameters."""
        piece, *rest = self._waiting
        self._waiting = tuple(rest)
        with self.holding_keys():
            slots = await asyncio.to_thread(_slots, piece.text)
        values = await self._values(piece, slots)
        if values is None:
            self._waiting = ()
            return
        self._run = Run(Asked(piece.text, values), piece, time.monotonic())
        self.post_message(Ask(self._run.asked))

    async def _values(self, piece: Piece, slots: tuple[Slot, ...]) -> Mapping[str, Any] | None:
        """Return the values of the parameters; None where a person gave none."""
        if not slots:
            return {}
        typed = self.drafting.drafts.seen.values
        filled = await self.app.push_screen_wait(Form(piece.text, slots, typed=typed))
        if filled is None:
            return None
        self.drafting.remember_values({**typed, **filled[1]})
        return filled[0]

    # ---- what came of it -----------------------------------------------------------------------

    def follow_runs(self, desk: Desk, before: Desk | None) -> None:
        """Look whether what was asked is answered, or was stopped."""
        run = self._run
        if run is None or before is None:
            return
        if desk.answer is not None and desk.answer.asked is run.asked:
            self._run = None
            self._answered(run, desk.answer)
        elif before.busy and not desk.busy:
            self._run, self._waiting = None, ()
            self._remember(run, "stopped", 0, time.monotonic() - run.begun)

    def _answered(self, run: Run, answer: Answer) -> None:
        if answer.rows is not None:
            self._remember(run, "rows", len(answer.rows), answer.seconds)
            if self._waiting:
                self._go_on()
            return
        assert answer.error is not None
        self._remember(run, answer.error.code, 0, answer.seconds)
        self._waiting = ()
        self._point_at(run, answer.error)

    @work(group="run", exclusive=True)
    async def _go_on(self) -> None:
        await self._next()

    def _point_at(self, run: Run, error: Exception) -> None:
        """Underline what the engine found wrong, where it still stands."""
        editor, piece = self.drafting.editor, run.piece
        if not isinstance(error, QueryError | LimitError) or editor.text[piece.start : piece.end] != piece.text:
            return
        if isinstance(error, LimitError) or error.text in (None, piece.text):
            self.drafting.writing.refuse(of_error(error, piece.text).shifted(piece.start))

    def _remember(self, run: Run, outcome: str, rows: int, took: float) -> None:
        asked = run.asked
        store = str(self.memory.path)
        entry = Entry(asked.text, time.time(), outcome, rows, took, store, dict(asked.parameters))
        self.run_worker(asyncio.to_thread(remember, entry), group="history")


def _slots(text: str) -> tuple[Slot, ...]:
    """Return the parameters of a statement; of one that is none, nothing: asking says what is wrong with it."""
    try:
        return slots_of(parse(text))
    except (QueryError, LimitError):
        return ()
