"""The cache folder may be shared, half written, damaged or missing; the model is loaded all the same."""

import os
import subprocess
import sys

import numpy as np
import pytest
from clew.engine.embedding import cache
from clew.engine.embedding.cache import known_sha256, remembered, temporary_folder, write_by_rename
from clew.engine.embedding.resolve import resolve
from clew.engine.embedding.static_files import WEIGHTS, loadable_folder, shipped

FIRST = """
import sys
from clew.engine.embedding.resolve import resolve
embedder = resolve()
assert embedder.fingerprint.dimension == 256
assert "fastembed" not in sys.modules, "the fingerprint must not need the model"
print(embedder.embed_query("the same in every process").tolist()[:3])
"""


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A cache folder of the test's own."""
    monkeypatch.setattr(cache, "user_cache_dir", lambda *names, **options: str(tmp_path / "clew"))
    return tmp_path / "clew"


@pytest.mark.skipif(sys.platform != "linux", reason="the cache folder follows XDG_CACHE_HOME on Linux only")
def test_two_processes_may_be_the_first_at_once(tmp_path):
    """Both write, both load, nothing is left over, and nobody else may read the folder."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    command = [sys.executable, "-W", "error", "-c", FIRST]
    running = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    printed = [process.communicate(timeout=60)[0] for process in running]
    assert [process.returncode for process in running] == [0, 0]
    assert printed[0] == printed[1] != ""
    assert not [path for path in tmp_path.rglob("*") if path.name.startswith(".")]
    assert [path.name for path in tmp_path.iterdir()] == ["clew"], "the runtime below must not write into the cache"
    assert (tmp_path / "clew").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("damage", ["cut short", "other bytes", "gone", "no seal"])
def test_a_damaged_copy_is_made_again(home, damage):
    """Whatever happened to the copy, the next process loads a whole one."""
    weights = loadable_folder(shipped()) / WEIGHTS
    whole = weights.read_bytes()
    if damage == "cut short":
        os.truncate(weights, 1000)
    elif damage == "other bytes":
        weights.write_bytes(whole[:-4] + b"\xff\xff\xff\xff")
    elif damage == "gone":
        weights.unlink()
    else:
        (weights.parent / "sha256").write_bytes(b"\xff")
    assert loadable_folder(shipped()) / WEIGHTS == weights
    assert weights.read_bytes() == whole


def test_a_good_copy_is_left_alone(home):
    """The second time, nothing is written."""
    weights = loadable_folder(shipped()) / WEIGHTS
    before = weights.stat()
    loadable_folder(shipped())
    assert weights.stat() == before or weights.stat().st_mtime_ns == before.st_mtime_ns


def test_without_a_cache_folder_a_private_one_serves(home):
    """Where the cache cannot be written, the model is loaded from a folder of this process."""
    home.write_text("a file stands where the folder should be")
    folder = loadable_folder(shipped())
    assert folder.is_relative_to(temporary_folder())
    assert temporary_folder().stat().st_mode & 0o777 == 0o700
    vector = resolve().embed_query("still works")
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-6)


def test_what_is_remembered_is_forgotten_with_the_file(home, tmp_path):
    """A fact about a file is computed once, and again when the file changes."""
    file, calls = tmp_path / "weights", []

    def compute():
        calls.append(1)
        return {"answer": len(calls)}

    file.write_text("one")
    assert [remembered([file], "test", compute)["answer"] for _ in range(3)] == [1, 1, 1]
    file.write_text("three")
    assert remembered([file], "test", compute)["answer"] == 2
    assert remembered([file], "another", compute)["answer"] == 3


@pytest.mark.parametrize("note", [b"", b"[]", b"{", b'{"stamp": 1}', b"\xff", b'{"stamp": [[3, 0]], "facts": 7}'])
def test_a_damaged_note_is_computed_again(home, tmp_path, note):
    """Whatever stands in the note of a hash, the hash is right."""
    file = tmp_path / "weights"
    file.write_text("one")
    right = known_sha256([file])
    for path in (home / "models").glob("*-sha256.json"):
        path.write_bytes(note)
    assert known_sha256([file]) == right


def test_the_hash_covers_where_one_file_ends(home, tmp_path):
    """Moving bytes from one file to the next changes the hash."""
    first, second = tmp_path / "a", tmp_path / "b"
    first.write_bytes(b"12")
    second.write_bytes(b"3")
    before = known_sha256([first, second])
    first.write_bytes(b"1")
    second.write_bytes(b"23")
    assert known_sha256([first, second]) != before


def test_a_failed_write_leaves_nothing(tmp_path):
    """A writer that fails half-way leaves the old file and no temporary one."""

    def chunks():
        yield b"half"
        raise OSError("disk full")

    (tmp_path / "file").write_bytes(b"old")
    with pytest.raises(OSError, match="disk full"):
        write_by_rename(tmp_path / "file", chunks())
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_bytes() == b"old"
