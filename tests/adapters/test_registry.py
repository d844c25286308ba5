"""Which importers there are: our own in their order, those of other packages, and those that are broken, by name."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import clew
import pytest
from clew.adapters import registry
from clew.adapters.importing import import_file, recognise
from clew.adapters.protocol import Head
from clew.adapters.registry import GENERAL, SPECIFIC, Registry
from clew.errors import ImportFailed

Write = Callable[..., Path]
Plug = Callable[..., None]

DIARY = """
from clew.adapters.protocol import Unit
from clew.adapters.reading import lines

class Diary:
    name = "diary"
    doc = "diaries, a line a day"

    def recognises(self, head):
        return head.text.startswith("Dear diary")

    def read(self, source):
        for number, text, position in lines(source):
            yield Unit({"id": f"{source.name}/{number}", "text": text}, number, position)
            if "stop" in text:
                raise RuntimeError("the ink is out")

class Blind(Diary):
    name = "blind"

    def recognises(self, head):
        return head.missing

class Halves:
    name = "halves"

raises = 1 / 0 if __name__ == "broken_diaries" else None
"""


@pytest.fixture
def plug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Plug]:
    """Return a function that installs a package with importers: a folder on the path, with its metadata."""
    before = set(sys.modules)

    def plug(**points: str) -> None:
        site = tmp_path / "site"
        metadata = site / "diaries-1.0.dist-info"
        metadata.mkdir(parents=True)
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: diaries\nVersion: 1.0\n")
        lines = [f"{name} = {place}" for name, place in points.items()]
        (metadata / "entry_points.txt").write_text("\n".join([f"[{registry.GROUP}]", *lines]))
        for module in ("diaries", "broken_diaries"):
            (site / f"{module}.py").write_text(DIARY)
        monkeypatch.syspath_prepend(str(site))

    yield plug
    for module in set(sys.modules) - before:
        if "diaries" in module:
            del sys.modules[module]


def test_every_importer_of_ours_can_be_loaded() -> None:
    """Each is where the registry says, calls itself as it says, and tells what it reads in one line."""
    ours = Registry()
    importers = list(ours.all())
    assert ours.broken == {}
    assert [importer.name for importer in importers] == [*SPECIFIC, *GENERAL]
    assert all(importer.doc and "\n" not in importer.doc for importer in importers)


def test_an_importer_of_another_package_is_found(store: clew.Engine, write: Write, plug: Plug) -> None:
    """One file and an entry point make an importer: asked before the general ones, and named like ours."""
    plug(diary="diaries:Diary")
    path = write("d.txt", "Dear diary\nit rained\n")
    assert "diary" in Registry().names()[len(SPECIFIC) : -len(GENERAL)]
    summary = import_file(store, path)
    assert (summary.format, summary.new) == ("diary", 2)
    assert store.get("d/2").text == "it rained"
    assert import_file(store, path, format="diary").known == 2


def test_broken_importers_are_named_and_stop_no_other(store: clew.Engine, write: Write, plug: Plug) -> None:
    """One that cannot be loaded, is no importer, fails while it looks, or is called as one of ours: each is told."""
    plug(
        gone="nowhere:X",
        crash="broken_diaries:Diary",
        halves="diaries:Halves",
        other="diaries:Diary",
        blind="diaries:Blind",
        chat="diaries:Diary",
        diary="diaries:Diary",
    )
    found = Registry()
    importer = recognise(write("log", "Dear diary\n"), registry=found)
    assert importer is not None and importer.name == "diary"
    list(found.all())
    said = {name: sentence for name, sentence in found.broken.items() if name not in SPECIFIC}
    assert set(said) == {"gone", "crash", "halves", "other", "blind", "chat"}
    assert "ModuleNotFoundError" in said["gone"] and "ZeroDivisionError" in said["crash"]
    assert "no `recognises` and `read`" in said["halves"]
    assert "it calls itself 'diary'" in said["other"]
    assert "failed while it looked at log" in said["blind"]
    assert "Clew has one itself" in said["chat"]
    with pytest.raises(ImportFailed, match="`gone` cannot be loaded"):
        recognise(write("log", "x"), "gone")


def test_an_importer_that_fails_half_way_keeps_what_it_read(store: clew.Engine, write: Write, plug: Plug) -> None:
    """What a broken importer has yielded is in, and its fault is named with the record."""
    plug(diary="diaries:Diary")
    summary = import_file(store, write("d", "Dear diary\nstop\nmore\n"))
    assert summary.new == 2
    assert [bad.number for bad in summary.bad] == [3]
    assert "`diary` failed here, and read no further: RuntimeError: the ink is out" in summary.bad[0].reason


CLAUDE = {"type": "user", "uuid": "u", "sessionId": "s", "timestamp": "2025-01-01T00:00:00Z", "parentUuid": None}


@pytest.mark.parametrize(
    ("first", "name"),
    [
        ({"seq": 1, "operation": "o", "recorded_at": "", "namespace": "", "kind": "link", "payload": {}}, "clew"),
        ({**CLAUDE, "message": {"role": "user", "content": "x"}}, "claude-code"),
        ({"trajectory": [{"action": "ls", "observation": "x"}]}, "swe-agent"),
        ({"role": "user", "content": "x"}, "chat"),
        ({"text": "a fact", "price": 3}, "table"),
        ({"nothing": "known"}, None),
    ],
)
def test_the_most_specific_is_asked_first(first: object, name: str | None) -> None:
    """Each log has one importer, though a chat or a table could be read into many of them."""
    importer = Registry().recognise(Head(Path("log"), json.dumps(first), first))
    assert (importer and importer.name) == name
