"""Reading observations: pure functions from what a tool printed to what a policy can act on."""

from __future__ import annotations

import difflib
import json
import re
from dataclasses import dataclass
from decimal import Decimal

FRAME = re.compile(r'  File "([^"]+)", line (\d+), in (\S+)\n    (.+)')


@dataclass(frozen=True, slots=True)
class Frame:
    """One line of a traceback that lies in the project."""

    path: str
    line: int
    function: str
    source: str


@dataclass(frozen=True, slots=True)
class Failure:
    """One failing test: its frames from the test inwards, and the error's own line."""

    test: str
    frames: tuple[Frame, ...]
    message: str


@dataclass(frozen=True, slots=True)
class Hit:
    """One line that a search found."""

    path: str
    line: int
    source: str


def failures(output: str) -> tuple[Failure, ...]:
    """Return the failures of a unittest run, in the order in which they were reported."""
    return tuple(_failure(block) for block in output.split("=" * 70 + "\n")[1:])


def _failure(block: str) -> Failure:
    title, trace = block.split("\n\n")[0].split("-" * 70 + "\n")
    frames = tuple(Frame(path, int(line), name, source) for path, line, name, source in FRAME.findall(trace))
    return Failure(title.split()[1], frames, trace.strip().splitlines()[-1])


def failing(output: str) -> frozenset[str]:
    """Return the names of the tests that fail in a run."""
    return frozenset(failure.test for failure in failures(output))


def hits(output: str) -> tuple[Hit, ...]:
    """Return the lines of a search, without those in prose and data."""
    found = re.findall(r"^([\w/.-]+\.(?:py|json)):(\d+): (.*)$", output, re.MULTILINE)
    return tuple(Hit(path, int(line), source) for path, line, source in found)


def identifiers(text: str, prefix: str) -> tuple[str, ...]:
    """Return the ids such as QUOTE-7731 that a text names, each once, in order."""
    return tuple(dict.fromkeys(re.findall(rf"\b{prefix}-[\w-]*\w", text)))


def fingerprints(text: str) -> tuple[str, ...]:
    """Return the fingerprints of a file in the first line of what a tool printed, as they stand there."""
    return tuple(re.findall(r"@([0-9a-f]{10})", text.split("\n", 1)[0]))


def content(listing: str) -> str:
    """Return a file as it is, from the numbered listing that `read_file` printed."""
    return "\n".join(line[5:] for line in listing.splitlines()[1:])


def last_line(listing: str) -> str:
    """Return the last line of a file, from its listing."""
    return content(listing).splitlines()[-1]


def line_with(words: str, code: str) -> str:
    """Return the first line that holds some words, without its indent."""
    return next(line.strip() for line in code.splitlines() if words in line)


def called(source: str) -> str:
    """Return the function under test in an assertion: the first call inside it."""
    return re.findall(r"(\w+)\(", source.split("(", 1)[1])[0]


def body(name: str, code: str) -> str:
    """Return the source of a top-level function, or nothing."""
    found = re.search(rf"^def {name}\(.*?(?=^\S|\Z)", code + "\n", re.MULTILINE | re.DOTALL)
    return found.group(0).rstrip() if found else ""


def calls(code: str) -> tuple[str, ...]:
    """Return the names that a piece of code calls, each once, in order."""
    return tuple(dict.fromkeys(re.findall(r"(?<![\w.])([a-z_]+)\(", code)))


def amounts(message: str) -> tuple[Decimal, Decimal]:
    """Return (got, wanted) of a failed equality between two decimals."""
    got, wanted, *_ = (Decimal(number) for number in re.findall(r"Decimal\('([\d.]+)'\)", message))
    return got, wanted


def silent_defaults(code: str) -> tuple[tuple[str, str], ...]:
    """Return (setting, default) for every setting that is read with something to fall back to."""
    return tuple(re.findall(r"setting\(\"(\w+)\", (.+?)\)", code))


def nearest_setting(name: str, settings: str) -> str:
    """Return the key of the settings file that was probably meant by a name."""
    return difflib.get_close_matches(name, list(json.loads(settings)), n=1)[0]


def missing_key(message: str) -> str:
    """Return the key that a KeyError names."""
    return re.findall(r"KeyError: '(\w+)'", message)[0]


def decision(text: str) -> str:
    """Return the id of the decision that was just written, or that a text names first."""
    return re.findall(r"D-[0-9a-f]{6}", text)[0]


def decision_about(words: str, listing: str) -> str:
    """Return the id of the first decision in a listing of decisions.md whose own words hold all of `words`."""
    entries = re.findall(r"^## (D-[0-9a-f]{6})\n\n(.+)$", content(listing), re.MULTILINE)
    return next(number for number, line in entries if all(word in line for word in words.split()))
