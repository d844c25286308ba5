"""Commands that look after a store: doctor, verify, info, backup, restore, compact, rebuild, migrate, reembed.

They open the journal and not the engine: a store whose model is not on this machine has to be looked after too.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..engine.answers.counting import memories
from ..engine.answers.display import visible
from .options import json_option, namespace_option, open_store, store_argument

if TYPE_CHECKING:
    from ..engine.care.findings import Finding
    from ..engine.journal.journal import Journal


@click.command("doctor")
@store_argument
@click.option("--fix", is_flag=True, help="Mend what can be mended without a risk, and say what was done.")
@json_option
def doctor_command(store: Path, fix: bool, as_json: bool) -> None:
    """Check STORE: journal, model, pending vectors, projection, edges, snapshots, files, disk. Each finding names its
    cure. Ends with 3 where something is lost or damaged.
    """
    from ..engine.care.doctor import Treatment, examine, treat
    from ..engine.care.info import versions
    from ..engine.care.patient import admitted
    from .pages import print_treatment
    from .render import print_json

    with admitted(store) as patient:
        treatment = treat(patient) if fix else Treatment((), tuple(examine(patient)))
        known = versions(patient.journal)
    if as_json:
        left = [finding.to_dict() for finding in treatment.left]
        print_json({"done": treatment.done, "findings": left, "versions": known})
    else:
        click.echo(", ".join(f"{name} {number}" for name, number in known.items()), err=True)
        print_treatment(treatment)
    sys.exit(_code(treatment.left))


@click.command("verify")
@store_argument
@json_option
def verify_command(store: Path, as_json: bool) -> None:
    """Check every event of STORE's journal against its hash, and the chain of hashes."""
    from ..engine.care.contents import damage
    from .pages import print_findings
    from .render import print_json

    with _journal(store, forgiving=True) as journal:
        findings, events = list(damage(journal)), journal.head()
    if as_json:
        print_json({"events": events, "findings": [finding.to_dict() for finding in findings]})
    else:
        print_findings(findings, f"All {events:,} events are as they were written.")
    sys.exit(_code(findings))


@click.command("info")
@store_argument
@json_option
def info_command(store: Path, as_json: bool) -> None:
    """Say what STORE is: versions, model, sizes, counts. Cheap: it reads no memory and opens no graph."""
    from ..engine.care.info import info
    from .pages import print_info
    from .render import print_json

    with _journal(store) as journal:
        found = info(journal)
    print_json(found) if as_json else print_info(found)


@click.command("backup")
@store_argument
@click.argument("target", type=click.Path(path_type=Path))
@json_option
def backup_command(store: Path, target: Path, as_json: bool) -> None:
    """Copy STORE to TARGET, a new folder, while others may write; the copy is read and checked before it appears."""
    from ..engine.care.backup import backup
    from .render import print_json

    with _journal(store) as journal:
        made = backup(journal, target)
    if as_json:
        print_json({"path": str(made.path), "events": made.events, "bytes": made.bytes})
    click.echo(f"{made.path}: {made.events:,} events, {made.bytes:,} bytes, checked.", err=True)


@click.command("restore")
@store_argument
@click.argument("ids", nargs=-1)
@click.option("--from", "source", type=click.Path(path_type=Path), metavar="BACKUP", help="Make STORE from a backup.")
@click.option("--replace", is_flag=True, help="With --from: take the place of the store that is there.")
@namespace_option
def restore_command(store: Path, ids: tuple[str, ...], source: Path | None, replace: bool, namespace: str) -> None:
    """Bring forgotten memories back (IDS), or a whole STORE (--from BACKUP).

    A backup is checked before anything is made of it. With --replace it takes the store's place in one step; events
    which only the old store had are kept beside it, and the command says where.
    """
    if bool(ids) == (source is not None) or (replace and source is None):
        raise click.UsageError("Give the ids of forgotten memories, or --from BACKUP (and --replace), not both.")
    _refuse_store_as_id(store, ids)
    if source is not None:
        _restore_store(store, source, replace)
        return
    with open_store(store, namespace) as engine:
        engine.restore(*ids)
    click.echo(f"Restored {len(ids)}.", err=True)


def _refuse_store_as_id(store: Path, ids: tuple[str, ...]) -> None:
    from ..engine.journal.files import is_store

    if len(ids) == 1 and is_store(Path(ids[0])):
        raise click.UsageError(f"`{ids[0]}` is a store, and no id of a memory: `clew restore {store} --from {ids[0]}`.")


def _restore_store(store: Path, source: Path, replace: bool) -> None:
    from ..engine.care.backup import restore

    made = restore(store, source, replace=replace)
    click.echo(f"{made.path}: {made.events:,} events from {source}, checked.", err=True)
    if made.kept is not None:
        click.echo(
            f"The old store has events or files that this one has not, or cannot be read: kept as {made.kept}.",
            err=True,
        )


@click.command("compact")
@store_argument
@json_option
def compact_command(store: Path, as_json: bool) -> None:
    """Make STORE small: words merged, empty pages given back, the log emptied, old snapshots and leftovers removed."""
    from ..engine.care.compact import compact
    from .render import print_json

    with _journal(store) as journal:
        done = compact(journal)
    if as_json:
        print_json({"before": done.before, "after": done.after, "log_emptied": done.log_emptied})
    click.echo(f"{done.before:,} bytes before, {done.after:,} after.", err=True)
    if not done.log_emptied:
        click.echo("note: somebody is reading, so the log could not be emptied; run it again later.", err=True)


@click.command("rebuild")
@store_argument
@json_option
def rebuild_command(store: Path, as_json: bool) -> None:
    """Throw the snapshots of STORE away and build the projections anew from the journal. Nothing can be lost by it."""
    import time

    from ..engine.care.patient import admitted

    with admitted(store) as patient:
        start = time.perf_counter()
        patient.projection.rebuild()
        count = patient.journal.counts().memories
    took = time.perf_counter() - start
    if as_json:
        from .render import print_json

        print_json({"memories": count, "seconds": took})
    click.echo(f"Rebuilt {memories(count)} in {took:.2f} s.", err=True)


@click.command("migrate")
@store_argument
@click.option("--dry-run", is_flag=True, help="Say what would be done; do nothing.")
@json_option
def migrate_command(store: Path, dry_run: bool, as_json: bool) -> None:
    """Bring STORE to this release's version. Any command does that when it opens an older store; this one says so."""
    from ..engine.journal.migration import look
    from .render import print_json

    found = look(store)
    if found.needed and not dry_run:
        _journal(store).close()
    if as_json:
        print_json({"from": found.found, "to": found.wanted, "copy": found.copy and str(found.copy)})
        return
    verb = "Would bring" if dry_run else "Brought"
    kept = f" The old one {'would be' if dry_run else 'is'} kept as {found.copy}." if found.copy else ""
    said = f"{verb} {store} from version {found.found} to {found.wanted}.{kept}"
    click.echo(said if found.needed else f"{store} has version {found.found} already.")


@click.command("reembed")
@store_argument
@click.option("--model", help="A model by fastembed's name, or a folder; else the store's own, again.")
@click.option(
    "--batch", type=click.IntRange(min=1), default=64, show_default=True, help="Memories between two commits."
)
@click.option("--cancel", is_flag=True, help="Give up a change of model that was begun; the old vectors stay.")
@json_option
def reembed_command(store: Path, model: str | None, batch: int, cancel: bool, as_json: bool) -> None:
    """Embed every memory of STORE with another model.

    The old vectors serve everybody until the new ones stand. Interrupted, it goes on where it was when it is run again.
    """
    with _journal(store) as journal:
        if cancel:
            click.echo(f"Threw {journal.staging().cancel():,} new vectors away; the old ones stay.", err=True)
        else:
            _reembed(journal, model, batch, as_json)


def _reembed(journal: Journal, model: str | None, batch: int, as_json: bool) -> None:
    from ..engine.care.reembed import reembed, source_of
    from ..engine.writing.vectors import embedder_for
    from .progress import progress
    from .render import print_json

    embedder, source = embedder_for(journal, model), source_of(model, journal)
    try:
        with progress("embedding") as tell:
            done = reembed(journal, embedder, source=source, batch=batch, progress=tell)
    except KeyboardInterrupt:
        click.echo("The old vectors go on serving. Run it again to go on, or with --cancel to give it up.", err=True)
        raise
    if as_json:
        print_json({name: getattr(done, name) for name in ("model", "dimension", "memories", "resumed", "waiting")})
    before = f", {done.resumed:,} of them earlier" if done.resumed else ""
    click.echo(f"{memories(done.memories)} embedded by {visible(done.model)}{before}.", err=True)


def _journal(store: Path, *, forgiving: bool = False) -> Journal:
    from ..engine.journal.journal import Journal

    return Journal.open(store, forgiving=forgiving)


def _code(findings: Iterable[Finding]) -> int:
    """Return the exit code: 3, the store's, where something is lost or damaged."""
    return 3 if any(finding.serious for finding in findings) else 0
