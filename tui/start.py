"""From the command to the app, and back to an exit code: what is shown, and what is said when it is over."""

from __future__ import annotations

import asyncio
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ..engine.values.model import DEFAULT_NAMESPACE

if TYPE_CHECKING:
    from .app import ClewApp

ENDED_BY_A_FAULT = 1
ENDS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Each ends the app with 128 and its number, as it would a shell's command."""


@dataclass(frozen=True, slots=True)
class Start:
    """How the app is to be started. store: its path; None asks for one, or with `demo` is the demo's. theme: None for
    the one of last time. ascii: whether signs are. encoding: what the terminal can show.
    """

    store: Path | None = None
    namespace: str = DEFAULT_NAMESPACE
    writable: bool = False
    demo: bool = False
    theme: str | None = None
    ascii: bool = False
    encoding: str = "utf-8"


def start(how: Start) -> int:
    """Run the app in this terminal, and return the exit code: 0, or 1 where it ended by a fault of its own, or what a
    person had said yes to could not be written.

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
    shows = how.encoding if how.ascii else None
    app = ClewApp(wanted=wanted, writable=how.writable, asked=asked, theme=how.theme, shows=shows)
    try:
        asyncio.run(_run(app))
    except Exception as error:  # out of the app's own reach: in a driver, or as it ended
        app.last_words = app.last_words or sentence(error)
    if app.last_words:
        print(app.last_words, file=sys.__stderr__)
        return app.return_code or ENDED_BY_A_FAULT
    return app.return_code or 0


def start_in_browser(how: Start, port: int) -> None:
    """Serve the app to browsers of this machine, until ctrl-C. Raises ClewError where the port cannot be had."""
    from .serving.server import serve

    serve(command_of(how), "Clew", port)


def command_of(how: Start) -> list[str]:
    """Return the command line that starts the app so."""
    flags = {"--write": how.writable, "--demo": how.demo, "--ascii": how.ascii}
    options = {"--namespace": how.namespace, "--theme": how.theme}
    given = [flag for flag, is_set in flags.items() if is_set]
    given += [part for name, value in options.items() if value is not None for part in (name, value)]
    store = [] if how.store is None else ["--", str(how.store.absolute())]
    return [sys.executable, "-c", "from clew.cli.start import main; main()", "tui", *given, *store]


def keys_page() -> str:
    """Return every key of the app, and where a person's own are written."""
    from .guiding.keymap import keymap_file

    return f"{key_table()}\n\nChange them in {keymap_file()}."


def key_table() -> str:
    """Return a table of Markdown: the id by which a key is changed, its keys, what it does."""
    from .guiding.key_table import all_keys

    rows = [f"| `{key.id}` | {key.keys.replace(',', ', ')} | {key.says} |" for key in all_keys()]
    return "\n".join(["| id | keys | does |", "| --- | --- | --- |", *rows])


async def _run(app: ClewApp) -> None:
    """Run the app, and let go of its store. A signal ends it as a key does: the screen is given back."""
    from .tidying import tidying_when_quiet

    loop = asyncio.get_running_loop()
    for number in ENDS:
        with suppress(NotImplementedError):  # on Windows
            loop.add_signal_handler(number, partial(app.exit, return_code=128 + number))
    try:
        async with tidying_when_quiet(lambda: app.pressed):
            await app.run_async()
    finally:
        await app.let_go()
