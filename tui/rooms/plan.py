"""Plan: how a statement is run, stage by stage, and what each stage took.

What the last answer reported is shown as it is: nothing is asked a second time for it. Only the fronts and the
hypervolume cost extra, and are there once somebody asks for a PROFILE.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.events import Key, Resize
from textual.widgets import Input, Static

from ...dsl import ast
from ...dsl.explaining.tree import Branch, branches, walked
from ...dsl.parsing.parser import parse
from ...engine.answers.display import one_line
from ...errors import ClewError, QueryError
from ..beside import beside
from ..desk import Answer, Desk
from ..messages import Say
from ..results.telling import error_text
from ..results.whole import text_rows
from ..travelling import as_of
from ..widgets.field import Field
from ..widgets.lines import Lines
from ..widgets.plan_rows import plan_rows, stage_rows, told
from ..widgets.words import put_words
from .keeping_up import KeepingUp

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from ...engine.answers.results import Rows, StageReport
    from ...engine.handle.engine import Engine

WIDE = 140
LINE = 400
"""Cells of a line that is handed over to be drawn, which cuts it where the room ends."""
LONGEST = 20_000
"""Characters of a statement that is typed here; a longer one is for the editor."""


@dataclass(frozen=True, slots=True, eq=False)
class Planned:
    """A statement laid out. ran: what an answer reported of it, None where it was only explained."""

    text: str
    tree: tuple[Branch, ...]
    kind: str
    ran: Rows | None = None


class PlanRoom(KeepingUp):
    """Shows the plan of the last statement; of another one where that is typed here, without running it."""

    FIRST: ClassVar[str] = "#tree"
    HELP: ClassVar[str | None] = """
# Plan

The stages in which the last statement was run: how many rows came in and went out of each, how long it took, and its
share of the whole as a bar. What stands under the cursor is explained below: in a sentence, with the Cypher that the
graph was asked, and every value.

- **p** runs a PROFILE: also how many stand on each front, and what front 1 spans (its hypervolume).
- **e** shows the plan alone, as EXPLAIN does, and again what was run.
- **/** takes another statement, and lays it out without running it; **x** comes back to the last answer.
"""
    WITHOUT: ClassVar[frozenset[str]] = frozenset(("type",))
    DEFAULT_CSS = """
    PlanRoom #told { height: auto; max-height: 3; padding: 0 1; background: $boost; }
    PlanRoom #told { text-wrap: nowrap; text-overflow: ellipsis; }
    PlanRoom #typed { background: $surface; display: none; }
    PlanRoom #sides { height: 1fr; layout: vertical; }
    PlanRoom #tree { height: 3fr; padding: 0 1; }
    PlanRoom #stage { height: 2fr; padding: 0 1; border-top: solid $primary-muted; }
    PlanRoom.-nothing #stage { display: none; }
    PlanRoom.-wide #sides { layout: horizontal; }
    PlanRoom.-wide #tree { width: 3fr; height: 1fr; }
    PlanRoom.-wide #stage { width: 2fr; height: 1fr; border-top: none; border-left: solid $primary-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "profile", "Profile", id="plan.profile"),
        Binding("e", "explain", "Plan alone", id="plan.explain"),
        Binding("slash", "type", "Explain another", id="plan.type", key_display="/"),
        Binding("x", "leave", "Back to the answer", id="plan.leave", show=False),
    ]

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._answer: Answer | None = None
        self._planned: Planned | None = None
        self._said: str | ClewError = "Ask a statement in Query, or press / to have one explained that is not run."
        self._alone = False

    def compose(self) -> ComposeResult:
        yield Static(id="told")
        yield Field(placeholder="RECALL 5 FOR '...'", max_length=LONGEST, id="typed", name="Explain another")
        with Container(id="sides"):
            yield Lines(id="tree", name="Stages")
            yield Lines(id="stage", name="The stage")

    # ---- mirroring -----------------------------------------------------------------------------

    def mirror(self, desk: Desk, before: Desk | None) -> None:
        if desk.answer is None or desk.answer is self._answer:
            self._draw()
            return
        self._answer, self._alone = desk.answer, False
        self._lay_out(desk.answer.asked.text, desk.answer.moment, desk.answer)

    def _lay_out(self, text: str, moment: datetime | None, answer: Answer | None) -> None:
        """Compile a statement, and show its plan with what the answer reported."""
        call = partial(_planned, self.memory.engine, text, moment, None if answer is None else answer.rows)
        self.forget_what_was_read()
        self.keep_up(("plan", text, id(answer)), 0, call, self._take)

    def _take(self, found: Planned | ClewError) -> None:
        if isinstance(found, ClewError):
            self._planned, self._said = None, found
        else:
            self._planned = found
        self._draw(top=True)

    # ---- drawing -------------------------------------------------------------------------------

    def _draw(self, *, top: bool = False) -> None:
        tree, planned = self.query_one("#tree", Lines), self._planned
        self._tell()
        self.show_nothing(planned is None)
        if planned is None:
            said = self._said if isinstance(self._said, str) else error_text(self._said, tree.room)
            tree.show(text_rows(said, tree.room))
            self.query_one("#stage", Lines).show([])
            return
        tree.show(plan_rows(self._tree(planned), tree.room), top=top)
        self._draw_stage()

    def _tree(self, planned: Planned) -> tuple[Branch, ...]:
        """Return the stages as they ran, or as they would."""
        return branches([branch.stage for branch in planned.tree]) if self._alone else planned.tree

    def _tell(self) -> None:
        planned = self._planned
        if planned is None:
            put_words(self.query_one("#told", Static), Content(""))
            return
        ran = [branch.report for branch in planned.tree if branch.report is not None]
        if ran and not self._alone:
            figures = told(sum(report.seconds for report in ran), len(ran))
        else:
            figures = f"{len(planned.tree):,} stages, not run"
        answer = self._answer
        failed = answer is not None and answer.error is not None and answer.asked.text == planned.text
        lines = [Content.styled(one_line(planned.text, LINE), "bold"), Content(f"{planned.kind}  ·  {figures}")]
        if failed and answer is not None:
            lines[1] = Content.styled(one_line(f"It failed: {answer.error}", LINE), "$text-error")
        if planned.ran is not None and planned.ran.notes:
            lines.append(Content.styled(one_line(" ".join(planned.ran.notes), LINE), "$text-warning"))
        put_words(self.query_one("#told", Static), Content("\n").join(lines))

    @on(Lines.Moved, "#tree")
    def _moved(self) -> None:
        self._draw_stage()

    def _draw_stage(self) -> None:
        lines, row = self.query_one("#stage", Lines), self.query_one("#tree", Lines).row
        if self._planned is None or row is None:
            lines.show([])
            return
        branch = list(walked(self._tree(self._planned)))[int(row.key.removeprefix("stage "))]
        lines.show(stage_rows(branch, max(20, lines.room)), top=True)

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width >= WIDE, "-wide")

    @on(Lines.Widened)
    def _widened(self) -> None:
        self._draw()

    # ---- asking --------------------------------------------------------------------------------

    def action_profile(self) -> None:
        """Run the statement that is shown once more, as a PROFILE."""
        planned, answer = self._planned, self._answer
        if planned is None:
            self.post_message(Say("There is no statement to profile."))
            return
        mine = answer is not None and answer.asked.text == planned.text
        parameters = dict(answer.asked.parameters) if mine and answer is not None else {}
        moment = None if self.desk is None else self.desk.moment
        self._alone = False
        self.read(lambda: beside(_profiled, self.memory.engine, planned.text, moment, parameters), self._take)

    def action_explain(self) -> None:
        self._alone = not self._alone
        self._draw()

    def action_leave(self) -> None:
        """Come back from a statement that was typed here to the last answer."""
        if self._answer is not None:
            self._lay_out(self._answer.asked.text, self._answer.moment, self._answer)

    def action_type(self) -> None:
        typed = self.query_one(Field)
        typed.value = " ".join(self._planned.text.split())[:LONGEST] if self._planned is not None else ""
        typed.take()

    @on(Input.Submitted, "#typed")
    def _typed(self, event: Input.Submitted) -> None:
        self._leave_typing()
        if event.value.strip():
            self._lay_out(event.value, None if self.desk is None else self.desk.moment, None)

    def on_key(self, event: Key) -> None:
        if event.key == "escape" and self.query_one("#typed").display:
            event.stop()
            self._leave_typing()

    def _leave_typing(self) -> None:
        self.query_one("#typed").display = False
        self.focus_first()


def _planned(engine: Engine, text: str, moment: datetime | None, ran: Rows | None) -> Planned:
    """Compile a statement as it is asked at a moment. Raises QueryError, with the place in its text."""
    try:
        asked = text if moment is None else as_of(text, moment, engine.catalog)[0]
        plan = engine.plan(asked)
    except QueryError as error:
        error.locate(text)
        raise
    reports: Sequence[StageReport] = () if ran is None else ran.stages
    fits = [type(stage).__name__ for stage in plan.stages] == [report.stage for report in reports]
    return Planned(text, branches(plan.stages, reports if fits else ()), plan.kind, ran if fits else None)


def _profiled(engine: Engine, text: str, moment: datetime | None, parameters: dict[str, object]) -> Planned:
    """Run a statement as a PROFILE, and lay it out with its figures. Raises what asking raises; it writes nothing."""
    asked = parse(text) if moment is None else as_of(text, moment, engine.catalog)[0]
    statement = parse(asked) if isinstance(asked, str) else asked
    inner = statement.statement if isinstance(statement, ast.Explain) else statement
    found = engine.query(ast.Explain(inner, profile=True), parameters)
    return _planned(engine, text, moment, found)
