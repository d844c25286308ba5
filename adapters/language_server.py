"""The language in editors: findings while one types, completion, hover, formatting and an outline, over LSP.

Every answer comes from the language's own rooms; here they are only said in the protocol's words. Nothing is run, and a
store is read only for the names that are in it. The whole text is sent at each change: texts are short, and a client
and a server that cut lines differently cannot drift apart.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from ..dsl.catalog import Catalog
from ..dsl.checking.check import check
from ..dsl.checking.diagnostic import Diagnostic
from ..dsl.checking.held import Held
from ..dsl.completion.complete import complete
from ..dsl.completion.hover import hover
from ..dsl.completion.items import NOTHING_KNOWN, Completion, Known
from ..dsl.formatting.formatter import format_text
from ..dsl.parsing.script import split
from ..engine.asking.catalog import CATALOG
from ..errors import ClewError, Span
from .editor_positions import offset_of, place_of

T = TypeVar("T")

CALM = 0.2
"""Seconds without a change before a text is checked: a half-typed word is no error yet."""

TRIGGERS = (".", ":", "$", "'", "{", "[", ",", " ")

_KINDS = {
    "keyword": lsp.CompletionItemKind.Keyword,
    "snippet": lsp.CompletionItemKind.Snippet,
    "label": lsp.CompletionItemKind.Class,
    "edge": lsp.CompletionItemKind.Interface,
    "property": lsp.CompletionItemKind.Field,
    "function": lsp.CompletionItemKind.Function,
    "objective": lsp.CompletionItemKind.Property,
    "strategy": lsp.CompletionItemKind.Module,
    "order": lsp.CompletionItemKind.EnumMember,
    "variable": lsp.CompletionItemKind.Variable,
    "parameter": lsp.CompletionItemKind.TypeParameter,
    "intent": lsp.CompletionItemKind.Method,
    "value": lsp.CompletionItemKind.Value,
    "memory": lsp.CompletionItemKind.Reference,
}
_SEVERITIES = {"error": lsp.DiagnosticSeverity.Error, "warning": lsp.DiagnosticSeverity.Warning}


class Vocabulary(Protocol):
    """What texts may name. Where it is that of a store, each may raise ClewError, and be another the next time.

    known: what completion offers. held: what a check warns by.
    """

    @property
    def catalog(self) -> Catalog: ...
    @property
    def known(self) -> Known: ...
    @property
    def held(self) -> Held | None: ...


@dataclass(frozen=True, slots=True)
class Fixed:
    """A catalog, and no store."""

    catalog: Catalog
    known: Known = NOTHING_KNOWN
    held: Held | None = None


Load = Callable[[Mapping[str, Any]], Vocabulary | None]
"""From the client's initialization options to what texts may name; None where they say nothing of it."""


def serve(vocabulary: Vocabulary, load: Load, version: str) -> int:
    """Speak the protocol over standard input and output until the client leaves; return the code to end with.

    It is 1 where the client says `exit` and has not said `shutdown`, as the protocol wants it, and else 0.
    """
    server = _server_of(vocabulary, load, version)
    farewells: list[str] = []

    @server.feature(lsp.SHUTDOWN)
    def shutdown(*_: object) -> None:
        farewells.append(lsp.SHUTDOWN)

    @server.feature(lsp.EXIT)
    def leave(*_: object) -> None:
        farewells.append(lsp.EXIT)

    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as output:  # which it closes at the end, and swallows the code
        server.start_io(stdout=output)
    return 1 if farewells == [lsp.EXIT] else 0


def _server_of(vocabulary: Vocabulary, load: Load, version: str) -> LanguageServer:
    server = LanguageServer("clew", version, text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
    session = _Session(server, vocabulary)

    @server.feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        options: Any = params.initialization_options
        if isinstance(options, Mapping):
            try:
                session.vocabulary = load(options) or session.vocabulary
            except ClewError as error:
                session.trouble = str(error)

    @server.feature(lsp.INITIALIZED)
    def initialized(params: lsp.InitializedParams) -> None:
        if session.trouble:
            server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, session.trouble))

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def did_open(params: lsp.DidOpenTextDocumentParams) -> None:
        session.publish_when_calm(params.text_document.uri, 0.0)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def did_change(params: lsp.DidChangeTextDocumentParams) -> None:
        session.publish_when_calm(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: lsp.DidCloseTextDocumentParams) -> None:
        session.forget(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=list(TRIGGERS)))
    def completion(params: lsp.CompletionParams) -> lsp.CompletionList:
        return session.completion(params.text_document.uri, params.position)

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovering(params: lsp.HoverParams) -> lsp.Hover | None:
        return session.hover(params.text_document.uri, params.position)

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        return session.formatting(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        return session.symbols(params.text_document.uri)

    return server


@dataclass(slots=True)
class _Session:
    """One client: what its texts may name, and the checks that wait for it to stop typing."""

    server: LanguageServer
    vocabulary: Vocabulary
    trouble: str = ""
    waiting: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    # ---- findings ----

    async def publish(self, uri: str) -> None:
        """Check a text, in a thread, for a store may have to be read for it, and send what is found."""
        document = self.server.workspace.get_text_document(uri)
        source, version = document.source, document.version
        found = [
            lsp.Diagnostic(
                self._range(source, diagnostic.span),
                " ".join(filter(None, (diagnostic.message, diagnostic.hint))),
                severity=_SEVERITIES[diagnostic.severity],
                code=diagnostic.code,
                source="clew",
            )
            for diagnostic in await asyncio.to_thread(self._checked, source)
        ]
        self.server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, version))

    def _checked(self, text: str) -> tuple[Diagnostic, ...]:
        return self._by_names(lambda names: check(text, names.catalog, held=names.held))

    def publish_when_calm(self, uri: str, calm: float = CALM) -> None:
        """Check a text when it has not changed for so many seconds. A check that is under way tells nothing more."""
        self._cancel(uri)
        self.waiting[uri] = asyncio.create_task(self._later(uri, calm))

    def forget(self, uri: str) -> None:
        self._cancel(uri)
        self.server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    async def _later(self, uri: str, calm: float) -> None:
        await asyncio.sleep(calm)
        await self.publish(uri)

    def _cancel(self, uri: str) -> None:
        task = self.waiting.pop(uri, None)
        if task is not None:
            task.cancel()

    # ---- answers ----

    def completion(self, uri: str, position: lsp.Position) -> lsp.CompletionList:
        text = self._text(uri)
        place = self._offset(text, position)
        found = self._by_names(lambda names: complete(text, place, names.catalog, names.known))
        span = self._range(text, found.span)
        items = [_item(item, span, number) for number, item in enumerate(found.items)]
        return lsp.CompletionList(is_incomplete=True, items=items)

    def _by_names(self, answer: Callable[[Vocabulary], T]) -> T:
        """Return an answer by what texts may name; by the built-in catalog alone where the store is gone."""
        try:
            return answer(self.vocabulary)
        except ClewError:
            return answer(Fixed(CATALOG))

    def hover(self, uri: str, position: lsp.Position) -> lsp.Hover | None:
        text = self._text(uri)
        place = self._offset(text, position)
        found = self._by_names(lambda names: hover(text, place, names.catalog))
        if found is None:
            return None
        said = lsp.MarkupContent(lsp.MarkupKind.Markdown, f"**{found.title}**\n\n{found.doc}")
        return lsp.Hover(said, self._range(text, found.span))

    def formatting(self, uri: str) -> list[lsp.TextEdit] | None:
        """Return the edit that formats a text; None for one that does not parse, which the findings say."""
        text = self._text(uri)
        try:
            made = format_text(text)
        except ClewError:
            return None
        return [] if made == text else [lsp.TextEdit(self._range(text, Span(0, len(text))), made)]

    def symbols(self, uri: str) -> list[lsp.DocumentSymbol]:
        """Return the statements of a text, each by its first line."""
        text = self._text(uri)
        kind = lsp.SymbolKind.Function
        places = [
            (piece.text.split("\n")[0][:80], self._range(text, Span(piece.start, piece.end))) for piece in split(text)
        ]
        return [lsp.DocumentSymbol(name, kind, place, place) for name, place in places]

    # ---- places ----

    def _text(self, uri: str) -> str:
        """Return a text as its editor has it, or as it lies on the disk; none of a file that is not there."""
        try:
            return self.server.workspace.get_text_document(uri).source
        except OSError:
            return ""

    def _offset(self, text: str, position: lsp.Position) -> int:
        return offset_of(text, position.line, position.character, self._encoding)

    def _range(self, text: str, span: Span) -> lsp.Range:
        start, end = (lsp.Position(*place_of(text, at, self._encoding)) for at in (span.start, span.end))
        return lsp.Range(start, end)

    @property
    def _encoding(self) -> str:
        return str(getattr(self.server.workspace.position_encoding, "value", "utf-16"))


def _item(item: Completion, place: lsp.Range, number: int) -> lsp.CompletionItem:
    return lsp.CompletionItem(
        item.label,
        kind=_KINDS[item.kind],
        detail=item.detail or None,
        documentation=item.doc or None,
        sort_text=f"{number:04}",
        filter_text=item.text if item.text[:1] in "'\"$`" else item.label,
        text_edit=lsp.TextEdit(place, item.text),
    )
