"""The tables of functions: rows are written by hand up to the example; what it gives, and its meaning, is filled in."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

import clew
from clew.dsl.catalog import FunctionDef
from clew.engine.asking.catalog import CATALOG

from .page import cells, code, section, titles
from .tables import table
from .world import cell

HEAD = ("function", "example", "gives", "meaning")
BY_NAME = {function.name: function for function in CATALOG.functions}


def with_functions(page: str, memory: clew.Engine) -> str:
    """Return the page with its tables of functions filled in."""
    for title in titles(page.partition("\n## Functions\n")[2], 3):
        body = section(page, title)
        made = re.sub(r"^\| function.*\n(?:\|.*\n)+", lambda _, body=body: _filled(body, memory), body, flags=re.M)
        page = page.replace(body, made)
    return page


def _filled(body: str, memory: clew.Engine) -> str:
    frame = re.findall(r"stand behind `([^`]+)`", body)[0]
    return table(HEAD, (_row(signature, example, frame, memory) for signature, example, *_ in cells(body)))


def _row(signature: str, example: str, frame: str, memory: clew.Engine) -> tuple[str, ...]:
    (row,) = memory.query(f"{frame} {code(example)} AS value")
    return signature, example, f"`{literal(row['value'])}`", BY_NAME[name_of(signature)].doc


def literal(value: Any) -> str:
    """Return a value as it could be written in the language, numbers rounded."""
    match value:
        case str():
            return f"'{value}'"
        case list():
            return f"[{', '.join(map(literal, value))}]"
        case datetime():
            return value.isoformat()
        case dict():
            return f"{{{', '.join(f'{key}: {literal(item)}' for key, item in value.items())}}}"
        case _:
            return cell(value)


def rows(page: str) -> list[list[str]]:
    """Return the rows of all tables of functions."""
    return cells(page.partition("\n## Functions\n")[2])


def name_of(signature: str) -> str:
    return code(signature).partition("(")[0]


def arity_of(signature: str) -> tuple[int, int | None]:
    """Return the least and the most arguments that a signature shows: `f(a [, b])`, `f(a, ...)`."""
    given = code(signature).partition("(")[2].removesuffix(")")
    due, _, more = given.partition("[")
    least = len([name for name in due.split(",") if name.strip() and name.strip() != "..."])
    if "..." in given:
        return least, None
    return least, least + len([name for name in more.strip("]").split(",") if name.strip()])


def arity(function: FunctionDef) -> tuple[int, int | None]:
    return function.least, function.most
