"""`clew check`: all that is wrong with files of statements; no store is opened unless its catalog is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .exit_codes import DONE, QUERY
from .look import color_option
from .options import json_option, open_store, statement_files, text_of
from .vocabulary import catalog_of, catalog_store_option, schema_option

if TYPE_CHECKING:
    from ..dsl.catalog import Catalog
    from ..dsl.checking.diagnostic import Diagnostic

_COLOURS = {"error": "red", "warning": "yellow"}


@click.command("check")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, allow_dash=True))
@schema_option
@catalog_store_option
@click.option("--print-schema", is_flag=True, help="Print the catalog as JSON, for --schema.")
@click.option("--strict", is_flag=True, help="End with 1 for warnings too.")
@json_option
@color_option
@click.pass_context
def check_command(
    context: click.Context,
    files: tuple[Path, ...],
    schema: Path | None,
    store: Path | None,
    print_schema: bool,
    strict: bool,
    as_json: bool,
) -> None:
    """Check the statements in FILES, `-` for standard input: nothing is run. Ends with 1 where one has an error.

    A folder stands for its `.clew` files.

    Findings go to standard output, as `file:line:column: severity[code]: message` or as JSON.
    """
    if not files and not print_schema:
        raise click.UsageError("Name the files to check, or `-` for standard input.")
    catalog = catalog_of(schema, store)
    if print_schema:
        from ..dsl.json_form.catalogs import catalog_to_json
        from .render import print_json

        print_json(catalog_to_json(catalog))
    texts = {str(file): text_of(file) for file in statement_files(files)}
    found = _found(texts, catalog, store)
    _print(texts, found, as_json)
    grave = [each for each in _every(found) if strict or each.severity == "error"]
    context.exit(QUERY if grave else DONE)


def _found(texts: dict[str, str], catalog: Catalog, store: Path | None) -> dict[str, tuple[Diagnostic, ...]]:
    from ..dsl.checking.check import check

    if store is None:
        return {name: check(text, catalog) for name, text in texts.items()}
    from ..engine.asking.vocabulary import held_in

    with open_store(store) as engine:
        held = held_in(engine)
        return {name: check(text, catalog, held=held) for name, text in texts.items()}


def _print(texts: dict[str, str], found: dict[str, tuple[Diagnostic, ...]], as_json: bool) -> None:
    if as_json:
        from .render import print_json

        print_json([{"file": name, **each.to_json(texts[name])} for name, all_ in found.items() for each in all_])
        return
    for name, diagnostics in found.items():
        for diagnostic in diagnostics:
            click.echo(_drawn(diagnostic, texts[name], name))
    if texts:
        _sum_up(found)


def _drawn(diagnostic: Diagnostic, text: str, name: str) -> str:
    from ..engine.answers.display import visible
    from .look import of_output

    head, _, rest = visible(diagnostic.render(text, name)).partition("\n")
    if of_output().colour:
        head = click.style(head, fg=_COLOURS[diagnostic.severity], bold=True)
    return f"{head}\n{rest}\n"


def _sum_up(found: dict[str, tuple[Diagnostic, ...]]) -> None:
    from .talk import aside

    severities = [each.severity for each in _every(found)]
    counts = [f"{severities.count(kind)} {kind}{'' if severities.count(kind) == 1 else 's'}" for kind in _COLOURS]
    aside(f"{', '.join(counts)} in {len(found)} file{'' if len(found) == 1 else 's'}")


def _every(found: dict[str, tuple[Diagnostic, ...]]) -> list[Diagnostic]:
    return [each for diagnostics in found.values() for each in diagnostics]
