"""One thing that a caller asked for: within limits, and ended by ctrl-C or a Cancel. Every call of the engine is one.

    with operation(limits, seconds):        engine.query(...), engine.remember(...)
        ...                                 KeyboardInterrupt comes out of here, and from nowhere inside

A caller in another thread than the main one (an event loop's pool) lets a Cancel of its own hold around the call, and
cancels it from wherever it likes:

    with running(cancel):
        engine.query(text)
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from .cancel import Cancel
from .interrupts import interruptible
from .limits import Limits, limited

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class Limited(Protocol):
    limits: Limits


Self = TypeVar("Self", bound=Limited)


@contextmanager
def operation(limits: Limits, seconds: float | None = None) -> Generator[Cancel]:
    """Run the block as one operation. seconds: instead of those of the limits.

    Raises LimitError where it was cancelled, and KeyboardInterrupt, once it has ended, where ctrl-C was pressed.
    """
    with limited(limits if seconds is None else replace(limits, seconds=seconds)), interruptible() as work:
        work.check()
        yield work


def one_operation(
    method: Callable[Concatenate[Self, Arguments], Result],
) -> Callable[Concatenate[Self, Arguments], Result]:
    """Make a method one operation, within the limits of its object."""

    @wraps(method)
    def run(self: Self, /, *arguments: Arguments.args, **named: Arguments.kwargs) -> Result:
        with operation(self.limits):
            return method(self, *arguments, **named)

    return run
