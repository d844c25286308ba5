"""Which disks a store may lie on: a journal on one that machines share would lose what they write at the same time.

SQLite's log is shared through memory that the processes of one machine map (https://www.sqlite.org/wal.html), and many
servers keep its locks in name only. Where two machines write nothing fails: one overwrites the other. So such a disk is
refused before anything is made on it, unless CLEW_ALLOW_NETWORK_DISK says that one machine alone uses it.

Told by the kind of the mounted file system, which Linux lists; elsewhere nothing is known, and nothing refused. Not
refused are those through which a guest or a container sees the disk of its own machine (9p, virtiofs, overlay): they
are how whole systems are run, and a store on them is not shared with another machine.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from ...errors import StoreError

MOUNTS = Path("/proc/mounts")
"""Lines of `device place kind options 0 0`, in the order of mounting (man 5 proc)."""

ALLOW = "CLEW_ALLOW_NETWORK_DISK"

OF_SERVERS = ("nfs", "nfs3", "nfs4", "cifs", "smb2", "smb3", "smbfs", "ncpfs", "afs", "coda", "davfs")
OF_CLUSTERS = ("ceph", "glusterfs", "lustre", "gpfs", "beegfs", "orangefs", "pvfs2", "gfs2", "ocfs2", "moosefs")
OF_PROGRAMS = ("sshfs", "rclone", "davfs2", "smbnetfs", "curlftpfs", "gvfsd-fuse", "ceph-fuse", "mfs", "juicefs")
OF_CLOUDS = ("s3fs", "goofys", "mount-s3", "gcsfuse", "blobfuse2", "seaweedfs")
NETWORK = frozenset({*OF_SERVERS, *OF_CLUSTERS, *OF_PROGRAMS, *OF_CLOUDS})
"""Kinds as Linux lists them, those of programs in user space without the `fuse.` before them."""


def refuse_network_disk(store: Path) -> None:
    """Raise StoreError where the place of a store, there or to be made, is on a disk that machines share."""
    kind = kind_of_disk(store)
    if kind is not None and kind.removeprefix("fuse.") in NETWORK and os.environ.get(ALLOW) != "1":
        raise StoreError(
            f"{store} is on a network disk ({kind}), where two machines would overwrite each other's memories.",
            hint=f"Use a local disk; where no other machine ever opens it, set {ALLOW}=1.",
            code="store.network",
            disk=kind,
        )


def kind_of_disk(path: Path) -> str | None:
    """Return the kind of the file system that a path is on, or would be, links followed; None where that is unknown."""
    try:
        place = path.resolve()
        lines = MOUNTS.read_text("utf-8", "surrogateescape").splitlines()
    except (OSError, RuntimeError, ValueError):  # no such list here; no such path, which opening will tell of
        return None
    kinds = {_unescaped(fields[1]): fields[2] for fields in map(str.split, lines) if len(fields) > 2}
    return next((kinds[str(above)] for above in (place, *place.parents) if str(above) in kinds), None)


def _unescaped(place: str) -> str:
    """Return a place as it is: spaces, tabs, newlines and backslashes are listed as three octal digits."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), place)
