"""A catalog as JSON and back: `{"clew": 1, "catalog": {"nodes": [...], "edges": [...], ...}}`.

So a text can be checked and completed where the store is not: in an editor, in a build. What is left out is empty; the
fields are those of `dsl/catalog.py`, and an unknown one is an error that names its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from ...errors import ParseError, UnsupportedError
from ..catalog import Catalog
from .decode import decoded
from .encode import encoded
from .shapes import Shape
from .statements import VERSION

CATALOG = Shape(classes=(Catalog,))


def catalog_to_json(catalog: Catalog) -> dict[str, Any]:
    """Return a catalog as a tree of dicts, lists and scalars that `json.dumps` takes."""
    return {"clew": VERSION, "catalog": encoded(catalog)}


def catalog_from_json(value: Mapping[str, Any]) -> Catalog:
    """Return the catalog that a JSON tree stands for; the outer object may be left out.

    Raises ParseError with the path of what does not fit, and UnsupportedError for a version that is not known.
    """
    if not isinstance(value, dict):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ParseError("A catalog in JSON is an object.", hint='For example {"nodes": [], "edges": []}.', code="json")
    if "catalog" not in value:
        return cast(Catalog, decoded(value, CATALOG))
    if value.get("clew", VERSION) != VERSION:
        raise UnsupportedError(
            f"This JSON is of version {str(value['clew'])[:20]}, and version {VERSION} is known.",
            hint="Upgrade Clew, or write the older form.",
        )
    return cast(Catalog, decoded(value["catalog"], CATALOG, "$.catalog"))
