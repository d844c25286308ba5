"""A store in which all that can be named has a hostile name; and how it is seen that none of them did anything."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import clew
from clew.engine.answers.display import UNSAFE
from clew.engine.values.model import Draft
from clew.engine.writing.remember import make_draft
from hostile import texts
from pictures import shown
from textual.app import App

_ACTS = re.compile("app\\.quit|passwd")
"""What the markup among the texts would do if it were read: it stands in the styles then, where keys and links are."""


def make_hostile(path: Path, count: int) -> list[str]:
    """Make a store of so many memories: each text as id, text, type, task, tag, entity, agent, source, field, reason.
    Return the ids.
    """
    with clew.open(path, background=False) as memory:
        drafts = [_draft(number, text or "nothing") for number, text in enumerate(texts(count))]
        memory.remember_drafts(drafts)
        for before, after in pairwise(drafts):
            memory.link(before.id, after.id, reason=after.text)
        memory.forget(*(draft.id for draft in drafts[::17]))
        memory.pin(*(draft.id for draft in drafts[1::17]))
        memory.query("MATCH (m:Memory) RETURN count(*) AS n")
    return [draft.id for draft in drafts]


def _draft(number: int, text: str) -> Draft:
    id = f"{text} {number}" if number >= len(texts(51)) else text
    return make_draft(
        text,
        namespace="default",
        id=id,
        type=text,
        task=text,
        action_type=text,
        agent=text,
        source=text,
        tags=[text],
        entities=[text],
        meta={text: text},
        at=1_700_000_000_000_000 + number * 60_000_000,
    )


def nothing_acted(app: App[Any]) -> None:
    """Assert that the screen holds no character that acts, turns a line around or hides, and no link or action."""
    assert app.is_running
    screen = shown(app)
    acting = set(UNSAFE.findall(screen))
    assert not acting, f"{acting!r} on the screen:\n{screen!r}"
    for style in _styles(app):
        assert not style.link and not _ACTS.search(repr(style.meta)), f"markup was read: {style.link} {style.meta}"


def _styles(app: App[Any]) -> list[Any]:
    strips = app.screen._compositor.render_strips()  # pyright: ignore[reportPrivateUsage]
    return [segment.style for strip in strips for segment in strip if segment.style is not None]
