"""The kept parse table: quicker, private, and never the cause of a failure."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from clew import grammar
from clew.dsl.parsing import lalr
from clew.dsl.parsing.lalr import load
from clew.dsl.parsing.parser import parse
from lark import Lark

pytestmark = pytest.mark.slow

TEXT = "RECALL 5 FOR 'x' WHERE m.step > 3"


def kept(directory: Path) -> list[Path]:
    return sorted(directory.iterdir()) if directory.exists() else []


@pytest.fixture(scope="module")
def built() -> Lark:
    """Making a table takes most of a second, so one real one serves every test here."""
    return lalr.build(grammar.source())


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch, built: Lark) -> list[str]:
    """Count how often a table is made."""
    made: list[str] = []

    def counted(source: str) -> Lark:
        made.append(source)
        return built

    monkeypatch.setattr(lalr, "build", counted)
    return made


def test_a_table_is_made_once_and_read_again(tmp_path: Path, builds: list[str]) -> None:
    """The second parser comes from the table of the first, and builds the same trees."""
    home = tmp_path / "cache"
    first, second = load(home), load(home)
    assert len(builds) == 1 and len(kept(home)) == 1
    assert first.parse(TEXT) == second.parse(TEXT) == parse(TEXT)


@pytest.mark.skipif(os.name != "posix", reason="permission bits are POSIX")
def test_the_directory_is_the_users_alone(tmp_path: Path, builds: list[str]) -> None:
    """The cache directory is made for its owner only."""
    load(tmp_path / "cache")
    assert builds and stat.S_IMODE((tmp_path / "cache").stat().st_mode) == 0o700


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "garbage"])
def test_a_damaged_table_is_made_anew(tmp_path: Path, builds: list[str], damage: str) -> None:
    """Whatever happened to the file, the parser works, and the file is whole again afterwards."""
    load(tmp_path)
    (table,) = kept(tmp_path)
    whole = table.read_bytes()
    middle = len(whole) // 2
    flipped = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
    table.write_bytes({"cut": whole[:middle], "flipped": flipped, "empty": b"", "garbage": b"x" * 100}[damage])
    assert load(tmp_path).parse(TEXT) == parse(TEXT)
    load(tmp_path)
    assert len(builds) == 2
    assert kept(tmp_path) == [table]


def test_where_nothing_can_be_written_the_parser_works(tmp_path: Path, builds: list[str]) -> None:
    """A file where the directory should be, or a directory that cannot be made, costs time and nothing else."""
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert load(blocked).parse(TEXT) == load(blocked / "below").parse(TEXT)
    assert len(builds) == 2


@pytest.mark.skipif(os.name != "posix", reason="permission bits are POSIX")
def test_a_table_that_others_could_have_written_is_not_read(tmp_path: Path, builds: list[str]) -> None:
    """A table is a pickle, so one in a directory that others may write is neither read nor written."""
    load(tmp_path / "cache")
    (tmp_path / "cache").chmod(0o777)
    load(tmp_path / "cache")
    assert len(builds) == 2
