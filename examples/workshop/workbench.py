"""The tools: small functions that really act on a temporary copy of the project, each returning what it printed.

Commands run in a child interpreter without site-packages, so the project can lean on nothing but the standard library.
An edit names the fingerprint of the file as the agent last saw it and is refused when the file has changed since.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

TEXT = {".py", ".json", ".jsonl", ".md", ".csv"}
ENVIRONMENT = {"PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1", "TZ": "UTC"}
SECONDS = 30


@dataclass(frozen=True, slots=True)
class Workbench:
    """The working copy of the project, and what can be done to it."""

    root: Path

    def deliver(self, parcel: Path) -> None:
        """Copy the files that arrived on a day into the project."""
        shutil.copytree(parcel, self.root, dirs_exist_ok=True)

    def list_files(self, folder: str) -> str:
        return "\n".join(self._name(path) for path in self._files(folder))

    def read_file(self, path: str) -> str:
        """Return the file with line numbers, under a line that gives its fingerprint."""
        lines = self._text(path).splitlines()
        numbered = [f"{number:>3}  {line}".rstrip() for number, line in enumerate(lines, 1)]
        return "\n".join([f"{path} @{self._fingerprint(path)}", *numbered])

    def search_code(self, text: str) -> str:
        """Return `path:line: source` for every line that holds the text."""
        found = [
            f"{self._name(path)}:{number}: {line.strip()}"
            for path in self._files(".")
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
            if text in line
        ]
        return "\n".join(found) or f"no line holds {text!r}"

    def edit_file(self, path: str, expect: str, old: str, new: str) -> str:
        """Replace one passage, if the file is still the one that was seen and holds the passage once."""
        before, text = self._fingerprint(path), self._text(path)
        if before != expect:
            return f"refused: {path} is now @{before}, not @{expect}: somebody changed it since you read it"
        if text.count(old) != 1:
            return f"refused: the passage occurs {text.count(old)} times in {path}"
        (self.root / path).write_text(text.replace(old, new), encoding="utf-8", newline="\n")
        return "\n".join([f"{path} @{before} -> @{self._fingerprint(path)}", _marked("-", old), _marked("+", new)])

    def record_decision(self, decision: str, reason: str, supersedes: str = "") -> str:
        """Append to decisions.md under an id made from the decision's own words."""
        number = "D-" + hashlib.sha1(decision.encode()).hexdigest()[:6]
        tail = f" It supersedes {supersedes}." if supersedes else ""
        with (self.root / "decisions.md").open("a", encoding="utf-8", newline="\n") as file:
            file.write(f"## {number}\n\n{decision}{tail}\n\nReason: {reason}\n\n")
        return f"{number} written to decisions.md.{tail}"

    def run_tests(self) -> str:
        return self._python("-m", "unittest", "discover", "-s", "tests")

    def run_cli(self, args: list[str]) -> str:
        return self._python("-m", "boxoffice.cli", *args)

    def run_python(self, code: str) -> str:
        return self._python("-c", code)

    def _python(self, *arguments: str) -> str:
        command = [sys.executable, "-S", "-B", *arguments]
        environment = ENVIRONMENT | {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
        done = subprocess.run(
            command, cwd=self.root, env=environment, capture_output=True, timeout=SECONDS, check=False
        )
        return _stable((done.stdout + done.stderr).decode("utf-8"), self.root)

    def _files(self, folder: str) -> list[Path]:
        return sorted(path for path in (self.root / folder).rglob("*") if path.suffix in TEXT)

    def _name(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()

    def _text(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8")

    def _fingerprint(self, path: str) -> str:
        return hashlib.sha1((self.root / path).read_bytes()).hexdigest()[:10]


def _stable(output: str, root: Path) -> str:
    """Mask what differs between two runs: the folder, the time taken, and the carets that some versions draw."""
    output = output.replace("\r\n", "\n").replace(f"{root}{os.sep}", "")
    output = re.sub(r"\d+\.\d+s", "<time>", output)
    return re.sub(r"\n[ ]+[~^]+(?=\n)", "", output).strip()


def _marked(sign: str, passage: str) -> str:
    return "\n".join(f"{sign} {line}" for line in passage.splitlines())
