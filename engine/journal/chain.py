"""The hash chain: every event is tied to all before it, so a change or a gap anywhere is found.

The chain covers a salted digest of the payload and not the payload, so that a purge can erase payload and salt and
leave the chain whole. The salt keeps the digest of an erased payload from confirming a guess at it. Without a secret
key this finds damage and carelessness, and not an attacker who may rewrite the whole file.
"""

from __future__ import annotations

import json
from hashlib import sha256

START = bytes(32)
"""What the first event is tied to."""

SALT_BYTES = 16


def digest_of(salt: bytes, payload: bytes) -> bytes:
    """Return the 32 bytes of SHA-256 over salt and payload."""
    return sha256(salt + payload).digest()


def link_of(
    previous: bytes, seq: int, operation: str, recorded_at: int, namespace: str, kind: str, digest: bytes
) -> bytes:
    """Return the 32 bytes that tie an event to `previous`, the link of the event before it.

    The fields are written as a JSON array, so that no two lists of fields give the same bytes.
    """
    head = json.dumps([seq, operation, recorded_at, namespace, kind])
    return sha256(previous + head.encode("ascii") + digest).digest()
