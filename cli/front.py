"""`clew front`: what a recall chose among, as a picture: of two axes, or of all side by side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .look import ascii_option, color_option, of_output, width_option
from .options import (
    existing_file,
    namespace_option,
    open_store,
    param_option,
    parameters_of,
    params_option,
    source_of,
    store_argument,
)

if TYPE_CHECKING:
    from ..adapters.pictures.segments import Line
    from ..engine.answers.space import Space
    from .look import Look

USUAL_WIDTH, USUAL_HEIGHT = 80, 24
"""Of a picture, where nothing else is said."""

target_file = click.Path(dir_okay=False, path_type=Path)


@click.command("front")
@store_argument
@click.argument("text", required=False)
@click.option("--file", "-f", type=existing_file, help="Read the recall from a file.")
@param_option
@params_option
@click.option("--x", metavar="AXIS", help="The axis across; else the first that is traded.")
@click.option("--y", metavar="AXIS", help="The axis upwards; else the next.")
@click.option("--parallel", is_flag=True, help="Draw all axes that are traded, side by side.")
@click.option("--svg", type=target_file, help="Write the picture as SVG, in place of drawing it here.")
@click.option("--json", "json_file", type=target_file, help="Write every point as JSON, in place of drawing it here.")
@click.option("--height", type=click.IntRange(min=8), default=USUAL_HEIGHT, show_default=True, help="Lines to draw in.")
@width_option
@ascii_option
@color_option
@namespace_option
def front_command(
    store: Path,
    text: str | None,
    file: Path | None,
    pairs: tuple[str, ...],
    params_file: Path | None,
    x: str | None,
    y: str | None,
    parallel: bool,
    svg: Path | None,
    json_file: Path | None,
    height: int,
    width: int | None,
    ascii: bool,
    namespace: str,
) -> None:
    """Draw what the recall TEXT (or --file, or standard input) chose among, and list what it answers.

    Every candidate is a point. The line runs along what no other beats on the two axes that are drawn; numbers are
    the ranks of the answer.
    """
    space = _space(store, namespace, source_of(text, file), parameters_of(pairs, params_file))
    sheet = _Sheet(_axes(space, x, y, parallel), parallel, width, height)
    if svg is not None:
        _write(svg, _svg(space, sheet))
    if json_file is not None:
        from ..engine.answers.plain_json import json_text

        _write(json_file, json_text(space.to_dict(), indent=2) + "\n")
    if svg is None and json_file is None:
        _show(space, sheet, of_output(sheet.width, ascii=ascii))
    _talk(space)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What is drawn, and on how many cells. axes: by name; the first two, unless they stand side by side."""

    axes: tuple[str, ...]
    parallel: bool
    width: int | None
    height: int


def _space(store: Path, namespace: str, source: str, parameters: dict[str, Any]) -> Space:
    """Return the space of the one statement of a text."""
    from .script import pointing, refuse_unused, statements_of

    statements = statements_of(source)
    if len(statements) != 1:
        raise click.UsageError(f"A picture is of one recall; here are {len(statements) or 'no'} statements.")
    refuse_unused(statements, parameters)
    with open_store(store, namespace) as engine, pointing(statements[0]):
        return engine.space(statements[0].text, parameters)


def _axes(space: Space, x: str | None, y: str | None, parallel: bool) -> tuple[str, ...]:
    """Return the names of the axes that are drawn. Raises QueryError for one that is not there."""
    from ..adapters.pictures.front import usual_axes
    from ..adapters.pictures.parallel import usual_names

    if parallel and (x or y):
        raise click.UsageError("--parallel draws all axes that are traded. Leave out --x and --y.")
    if parallel:
        return usual_names(space)
    for name in filter(None, (x, y)):
        space.axis(name)
    others = [name for name in usual_axes(space) if name not in (x, y)]
    return (x or others.pop(0), y or others.pop(0))


def _picture(space: Space, sheet: _Sheet, width: int | None) -> tuple[Line, ...]:
    from ..adapters.pictures.front import draw_front
    from ..adapters.pictures.parallel import draw_parallel

    size = width or USUAL_WIDTH, sheet.height
    if sheet.parallel:
        return draw_parallel(space, sheet.axes, *size)
    return draw_front(space, sheet.axes[0], sheet.axes[1], *size)


def _show(space: Space, sheet: _Sheet, look: Look) -> None:
    """Draw the picture on standard output, and what is answered as a table below it."""
    from ..engine.answers.display import visible
    from .render import drawn
    from .tables import table

    click.echo(look.shown(drawn(_coloured(_picture(space, sheet, look.width)), look)))
    columns = ("rank", "front", "id", *map(visible, sheet.axes), "text")
    numbers = {place for place, name in enumerate(columns) if name not in ("id", "text")}
    for line in table(columns, list(_rows(space, sheet.axes)), look, numbers) if len(space.chosen) else ():
        click.echo(look.shown(line))


def _coloured(lines: Iterable[Line]) -> Any:
    """Return the lines as Rich draws them."""
    from rich.text import Text

    from ..adapters.pictures.roles import STYLES

    drawn = (Text.assemble(*((text, STYLES[role]) for text, role in line)) for line in lines)
    return Text("\n", no_wrap=True).join(drawn)


def _rows(space: Space, axes: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
    """Yield a row for each memory that is answered, the best first."""
    from ..adapters.pictures.scales import value_text
    from ..engine.answers.display import one_line, visible

    units = {axis.name: axis.unit for axis in space.axes}
    for rank, point in enumerate(space.chosen.tolist(), 1):
        front = str(space.front[point]) if space.front[point] else ""
        values = (value_text(float(space.values[point, space.axis(name)]), units[name]) for name in axes)
        yield str(rank), front, visible(space.ids[point]), *values, one_line(space.texts[point], 60)


def _svg(space: Space, sheet: _Sheet) -> str:
    from ..adapters.pictures.svg import svg

    return svg(_picture(space, sheet, sheet.width), f"The front of {' '.join(space.statement.split())}")


def _write(path: Path, text: str) -> None:
    """Write a file, whole or not at all, and say so."""
    from .answers import whole_file
    from .talk import aside

    with whole_file(path) as file:
        file.write(text.encode())
    aside(f"{path}: {len(text) / 1000:,.0f} kB")


def _talk(space: Space) -> None:
    from .talk import note

    for sentence in space.notes:
        note(sentence)
