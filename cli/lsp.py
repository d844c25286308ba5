"""`clew lsp`: the language server, over standard input and output."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import ClewError
from .options import open_store
from .vocabulary import catalog_of, catalog_store_option, schema_option

if TYPE_CHECKING:
    from ..adapters.language_server import Vocabulary


@click.command("lsp")
@schema_option
@catalog_store_option
def lsp_command(schema: Path | None, store: Path | None) -> None:
    """Serve the Clew language to an editor, which starts this command and speaks LSP with it.

    The editor's initialization options may name a `store` or a `schema` too, and win. A store stays open, so that
    what was written to it since is known too.
    """
    if find_spec("pygls") is None:
        raise click.UsageError("The language server needs an extra: pip install 'clew[lsp]'.")
    from ..adapters.language_server import serve

    with ExitStack() as stores:
        code = serve(_vocabulary(schema, store, stores), partial(_asked_for, stores), version("clew"))
    click.get_current_context().exit(code)


def _asked_for(stores: ExitStack, options: Mapping[str, Any]) -> Vocabulary | None:
    """Return what an editor's options name. Raises ClewError, which the editor shows, where they name nothing."""
    given = {name: Path(str(options[name])) for name in ("schema", "store") if options.get(name)}
    try:
        return _vocabulary(given.get("schema"), given.get("store"), stores) if given else None
    except click.ClickException as error:
        raise ClewError(error.format_message()) from None


def _vocabulary(schema: Path | None, store: Path | None, stores: ExitStack) -> Vocabulary:
    """Return what texts may name. stores: keeps the store open, if there is one."""
    from ..adapters.language_server import Fixed

    if store is None or schema is not None:
        return Fixed(catalog_of(schema, store))
    from ..engine.asking.vocabulary import StoreVocabulary

    return StoreVocabulary(stores.enter_context(open_store(store)))
