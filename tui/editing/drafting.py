"""Drafts in tabs: opened, closed, named, turned to; each with its own past, and all of them there at the next start."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.timer import Timer
from textual.widgets import TextArea
from textual.widgets.text_area import EditHistory

from ..kept import keep, recall
from ..widgets.prompt import Prompt
from .drafts import NAME, Draft, Drafts, from_kept, kept_name, to_kept
from .editor import Editor
from .tab_bar import TabBar
from .writing import Writing

if TYPE_CHECKING:
    from ...engine.handle.engine import Engine

CALM = 1.0
"""Seconds after which a change is kept: not at every key, and not only at the end, which may be a crash."""


class Drafting(Vertical):
    """drafts: what is open; the text and the cursor of the one that is seen are the editor's."""

    DEFAULT_CSS = """
    Drafting { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+n", "open", "New tab", id="tabs.new", show=False),
        Binding("ctrl+w", "close", "Close the tab", id="tabs.close", show=False),
        Binding("ctrl+pagedown", "turn(1)", "Next tab", id="tabs.next", show=False),
        Binding("ctrl+pageup", "turn(-1)", "Tab before", id="tabs.previous", show=False),
        Binding("alt+r", "rename", "Name the tab", id="tabs.rename", show=False),
    ]

    def __init__(self, engine: Engine, placeholder: Content) -> None:
        super().__init__()
        self._engine = engine
        self._placeholder = placeholder
        self._kept_as = kept_name(Path(engine.path), engine.namespace)
        self.drafts: Drafts = from_kept(recall(self._kept_as))
        self._pasts: list[EditHistory | None] = [None] * len(self.drafts.all)
        self._keeping: Timer | None = None

    def compose(self) -> ComposeResult:
        yield TabBar()
        yield Writing(self._engine, self._placeholder)

    def on_mount(self) -> None:
        self._load()

    def on_unmount(self) -> None:
        self._keep()

    @property
    def writing(self) -> Writing:
        return self.query_one(Writing)

    @property
    def editor(self) -> Editor:
        return self.writing.editor

    # ---- the drafts ----------------------------------------------------------------------------

    def begin(self, text: str, name: str = "") -> None:
        """Put a text into the tab that is seen where that is empty, else into a new one."""
        if self.editor.text.strip():
            self._open(Draft(name=name))
        elif name:
            self._replace(self._now().with_seen(name=name))
        self.editor.put(text)
        self.editor.focus()

    def remember_values(self, values: dict[str, str]) -> None:
        """Remember what the parameters were given, for the next time."""
        self._replace(self._now().with_seen(values=values))

    def action_open(self) -> None:
        self._open(Draft())

    def _open(self, draft: Draft) -> None:
        self._leave()
        before = len(self.drafts.all)
        self.drafts = self.drafts.opened(draft)
        if len(self.drafts.all) > before:
            self._pasts.insert(self.drafts.at, None)
        else:
            self._pasts[self.drafts.at] = None
        self._load()

    def action_close(self) -> None:
        """Close the tab that is seen. Its text can be found in the history, if it was ever run."""
        self._pasts.pop(self.drafts.at)
        self.drafts = self.drafts.closed()
        self._pasts = self._pasts or [None]
        self._load()

    def action_turn(self, by: int) -> None:
        self._leave()
        self.drafts = self.drafts.turned(by)
        self._load()

    @on(TabBar.Turned)
    def _turned(self, event: TabBar.Turned) -> None:
        event.stop()
        if event.place is None:
            self.action_open()
            return
        self._leave()
        self.drafts = self.drafts.to(event.place)
        self._load()

    def action_rename(self) -> None:
        self.app.push_screen(Prompt("The name of this tab:", self.drafts.seen.name, longest=NAME), self._renamed)

    def _renamed(self, name: str | None) -> None:
        if name is not None:
            self._replace(self._now().with_seen(name=name))

    # ---- between the drafts and the editor -----------------------------------------------------

    def _now(self) -> Drafts:
        """Return the drafts with what stands in the editor."""
        return self.drafts.with_seen(text=self.editor.text, cursor=self.editor.offset_in_text)

    def _leave(self) -> None:
        """Take over what stands in the editor, and its past, before another draft comes into it."""
        self.drafts = self._now()
        self._pasts[self.drafts.at] = self.editor.history

    def _load(self) -> None:
        draft = self.drafts.seen
        self.editor.load(draft.text, draft.cursor, self._pasts[self.drafts.at])
        self._replace(self.drafts)
        if self.is_mounted and self.has_pseudo_class("focus-within"):
            self.editor.focus()

    def _replace(self, drafts: Drafts) -> None:
        self.drafts = drafts
        self.query_one(TabBar).drafts = drafts
        self._keep_soon()

    @on(TextArea.Changed)
    def _changed(self) -> None:
        self._replace(self._now())

    # ---- kept ----------------------------------------------------------------------------------

    def _keep_soon(self) -> None:
        if self._keeping is not None:
            self._keeping.stop()
        self._keeping = self.set_timer(CALM, self._keep)

    def _keep(self) -> None:
        keep(self._kept_as, to_kept(self.drafts))
