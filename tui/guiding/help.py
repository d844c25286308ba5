"""Help, F1: what the focused part is for, then the room that it is in. Each says it itself, as `HELP`."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Label, Markdown

GENERAL = """\
# Clew

Look through a store: what the agent knows, what came back and why, and where it came from.

| key | does |
| --- | --- |
| **ctrl+p** | everything that can be done, by typing a few letters |
| **?** | the keys that do something here; enter does it |
| **ctrl+o** | jump: a letter stands on every part that can be gone to |
| **F2** … **F9** | the rooms; **alt+1** … **alt+7** too |
| **escape** | ends what is being waited for, or goes back |
| **ctrl+y** | copies the id of the memory that is selected |
| **F12** | another store |
| **ctrl+q** | ends |

One memory is selected at a time, and every room shows the same. Nothing is written unless the app was started with
`--write`; a change is confirmed, and **ctrl+z** takes it back.
"""


class Help(ModalScreen[bool]):
    """text: Markdown of ours; stored text is never in it. Comes to whether the keys are wanted behind it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", "Back", id="help.back"),
        Binding("question_mark", "dismiss(True)", "Keys", id="help.keys"),
    ]
    DEFAULT_CSS = """
    Help { align: center middle; }
    Help > Vertical { width: 92; max-width: 96%; height: 90%; padding: 0 1; border: round $primary; }
    Help > Vertical { background: $panel; }
    Help VerticalScroll { scrollbar-size-vertical: 1; }
    Help Markdown { background: $panel; padding: 0 1; }
    Help MarkdownH1 { content-align: left middle; margin: 0 0 1 0; }
    Help Label { color: $text-muted; }
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = "Help"
            with VerticalScroll(name="Help"):
                yield Markdown(self._text, open_links=False)
            yield Label("arrows scroll · escape leaves")


def help_for(part: Widget) -> str:
    """Return what a part is called, its help and that of what it is in, the nearest first, and at last what holds
    everywhere.
    """
    nodes = [node for node in part.ancestors_with_self if isinstance(node, Widget)]
    ours = [node.HELP for node in nodes if node.HELP and type(node).__module__.startswith(_OURS)]
    told = [text.strip() for text in dict.fromkeys(ours)]
    called = f"# {part.name}"
    named = [called] if part.name and not any(text.startswith(f"{called}\n") for text in told) else []
    return "\n\n".join([*named, *told, GENERAL])


_OURS = __name__.rpartition(".guiding")[0]
"""Textual's own widgets have help too, written for programmers."""
