"""Packed files: read as what is in them, and where they are cut off or damaged, named with how far they came."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import clew
import pyarrow
import pytest
from clew.adapters.importing import import_file
from clew.adapters.protocol import Bad, Source
from clew.adapters.reading import Record, lines, records
from clew.errors import ImportFailed
from hypothesis import given, settings
from hypothesis import strategies as st

Write = Callable[..., Path]
Pack = Callable[[bytes], bytes]

VALUES = [{"role": "user", "content": f"{number} wheels turn {number * 7919 % 10_007} mills"} for number in range(2000)]
TEXT = "".join(json.dumps(value) + "\n" for value in VALUES).encode()


def zst(data: bytes) -> bytes:
    return pyarrow.compress(data, codec="zstd", asbytes=True)


PACKS = {
    "gz": gzip.compress,
    "gz of two members, padded": lambda data: gzip.compress(data[:999]) + gzip.compress(data[999:]) + b"\0" * 40_000,
    "zst": zst,
    "zst of two frames": lambda data: zst(data[:999]) + zst(data[999:]),
}


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS.keys())
@pytest.mark.parametrize("name", ["log.jsonl.gz", "log"])
def test_a_packed_file_is_what_is_in_it(write: Write, pack: Pack, name: str) -> None:
    """Packing is told by the first bytes, whatever the name; the position is in bytes of the file as it is."""
    path = write(name, pack(TEXT))
    found = list(records(Source.of(path)))
    assert [record.value for record in found if isinstance(record, Record)] == VALUES
    assert len(found) == len(VALUES)
    positions = [record.position for record in found]
    assert positions == sorted(positions) and positions[-1] <= path.stat().st_size
    assert len(list(lines(Source.of(path)))) == len(VALUES)


def test_packed_text_may_be_utf_16(write: Write) -> None:
    """The mark of UTF-16 is looked for in what was packed."""
    assert [record.value for record in records(Source.of(write("log", gzip.compress('["é"]'.encode("utf-16")))))] == [
        "é"
    ]


@settings(max_examples=25, deadline=None)
@given(st.sampled_from([gzip.compress, zst]), st.floats(0, 1, exclude_max=True))
def test_a_cut_costs_what_is_behind_it(tmp_path_factory: pytest.TempPathFactory, pack: Pack, share: float) -> None:
    """Wherever a packed file is cut, records from its beginning come, then what is wrong, and nothing is raised."""
    packed = pack(TEXT)
    path = tmp_path_factory.getbasetemp() / "cut"
    path.write_bytes(packed[: max(4, int(share * len(packed)))])
    found = list(records(Source.of(path)))
    whole = [record.value for record in found if isinstance(record, Record)]
    bad = [record for record in found if isinstance(record, Bad)]
    assert whole == VALUES[: len(whole)]
    assert "damaged or cut off after" in bad[-1].reason
    assert 1 <= len(bad) <= 2  # the record that the cut goes through, and the cut


def test_damage_is_named(write: Write) -> None:
    """A changed byte, and something that is no gzip behind the end, are told with how many bytes of text came."""
    packed = bytearray(gzip.compress(TEXT))
    packed[len(packed) // 2] ^= 0xFF
    *_, changed = records(Source.of(write("log", bytes(packed))))
    *whole, behind = records(Source.of(write("log", gzip.compress(TEXT) + b"something else")))
    assert isinstance(changed, Bad) and "gzip data is damaged" in changed.reason
    assert len(whole) == len(VALUES)
    assert isinstance(behind, Bad) and f"after {len(TEXT):,} bytes of text" in behind.reason
    with pytest.raises(ImportFailed, match="gzip data is damaged"):
        list(lines(Source.of(write("log", bytes(packed)))))


def test_a_packed_log_is_imported_as_the_plain_one(store: clew.Engine, write: Write) -> None:
    """A log, plain, packed, or packed and cut, is one conversation of one name; the cut is told and costs its end."""
    log = b"".join(TEXT.splitlines(keepends=True)[:40])
    cut = import_file(store, write("a/talk.jsonl.gz", gzip.compress(log)[:-60]))
    assert 0 < cut.new < 40 and "cut off" in cut.bad[-1].reason
    whole = import_file(store, write("b/talk.jsonl.zst", zst(log)))
    assert (whole.new, whole.known, whole.bad_count) == (40 - cut.new, cut.new, 0)
    plain = import_file(store, write("c/talk.jsonl", log))
    assert (plain.new, plain.known) == (0, 40)


def test_what_unpacks_to_much_costs_no_memory(write: Write) -> None:
    """Reading a file that unpacks to a thousand times its size holds a part of that at a time."""
    path = write("log", gzip.compress(b"".join(b'{"a": "%d"}' % n + b" " * 100_000 + b"\n" for n in range(200))))
    assert path.stat().st_size < 200_000
    tracemalloc.start()
    assert sum(1 for _ in records(Source.of(path))) == 200
    assert tracemalloc.get_traced_memory()[1] < 8_000_000
    tracemalloc.stop()
