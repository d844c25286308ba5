"""`python -m drills`: run some drills, or all, and print what they saw as a Markdown table."""

from __future__ import annotations

import argparse
import faulthandler
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from . import stores
from .apart import NAMES
from .report import Report, table, write


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m drills", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(NAMES)}; all, if none is given")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="make the choices of an earlier run")
    parser.add_argument("--short", action="store_true", help="a few seconds each, as the tests do it")
    parser.add_argument("--size", action="append", default=[], metavar="NAME=NUMBER", help="one size of the drill")
    parser.add_argument("--folder", type=Path, help="where the stores are made and left; a temporary folder otherwise")
    parser.add_argument("--write", action="store_true", help="put the rows of each that held into docs/reliability.md")
    given = parser.parse_args()
    unknown = sorted(set(given.names) - set(NAMES))
    if unknown:
        parser.error(f"there is no drill {unknown[0]!r}; there are {', '.join(NAMES)}")
    faulthandler.enable()
    stores.prepare()
    reports: list[Report] = []
    for name in given.names or NAMES:
        reports.append(run(name, given))
        if given.write:  # at once: the next drill may break, or be stopped
            write(reports[-1])
    print(table(reports))


def run(name: str, given: argparse.Namespace) -> Report:
    """Run one drill; where it breaks, print the command that does it again and leave with 1."""
    module = import_module(f".{name}", __package__)
    own = {size.partition("=")[0]: int(size.partition("=")[2]) for size in given.size}
    sizes = {**(module.SHORT if given.short else {}), **own}
    options = "".join([" --short" * given.short, *(f" --size {size}" for size in given.size)])
    again = f"python -m drills {name} --seed {given.seed}{options}"
    print(f"{again} ...", file=sys.stderr, flush=True)
    start = time.monotonic()
    try:
        with stores.as_it_was(), _folder(given.folder, name) as folder:
            report = module.drill(folder, seed=given.seed, **sizes)
    except BaseException:
        traceback.print_exc()
        print(f"Do it again: PYTHONPATH=tests/support {again} --folder FOLDER", file=sys.stderr)
        sys.exit(1)
    print(f"    held, in {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
    return report


@contextmanager
def _folder(wanted: Path | None, name: str) -> Generator[Path]:
    """Yield a folder of a drill's own: below the one that is wanted, where it stays."""
    if wanted is None:
        with tempfile.TemporaryDirectory(prefix=f"drill-{name}-") as made:
            yield Path(made)
    else:
        (wanted / name).mkdir(parents=True)
        yield wanted / name


if __name__ == "__main__":
    main()
