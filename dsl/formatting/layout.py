"""Words to lines: no wider than asked, broken from the outside in.

A clause that fits stands on one line. One that does not is broken at its loosest joints: in front of its inner clauses,
at its commas, before OR and AND; only then inside brackets, and so on inwards. Conditions and the entries of a map get
a line each; lists and columns are filled. A line that ends in a comment is broken behind it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from .comments import Comment, Gaps
from .joints import BLANK, COMMA, EDGE, NEVER, Joint, joints
from .words import Word

_INDENT = 2


@dataclass(frozen=True, slots=True)
class Unit:
    """A word with its comments: `text` has those before it, `own` are on lines of their own before it, `behind` end
    its line. forced: whether a line must begin with it, as a comment ends the one before.
    """

    text: str
    lead: str
    joint: Joint
    own: tuple[str, ...]
    behind: tuple[str, ...]
    forced: bool

    @property
    def looseness(self) -> tuple[bool, int, int]:
        """What sorts joints by where to break first: the least. Between words that only a blank divides, last."""
        return self.joint.strength >= BLANK and not self.forced, self.joint.depth, self.joint.strength


@dataclass(frozen=True, slots=True)
class Clause:
    """A line of the printer. base: the column where it begins; outermost: the depth of its loosest joint."""

    units: tuple[Unit, ...]
    base: int
    outermost: int
    width: int

    def column(self, place: int) -> int:
        """Return where a line begins that begins with a unit: further in by the brackets that are open there."""
        if place == 0:
            return self.base
        joint = self.units[place].joint
        levels = joint.depth - self.outermost + joint.step
        return self.base + _INDENT * (max(0, levels) if joint.closes else max(1, levels + 1))

    def fits(self, start: int, end: int) -> bool:
        """Return whether units can stand on one line."""
        part = self.units[start:end]
        return self.column(start) + len(_flat(part)) <= self.width and not any(unit.forced for unit in part[1:])


def laid_out(words: Sequence[Word], gaps: Gaps, width: int) -> str:
    """Return a statement on one line where it fits, else its clauses, as the printer divides them, on their own."""
    units = [_unit(words, place, joint, gaps) for place, joint in enumerate(joints(words))]
    flat = _flat(units)
    if not any(unit.forced for unit in units[1:]) and len(flat) <= width and "\n" not in flat:
        return flat
    return "\n".join(line for clause in _clauses(units, width) for line in _lines(clause))


def _unit(words: Sequence[Word], place: int, joint: Joint, gaps: Gaps) -> Unit:
    here, word = gaps.get(place, []), words[place]
    before = _standing("before", here)
    return Unit(
        " ".join((*before, word.text)),
        " " if before and not word.lead else word.lead,
        joint,
        _standing("own", here),
        _standing("behind", gaps.get(place + 1, [])),
        any(comment.stand != "before" for comment in here),
    )


def _standing(stand: str, comments: Sequence[Comment]) -> tuple[str, ...]:
    return tuple(comment.text for comment in comments if comment.stand == stand)


def _clauses(units: Sequence[Unit], width: int) -> Iterator[Clause]:
    """Divide the units where the printer begins a line."""
    starts = [place for place, unit in enumerate(units) if not place or "\n" in unit.lead]
    for start, end in pairwise([*starts, len(units)]):
        part = tuple(units[start:end])
        outermost = min((unit.looseness for unit in part[1:]), default=(False, 0, 0))[1]
        yield Clause(part, len(part[0].lead.rpartition("\n")[2]), outermost, width)


# ---- breaking ------------------------------------------------------------------------------------


def _lines(clause: Clause) -> Iterator[str]:
    """Yield the lines of a clause."""
    breaks = sorted(_breaks(clause, 0, len(clause.units)))
    for start, end in pairwise([0, *breaks, len(clause.units)]):
        part, blanks = clause.units[start:end], " " * clause.column(start)
        yield from (blanks + comment for comment in part[0].own)
        yield " ".join((blanks + _flat(part), *part[-1].behind))


def _breaks(clause: Clause, start: int, end: int) -> set[int]:
    """Return the joints at which units are broken, from the loosest on, until each part fits."""
    units = clause.units
    may = [place for place in range(start + 1, end) if units[place].joint.strength < NEVER or units[place].forced]
    if clause.fits(start, end) or not may:
        return set()
    loosest = min(units[place].looseness for place in may)
    chosen = [place for place in may if units[place].looseness == loosest]
    if loosest[2] in (COMMA, EDGE, BLANK) and not units[chosen[0]].joint.in_map:
        chosen = _filled(clause, start, chosen, end)
    return set(chosen).union(*(_breaks(clause, left, right) for left, right in pairwise([start, *chosen, end])))


def _filled(clause: Clause, start: int, chosen: list[int], end: int) -> list[int]:
    """Return the fewest of the joints at which to break, so that each line takes as many parts as fit."""
    kept = [start]
    for place, behind in pairwise([*chosen, end]):
        if not clause.fits(kept[-1], behind):
            kept.append(place)
    return kept[1:]


def _flat(units: Sequence[Unit]) -> str:
    """Return units side by side, without the comments that stand at ends of lines or on lines of their own."""
    return "".join(f"{' ' if place and unit.lead else ''}{unit.text}" for place, unit in enumerate(units))
