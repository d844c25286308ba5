"""A run as JSON, and two runs side by side: what got better or worse, by how much, and on which needs.

What was measured is worth nothing without what it was measured with: versions, model, settings and the suite's own
digest stand in the file, and runs over different needs are not compared.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ...errors import ImportFailed
from ..embedding.cache import write_by_rename
from .comparing import Difference, difference, shared
from .run import Judgement, Judgements, Run, Settings
from .suite import Suite

FORMAT = 1
PACKAGES = ("clew", "numpy", "kuzu", "fastembed", "wordllama")


def digest(suite: Suite) -> str:
    """Return the hex digest of what is asked and what is expected; stores count by what is expected of them."""
    asked = [[n.id, n.store, n.text, sorted(n.expected), sorted(n.outdated)] for n in suite.needs]
    return sha256(json.dumps(asked, ensure_ascii=False).encode("utf-8", "surrogatepass")).hexdigest()


def surroundings(model: str) -> dict[str, str]:
    """Return what a run was made with. model: the embedder's fingerprint."""
    found = {"python": platform.python_version(), "machine": platform.machine(), "model": model}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def to_json(runs: Mapping[str, tuple[Run, str]], made_with: Mapping[str, str]) -> dict[str, Any]:
    """Return runs as JSON. runs: by the suite's name, with its digest."""
    suites = {name: {**asdict(run), "digest": digest} for name, (run, digest) in runs.items()}
    return {"format": FORMAT, "made_with": dict(made_with), "suites": suites}


def write(path: Path, saved: Mapping[str, Any]) -> None:
    """Write a file, whole or not at all. Raises OSError."""
    write_by_rename(path, [json.dumps(saved, ensure_ascii=False, indent=1).encode()])


def read(path: Path) -> dict[str, tuple[Run, str]]:
    """Return the runs of a file, each with its suite's digest. Raises ImportFailed for what is none."""
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
        if saved["format"] != FORMAT:
            raise ValueError(f"format {saved['format']}, and {FORMAT} is known")
        return {name: (_run(given), str(given["digest"])) for name, given in saved["suites"].items()}
    except OSError as error:
        said = f"{path} cannot be read: {error.strerror}."
        raise ImportFailed(said, hint="Save a run with `clew eval ... --save FILE`.", path=str(path)) from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        why = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        said = f"{path} is no saved run: {why}."
        raise ImportFailed(said, hint="Save one with `clew eval ... --save FILE`.", path=str(path)) from None


def _run(given: Mapping[str, Any]) -> Run:
    fields = {name: value for name, value in given.items() if name != "digest"}
    settings = replace(Settings(**fields.pop("settings")), ks=tuple(given["settings"]["ks"]))
    return Run(settings=settings, rankers=tuple(map(_judgements, fields.pop("rankers"))), **fields)


def _judgements(given: Mapping[str, Any]) -> Judgements:
    fields = dict(given)
    by_need: Mapping[str, Mapping[str, Any]] = fields.pop("by_need")
    return Judgements(by_need={need: _judgement(one) for need, one in by_need.items()}, **fields)


def _judgement(given: Mapping[str, Any]) -> Judgement:
    return Judgement(given["figures"], tuple(given["places"]), given["count"])


# ---- two of them ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moved:
    """One need whose figure changed, from the first run to the second."""

    need: str
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one ranker on one suite. moved: the needs that changed, those that lost most first."""

    suite: str
    ranker: str
    metric: str
    before: float
    after: float
    difference: Difference
    moved: tuple[Moved, ...]


def changes(before: Mapping[str, tuple[Run, str]], after: Mapping[str, tuple[Run, str]]) -> list[Change]:
    """Return how each ranker that both runs have changed. Raises ImportFailed for runs that have nothing in common."""
    found = [change for suite in before if suite in after for change in _changes(suite, before[suite], after[suite])]
    if not found:
        raise ImportFailed(
            "The two runs have no ranker in common that was asked the same needs.",
            hint="A suite is the same where its needs and their answers are.",
        )
    return found


def _changes(suite: str, before: tuple[Run, str], after: tuple[Run, str]) -> list[Change]:
    (old, old_digest), (new, new_digest) = before, after
    if old_digest != new_digest:
        return []
    names = [one.name for one in old.rankers if one.name in {ranker.name for ranker in new.rankers}]
    compared = [_change(suite, old.headline, old.of(name), new.of(name)) for name in names]
    return [change for change in compared if change is not None]


def _change(suite: str, metric: str, old: Judgements, new: Judgements) -> Change | None:
    found = difference(new, old, metric)
    if found is None:
        return None
    both = shared(new, old, metric)
    pairs = [Moved(n, old.by_need[n].figures[metric], new.by_need[n].figures[metric]) for n in both]
    moved = sorted((one for one in pairs if one.before != one.after), key=lambda one: one.after - one.before)
    before = sum(one.before for one in pairs) / len(pairs)
    return Change(suite, old.name, metric, before, before + found.value, found, tuple(moved))
