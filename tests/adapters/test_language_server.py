"""The language server, spoken to as an editor does: the real process, over its standard input and output."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import clew
import pytest
from clew.adapters.editor_positions import offset_of, place_of
from hypothesis import given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.slow

pytest.importorskip("pygls", reason="the extra `lsp` is not installed here")

URI = "file:///query.clew"
PATIENCE = 60
TEXTS = st.text(st.sampled_from("ab\n\r\u2028\x0c😀é'"), max_size=12)


class Editor:
    """The least of an editor: it sends messages, and waits for answers and for notifications."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-c", "from clew.cli.main import main; main()", "lsp", *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.inbox: Queue[dict[str, Any]] = Queue()
        self.number = 0
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        while header := self.process.stdout.readline():
            length = int(header.removeprefix(b"Content-Length:"))
            while self.process.stdout.readline().strip():
                pass
            self.inbox.put(json.loads(self.process.stdout.read(length)))

    def _send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def notify(self, method: str, **params: Any) -> None:
        self._send({"method": method, "params": params})

    def ask(self, method: str, **params: Any) -> Any:
        """Send a request and return its result."""
        self.number += 1
        self._send({"id": self.number, "method": method, "params": params})
        while True:
            message = self.inbox.get(timeout=PATIENCE)
            if message.get("id") == self.number:
                assert "error" not in message, message
                return message["result"]

    def told(self, method: str) -> dict[str, Any]:
        """Return the parameters of the next notification of this kind."""
        while True:
            message = self.inbox.get(timeout=PATIENCE)
            if message.get("method") == method:
                return message["params"]

    def start(self, **options: Any) -> dict[str, Any]:
        result = self.ask(
            "initialize", processId=None, rootUri=None, capabilities={}, initializationOptions=options or None
        )
        self.notify("initialized")
        return result

    def open(self, text: str) -> list[dict[str, Any]]:
        """Open a text and return the findings that come."""
        self.notify("textDocument/didOpen", textDocument={"uri": URI, "languageId": "clew", "version": 1, "text": text})
        return self.told("textDocument/publishDiagnostics")["diagnostics"]

    def change(self, text: str, version: int) -> None:
        self.notify(
            "textDocument/didChange",
            textDocument={"uri": URI, "version": version},
            contentChanges=[{"text": text}],
        )

    def at(self, method: str, line: int, character: int) -> Any:
        return self.ask(method, textDocument={"uri": URI}, position={"line": line, "character": character})

    def end(self) -> int:
        self.ask("shutdown")
        self.notify("exit")
        return self.process.wait(PATIENCE)


@pytest.fixture
def editor() -> Iterator[Editor]:
    made = Editor()
    yield made
    made.process.kill()
    made.process.wait()
    for stream in (made.process.stdin, made.process.stdout):
        if stream is not None:
            stream.close()


def test_an_editing_session(editor: Editor) -> None:
    """Findings come on opening and after a change; completion, hover, formatting and the outline are answered."""
    able = editor.start()["capabilities"]
    assert editor.at("textDocument/hover", 0, 3) is None  # of what was never opened, and lies on no disk
    assert all(able[name] for name in ("completionProvider", "hoverProvider", "documentFormattingProvider"))

    # An emoji is two units to the editor and one character here: places behind it must agree.
    (found,) = editor.open("recall 5 for '😀' where m.imprtance > 1")
    assert found["code"] == "bind" and "`m.importance`" in found["message"]
    assert found["range"] == {"start": {"line": 0, "character": 24}, "end": {"line": 0, "character": 35}}

    items = editor.at("textDocument/completion", 0, 29)["items"]
    assert items[0]["label"] == "importance"
    assert items[0]["textEdit"]["range"]["start"] == {"line": 0, "character": 26}
    hovered = editor.at("textDocument/hover", 0, 3)
    assert hovered["contents"]["value"].startswith("**RECALL**")

    editor.change("recall 5 for '😀' where", 2)
    editor.change("recall 5 for '😀';\n\n\nreturn 1", 3)
    told = editor.told("textDocument/publishDiagnostics")
    assert (told["version"], told["diagnostics"]) == (3, [])  # what was half-typed in between is never found fault with

    (edit,) = editor.ask(
        "textDocument/formatting", textDocument={"uri": URI}, options={"tabSize": 2, "insertSpaces": True}
    )
    assert edit["newText"] == "RECALL 5 FOR '😀';\n\nRETURN 1\n"
    symbols = editor.ask("textDocument/documentSymbol", textDocument={"uri": URI})
    assert [symbol["name"] for symbol in symbols] == ["recall 5 for '😀'", "return 1"]

    editor.change("return (", 4)
    assert editor.told("textDocument/publishDiagnostics")["diagnostics"][0]["code"] == "parse"
    assert (
        editor.ask("textDocument/formatting", textDocument={"uri": URI}, options={"tabSize": 2, "insertSpaces": True})
        is None
    )
    assert editor.end() == 0


def test_a_store_gives_its_names(editor: Editor, tmp_path: Path) -> None:
    """With a store in the initialization options, completion offers the tasks that are in it."""
    with clew.open(tmp_path / "s.clew") as memory:
        memory.remember("We take vendor C", task="T77")
    editor.start(store=str(tmp_path / "s.clew"))
    editor.open("RECALL TASK ")
    assert [item["label"] for item in editor.at("textDocument/completion", 0, 12)["items"]] == ["T77"]


def test_findings_know_what_the_store_holds(editor: Editor, tmp_path: Path) -> None:
    """A task that nothing has is warned of, and no more once something has it; without the store nothing is said."""
    with clew.open(tmp_path / "s.clew") as memory:
        memory.remember("We take vendor C", task="T77")
        editor.start(store=str(tmp_path / "s.clew"))
        (found,) = editor.open("RECALL TASK T78")
        assert found["code"] == "unknown_name" and found["severity"] == 2 and "`T77`" in found["message"]
        memory.remember("And vendor D", task="T78")
        editor.change("RECALL TASK T78 ", 2)
        assert editor.told("textDocument/publishDiagnostics")["diagnostics"] == []


def test_a_store_that_is_not_there_is_said_and_no_more(editor: Editor, tmp_path: Path) -> None:
    """A wrong option is a message to the person; the server goes on with the built-in catalog."""
    editor.start(store=str(tmp_path / "nowhere.clew"))
    assert "nowhere.clew" in editor.told("window/showMessage")["message"]
    assert editor.open("RETURN 1") == []


def test_who_leaves_without_a_farewell(editor: Editor) -> None:
    """`exit` without `shutdown` ends with 1, as the protocol wants it."""
    editor.start()
    editor.notify("exit")
    assert editor.process.wait(PATIENCE) == 1


def test_findings_of_a_text_that_is_closed_are_taken_back(editor: Editor) -> None:
    """A check that is under way when its text changes or is closed says nothing behind that."""
    editor.start()
    long = {"uri": URI, "languageId": "clew", "version": 1, "text": "RETURN a;\n" * 300}
    editor.notify("textDocument/didOpen", textDocument=long)
    editor.notify("textDocument/didClose", textDocument={"uri": URI})
    assert editor.told("textDocument/publishDiagnostics")["diagnostics"] == []
    assert editor.open("RETURN b") != []
    editor.change("RETURN 1", 2)
    assert editor.told("textDocument/publishDiagnostics")["diagnostics"] == []


def test_places_in_a_long_text_are_found_at_once() -> None:
    """Each finding is placed without the text being read from its start again."""
    text, began = "RETURN a;\n" * 5_000, time.process_time()
    places = [place_of(text, 10 * line + 7, "utf-16") for line in range(5_000)]
    assert places == [(line, 7) for line in range(5_000)]
    assert time.process_time() - began < 1.0  # it was many seconds


@pytest.mark.parametrize(
    ("text", "end"),
    [("", (0, 0)), ("RETURN 1", (0, 8)), ("RETURN 1\n", (1, 0)), ("a\r\nbc", (1, 2)), ("a\r\r", (2, 0))],
)
def test_the_end_of_a_text_is_in_its_last_line(text: str, end: tuple[int, int]) -> None:
    """A text that ends without a line's end has no line behind it, where an error at its end would be drawn."""
    assert place_of(text, len(text), "utf-16") == end


@settings(max_examples=100, deadline=None)
@given(TEXTS, st.sampled_from(["utf-8", "utf-16", "utf-32"]), st.data())
def test_places_go_there_and_back(text: str, encoding: str, data: st.DataObject) -> None:
    """A place in a text is the same after it was counted as an editor counts, whatever characters stand before it."""
    offset = data.draw(st.integers(0, len(text)))
    if text[offset - 1 : offset + 1] == "\r\n" and offset:
        offset += 1  # no editor can stand inside a line's end
    assert offset_of(text, *place_of(text, offset, encoding), encoding) == offset
