"""A store on a disk that machines share is refused with a sentence and the way out, before anything is made."""

from __future__ import annotations

import sys
from pathlib import Path

import clew
import pytest
from clew.engine.journal import disks
from clew.engine.journal.journal import Journal
from clew.errors import StoreError


@pytest.fixture
def mounts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A table of mounts of our own, with a local root."""
    table = tmp_path / "mounts"
    table.write_text("/dev/sda1 / ext4 rw,relatime 0 0\n")
    monkeypatch.setattr(disks, "MOUNTS", table)
    monkeypatch.delenv(disks.ALLOW, raising=False)
    return table


def mount(table: Path, place: Path | str, kind: str) -> None:
    escaped = str(place).replace("\\", r"\134").replace(" ", r"\040").replace("\t", r"\011")
    with table.open("a") as file:
        file.write(f"server:/export {escaped} {kind} rw,vers=4.2 0 0\n")


@pytest.mark.parametrize("kind", ["nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "ceph", "lustre", "fuse.glusterfs"])
def test_a_network_disk_is_refused(mounts: Path, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To make a store there, and to open one; nothing is made. Who says that no other machine opens it may."""
    share = tmp_path / "a share"
    share.mkdir()
    mount(mounts, share, kind)
    for work in (clew.open, Journal.create):
        with pytest.raises(
            StoreError, match=rf"network disk \({kind}\).*local disk.*CLEW_ALLOW_NETWORK_DISK=1"
        ) as raised:
            work(share / "deep" / "a.clew")
        assert raised.value.code == "store.network" and raised.value.data == {"disk": kind}
    assert list(share.iterdir()) == []
    monkeypatch.setenv(disks.ALLOW, "1")
    clew.open(share / "a.clew", background=False).close()
    monkeypatch.setenv(disks.ALLOW, "0")
    with pytest.raises(StoreError, match="network disk"):
        clew.open(share / "a.clew", background=False)


@pytest.mark.parametrize("kind", ["ext4", "xfs", "btrfs", "zfs", "tmpfs", "overlay", "9p", "virtiofs", "fuseblk"])
def test_a_disk_of_this_machine_is_not(mounts: Path, tmp_path: Path, kind: str) -> None:
    """Among them those through which a guest or a container sees it."""
    mount(mounts, tmp_path, kind)
    clew.open(tmp_path / "a.clew", background=False).close()


def test_the_nearest_and_newest_mount_counts(mounts: Path, tmp_path: Path) -> None:
    """Below a network disk a local one may be mounted, and over it another; a name that only begins alike is none."""
    mount(mounts, tmp_path, "nfs4")
    mount(mounts, tmp_path / "local", "ext4")
    mount(mounts, tmp_path / "twice", "cifs")
    mount(mounts, tmp_path / "twice", "xfs")
    kinds = {
        name: disks.kind_of_disk(tmp_path / name) for name in ("a.clew", "local/a.clew", "twice/a", "local2/a.clew")
    }
    assert kinds == {"a.clew": "nfs4", "local/a.clew": "ext4", "twice/a": "xfs", "local2/a.clew": "nfs4"}


def test_links_are_followed(mounts: Path, tmp_path: Path) -> None:
    """A link that leads to a network disk is on it, and one that leads away from it is not."""
    (tmp_path / "share").mkdir()
    (tmp_path / "local").mkdir()
    mount(mounts, tmp_path / "share", "nfs4")
    (tmp_path / "local" / "there").symlink_to(tmp_path / "share")
    (tmp_path / "share" / "back").symlink_to(tmp_path / "local")
    assert disks.kind_of_disk(tmp_path / "local" / "there" / "a.clew") == "nfs4"
    assert disks.kind_of_disk(tmp_path / "share" / "back" / "a.clew") == "ext4"


@pytest.mark.parametrize("name", ["with space", "tab\there", "back\\slash", "ünïcode"])
def test_places_are_read_as_they_are_written(mounts: Path, tmp_path: Path, name: str) -> None:
    """The list escapes what would break its columns."""
    mount(mounts, tmp_path / name, "nfs4")
    assert disks.kind_of_disk(tmp_path / name / "a.clew") == "nfs4"


@pytest.mark.parametrize("table", [None, "", "rubbish\n\n x\n", "\udcff / ext4 rw 0 0\n"])
def test_a_list_that_tells_nothing_refuses_nothing(
    table: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No list, an empty one, one that is none, one with bytes that are no text."""
    monkeypatch.setattr(disks, "MOUNTS", tmp_path / "mounts")
    if table is not None:
        (tmp_path / "mounts").write_text(table, "utf-8", "surrogateescape")
    clew.open(tmp_path / "a.clew", background=False).close()


@pytest.mark.skipif(sys.platform != "linux", reason="this system lists no mounts")
def test_the_real_list_is_read(tmp_path: Path) -> None:
    """The disk of this test has a kind."""
    assert disks.kind_of_disk(tmp_path)
