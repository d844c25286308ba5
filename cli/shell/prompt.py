"""The prompt: many lines, a mark while statements may write, and a bar that says where one is."""

from __future__ import annotations

from collections.abc import Callable

from prompt_toolkit import PromptSession
from prompt_toolkit.filters import completion_is_selected, is_searching
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import History
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.search import accept_search

from ...engine.answers.counting import memories
from ..look import of_output
from .colours import STYLE, ShellLexer
from .completer import ShellCompleter
from .reading import is_finished
from .session import Session

READING, WRITING = "clew> ", "clew (writing)> "


class Prompt:
    """Asks for one entry after another."""

    def __init__(
        self, session: Session, history: History, *, input: Input | None = None, output: Output | None = None
    ) -> None:
        self._session = session
        session.past = lambda: list(history.get_strings())
        self._prompt: PromptSession[str] = PromptSession(
            message=lambda: _message(session),
            prompt_continuation=lambda width, *_: [("class:prompt", "... ".rjust(width))],
            bottom_toolbar=lambda: _toolbar(session, self._prompt.default_buffer.text),
            multiline=True,
            key_bindings=_keys(),
            history=history,
            lexer=ShellLexer(),
            completer=ShellCompleter(session),
            complete_while_typing=False,
            complete_in_thread=False,
            style=STYLE,
            color_depth=None if of_output().colour else ColorDepth.DEPTH_1_BIT,
            input=input,
            output=output,
        )

    def ask(self, *, started: Callable[[], None] | None = None) -> str:
        """Return the next entry. started: called when keys are read.

        Raises EOFError for ctrl-D and KeyboardInterrupt for ctrl-C.
        """
        draft, self._session.draft = self._session.draft, ""
        return self._prompt.prompt(default=draft, pre_run=started)


def _message(session: Session) -> StyleAndTextTuples:
    return [("class:prompt.writing", WRITING)] if session.write else [("class:prompt", READING)]


def _toolbar(session: Session, typed: str) -> StyleAndTextTuples:
    """Return where one is; behind the first line of an entry that goes on, how it is ended."""
    took = "" if session.seconds is None else f" · {session.seconds * 1000:,.0f} ms"
    goes_on = " · `;` or an empty line runs it" if "\n" in typed else ""
    said = f" {session.store.name} · {session.engine.namespace} · {memories(session.memories)}{took}{goes_on}"
    writing = ("class:bottom-toolbar.writing", " · writing")
    return [("", said), writing] if session.write else [("", said)]


def _keys() -> KeyBindings:
    """ENTER on the last line ends an entry that is finished, and else begins a line; with ALT it ends any.

    What a search found is taken with the cursor at its end, where the next ENTER runs it.
    """
    keys = KeyBindings()

    @keys.add("enter", filter=~completion_is_selected & ~is_searching)
    def _(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if is_finished(buffer.text) and "\n" not in buffer.document.text_after_cursor.rstrip():
            buffer.validate_and_handle()
        else:
            buffer.newline()

    @keys.add("escape", "enter")
    def _(event: KeyPressEvent) -> None:
        event.current_buffer.validate_and_handle()

    @keys.add("enter", filter=is_searching)
    def _(event: KeyPressEvent) -> None:
        accept_search()
        event.current_buffer.cursor_position = len(event.current_buffer.text)

    @keys.add("enter", filter=completion_is_selected)
    def _(event: KeyPressEvent) -> None:
        event.current_buffer.complete_state = None

    return keys
