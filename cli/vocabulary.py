"""What a text may name, for commands that look at texts: the built-in catalog, one in a file, or that of a store."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import ParseError, UnsupportedError
from .options import open_store, text_of

if TYPE_CHECKING:
    from ..dsl.catalog import Catalog
    from ..dsl.checking.held import Held
    from ..engine.handle.engine import Engine

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


def held_in(engine: Engine) -> Held:
    """Return what the memories of a handle's namespace have, for checks of texts that name it."""
    from ..dsl.checking.held import Held, Names
    from ..dsl.diagnosis.suggest import nearest
    from ..engine.writing.near import MOST_IDS
    from .shell.known import known_in

    engine.store.fresh()
    newest, known = [memory.id for memory in engine.list(limit=MOST_IDS)], known_in(engine)
    tasks, types = ({row["name"] for row in engine.query(f"SHOW {what}")} for what in ("TASKS", "TYPES"))
    acted = engine.query("MATCH (m:Memory) WHERE m.action_type IS NOT NULL RETURN DISTINCT m.action_type AS name")
    actions = {row["name"] for row in acted}
    return Held(
        names={
            "task": Names(tasks.__contains__, tasks),
            "type": Names(types.__contains__, types),
            "action type": Names(actions.__contains__, actions),
            "tag": Names(partial(_has_hub, engine, "Tag"), known.tags),
            "entity": Names(partial(_has_hub, engine, "Entity"), known.entities),
        },
        holds=lambda id: engine.journal.row_of(engine.namespace, id) is not None,
        like=lambda id: nearest(id, newest),
    )


def _has_hub(engine: Engine, label: str, name: str) -> bool:
    return engine.projection.hubs.row_of(label, engine.namespace, name) is not None


def _read(schema: Path) -> Catalog:
    from ..dsl.json_form.catalogs import catalog_from_json

    try:
        return catalog_from_json(json.loads(text_of(schema)))
    except (ValueError, RecursionError, ParseError, UnsupportedError) as error:
        raise click.BadParameter(f"{schema} holds no catalog: {error}", param_hint="--schema") from None
