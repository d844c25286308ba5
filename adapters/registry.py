"""Which importers there are, in the order in which they are asked, each imported only when it is needed.

The most specific come first: a chat is nearly any list of objects with a role, and a table nearly anything with
columns. Importers of other packages, found by their entry points, are asked after the specific ones and before those.

One that cannot be loaded, or that fails while it looks at a log, is named in a sentence and stops no other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import cast

from .protocol import Head, Importer

GROUP = "clew.importers"
"""The group of entry points by which other packages bring importers."""

SPECIFIC: dict[str, str] = {
    "clew": "clew_export.ClewExport",
    "claude-code": "claude_code.ClaudeCode",
    "codex": "codex.Codex",
    "mini-swe-agent": "mini_swe_agent.MiniSweAgent",
    "swe-agent": "swe_agent.SweAgent",
    "otel": "otel.OpenTelemetry",
    "langchain": "langchain.LangChain",
    "chatgpt": "chatgpt.ChatGPT",
    "mcp-memory": "mcp_memory.McpMemory",
    "git": "git_history.GitHistory",
}
GENERAL: dict[str, str] = {
    "chat": "openai_chat.OpenAIChat",
    "markdown": "markdown.Markdown",
    "table": "tables.Table",
}
"""Importers by the name that `--format` takes: module and class."""


@dataclass(slots=True)
class Registry:
    """The importers of one run. broken: a sentence for each that did not work, by name."""

    broken: dict[str, str] = field(default_factory=dict[str, str])

    def names(self) -> list[str]:
        """Return the names of all, in the order in which they are asked."""
        return [*SPECIFIC, *self._plugged(), *GENERAL]

    def get(self, name: str) -> Importer | None:
        """Return one importer; None where there is none of this name, or where it is broken."""
        place = (SPECIFIC | GENERAL).get(name)
        try:
            if place is None:
                return self._plugin(name)
            module, _, made = place.rpartition(".")
            return getattr(import_module(f".{module}", __package__), made)()
        except Exception as error:  # whatever somebody else's module does when it is imported
            self._break(name, "cannot be loaded", error)
            return None

    def all(self) -> Iterator[Importer]:
        """Yield the importers that can be loaded, as they are asked for."""
        return filter(None, map(self.get, self.names()))

    def recognise(self, head: Head) -> Importer | None:
        """Return the first that knows a log as its own."""
        return next((importer for importer in self.all() if self._knows(importer, head)), None)

    def _knows(self, importer: Importer, head: Head) -> bool:
        try:
            return importer.recognises(head)
        except Exception as error:
            self._break(importer.name, f"failed while it looked at {head.path.name}", error)
            return False

    def _break(self, name: str, how: str, error: Exception) -> None:
        self.broken.setdefault(name, f"The importer `{name}` {how}: {type(error).__name__}: {str(error)[:200]}")

    def _plugin(self, name: str) -> Importer | None:
        found = self._plugged().get(name)
        if found is None:
            return None
        importer = found.load()()
        if not (callable(getattr(importer, "recognises", None)) and callable(getattr(importer, "read", None))):
            raise TypeError("it has no `recognises` and `read`")
        if getattr(importer, "name", None) != name:
            raise TypeError(f"it calls itself {getattr(importer, 'name', None)!r:.60}")
        return cast(Importer, importer)

    def _plugged(self) -> dict[str, EntryPoint]:
        """Return the importers of other packages. One that is called as ours is left out, and named."""
        found = {point.name: point for point in entry_points(group=GROUP)}
        for name in found.keys() & (SPECIFIC | GENERAL).keys():
            taken = found.pop(name)
            self.broken.setdefault(name, f"The importer `{name}` of `{taken.value}` is not used: Clew has one itself.")
        return found
