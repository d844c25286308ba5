"""A caller's own line and frame: texts with named fields, `- {id}: {said}`, and nothing else that Python's formats can.

A format with attributes (`{id.__class__}`) or indices reaches into objects that were never meant for it, and one that
formats (`{at:%d}`, `{text!r}`) can be asked for a gigabyte of blanks. So a template is names between text, told apart
once, and filled by joining.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter

from ...errors import MemoryInvalid
from ..values import checks

FIELD = "\0"
"""Stands for a field where the lines of a template are looked at."""


@dataclass(frozen=True, slots=True)
class Template:
    """Texts and the field behind each, None behind the last."""

    parts: tuple[tuple[str, str | None], ...]

    def filled(self, values: Mapping[str, str]) -> str:
        """Return the text with each field's value in its place, as it is: braces in a value mean nothing."""
        return "".join(text + ("" if name is None else values[name]) for text, name in self.parts)

    @property
    def names(self) -> list[str]:
        return [name for _, name in self.parts if name is not None]

    @property
    def lines(self) -> list[str]:
        """The lines in which no field stands."""
        whole = "".join(text + (FIELD if name else "") for text, name in self.parts)
        return [line for line in whole.splitlines() if FIELD not in line]


def template(argument: str, text: object, fields: Mapping[str, str]) -> Template:
    """Return a template that may name `fields`. `{{` and `}}` are braces. Raises MemoryInvalid."""
    given = checks.name(argument, text)
    try:
        pieces = [*Formatter().parse(given)]
    except ValueError as error:
        said = f"`{argument}` is no template: {error}."
        raise MemoryInvalid(said, hint="A brace of its own is written twice.", field=argument) from None
    parts: list[tuple[str, str | None]] = []
    for before, name, form, conversion in pieces:
        if name is not None:
            _refuse(argument, name, bool(form or conversion), fields)
        parts.append((before, name))
    return Template(tuple(parts))


def _refuse(argument: str, name: str, formatted: bool, fields: Mapping[str, str]) -> None:
    known = f"There are: {', '.join(f'{{{field}}}' for field in fields)}."
    if name not in fields:
        raise MemoryInvalid(f"`{argument}` has no field `{{{name[:60]}}}`.", hint=known, field=argument)
    if formatted:
        raise MemoryInvalid(
            f"`{argument}` takes a field as it is.",
            hint=f"Write `{{{name}}}`, and nothing behind the name.",
            field=argument,
        )
