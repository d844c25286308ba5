"""`clew define`: what files define is in the store, once."""

from __future__ import annotations

from pathlib import Path

from clew.cli.main import cli
from clew.engine.handle.engine import open as open_store
from click.testing import CliRunner, Result


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(argument) for argument in arguments], catch_exceptions=True)


def test_files_are_defined_once(tmp_path: Path) -> None:
    """The first run tells what is new, the second that nothing changed; a fault names file, line and column."""
    store, folder = tmp_path / "m.clew", tmp_path / "library"
    folder.mkdir()
    open_store(store).close()
    (folder / "a.clew").write_text("DEFINE INTENT all AS MATCH (m:Memory) RETURN m.id;\nDEFINE TAG price UNDER budget")
    first, second = run("define", store, folder), run("define", store, folder)
    assert first.stdout == "new  intent  all\nnew  tag  price\n" and first.stderr == "2 new.\n"
    assert second.stdout == "" and second.stderr == "2 unchanged.\n"
    (folder / "b.clew").write_text("\n  DEFINE INTENT bad AS RECALL FOR 'x' PARETO BY relevnce")
    refused = run("define", store, folder)
    assert refused.exit_code and f"{folder / 'b.clew'}:2:49: There is no objective" in str(refused.exception)
