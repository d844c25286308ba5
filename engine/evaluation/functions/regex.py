"""Regular expressions for `=~`, on RE2: linear in the text, so that no pattern can run for ever.

RE2 comes with Arrow, which is here anyway. Python's `re` was refused because `(a+)+$` takes it years over forty
letters, and a limit on lengths does not help. The price is the dialect: no look-around and no back-references.
"""
# pyright: basic, reportAttributeAccessIssue=false

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ....errors import EvaluationError
from ...running.limits import hold


def full_match(pattern: str, text: str) -> bool:
    """Return whether the whole of `text` matches. Raises EvaluationError for a pattern that RE2 does not take."""
    import pyarrow as pa

    hold("pattern_chars", len(pattern), f"A pattern of {len(pattern):,} characters is too long")
    match, options = _matcher(pattern)
    try:
        return match.call([pa.scalar(text, pa.string())], options).as_py()
    except UnicodeEncodeError:
        raise EvaluationError("The text holds half of a surrogate pair, which `=~` cannot read.") from None


@lru_cache(maxsize=64)
def _matcher(pattern: str) -> tuple[Any, Any]:
    """Return Arrow's function and its options: looking them up by name costs as much as a match."""
    import pyarrow as pa
    import pyarrow.compute as pc

    match = pc.get_function("match_substring_regex")
    try:
        # Tried as it stands before it is put between brackets, for `a)|(b` would close them.
        match.call([pa.scalar("")], pc.MatchSubstringOptions(pattern))
    except (pa.ArrowInvalid, UnicodeEncodeError) as error:
        raise _refused(pattern, str(error)) from None
    return match, pc.MatchSubstringOptions(rf"\A(?:{pattern})\z")


def _refused(pattern: str, reason: str) -> EvaluationError:
    """`reason` is RE2's: `Invalid regular expression: missing ): a(`."""
    detail = reason.removeprefix("Invalid regular expression: ").partition(":")[0]
    return EvaluationError(
        f"{pattern!a} is not a regular expression: {detail}.",
        hint="The dialect is RE2: no look-around, no back-references.",
    )
