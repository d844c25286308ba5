"""Whether a tool call failed, told from what it printed: shared by the importers of agent logs.

Signs count by where they stand: the first words, the beginning of a line, its end, a field of a JSON object. A word
anywhere is no sign: a search that finds `raise ValueError` in a file did not fail, and neither did a run that printed
`no errors`.
"""

from __future__ import annotations

import json
import re
from typing import Any

LOOKED_AT = 20_000
"""Characters that are looked at, at either end of an observation: a failure says so there."""

FIRST_WORDS = re.compile(
    r"""[^\w{"']{0,40}+(?:
    (?:(?:usage|syntax|runtime|internal|server|api)[ _])?(?:errors?|exception|fatal|fail(?:ed|ure)s?)\b
        (?!\W+(?:0|none|null)\b)
        (?:\W*\Z | \s*[^\w\s] |
        \s+(?:\d|(?:at|because|during|found|from|in|occurred|on|to|when|while|with)\b|(?!handling)\w+ing\b))
    | (?:can(?:not|'t)|could(?:\ not|n't)|unable\ to|no\ such|(?:access|permission)\ denied)\b
    | (?:invalid|missing|unknown|unrecogni[sz]ed|unsupported)\ (?:\w+\ )?
        (?:argument|command|function|input|option|parameter|path|request|syntax|tool)s?\b
    | (?:aborted|denied|forbidden|refused|rejected|timed\ ?out|timeout|unauthori[sz]ed)\s*(?:[.:!]|\Z)
    )""",
    re.IGNORECASE | re.VERBOSE,
)
"""What a tool says before anything else. `Error handling` is a title, and `Errors: 0` good news."""

LINE_BEGINS = re.compile(
    r"""\n(?:
    Traceback\ \(most\ recent\ call\ last\):        # Python, and below how that ends, or what a linter found
    | [-*\ ]*(?:[A-Z]\d{3,4}:?\ )?(?:\w+\.)*\w*(?:Error|Exception):\ (?!0\b|[Nn]one\b)\S
    | FAILED\b | FAIL[:\s] | ERROR:\ | ERRORS?:?\r?\n | E\ {3} | ---\ FAIL  # unittest, pytest, Go, Jest
    | =+\ (?:.*,\ )?[1-9]\d*\ (?:failed|errors?)\b  # the last line of pytest
    | error(?:\[E\d+\])?:\  | npm\ ERR!\  | make:\ \*\*\*  # rustc, npm, make
    | panic:\  | fatal:\  | Exception\ in\ thread\  | Uncaught\   # Go, git, Java, JavaScript
    )""",
    re.VERBOSE,
)
"""What interpreters, compilers and test runners print. Case counts: prose does not shout."""

LINE_ENDS = re.compile(
    r""":\ (?:(?:command\ )?not\ found | No\ such\ file\ or\ directory | Permission\ denied | Is\ a\ directory
        | Not\ a\ directory | Connection\ refused)\r?\n
    | :\d+:\ (?:fatal\ )?error:\ """,
    re.VERBOSE,
)
"""What shells, the C library and compilers print after the name of a thing."""

EXIT_CODE = re.compile(r"\b(?:[Ee]xit(?:ed with(?: code| status)?| code| status)|[Rr]eturn code)(?: of)?[ :=]+[1-9]")

OBJECT = re.compile(r"\s*\{")
COMPLAINTS = ("error", "errors", "exception", "is_error", "isError", "exit_code", "exitCode", "returncode")
"""Fields that are empty, false or 0 where all went well."""
VERDICTS: dict[str, tuple[Any, ...]] = {"success": (False,), "ok": (False,), "status": ("error", "failed", "failure")}
"""Fields that say how it went, and what they say where it went wrong."""


def types_of(observation: str | None, told: bool | None = None) -> tuple[str, ...]:
    """Return ("error", "action") for a call that failed, else ("action",).

    told: what the log itself says of that; where it says nothing, the observation is read for signs of failure.
    The first type is what `m.type` answers; `TYPE action` finds both.
    """
    bad = observation is not None and failed(observation) if told is None else told
    return ("error", "action") if bad else ("action",)


def failed(observation: str) -> bool:
    """Say whether what a tool printed holds a sign of failure. Linear in the characters that are looked at."""
    if FIRST_WORDS.match(observation) or _is_complaint(observation):
        return True
    short = len(observation) <= 2 * LOOKED_AT
    ends = (observation,) if short else (observation[:LOOKED_AT], observation[-LOOKED_AT:])
    signs = (LINE_BEGINS, LINE_ENDS, EXIT_CODE)
    return any(sign.search(f"\n{end}\n") for end in ends for sign in signs)


def _is_complaint(observation: str) -> bool:
    """Say whether a text is a JSON object that says by itself that it is about a failure."""
    if len(observation) > LOOKED_AT or not OBJECT.match(observation):
        return False
    try:
        fields = json.loads(observation)
    except (ValueError, RecursionError):
        return False
    complains = any(fields.get(name) for name in COMPLAINTS)
    return complains or any(fields.get(name) in bad for name, bad in VERDICTS.items() if name in fields)
