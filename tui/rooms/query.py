"""Query: write a statement, with the language at hand; run it; read what it answers."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult, SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.content import Content

from ...dsl.formatting.formatter import format_text
from ...engine.answers.plain_json import json_text
from ...errors import ClewError
from ..beside import beside
from ..desk import Desk
from ..editing.drafting import Drafting
from ..editing.editor import Editor
from ..editing.external import edited, editor_command
from ..editing.form import Filled, Form
from ..editing.history import Entry, recent
from ..editing.picker import Picker
from ..editing.remembered import asked_before
from ..editing.saved import Saved, as_intent, saved_in
from ..editing.statements import meant
from ..editing.teaching import Example, as_rows, examples_in
from ..guiding.commands import Command
from ..messages import Say
from ..results.results import Results
from ..widgets.lines import Lines
from .query_runs import QueryRuns

PLACEHOLDER = "A statement, as: RECALL 5 FOR 'what is needed'"
RECENT = 20
"""Statements of the history that the palette offers."""
SHARE, STEP, LEAST, MOST = 35, 5, 15, 80
"""Of the room that the editor has at first, by how much that grows or shrinks, and its bounds, in per cent."""


class QueryRoom(QueryRuns):
    """Holds what is written; what it answers lies on the desk."""

    FIRST: ClassVar[str] = "Editor"
    HELP: ClassVar[str | None] = """
# Query

Above, statements in tabs; below, what the last one answered.

**Writing.** Completions appear while you type, and at **ctrl+space**: **tab** or **enter** takes one, **escape** closes
them. They know the language, the names in this store, and its memories: behind `WHY '` or `NEAR '` type an id, or words
that the memory holds. What is wrong is underlined, and below the editor stands why and what would work.
**ctrl+f** formats, **ctrl+e** opens the text in `$EDITOR`, **ctrl+z** takes back.

**Running.** **F5** or **ctrl+j** runs the statement at the cursor, or all that is selected, one after another; a `;`
ends a statement. Where it has `$parameters` a form asks for them. **escape** stops it.

**Tabs.** **ctrl+n** opens one, **ctrl+w** closes it, **ctrl+pageup** and **ctrl+pagedown** turn, **alt+r** names it.
They are there again at the next start.

**Before and saved.** **ctrl+r** is the history, with what came of each statement; **ctrl+g** what is saved under a
name; **alt+s** makes an intent of the statement at the cursor.

**Answers.** **tab** goes there. **v** turns between table, paragraphs and plan, **s** sorts by the column of the
cursor, **space** shows a cell whole, **n** all notes, **enter** goes to the memory. **ctrl+s** writes the rows to a
file: CSV, JSON, JSONL, Markdown or Parquet, by its name.
"""
    DEFAULT_CSS = """
    QueryRoom { layout: vertical; }
    QueryRoom Drafting { height: 35%; min-height: 6; max-height: 16; }
    QueryRoom Results { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5,ctrl+j", "run", "Run", id="query.run"),
        Binding("ctrl+r", "history", "Asked before", id="query.history"),
        Binding("ctrl+g", "saved", "Saved", id="query.saved"),
        Binding("ctrl+s", "export", "Save rows", id="query.export"),
        Binding("ctrl+f", "format", "Format", id="query.format", show=False),
        Binding("ctrl+e", "edit", "Edit in $EDITOR", id="query.edit", show=False),
        Binding("alt+s", "save", "Save as an intent", id="query.save", show=False),
        Binding("alt+down", "grow(1)", "Larger editor", id="query.grow", show=False),
        Binding("alt+up", "grow(-1)", "Smaller editor", id="query.shrink", show=False),
    ]

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._share = SHARE
        self._examples: tuple[Example, ...] | None = None

    def compose(self) -> ComposeResult:
        yield Drafting(self.memory.engine, Content(PLACEHOLDER))
        yield Results(id="results")

    @property
    def drafting(self) -> Drafting:
        return self.query_one(Drafting)

    @property
    def editor(self) -> Editor:
        return self.drafting.editor

    @property
    def results(self) -> Results:
        return self.query_one(Results)

    def mirror(self, desk: Desk, before: Desk | None) -> None:
        if desk.draft is not None and (before is None or desk.draft is not before.draft):
            self.drafting.begin(desk.draft.text)
        if desk.answer is not None and (before is None or desk.answer is not before.answer):
            self.results.show(desk.answer)
        self.results.travel(desk.moment)
        self.results.wait(desk.busy)
        if desk.selected is not None:
            self.results.stand_on(desk.selected)
        if before is None or desk.head != before.head:
            self.drafting.writing.look_again()
            self._teach()
        self.follow_runs(desk, before)

    # ---- what is written -----------------------------------------------------------------------

    @work(group="format", exclusive=True)
    async def action_format(self) -> None:
        """Lay the text out anew; one that is wrong stays as it is, and its first error is said."""
        text = self.editor.text
        try:
            formatted = await asyncio.to_thread(format_text, text)
        except ClewError as error:
            self.post_message(Say(str(error), "warning"))
            return
        if self.editor.text == text and formatted.rstrip("\n") != text:
            self.editor.put(formatted.rstrip("\n"))

    def action_edit(self) -> None:
        """Hand the text to a person's own editor, and take it back."""
        try:
            command = editor_command()
            with self.app.suspend():
                text = edited(self.editor.text, command)
        except SuspendNotSupported:
            self.post_message(Say("Another editor can be opened only from a terminal.", "warning"))
            return
        except (ClewError, OSError) as error:
            self.post_message(Say(str(error), "error"))
            return
        if text is None:
            self.post_message(Say("The editor ended with an error, so the text is as it was.", "warning"))
        elif text != self.editor.text:
            self.editor.put(text)

    def action_grow(self, way: int) -> None:
        self._share = max(LEAST, min(MOST, self._share + way * STEP))
        self.drafting.styles.height = f"{self._share}%"
        self.drafting.styles.max_height = None if self._share == SHARE else "100%"

    # ---- what was asked, and what is saved -----------------------------------------------------

    def action_history(self) -> None:
        says = "Asked before: type words of it; enter puts it into the editor"
        picker: Picker[Entry] = Picker(says, "Nothing was asked yet.", lambda: asked_before(recent()))
        self.app.push_screen(picker, self._again)

    def _again(self, entry: Entry | None) -> None:
        if entry is not None:
            self.drafting.begin(entry.text)
            self.drafting.remember_values({name: _typed(value) for name, value in entry.parameters.items()})

    @work(group="saved", exclusive=True)
    async def action_saved(self) -> None:
        """Pick an intent, fill its parameters, and run it; or a strategy, for a recall that uses it."""
        try:
            with self.holding_keys():
                catalog = await beside(lambda: self.memory.engine.catalog)
        except ClewError as error:
            self.post_message(Say(str(error), "error"))
            return
        says = "Saved: intents are run, strategies are used by a recall"
        picker: Picker[Saved] = Picker(says, "Nothing is saved.", lambda: saved_in(catalog))
        found = await self.app.push_screen_wait(picker)
        if found is not None:
            await self._use(found)

    async def _use(self, found: Saved) -> None:
        filled: Filled | None = ({}, {})
        if found.slots:
            filled = await self.app.push_screen_wait(Form(f"RUN {found.name}", found.slots, about=found.doc))
        if filled is None:
            return
        self.drafting.begin(found.text(filled[0]))
        if found.intent:
            self.action_run()

    @work(group="saved", exclusive=True)
    async def action_save(self) -> None:
        """Make a statement that saves the one at the cursor; a person names it, and runs it."""
        pieces = meant(self.editor.text, self.editor.offset_in_text)
        if not pieces:
            self.post_message(Say("There is no statement to save."))
            return
        try:
            catalog = await beside(lambda: self.memory.engine.catalog)
        except ClewError as error:
            self.post_message(Say(str(error), "error"))
            return
        self.drafting.begin(as_intent(pieces[0].text, catalog))

    def commands(self) -> Iterable[Command]:
        """Offer what was asked lately."""
        for entry in recent(RECENT):
            yield Command(f"Ask again: {entry.text}", entry.text, partial(self._again, entry), shown=False)

    # ---- what it answered ----------------------------------------------------------------------

    def action_export(self) -> None:
        self.results.export()

    @work(group="teach", exclusive=True)
    async def _teach(self) -> None:
        """Show what could be asked of this store, as long as nothing was."""
        if self.results.answer is not None or self._examples:
            return
        try:
            self._examples = await beside(examples_in, self.memory.engine)
        except ClewError:
            return  # that the store is gone is said elsewhere
        self._say_examples()

    def on_resize(self) -> None:
        self._say_examples()

    def _say_examples(self) -> None:
        """Lay the examples out in the width that there is: they may be found before the room has any."""
        if self._examples is not None and self.results.answer is None and self.size.width:
            self.results.say(as_rows(self._examples, max(1, self.size.width - 4)))

    @on(Lines.Picked, "#words")
    def _begin_with(self, event: Lines.Picked) -> None:
        event.stop()
        if self.results.answer is None and self._examples and event.row.key:
            self.drafting.begin(self._examples[int(event.row.key)].text)


def _typed(value: object) -> str:
    """Return a value as a person would type it."""
    return value if isinstance(value, str) else json_text(value)
