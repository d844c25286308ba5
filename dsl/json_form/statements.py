"""A statement as JSON and back: `{"clew": 1, "statement": {"node": "Recall", ...}}`.

The number says which version of the form it is. Within one, fields may be added and none taken away or given another
meaning; the schema of each version stays published.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from ...errors import ParseError, UnsupportedError
from .. import ast
from ..parsing.limits import check_tree
from .decode import decoded
from .encode import encoded
from .shapes import Shape, fields_of

VERSION = 1
STATEMENT = Shape(classes=(*fields_of(ast.Explain)["statement"].classes, ast.Explain))


def statement_to_json(statement: ast.Statement) -> dict[str, Any]:
    """Return a statement as a tree of dicts, lists and scalars that `json.dumps` takes."""
    return {"clew": VERSION, "statement": encoded(statement)}


def statement_from_json(value: Mapping[str, Any]) -> ast.Statement:
    """Return the statement that a JSON tree stands for; the outer object may be left out.

    Raises ParseError with the path of what does not fit, UnsupportedError for a version that is not known, LimitError
    for a tree too deep.
    """
    if not isinstance(value, dict):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ParseError(
            "A statement in JSON is an object.", hint='For example {"node": "Recall", "need": "..."}.', code="json"
        )
    whole = "statement" in value and "node" not in value
    if whole and value.get("clew", VERSION) != VERSION:
        raise UnsupportedError(
            f"This JSON is of version {str(value['clew'])[:20]}, and version {VERSION} is known.",
            hint="Upgrade Clew, or write the older form.",
        )
    path = "$.statement" if whole else "$"
    statement = cast(ast.Statement, decoded(value["statement"] if whole else value, STATEMENT, path))
    check_tree(statement)
    return statement
