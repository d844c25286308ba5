"""What a function is: its entry in the catalog, and the Python that does it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ....dsl.catalog import FunctionDef, Type
from ....errors import EvaluationError
from ..values import Value, name_of


@dataclass(frozen=True, slots=True)
class Function:
    """strict: null in any argument gives null without a call. contextual: the context is handed over first."""

    definition: FunctionDef
    call: Callable[..., Value]
    strict: bool = True
    contextual: bool = False


def define(
    name: str,
    call: Callable[..., Value],
    arity: int | tuple[int, int | None],
    doc: str,
    returns: Type = "ANY",
    *,
    strict: bool = True,
    contextual: bool = False,
) -> Function:
    """Return a function; `arity` is a number of arguments, or the least and the most (None: any number)."""
    least, most = (arity, arity) if isinstance(arity, int) else arity
    return Function(FunctionDef(name, least, most, doc, returns=returns), call, strict, contextual)


def refuse(function: str, due: str, value: Value, hint: str | None = None) -> EvaluationError:
    """An argument of the wrong kind: `due` says what it should be, with its article."""
    return EvaluationError(f"`{function}` takes {due}, and this is {name_of(value)}.", hint=hint)
