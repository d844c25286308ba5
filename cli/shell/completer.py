"""Completion at the prompt: of the language by its own room, of commands and what they take by their table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter
from prompt_toolkit.document import Document

from ...dsl.completion.complete import complete
from ...engine.answers.display import one_line
from ...engine.asking.vocabulary import known_in, memories_like
from ..options import TEXT_FORMATS
from .commands import COMMANDS
from .helping import topics
from .reading import SIGN, Entry
from .schema import names
from .session import Session

WHOLE = ("snippet", "function")
"""Kinds that are shown as they are put: a word and its form, an objective and its function, begin alike."""

META_WIDTH = 60
"""Characters of what is said beside a completion."""


class ShellCompleter(Completer):
    """Offers what could stand at the cursor."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        if not Entry(document.text).is_command:
            return self._of_language(document)
        return self._of_command(document, complete_event)

    def _of_language(self, document: Document) -> Iterator[Completion]:
        cursor = document.cursor_position
        engine = self._session.engine
        known = replace(known_in(engine), memories=partial(memories_like, engine))
        found = complete(document.text, cursor, self._session.catalog, known)
        for item in found.items:
            meta = one_line(item.detail or item.doc or item.kind, META_WIDTH)
            shown = one_line(item.text, META_WIDTH) if item.kind in WHOLE else item.label
            yield Completion(item.text, found.span.start - cursor, display=shown, display_meta=meta)

    def _of_command(self, document: Document, event: CompleteEvent) -> Iterator[Completion]:
        name, blank, typed = document.text_before_cursor.lstrip().removeprefix(SIGN).partition(" ")
        if not blank:
            described = {command: COMMANDS[command].doc for command in COMMANDS}
            return _beginning_with(name, described)
        takes = COMMANDS[name].takes if name in COMMANDS else "nothing"
        if takes == "file":
            return iter(PathCompleter(expanduser=True).get_completions(Document(typed), event))
        if takes == "statement":
            return self._of_language(Document(typed, len(typed)))
        return _beginning_with(typed, dict.fromkeys(self._choices(takes), ""))

    def _choices(self, takes: str) -> Iterable[str]:
        match takes:
            case "switch":
                return ("on", "off")
            case "format":
                return TEXT_FORMATS
            case "clause":
                return topics()
            case "name":
                return names(self._session.catalog)
            case "parameter":
                return self._session.parameters
            case _:
                return ()


def _beginning_with(typed: str, described: dict[str, str]) -> Iterator[Completion]:
    begun = typed.casefold()
    for text, meta in described.items():
        if text.casefold().startswith(begun):
            yield Completion(text, -len(typed), display_meta=meta)
