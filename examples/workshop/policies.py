"""What the agent does with an observation: walk from a failure to its cause, judge a change, rule out suspects.

No policy knows where the faults are. Each knows a habit of debugging, and a sign to look for.
"""

from __future__ import annotations

import builtins
import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import evidence
from desk import Desk
from evidence import Failure
from recorder import Seen


@dataclass(frozen=True, slots=True)
class Suspect:
    """A function whose body holds a sign of trouble, and the page on which it was seen."""

    name: str
    path: str
    body: str
    sign: str
    page: Seen


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A possible cause, and an experiment that takes it away; `blames` reads what the experiment printed."""

    claim: str
    experiment: str
    blames: Callable[[str], bool]


SILENT_DEFAULT = "a setting that is read with a silent default"
BINARY_FLOAT = "money that goes through a binary float"
OPEN_DAY = "a comparison of days that leaves out the day itself"

SIGNS: dict[str, Callable[[str], bool]] = {
    SILENT_DEFAULT: lambda code: bool(evidence.silent_defaults(code)),
    BINARY_FLOAT: lambda code: "float(" in code,
    OPEN_DAY: lambda code: "fromisoformat" in code and " < " in code,
}


def walk(desk: Desk, start: str, because: Seen) -> Suspect:
    """Follow calls from a function, breadth first, until a body holds a sign of trouble."""
    waiting, met = deque([(start, because)]), {start}
    while waiting:
        name, cause = waiting.popleft()
        page = _page_with(desk, name, cause)
        if page is None:
            continue
        body = evidence.body(name, evidence.content(page.text))
        if sign := _sign_in(body):
            return Suspect(name, page.text.split(" ")[0], body, sign, page)
        fresh = [called for called in evidence.calls(body) if called not in met]
        met.update(fresh)
        waiting.extend((called, page) for called in fresh)
    raise LookupError(f"No sign of trouble on any way from {start}.")


def _sign_in(code: str) -> str | None:
    return next((sign for sign, holds in SIGNS.items() if holds(code)), None)


def _page_with(desk: Desk, name: str, cause: Seen) -> Seen | None:
    """Return the page that defines a function: one on the desk already, else searched for and read."""
    for page in desk.pages.values():
        if evidence.body(name, evidence.content(page.text)):
            return page
    if hasattr(builtins, name):
        return None
    found = desk.search(f"def {name}(", f"Where is {name} defined?", cause)
    places = evidence.hits(found.text)
    return desk.read(places[0].path, f"Read {name} and what stands around it.", found) if places else None


def verdict(before: Seen, after: Seen) -> str:
    """Compare two test runs: did the change in between heal, break, or do nothing?"""
    was, now = evidence.failures(before.text), evidence.failures(after.text)
    if not now:
        return "cured"
    if was == now:
        return "no effect"
    return "partly cured" if evidence.failing(after.text) <= evidence.failing(before.text) else "worse"


def first_failure(run: Seen) -> Failure:
    return evidence.failures(run.text)[0]


def tried(desk: Desk, hypotheses: tuple[Hypothesis, ...], because: Seen) -> tuple[Hypothesis, list[Seen]]:
    """Run every experiment; return the one hypothesis that is to blame, and what all experiments showed.

    Raises LookupError where none is to blame, or more than one.
    """
    shown = [desk.python(f"Is it this: {one.claim}?", because, code=one.experiment) for one in hypotheses]
    guilty = [one for one, outcome in zip(hypotheses, shown, strict=True) if one.blames(outcome.text)]
    if len(guilty) != 1:
        raise LookupError(f"{len(guilty)} of {len(hypotheses)} hypotheses are to blame.")
    return guilty[0], shown


def units_reversed(failure: Failure, base: int) -> bool:
    """Tell whether converting `base` gave the reciprocal rate: then got times wanted is about base squared."""
    got, wanted = evidence.amounts(failure.message)
    return abs(got * wanted / base**2 - 1) < 1 / 100


def without_float(code: str) -> str:
    """Rewrite `Decimal(float(a) * (1 - float(b)))` as the same product in decimals."""
    return re.sub(r"Decimal\(float\((\w+)\) \* \(1 - float\((.+)\)\)\)", r"\1 * (1 - Decimal(\2))", code)
