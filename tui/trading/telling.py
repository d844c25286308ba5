"""What is told beside the picture: how one memory did on each axis, what beats it and what it beats, and what turning a
setting changed. Pure: a space and a width in, rows out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.content import Content

from ...adapters.pictures.scales import value_text
from ...engine.answers.cells import bar
from ...engine.answers.display import one_line, visible
from ...engine.answers.folding import fold_all
from ...engine.answers.space import Axis, Space
from ..widgets.lines import Row, heading, muted

READ = 600
"""Characters of a text that are shown: the room Memory has the whole."""
HEAD = "head"
"""The key of the line that names the memory."""
TEXT_LINES = 4
NAMED = 50
"""Memories of a kind that are listed."""


def about(space: Space, at: int, along: tuple[int, int], why: str, width: int) -> list[Row]:
    """Return what there is to say of a point, so that who sees no picture has it too. along: how many points stand left
    of it on its front, and how many are on that. why: the answer's own reason, "" where it has none.
    """
    head = Content.assemble((one_line(space.ids[at], max(8, width - 14)), "bold"), f"  {one_line(space.types[at], 20)}")
    lines = fold_all(visible(space.texts[at][:READ]), max(8, width - 1))
    rows = [Row(head, HEAD, space.ids[at]), Row(Content(_stands(space, at)))]
    if space.front[at]:
        rows.append(Row(Content(f"point {along[0] + 1:,} of {along[1]:,} along it")))
    rows += [Row(Content(line)) for line in lines[:TEXT_LINES]]
    if len(lines) > TEXT_LINES:
        rows.append(muted("… F6 has the whole"))
    rows += [heading("By axis"), *(_value(space, axis, at) for axis in space.axes)]
    arms = {name: float(arm[at]) for name, arm in space.arms.items() if arm[at] > 0}
    if arms:
        rows += [heading("Found by"), *(_scored(name, score) for name, score in arms.items())]
    if why:
        rows += [heading("Why"), *(Row(Content(line)) for line in fold_all(visible(why), max(8, width - 1)))]
    return [*rows, *_others(space, at, width)]


def in_words(space: Space, at: int, drawn: tuple[str, str]) -> str:
    """Return a point in a sentence. drawn: the axes of the picture."""
    axes = [space.axes[space.axis(name)] for name in dict.fromkeys(drawn)]
    figures = (f"{axis.name} {figure(axis, float(space.values[at, space.axis(axis.name)]))}" for axis in axes)
    return ", ".join((one_line(space.ids[at], 40), _stands(space, at), *figures))


def changes(now: Space, first: Space, width: int) -> list[Row]:
    """Return who entered, left and moved since the settings were as the statement has them; [] where nobody did."""
    was, here = _ranks(first), _ranks(now)
    texts = {space.ids[point]: space.texts[point] for space in (first, now) for point in space.chosen.tolist()}
    told = [("+ entered", id, f"– → {here[id]}") for id in here if id not in was]
    told += [("- left", id, f"{was[id]} → –") for id in was if id not in here]
    told += [("~ moved", id, f"{was[id]} → {here[id]}") for id in here if id in was and was[id] != here[id]]
    return [_change(what, id, ranks, texts[id], width) for what, id, ranks in told]


def summary(space: Space, first: Space) -> str:
    """Return in a line what was chosen among, and how it differs from what the statement chose."""
    was, here = _ranks(first), _ranks(space)
    entered, left = len(here.keys() - was.keys()), len(was.keys() - here.keys())
    first_front = int((space.front == 1).sum())
    parts = [f"{len(space.chosen):,} of {len(space):,} answered"]
    if space.choice.weights is None and len(space):
        fronts = int(space.front.max())
        parts.append(f"front 1 has {first_front:,}, of {fronts:,} front{'s' if fronts > 1 else ''}")
    if entered or left:
        parts.append(f"{entered} entered, {left} left")
    return "  ·  ".join(parts)


def _ranks(space: Space) -> dict[str, int]:
    return {space.ids[point]: rank for rank, point in enumerate(space.chosen.tolist(), 1)}


def _stands(space: Space, at: int) -> str:
    place = f"answered, rank {space.place[at]}" if space.place[at] else "not answered"
    return place if not space.front[at] else f"front {space.front[at]}, {place}"


def _value(space: Space, axis: Axis, at: int) -> Row:
    value = float(space.values[at, space.axis(axis.name)])
    if axis.unit or not 0.0 <= value <= 1.0:
        better = ", less is better" if axis.lower_is_better else ""
        return Row(Content(f"  {one_line(axis.name, 12):<12} {figure(axis, value)}{better}"))
    return _scored(axis.name, value)


def figure(axis: Axis, value: float) -> str:
    """Return a value on an axis, with its unit where it has one."""
    if axis.unit or not 0.0 <= value <= 1.0:
        return f"{value_text(value, axis.unit)} {axis.unit}"
    return f"{value:.2f}"


def _scored(name: str, score: float) -> Row:
    return Row(Content.assemble(f"  {one_line(name, 12):<12} ", (bar(score), "$text-primary"), f" {score:.2f}"))


def _others(space: Space, at: int, width: int) -> Iterator[Row]:
    """Yield what a point is beaten by and what it beats, which can be gone to."""
    if not space.front[at]:
        return
    for title, points in (("Dominated by", space.dominators(at)), ("Dominates", space.dominated(at))):
        yield heading(f"{title} {len(points):,}" if len(points) else f"{title} none")
        for point in points[:NAMED].tolist():
            said = f"  {one_line(space.texts[point], 80)}"
            label = Content.assemble("  ", (one_line(space.ids[point], 30), "bold"), (said, "$foreground-muted"))
            yield Row(label.truncate(max(8, width), ellipsis=True), key=f"{title} {point}", id=space.ids[point])
        if len(points) > NAMED:
            yield muted(f"  … and {len(points) - NAMED:,} more")


def _change(what: str, id: str, ranks: str, text: str, width: int) -> Row:
    said = f"  {one_line(text, 80)}"
    parts = (f"{what:<9} ", f"{ranks:<7} ", (one_line(id, 30), "bold"), (said, "$foreground-muted"))
    return Row(Content.assemble(*parts).truncate(max(8, width), ellipsis=True), key=f"{what} {id}", id=id)


def changed(rows: Sequence[Row]) -> list[Row]:
    """Return changes under their heading."""
    return [heading("Since the settings were turned"), *rows] if rows else []
