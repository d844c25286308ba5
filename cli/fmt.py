"""`clew fmt`: files of statements in one style. A file that does not parse is left as it is."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

import click

from ..errors import ClewError, QueryError
from .answers import whole_file
from .exit_codes import DONE, QUERY
from .look import color_option
from .options import statement_files, text_of
from .talk import aside, say


@click.command("fmt")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, allow_dash=True))
@click.option("--check", "checking", is_flag=True, help="Write nothing; end with 1 if a file would change.")
@click.option("--diff", "diffing", is_flag=True, help="Write nothing; print what would change.")
@color_option
@click.pass_context
def fmt_command(context: click.Context, files: tuple[Path, ...], checking: bool, diffing: bool) -> None:
    """Format FILES, several statements in each with `;` between them. `-` is standard input, to standard output.

    A folder stands for its `.clew` files. Comments stay where they stood, and up to one empty line between statements.
    Formatting twice changes nothing.
    """
    broken, changed, every = 0, [], statement_files(files)
    for file in every:
        text = text_of(file)
        try:
            made = _formatted(text)
        except ClewError as error:
            say(f"{file}: {error.render() if isinstance(error, QueryError) else error}")
            broken += 1
            continue
        if made != text:
            changed.append(file)
        _give(file, text, made, writes=not checking and not diffing, diffing=diffing)
    _say(len(every), len(changed), broken, would=checking or diffing)
    context.exit(QUERY if broken or (checking and changed) else DONE)


def _formatted(text: str) -> str:
    from ..dsl.formatting.formatter import format_text

    return format_text(text)


def _give(file: Path, text: str, made: str, *, writes: bool, diffing: bool) -> None:
    """Write what was made: to the file, whole or not at all, to standard output, or as a difference."""
    if diffing:
        click.echo("".join(_difference(file, text, made)), nl=False)
    elif writes and str(file) == "-":
        click.echo(made, nl=False)
    elif writes and made != text:
        try:
            with whole_file(file) as out:
                out.write(made.encode())
        except OSError as error:
            raise click.FileError(str(file), str(error)) from None


def _difference(file: Path, text: str, made: str) -> Iterator[str]:
    before, after = text.splitlines(keepends=True), made.splitlines(keepends=True)
    for line in unified_diff(before, after, str(file), f"{file} (formatted)"):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _say(files: int, changed: int, broken: int, *, would: bool) -> None:
    """Say on standard error what was done, where more was asked than one text in a pipe."""
    verb = "would change" if would else "formatted"
    said = [f"{changed} {verb}", f"{files - changed - broken} unchanged"]
    aside(", ".join([*said, f"{broken} broken"] if broken else said))
