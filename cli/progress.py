"""A bar for what takes long, on standard error, and only where a person watches."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager

from .render import talk


@contextmanager
def progress(name: str) -> Generator[Callable[..., None]]:
    """Yield what is told how much is done, and of how much; and, where that changes, what is being done."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    shape = (BarColumn(bar_width=32), TextColumn("{task.percentage:>3.0f} %"), TimeElapsedColumn())
    columns = (TextColumn("{task.description}"), *shape)
    console = talk()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(name, total=1)
        yield lambda done, total, what=name: bar.update(task, description=what, completed=done, total=max(1, total))
