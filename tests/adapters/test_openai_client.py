"""The client of chat completions against a server of ours: what it sends, and what it makes of answers."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from clew.adapters.openai_client import LARGEST, OpenAIClient, strict
from clew.engine.llm.port import LLM
from clew.errors import LLMError

SCHEMA = {"type": "object", "properties": {"names": {"type": "array", "items": {"type": "string"}, "maxItems": 2}}}
KEY = "sk-secret-key"


class Server(ThreadingHTTPServer):
    """Answers with what stands in `answers`, one after the other, the last again and again."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers: list[tuple[int, bytes, dict[str, str]]] = []
        self.asked: list[tuple[str, dict[str, str], Any]] = []
        self.delay = 0.0


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.asked.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
        time.sleep(self.server.delay)
        status, content, headers = self.server.answers[min(len(self.server.asked), len(self.server.answers)) - 1]
        self.send_response(status)
        for name, value in {**headers, "content-length": str(len(content))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield running
    running.shutdown()
    thread.join()
    running.server_close()


def client(server: Server, **options: Any) -> OpenAIClient:
    options = {"key": KEY, "seconds": 2.0, "pause": lambda _: None, **options}
    return OpenAIClient(f"http://127.0.0.1:{server.server_port}/v1/", "small", **options)


def said(content: str) -> bytes:
    return json.dumps({"choices": [{"message": {"content": content}}]}).encode()


def test_it_asks_for_json_of_the_schema(server: Server) -> None:
    """One request, with the key as a bearer, the prompt, and a strict schema."""
    server.answers = [(200, said('{"names": ["a"]}'), {})]
    model = client(server)
    assert isinstance(model, LLM)
    assert model.complete("which?", SCHEMA) == {"names": ["a"]}
    ((path, headers, body),) = server.asked
    assert path == "/v1/chat/completions"
    assert headers["authorization"] == f"Bearer {KEY}"
    assert body["messages"][0]["content"] == "which?" and body["model"] == "small"
    assert body["response_format"]["json_schema"]["schema"] == strict(SCHEMA)
    assert strict(SCHEMA)["additionalProperties"] is False and strict(SCHEMA)["required"] == ["names"]


@pytest.mark.parametrize("status", [429, 500, 503])
def test_it_asks_again_where_that_may_help(server: Server, status: int) -> None:
    """With growing pauses, or those that the server asks for within reason."""
    pauses: list[float] = []
    server.answers = [(status, b"", {}), (status, b"", {"retry-after": "3600"}), (200, said("{}"), {})]
    assert client(server, pause=pauses.append).complete("?", SCHEMA) == {}
    assert pauses == [0.5, 10.0]


def test_it_gives_up(server: Server) -> None:
    """After its attempts, and at once where asking again cannot help."""
    server.answers = [(500, b"", {})]
    with pytest.raises(LLMError, match="status 500"):
        client(server).complete("?", SCHEMA)
    assert len(server.asked) == 3
    server.asked.clear()
    server.answers = [(401, KEY.encode(), {})]
    with pytest.raises(LLMError, match="status 401"):
        client(server).complete("?", SCHEMA)
    assert len(server.asked) == 1


def test_it_does_not_wait_for_ever(server: Server) -> None:
    """One attempt has its seconds."""
    server.answers, server.delay = [(200, said("{}"), {})], 0.3
    with pytest.raises(LLMError, match="longer than"):
        client(server, seconds=0.05, attempts=1).complete("?", SCHEMA)


@pytest.mark.parametrize(
    "answer",
    [b"", b"<html>", b"[]", b"{}", said("no json"), said("[1]"), said("null"), b'{"choices": []}', b"[" * 100_000],
)
def test_what_is_no_answer_is_refused(server: Server, answer: bytes) -> None:
    """Other JSON, none at all, a nest of brackets: one kind of error."""
    server.answers = [(200, answer, {})]
    with pytest.raises(LLMError, match="did not answer with JSON"):
        client(server).complete("?", SCHEMA)


def test_a_flood_is_cut(server: Server) -> None:
    """What is larger than any answer of ours is not read to its end."""
    server.answers = [(200, b"x" * (LARGEST + 1), {})]
    with pytest.raises(LLMError, match="more than"):
        client(server).complete("?", SCHEMA)


def test_the_key_is_in_no_message(server: Server) -> None:
    """Neither in an error nor in what stands for the client."""
    server.answers = [(403, KEY.encode(), {"x-key": KEY})]
    with pytest.raises(LLMError) as raised:
        client(server).complete("?", SCHEMA)
    closed = client(server, attempts=1)
    server.answers = []
    assert KEY not in str(raised.value) and KEY not in str(raised.value.to_json()) and KEY not in repr(closed)


@pytest.mark.parametrize("base", ["http://127.0.0.1:1/v1", "nonsense", "http://", "http://[::1"])
def test_an_address_that_leads_nowhere_is_told(base: str) -> None:
    """A closed port, no address at all."""
    with pytest.raises(LLMError, match="failed"):
        OpenAIClient(base, "small", key=KEY, attempts=1, pause=lambda _: None).complete("?", SCHEMA)
