"""The doctor sees each thing that can be wrong with a store, and what it mends is mended."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from clew.engine.care import folder
from clew.engine.care.doctor import examine, treat
from clew.engine.care.patient import Patient, admitted
from clew.engine.journal import files, head_mark
from clew.engine.journal.files import JOURNAL
from clew.engine.journal.journal import Journal
from clew.engine.journal.settings import SOURCE
from clew.engine.journal.sqlite_border import Connection
from clew.engine.projection import snapshot
from clew.engine.projection.projection import Projection
from clew.engine.values.ids import new_id
from clew.engine.values.model import Draft, Link
from clew.engine.writing.vectors import Vectorizer
from toys import broken, toy

KILLED = """
import os, signal, sys
from pathlib import Path
from clew.engine.journal import files
from clew.engine.projection.workshop import Workshop

store = Path(sys.argv[1])
Workshop(store / files.SNAPSHOTS).folder()
with files.appearing(store) as file:
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "a.clew"
    with Journal.create(path) as journal:
        vectorizer = Vectorizer(journal, toy("toy", 4))
        journal.append([Draft(id=str(i), namespace="default", text=f"vendor {i}", task="T") for i in range(10)])
        assert vectorizer.catch_up(10) == 0
    return path


@pytest.fixture
def patient(store: Path) -> Iterator[Patient]:
    with Journal.open(store) as journal:
        projection = Projection(journal)
        yield Patient(journal, projection, Vectorizer(journal, toy("toy", 4)))
        projection.close()


def kinds(patient: Patient) -> list[str]:
    return [finding.kind for finding in examine(patient)]


def mended(patient: Patient) -> bool:
    """Whether a treatment says what it did, leaves nothing, and a second one has nothing to do."""
    first, second = treat(patient), treat(patient)
    return bool(first.done) and first.left == second.left == () and second.done == ()


def test_a_healthy_store_has_no_findings(patient: Patient) -> None:
    """Nothing is found, nothing is done, and looking leaves every byte of the journal."""
    before = (patient.path / JOURNAL).read_bytes()
    assert kinds(patient) == []
    assert treat(patient).done == ()
    assert (patient.path / JOURNAL).read_bytes() == before


def _garble(mark: Path) -> None:
    data = bytearray(mark.read_bytes())
    data[-20] ^= 4
    mark.write_bytes(data)


@pytest.mark.parametrize(
    "damage",
    [_garble, lambda mark: mark.write_bytes(mark.read_bytes()[:-9]), lambda mark: mark.write_bytes(b"\xff" * 300)],
    ids=["a bit", "a cut", "noise"],
)
def test_a_mark_that_cannot_be_read_is_made_anew(patient: Patient, damage: Callable[[Path], object]) -> None:
    """Where the note of the journal's end is garbled it says so, and afterwards it tells the end again."""
    damage(patient.path / files.HEAD)
    [finding] = examine(patient)
    assert finding.kind == "mark" and files.HEAD in finding.message and not finding.serious
    assert mended(patient)
    mark = head_mark.read(patient.path)
    assert mark is not None and mark.seq == patient.journal.head()


def test_a_mark_that_is_no_file_is_left_to_a_person(patient: Patient) -> None:
    """What somebody put in the place of the mark is named, and not thrown away."""
    (patient.path / files.HEAD).unlink()
    (patient.path / files.HEAD).mkdir(mode=0o700)
    assert kinds(patient) == ["mark"]
    assert treat(patient).done == () and (patient.path / files.HEAD).is_dir()


def test_memories_that_wait_are_embedded(patient: Patient) -> None:
    """Pending vectors are found with their number, and made."""
    patient.journal.append([Draft(id="late", namespace="default", text="late")])
    [finding] = examine(patient)
    assert finding.kind == "pending" and finding.message.startswith("1 memory waits")
    assert mended(patient)
    assert patient.journal.pending_rows() == []


def test_a_failing_model_is_named_as_the_reason(patient: Patient) -> None:
    """Who waits waits because of it: the doctor repeats what the model said, and does not claim to have mended it."""
    patient.journal.append([Draft(id="late", namespace="default", text="late")])
    failing = Patient(
        patient.journal,
        patient.projection,
        Vectorizer(patient.journal, broken("toy", 4, lambda: ConnectionError("no route"))),
    )
    assert kinds(failing) == ["model", "pending"]
    assert all("no route" in finding.message for finding in examine(failing))
    assert treat(failing).done == ()


def test_a_missing_model_keeps_nobody_from_the_store(store: Path) -> None:
    """A store whose model is not on this machine is opened, examined, and said to lack it."""
    with Journal.open(store) as journal:
        journal.set_setting(SOURCE, "nobody/has-this-model")
    with admitted(store) as patient:
        [finding] = examine(patient)
        assert finding.kind == "model" and "nobody/has-this-model" in finding.message and not finding.serious
        assert treat(patient).done == ()


def test_another_model_is_found(patient: Patient) -> None:
    """The doctor names both models, where the vectors are of another."""
    other = Patient(patient.journal, patient.projection, Vectorizer(patient.journal, toy("other", 8)))
    [finding] = examine(other)
    assert finding.kind == "model" and "toy" in finding.message and "other" in finding.message


def test_edges_without_an_end_are_named(patient: Patient) -> None:
    """The first twenty by name, the others by number; nobody but a person can mend them."""
    patient.journal.link("default", [Link("CAUSED", "0", f"never {i}") for i in range(25)])
    found = examine(patient)
    assert {finding.kind for finding in found} == {"dangling"} and len(found) == 21
    assert "never 0" in found[0].message and "5 more" in found[-1].message
    assert treat(patient).done == ()


def test_an_index_that_is_wrong_is_made_anew(patient: Patient) -> None:
    """What is derived from the events is mended, and was not serious."""
    with Journal.open(patient.path) as journal:
        journal._connections.writer.run("DELETE FROM memories WHERE row = 4")
    found = examine(patient)
    assert {finding.kind for finding in found} == {"journal"} and not any(finding.serious for finding in found)
    assert mended(patient)


@pytest.mark.parametrize("instead", ["vendor 5", '"'])
def test_a_lost_event_is_serious_and_stays(patient: Patient, instead: str) -> None:
    """Changed content, also where it is no JSON any more: nothing is claimed to be mended, the cure is a backup."""
    with Journal.open(patient.path) as journal:
        journal._connections.writer.run(
            "UPDATE events SET payload = CAST(replace(payload, 'vendor 4', ?) AS BLOB)", (instead,)
        )
    found = examine(patient)
    assert found[0].serious and "backup" in found[0].cure
    assert treat(patient).done == ()
    assert treat(patient).left == tuple(found)


def test_a_projection_that_departs_is_built_anew(patient: Patient) -> None:
    """Columns that are not what the journal says are found by value, and made again."""
    patient.projection.drain()
    column = patient.projection._view.memories.column("importance")
    column.flags.writeable = True
    column[3] = 0.9
    assert kinds(patient) == ["projection"]
    assert mended(patient)


def test_snapshots_that_match_nothing_are_removed(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A snapshot that was changed goes, and one that is whole stays."""
    monkeypatch.setattr(snapshot, "NEW_EVENTS", 0)
    patient.projection.drain()
    whole = patient.projection.publish()
    assert whole is not None and kinds(patient) == []
    shutil.copy(whole, whole.with_name(f"g-7-{'0' * 64}.kuzu"))
    (whole.parent / f"g-7-{'0' * 64}.kuzu").chmod(0o600)
    assert kinds(patient) == ["snapshot"]
    assert mended(patient)
    assert [one.path for one in snapshot.snapshots(whole.parent)] == [whole]


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no such signal")
def test_what_killed_processes_left_is_removed(patient: Patient) -> None:
    """A store half made beside this one, and a private folder in it: both by a process that was killed for good.

    What somebody makes this moment is left alone, and so is what may only just have been made.
    """
    patient.projection._workshop.folder()
    subprocess.run([sys.executable, "-c", KILLED, str(patient.path)], check=False)
    [draft] = patient.path.parent.glob(".a.clew.*")
    assert kinds(patient) == ["leftover"]
    os.utime(draft, (1, 1))
    with files.appearing(patient.path.with_name("a.clew.clew")):
        assert kinds(patient) == ["leftover", "leftover"]
        assert mended(patient)
        assert len(list(patient.path.parent.glob(".a.clew.clew.*"))) == 1
    assert list(patient.path.parent.glob(".a.clew*")) == []
    assert patient.projection._workshop.folder().is_dir()


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are POSIX's")
def test_open_permissions_are_closed(patient: Patient) -> None:
    """Folder and files that others may use are closed to them."""
    patient.path.chmod(0o755)
    (patient.path / JOURNAL).chmod(0o644)
    assert set(kinds(patient)) == {"permissions"}
    assert mended(patient)
    assert patient.path.stat().st_mode & 0o777 == 0o700
    assert (patient.path / JOURNAL).stat().st_mode & 0o777 == 0o600


def test_foreign_files_are_named_and_left(patient: Patient) -> None:
    """What is no part of a store is somebody's, and stays."""
    (patient.path / "thesis.txt").write_text("x")
    assert kinds(patient) == ["foreign"]
    assert treat(patient).done == ()
    assert (patient.path / "thesis.txt").exists()


def test_a_log_that_grew_is_emptied_when_its_reader_has_ended(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While somebody reads it stays, and nobody says that it was emptied."""
    monkeypatch.setattr(folder, "LONG_LOG", 10_000)
    reader = Connection(patient.path / JOURNAL)
    patient.journal._connections.writer.run("PRAGMA busy_timeout = 50")
    with reader.snapshot():
        assert reader.value("SELECT count(*) FROM events") == 10
        patient.journal.append([Draft(id=f"b{i}", namespace="default", text="b " * 5000) for i in range(5)])
        assert patient.vectorizer is not None and patient.vectorizer.catch_up(10) == 0
        assert kinds(patient) == ["log"]
        assert treat(patient).done == ()
    assert mended(patient)
    reader.close()


def test_a_disk_that_is_nearly_full_is_told(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before it is full: three times the journal should be free."""
    monkeypatch.setattr(folder, "ROOM", 1 << 60)
    assert kinds(patient) == ["disk"]


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no pipes in folders")
def test_no_stray_can_hold_the_doctor_up(patient: Patient) -> None:
    """A pipe, a folder and links that are named like snapshots or locks are strays: nobody waits for one."""
    snaps = patient.path / files.SNAPSHOTS
    patient.projection._workshop.folder()
    zeros = "0" * 64
    os.mkfifo(snaps / f"g-1-{zeros}.kuzu")
    (snaps / f"g-2-{zeros}.kuzu").mkdir()
    (snaps / f"g-3-{zeros}.kuzu").symlink_to(f"g-3-{zeros}.kuzu")
    (snaps / "private-x").mkdir()
    os.mkfifo(snaps / "private-x" / "owner.lock")
    kinds_found = [finding.kind for finding in examine(patient) if finding.kind != "permissions"]
    assert kinds_found == ["leftover", "foreign", "foreign", "foreign"]
    assert {finding.kind for finding in treat(patient).left} == {"foreign"}


def test_a_store_that_was_set_aside_is_named_and_left(patient: Patient) -> None:
    """Where two folders trade places by two renames and the process is killed in between: what lies beside may be the
    only one of its kind.
    """
    old, beside = patient.path.parent / "old.clew", patient.path.with_name(f"a.replaced-{new_id()}.clew.aside")
    Journal.create(old).close()
    old.rename(beside)
    draft = files.draft_of(patient.path)
    draft.with_name(f"{draft.name}.aside").mkdir()
    (patient.path.parent / ".a.clew.thesis.aside").mkdir()
    found = [finding.message for finding in examine(patient)]
    assert len(found) == 2 and str(beside) in found[1]
    assert treat(patient).done == () and beside.is_dir()
