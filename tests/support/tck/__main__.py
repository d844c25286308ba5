"""`python -m tck`: ask every query of the kit, and print what came of it as a table by folder of features."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from .cases import KIT, read_cases
from .report import table, write
from .verdict import judge


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tck", description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into docs/conformance.md")
    parser.add_argument("--show", action="append", default=[], metavar="OUTCOME", help="list the cases with an outcome")
    given = parser.parse_args()
    kit = Path(os.environ.get("CLEW_SHARED") or Path(__file__).parents[4] / "shared") / KIT
    if not kit.exists():
        print(f"no {kit.name} at {kit.parent}: set CLEW_SHARED to the folder that holds {KIT}")
        return 1
    verdicts = [judge(case) for case in read_cases(kit)]
    for verdict in verdicts:
        if verdict.outcome in given.show:
            print(f"{verdict.case.feature}\n{verdict.case.query}\n  {verdict.outcome}: {verdict.said}\n")
    print(table(verdicts))
    if given.write:
        write(table(verdicts))
    return int(any(verdict.outcome == "wrong" for verdict in verdicts))


if __name__ == "__main__":
    sys.exit(main())
