"""What names stand for in each namespace: intents, strategies, tags, types. Derived from `define` and `drop` events.

An event holds the definitions in full, and with those of tags the edges that follow from them: which broader tag came,
and which one the definition before had. So whoever folds events need not know what stood there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any, cast, get_args

from ...errors import MemoryInvalid, MemoryNotFound, StoreDamaged
from ..extraction.keys import match_key
from ..values import checks
from ..values.model import Definition, DefinitionKind, Link
from .numbers import Namespace
from .payloads import Payload, decode, link_fields, unlink_fields
from .schema import to_key
from .sqlite_border import DOCTOR, Connection, Row

KINDS: tuple[str, ...] = get_args(DefinitionKind)
FIELDS = tuple(field.name for field in fields(Definition))
TEXTS = ("text", "description")

KEPT = "SELECT kind, CAST(key AS BLOB), CAST(content AS BLOB) FROM definitions"
ALL = f"{KEPT} WHERE namespace = ? ORDER BY kind, key"
ONE = f"{KEPT} WHERE namespace = ? AND kind = ? AND key = ?"
PUT = "INSERT OR REPLACE INTO definitions VALUES (?, ?, ?, ?)"
REMOVE = "DELETE FROM definitions WHERE namespace = ? AND kind = ? AND key = ?"

LONGEST_HALF_LIFE = 1e6
"""Days: longer than anybody has kept a record."""


def definitions(connection: Connection, namespace: int | None) -> list[Definition]:
    """Return what is defined in a namespace, by kind and name."""
    return [_read(row) for row in connection.rows(ALL, (namespace,))]


def key_of(kind: str, name: str) -> bytes:
    """Return what a name is found by: tags by their folded name, as they meet in the graph, others as they stand."""
    return to_key(match_key(name) if kind == "tag" else name)


# ---- what goes into an event ---------------------------------------------------------------------


def defined(connection: Connection, where: Namespace, given: object) -> Payload:
    """Return the payload of a `define` event: what changes something, and the edges that follow.

    Raises MemoryInvalid for a definition that cannot be kept.
    """
    given = map(checked, checks.elements("definitions", given))
    wanted = {(one.kind, key_of(one.kind, one.name)): one for one in given}
    changed = [one for one in wanted.values() if found(connection, where.number, one.kind, one.name) != one]
    tags = {key: one for (kind, key), one in wanted.items() if kind == "tag"}
    for one in changed:
        _refuse_circle(connection, where.number, one, tags)
    links = [Link("BROADER", one.name, one.under) for one in changed if one.under is not None]
    before = [old for one in changed if (old := found(connection, where.number, one.kind, one.name)) is not None]
    return {
        "definitions": [asdict(one) for one in changed],
        "links": [link_fields(link) for link in links],
        "unlinks": _unlinks(before),
    }


def _refuse_circle(connection: Connection, namespace: int, tag: Definition, coming: Mapping[bytes, Definition]) -> None:
    """Raise MemoryInvalid for a tag that is, over others, broader than itself. coming: tags defined with it."""
    way: dict[bytes, str] = {key_of("tag", tag.name): tag.name}
    broader = tag.under
    while broader is not None and key_of("tag", broader) not in way:
        key = key_of("tag", broader)
        way[key] = broader
        after = coming.get(key) or found(connection, namespace, "tag", broader)
        broader = None if after is None else after.under
    if broader is not None and match_key(broader) == match_key(tag.name):
        ring = " under ".join(f"`{name:.60}`" for name in (*way.values(), tag.name))
        raise MemoryInvalid(f"The tag would be broader than itself: {ring}.", hint="Leave out one of these `UNDER`.")


def dropped(connection: Connection, where: Namespace, given: object, *, missing: bool) -> Payload:
    """Return the payload of a `drop` event.

    missing: whether to leave out what is not there. Raises MemoryNotFound, unless so, and MemoryInvalid.
    """
    drops = [checked_drop(item) for item in checks.elements("drops", given)]
    there = [(drop, found(connection, where.number, drop["kind"], drop["name"])) for drop in drops]
    for drop, one in there:
        if one is None and not missing:
            raise MemoryNotFound(f"No {drop['kind']} `{drop['name']}` is defined.", hint="Nothing was changed.", **drop)
    known = [(drop, one) for drop, one in there if one is not None]
    return {"drops": [drop for drop, _ in known], "unlinks": _unlinks(one for _, one in known)}


def found(connection: Connection, namespace: int, kind: str, name: str) -> Definition | None:
    row = connection.row(ONE, (namespace, kind, key_of(kind, name)))
    return None if row is None else _read(row)


def _read(row: Row) -> Definition:
    """Return a definition as it is kept. Raises StoreDamaged for one that cannot be read."""
    kind, key, content = row
    try:
        return checked(decode(content))
    except (MemoryInvalid, StoreDamaged):
        raise StoreDamaged(f"The {kind} `{key.decode(errors='replace')}` cannot be read.", hint=DOCTOR) from None


def checked(given: object) -> Definition:
    """Return a definition that can be kept, from itself or from an object with its fields. Raises MemoryInvalid."""
    if isinstance(given, Definition):
        given = asdict(given)
    if not isinstance(given, Mapping):
        raise MemoryInvalid("A definition is an object.", hint=f"It has {', '.join(FIELDS)}.")
    told = cast("Mapping[str, Any]", given)
    if not {"kind", "name"} <= told.keys() <= set(FIELDS):
        raise MemoryInvalid(f"A definition has other fields than {sorted(told)}.", hint=f"It has {', '.join(FIELDS)}.")
    one = Definition(**told)
    _check_kind(one.kind)
    checks.name("name", one.name)
    for field in TEXTS:
        checks.text(field, getattr(one, field))
    checks.optional_name("under", one.under)
    _check_fields(one)
    return one


def _check_fields(one: Definition) -> None:
    """Raise MemoryInvalid for a field that the kind does not have, or lacks."""
    if (one.kind in ("intent", "strategy")) != (one.text is not None):
        raise MemoryInvalid(f"`text` is what an intent or a strategy is, and `{one.name:.60}` is a {one.kind}.")
    if one.under is not None and one.kind != "tag":
        raise MemoryInvalid(f"`under` is of a tag, and `{one.name:.60}` is a {one.kind}.")
    if one.under is not None and match_key(one.under) == match_key(one.name):
        raise MemoryInvalid(f"The tag `{one.name:.60}` cannot be broader than itself.", hint="Name another one.")
    if one.half_life_days is None:
        return
    days = checks.number("half_life_days", one.half_life_days, 0.0, LONGEST_HALF_LIFE)
    if one.kind != "type" or days == 0.0:
        raise MemoryInvalid("A half-life is of a type, and longer than nothing.", hint="As in `HALF LIFE 30 DAYS`.")


def checked_drop(given: object) -> dict[str, Any]:
    """Return what is to be dropped. Raises MemoryInvalid."""
    told: Mapping[str, Any] = cast("Mapping[str, Any]", given) if isinstance(given, Mapping) else {}
    if set(told) != {"kind", "name"}:
        raise MemoryInvalid("What is dropped is named by `kind` and `name`.")
    _check_kind(told["kind"])
    return {"kind": told["kind"], "name": checks.name("name", told["name"])}


def _check_kind(kind: object) -> None:
    if kind not in KINDS:
        raise MemoryInvalid(f"There is no definition of the kind {kind!r:.60}.", hint=f"There are {', '.join(KINDS)}.")


def _unlinks(old: Iterable[Definition]) -> Sequence[Payload]:
    """Return the edges of definitions that no longer stand."""
    return [unlink_fields(Link("BROADER", one.name, one.under)) for one in old if one.under is not None]


# ---- what an event changes -----------------------------------------------------------------------


def define(connection: Connection, namespace: int, payload: Mapping[str, Any]) -> None:
    rows = [(one["kind"], key_of(one["kind"], one["name"]), json.dumps(one)) for one in payload["definitions"]]
    connection.run_many(PUT, [(namespace, *row) for row in rows])


def drop(connection: Connection, namespace: int, payload: Mapping[str, Any]) -> None:
    connection.run_many(REMOVE, [(namespace, d["kind"], key_of(d["kind"], d["name"])) for d in payload["drops"]])
