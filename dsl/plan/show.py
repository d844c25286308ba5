"""The stage of SHOW."""

from __future__ import annotations

from dataclasses import dataclass

from .. import ast


@dataclass(frozen=True, slots=True)
class Show:
    """A table of what there is, in the session's namespaces and not forgotten; columns as in `binding.show`."""

    what: ast.Shown
