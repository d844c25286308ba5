"""One engine in another's place: chosen by the environment, refused in a sentence, and held to the same answers."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from clew.engine.graph import graph_engines
from clew.engine.graph.graph_engines import ENGINES, KUZU, LADYBUG, VARIABLE, GraphEngine, chosen, loaded, named
from clew.engine.journal.journal import Journal
from clew.engine.values.model import Draft, Link
from clew.errors import StoreError

pytestmark = pytest.mark.slow

TESTS = Path(__file__).parents[1]
SAME = ("engine/test_graph.py", "dsl/test_emitter_patterns.py")
"""What is run with the engines that this process does not use; `make ladybug` runs all there is."""


def others() -> list[GraphEngine]:
    return [engine for engine in ENGINES.values() if engine is not chosen()]


def need(engine: GraphEngine) -> None:
    if not graph_engines.is_installed(engine):
        pytest.skip(f"{engine.package} is not installed: pip install '{engine.requirement}'")


def run(engine: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with another engine: in a process of its own, for one process loads one."""
    environment = {**os.environ, VARIABLE: engine}
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=environment, cwd=TESTS)


def test_kuzu_is_the_engine_where_none_is_named() -> None:
    """An unset and an empty variable mean Kuzu, and each engine is known by its package's name."""
    assert named("") is KUZU
    assert all(named(engine.package) is engine for engine in ENGINES.values() if graph_engines.is_installed(engine))


def test_an_unknown_engine_is_refused_by_name() -> None:
    """The sentence says what was asked for, and what there is."""
    with pytest.raises(StoreError, match=r"no graph engine `neo4j`\. Set CLEW_GRAPH to kuzu or ladybug\."):
        named("neo4j")


def test_a_missing_engine_is_refused_with_what_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence names the extra to install."""
    monkeypatch.setattr(graph_engines, "is_installed", lambda _: False)
    with pytest.raises(StoreError, match=r"ladybug is not installed\. `pip install 'clew\[ladybug\]'`"):
        named("ladybug")


def test_another_version_is_refused() -> None:
    """A version that was never tried might answer wrongly, and say nothing."""
    with pytest.raises(StoreError, match=r"tested with \w+ 0\.0\.1, and not with"):
        loaded(replace(chosen(), version="0.0.1"))


def test_a_wrong_name_is_said_when_a_store_is_opened(tmp_path: Path) -> None:
    """Not at the first pattern, which may come days later."""
    done = run("neo4j", "-c", f"import clew; clew.open({str(tmp_path / 'a.clew')!r})")
    assert done.returncode == 1 and "StoreError: There is no graph engine `neo4j`" in done.stderr


@pytest.mark.parametrize("engine", others(), ids=lambda engine: engine.package)
def test_the_other_engine_passes_the_same_tests(engine: GraphEngine) -> None:
    """Values, errors, threads, forks and all forms of pattern: each engine is held to one set of claims."""
    need(engine)
    done = run(engine.package, "-m", "pytest", "-q", "-p", "no:cacheprovider", *SAME)
    assert done.returncode == 0, done.stdout[-4000:]


STORE = """
import sys
from pathlib import Path
from clew.engine.graph import kuzu_border
from clew.engine.journal.journal import Journal
from clew.engine.projection import snapshot
from clew.engine.projection.check import graph_departures
from clew.engine.projection.projection import Projection

snapshot.NEW_EVENTS, snapshot.NEW_SHARE = -1, -1.0  # always due
files, whole = [], kuzu_border.Database.__init__

def watching(self, path):
    files.append(path)
    whole(self, path)

kuzu_border.Database.__init__ = watching
with Journal.open(Path(sys.argv[1])) as journal:
    projection = Projection(journal)
    folded = projection.drain()
    seen = [path for path in files if path is not None]
    with projection.reading() as view:
        assert graph_departures(view, projection.graph) == []
    if len(sys.argv) > 2:
        projection.publish()
    projection.close()
print(folded, len(seen))
"""


@pytest.mark.parametrize("engine", others(), ids=lambda engine: engine.package)
def test_a_snapshot_is_opened_by_the_engine_that_made_it(engine: GraphEngine, tmp_path: Path) -> None:
    """To another it is as good as not there: its file is never shown to that, and the journal gives the same rows."""
    need(engine)
    path = tmp_path / "a.clew"
    with Journal.create(path) as journal:
        links = [Link("CAUSED", f"m{i}", f"m{(i + 1) % 6}") for i in range(6)]
        journal.append([Draft(id=f"m{i}", namespace="n", text="x", links=(link,)) for i, link in enumerate(links)])
    made, asked, again = (
        run(name, "-c", STORE, str(path), *more)
        for name, more in ((chosen().package, ["publish"]), (engine.package, []), (chosen().package, []))
    )
    assert (made.stdout, made.stderr) == ("6 0\n", "")
    assert (asked.stdout, asked.stderr) == ("6 0\n", "")
    assert (again.stdout, again.stderr) == ("0 1\n", "")


def test_the_pinned_version_is_the_one_that_is_installed_by_us() -> None:
    """What the table calls right is what the package asks for, so that an installation works at once."""
    text = (TESTS.parent / "pyproject.toml").read_text(encoding="utf-8")
    assert all(f'"{engine.package}=={engine.version}"' in text for engine in (KUZU, LADYBUG))
