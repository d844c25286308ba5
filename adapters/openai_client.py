"""A client for any server that speaks OpenAI's chat completions, as an `LLM` of the engine: `pip install clew[llm]`.

    clew.open("agent.clew", llm=OpenAIClient("http://127.0.0.1:11434/v1", "qwen3:4b"))

It speaks to the address that it was given, and nowhere else: no key, address or proxy comes from the environment. What
the server says is bounded, and no message of ours repeats it, or the key.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..errors import LLMError

if TYPE_CHECKING:
    import httpx

LARGEST = 1_000_000
"""Bytes of an answer; ours are a few hundred."""
AGAIN = frozenset({408, 409, 429, 500, 502, 503, 504})
"""Answers after which asking again may help."""
LONGEST_PAUSE = 10.0


@dataclass(frozen=True, slots=True)
class OpenAIClient:
    """base: the address up to `/v1`. key: sent as a bearer, where there is one. seconds: that one attempt may take.

    attempts: in all, with pauses of half a second, a second, two between them, or what the server asks for.
    """

    base: str
    model: str
    key: str | None = field(default=None, repr=False)
    seconds: float = 20.0
    attempts: int = 3
    pause: Callable[[float], object] = field(default=time.sleep, repr=False, compare=False)

    @property
    def name(self) -> str:
        return self.model

    def complete(self, prompt: str, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the answer as an object. Raises LLMError where the server fails, or answers with anything else."""
        body = {
            "model": self.model,
            "temperature": 0,
            "messages": [{"role": "user", "content": prompt}],
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "answer", "strict": True, "schema": strict(schema)},
            },
        }
        return _content(self._posted(body))

    def _posted(self, body: Mapping[str, Any]) -> bytes:
        httpx = _httpx()
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        fault = "it was not asked"
        with httpx.Client(timeout=self.seconds, headers=headers, trust_env=False) as client:
            for attempt in range(self.attempts):
                try:
                    with client.stream("POST", f"{self.base.rstrip('/')}/chat/completions", json=body) as response:
                        if response.is_success:
                            return _bounded(response)
                        fault, wait = f"it answered with status {response.status_code}", _wait(response, attempt)
                        if response.status_code not in AGAIN:
                            break
                except httpx.TimeoutException:
                    fault, wait = f"it took longer than {self.seconds:g} seconds", _pause(attempt)
                except (httpx.HTTPError, httpx.InvalidURL) as error:  # their words may hold the address
                    fault, wait = f"the connection failed ({type(error).__name__})", _pause(attempt)
                if attempt + 1 < self.attempts:
                    self.pause(wait)
        raise LLMError(f"The language model's server failed: {fault}.")


def strict(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return a schema as servers want it for strict answers: every field due, and no others."""
    rebuilt = dict(schema)
    if "properties" in schema:
        properties = {name: strict(of) for name, of in schema["properties"].items()}
        rebuilt |= {"properties": properties, "required": [*properties], "additionalProperties": False}
    if "items" in schema:
        rebuilt["items"] = strict(schema["items"])
    if schema.get("enum") == []:  # nothing to choose: an empty enum is no schema
        del rebuilt["enum"]
    return rebuilt


def _content(answer: bytes) -> Mapping[str, Any]:
    try:
        content = json.loads(json.loads(answer)["choices"][0]["message"]["content"])
        if isinstance(content, dict):
            return content
    except (ValueError, KeyError, IndexError, TypeError, RecursionError):
        pass
    raise LLMError("The language model's server did not answer with JSON of the form that was asked for.")


def _bounded(response: httpx.Response) -> bytes:
    parts, size = [], 0
    for part in response.iter_bytes():
        size += len(part)
        if size > LARGEST:
            raise LLMError(f"The language model's server answered with more than {LARGEST:,} bytes.")
        parts.append(part)
    return b"".join(parts)


def _wait(response: httpx.Response, attempt: int) -> float:
    """Return how long to wait before the next attempt: what the server asks for, within reason."""
    asked = response.headers.get("retry-after", "")
    return min(float(asked), LONGEST_PAUSE) if asked.isdecimal() else _pause(attempt)


def _pause(attempt: int) -> float:
    return min(0.5 * 2**attempt, LONGEST_PAUSE)


def _httpx() -> Any:
    try:
        import httpx
    except ImportError:
        raise LLMError("The client needs httpx.", hint="`pip install clew[llm]` brings it.") from None
    return httpx
