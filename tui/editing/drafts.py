"""What lies open in the editor: some texts in tabs, one of them seen. Kept for each store between two starts."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from ...engine.answers.display import one_line
from .entering import entered

MOST = 30
"""Tabs that may be open: more are found in the history."""
NAME = 40
TITLE = 20
"""Characters of a tab's title on the screen."""
_QUOTED = re.compile(r"""(['"])(.+?)\1""")


@dataclass(frozen=True, slots=True)
class Draft:
    """name: as a person called it; "" for none. values: what its parameters were given last, as they were typed."""

    text: str = ""
    name: str = ""
    cursor: int = 0
    values: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def title(self) -> str:
        """What the tab says: its name; else the first word of its text, and what that asks for."""
        quoted = _QUOTED.search(self.text)
        said = f"{self.text.split(maxsplit=1)[0]} {quoted[2]}" if quoted else self.text
        return one_line(self.name or said, TITLE) or "new"


@dataclass(frozen=True, slots=True)
class Drafts:
    """At least one draft, and the place of the one that is seen."""

    all: tuple[Draft, ...] = (Draft(),)
    at: int = 0

    @property
    def seen(self) -> Draft:
        return self.all[self.at]

    def with_seen(self, **changes: Any) -> Drafts:
        """Return them with the one that is seen changed."""
        changed = replace(self.seen, **changes)
        return replace(self, all=(*self.all[: self.at], changed, *self.all[self.at + 1 :]))

    def opened(self, draft: Draft) -> Drafts:
        """Return them with another one, behind the one that is seen; where there are too many, in its place."""
        if len(self.all) >= MOST:
            return replace(self, all=(*self.all[: self.at], draft, *self.all[self.at + 1 :]))
        return Drafts((*self.all[: self.at + 1], draft, *self.all[self.at + 1 :]), self.at + 1)

    def closed(self) -> Drafts:
        """Return them without the one that is seen; instead of the last one an empty one."""
        left = (*self.all[: self.at], *self.all[self.at + 1 :])
        return Drafts(left or (Draft(),), max(0, min(self.at, len(left) - 1)))

    def turned(self, by: int) -> Drafts:
        return self.to((self.at + by) % len(self.all))

    def to(self, place: int) -> Drafts:
        return replace(self, at=max(0, min(place, len(self.all) - 1)))


# ---- kept ----------------------------------------------------------------------------------------


def kept_name(store: Path, namespace: str) -> str:
    """Return the name under which the drafts of a store are kept."""
    place = f"{store.resolve()}\0{namespace}".encode("utf-8", "surrogateescape")
    return f"drafts-{hashlib.sha256(place).hexdigest()[:16]}"


def to_kept(drafts: Drafts) -> dict[str, Any]:
    """Return drafts as JSON has them."""
    tabs = [{"text": d.text, "name": d.name, "cursor": d.cursor, "values": dict(d.values)} for d in drafts.all]
    return {"at": drafts.at, "tabs": tabs}


def from_kept(value: Any) -> Drafts:
    """Return what was kept; what cannot be read of it is left out, and of nothing there is an empty draft."""
    found = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
    tabs: Any = found.get("tabs")
    drafts = tuple(_draft(tab) for tab in (tabs if isinstance(tabs, list) else [])[:MOST] if isinstance(tab, dict))
    at = found.get("at")
    return Drafts(drafts or (Draft(),)).to(at if isinstance(at, int) else 0)


def _draft(tab: dict[str, Any]) -> Draft:
    text, name, cursor, values = (tab.get(key) for key in ("text", "name", "cursor", "values"))
    given = cast("dict[Any, Any]", values) if isinstance(values, dict) else {}
    return Draft(
        entered(text).text if isinstance(text, str) else "",
        entered(name).text.replace("\n", " ")[:NAME] if isinstance(name, str) else "",
        max(0, cursor) if isinstance(cursor, int) else 0,
        {str(key): str(item) for key, item in given.items()},
    )
