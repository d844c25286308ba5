"""What a text may name, for commands that look at texts: the built-in catalog, one in a file, or that of a store."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import ParseError, UnsupportedError
from .options import open_store, text_of

if TYPE_CHECKING:
    from ..dsl.catalog import Catalog

schema_option = click.option(
    "--schema",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A catalog as JSON, as --print-schema writes it; else the built-in one.",
)
catalog_store_option = click.option(
    "--store", type=click.Path(path_type=Path), help="Take the catalog of this store, with what was defined in it."
)


def catalog_of(schema: Path | None, store: Path | None) -> Catalog:
    """Return the catalog that was asked for. Raises a usage error where it is no catalog, and StoreError."""
    if schema is not None and store is not None:
        raise click.UsageError("Give the catalog by --schema or by --store, not by both.")
    if schema is not None:
        return _read(schema)
    if store is not None:
        with open_store(store) as engine:
            return engine.catalog
    from ..engine.asking.catalog import CATALOG

    return CATALOG


def _read(schema: Path) -> Catalog:
    from ..dsl.json_form.catalogs import catalog_from_json

    try:
        return catalog_from_json(json.loads(text_of(schema)))
    except (ValueError, RecursionError, ParseError, UnsupportedError) as error:
        raise click.BadParameter(f"{schema} holds no catalog: {error}", param_hint="--schema") from None
