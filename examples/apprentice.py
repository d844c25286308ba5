"""An apprentice that makes fewer mistakes twice, because it says how its memories served it.

    python examples/apprentice.py

A small shop has six machines, each with a handful of faults. For every fault there is advice from several people, all
of it remembered, all of it in the same words, and only one piece of it right. Some people are right more often than
others. The apprentice recalls advice, tries what comes first, and remembers what happened. A mistake is repeated where
the same wrong advice is followed for the same fault again.

The same apprentice works the same days twice: once it gives feedback, `feedback(front, outcome=..., used=...)`, and
recalls by relevance and value; once it does not, and recalls the same way. No language model, no network; the world is
drawn from a seed.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import clew

MACHINES = ("press", "lathe", "drill", "saw", "oven", "loom")
FAULTS = ("it jams", "it overheats", "it drifts off", "it stops at once")
REMEDIES = ("tighten the belt", "oil the bearing", "clean the sensor", "slow the feed", "change the blade", "wait")
ADVISERS = {"the manual": 0.6, "the foreman": 0.4, "the vendor": 0.2, "the night shift": 0.1, "a leaflet": 0.1}
"""Who gives advice, and how likely it is to be the right one."""

JOBS = 160
SEEDS = range(8)


@dataclass(frozen=True, slots=True)
class Fault:
    """What a machine does, and the one remedy that helps."""

    machine: str
    sign: str
    cure: str

    @property
    def need(self) -> str:
        return f"the {self.machine}: {self.sign}"


@dataclass(frozen=True, slots=True)
class Day:
    """One run. mistakes: jobs on which the first remedy was wrong. repeated: those where it had been wrong before."""

    mistakes: tuple[bool, ...]
    repeated: tuple[bool, ...]

    def rate(self, of: Iterable[bool]) -> float:
        """Return the share over the second half, once there was something to learn from."""
        later = list(of)[len(self.mistakes) // 2 :]
        return sum(later) / len(later)


def world(seed: int) -> tuple[list[Fault], list[tuple[str, Fault, str]], list[Fault]]:
    """Return the faults, the advice on each (who, fault, remedy), and the jobs in their order."""
    dice = random.Random(seed)
    faults = [Fault(machine, sign, dice.choice(REMEDIES)) for machine in MACHINES for sign in FAULTS]
    advice = [
        (who, fault, fault.cure if dice.random() < right else dice.choice([r for r in REMEDIES if r != fault.cure]))
        for fault in faults
        for who, right in ADVISERS.items()
    ]
    dice.shuffle(advice)
    return faults, advice, dice.choices(faults, k=JOBS)


def work(memory: clew.Engine, seed: int, *, learns: bool, jobs: int = JOBS) -> Day:
    """Work through the jobs of a seed and return what went wrong."""
    _, advice, coming = world(seed)
    for who, fault, remedy in advice:
        memory.remember(f"For {fault.need}, {who} says", type="advice", tags=[who], meta={"remedy": remedy})
    wrong: set[tuple[Fault, str]] = set()
    mistakes: list[bool] = []
    repeated: list[bool] = []
    for fault in coming[:jobs]:
        front = memory.recall(fault.need, objectives=["relevance", "value"], order="value", floor=0.5, k=5)
        chosen = front[0].memory
        remedy = chosen.meta["remedy"]
        failed = remedy != fault.cure
        mistakes.append(failed)
        repeated.append(failed and (fault, remedy) in wrong)
        if failed:
            wrong.add((fault, remedy))
        if learns:
            memory.feedback(front, outcome="failure" if failed else "success", used=[chosen.id])
    return Day(tuple(mistakes), tuple(repeated))


def compare(seed: int, jobs: int = JOBS) -> tuple[Day, Day]:
    """Return the same days without feedback and with it."""
    days: list[Day] = []
    for learns in (False, True):
        with tempfile.TemporaryDirectory() as folder, clew.open(Path(folder) / "shop.clew", background=False) as memory:
            days.append(work(memory, seed, learns=learns, jobs=jobs))
    return days[0], days[1]


def main() -> None:
    print("share of jobs in the second half   without feedback   with feedback")
    print("seed                              wrong   repeated   wrong   repeated")
    rates: list[tuple[float, ...]] = []
    for seed in SEEDS:
        found = tuple(day.rate(of) for day in compare(seed) for of in (day.mistakes, day.repeated))
        rates.append(found)
        print(f"{seed:<32}" + "".join(f"{100 * rate:>7.0f} %" for rate in found), flush=True)
    means = [sum(column) / len(rates) for column in zip(*rates, strict=True)]
    print(f"{'mean':<32}" + "".join(f"{100 * mean:>7.0f} %" for mean in means))


if __name__ == "__main__":
    main()
