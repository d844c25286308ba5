"""`clew query` and `clew context`: the language from a shell."""

from __future__ import annotations

from pathlib import Path

import click

from .options import namespace_option, open_store, parameters_of, standard_input, store_argument, text_of

FORMATS = ("table", "json", "jsonl", "csv", "markdown")


@click.command("query")
@store_argument
@click.argument("text", required=False)
@click.option(
    "--file", "-f", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Read the query from a file."
)
@click.option("--param", "-p", "pairs", multiple=True, metavar="NAME=VALUE", help="A parameter; JSON values are typed.")
@click.option(
    "--params",
    "params_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Parameters as a JSON object.",
)
@click.option("--format", "format_", type=click.Choice(FORMATS), default="table", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Short for --format json.")
@namespace_option
def query_command(
    store: Path,
    text: str | None,
    file: Path | None,
    pairs: tuple[str, ...],
    params_file: Path | None,
    format_: str,
    as_json: bool,
    namespace: str,
) -> None:
    """Run TEXT (or --file, or standard input) against STORE. Reads only: no statement here can write."""
    from .render import print_rows, talk_notes

    source = _source(text, file)
    parameters = parameters_of(pairs, params_file)
    with open_store(store, namespace) as engine:
        rows = engine.query(source, parameters)
    print_rows(rows, "json" if as_json else format_)
    talk_notes(rows)


@click.command("context")
@store_argument
@click.argument("need")
@click.option("--budget", type=click.IntRange(min=1), default=1500, show_default=True, help="Tokens at most.")
@click.option("--near", multiple=True, metavar="ID", help="A memory that the agent is working with; repeatable.")
@click.option("--task", help="Keep to this task.")
@namespace_option
def context_command(
    store: Path, need: str, budget: int, near: tuple[str, ...], task: str | None, namespace: str
) -> None:
    """Pack the memories that help with NEED into a text for a prompt, within a budget of tokens."""
    with open_store(store, namespace) as engine:
        packed = engine.context(need, budget=budget, near=near, task=task)
    click.echo(packed.text)
    click.echo(
        f"{len(packed.ids)} memories, {packed.tokens:,} of {budget:,} tokens; {packed.left_out} left out.", err=True
    )


def _source(text: str | None, file: Path | None) -> str:
    if text is not None and file is not None:
        raise click.UsageError("Give the query as an argument or as --file, not both.")
    if file is not None:
        return text_of(file)
    if text is None or text == "-":
        return standard_input()
    return text
