"""From the command to the app, and back to an exit code: what is shown, and what is said when it is over."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..engine.values.model import DEFAULT_NAMESPACE

if TYPE_CHECKING:
    from .app import ClewApp

ENDED_BY_A_FAULT = 1


@dataclass(frozen=True, slots=True)
class Start:
    """How the app is to be started. store: its path; None asks for one, or with `demo` is the demo's. theme: None for
    the one of last time.
    """

    store: Path | None = None
    namespace: str = DEFAULT_NAMESPACE
    writable: bool = False
    demo: bool = False
    theme: str | None = None


def start(how: Start) -> int:
    """Run the app in this terminal, and return the exit code: 0, or 1 where it ended by a fault of its own.

    Raises ClewError, before anything is drawn, for a theme that is not known.
    """
    from .app import ClewApp
    from .crashing import sentence
    from .desk import Asked
    from .opening.demo import FIRST
    from .opening.wanted import Wanted

    asks = how.store is None and not how.demo
    wanted = None if asks else Wanted(how.store, how.namespace, writable=how.writable)
    asked = Asked(FIRST) if how.demo else None
    app = ClewApp(wanted=wanted, writable=how.writable, asked=asked, theme=how.theme)
    try:
        asyncio.run(_run(app))
    except Exception as error:  # out of the app's own reach: in a driver, or as it ended
        app.last_words = app.last_words or sentence(error)
    if app.last_words:
        print(app.last_words, file=sys.__stderr__)
        return ENDED_BY_A_FAULT
    return app.return_code or 0


async def _run(app: ClewApp) -> None:
    try:
        await app.run_async()
    finally:
        await app.let_go()
