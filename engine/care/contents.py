"""What can be wrong with what a store holds, and how each is mended: events, index, vectors, projection, edges."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from ...errors import ClewError, LimitError, StoreDamaged
from ..answers.counting import memories
from ..embedding.port import Fingerprint
from ..journal import head_mark
from ..journal.copies import losses
from ..journal.finding import DERIVED
from ..journal.finding import Kind as JournalKind
from ..journal.journal import Journal
from . import settings
from .findings import Finding
from .patient import Patient

BACKUP = (
    "`clew restore STORE --from BACKUP --replace` goes back to a backup. Without one, `clew export --skip-damaged` "
    "saves what can be read, for `clew import` into a new store."
)
ANEW = "`clew doctor --fix` makes it anew."
CURES: dict[JournalKind, str] = {
    "end": head_mark.CURE,
    "index": ANEW,
    "words": ANEW,
    "vectors": "`clew doctor --fix` drops what is damaged, and embeds it again.",
    "settings": settings.CURE,
}
"""For damage of every other kind there is BACKUP."""
EXAMPLES = 20
"""Edges without an end that are named one by one."""


def damage(journal: Journal) -> Iterator[Finding]:
    """Yield every way in which the journal is not what was written."""
    found = journal.verify()
    lost = losses(found)
    for one in found:
        yield Finding("journal", one.message, CURES.get(one.kind, BACKUP), one in lost)


def damages(patient: Patient) -> Iterator[Finding]:
    yield from damage(patient.journal)


def mend(patient: Patient) -> str:
    """Go on without an end that is lost already, and make anew what is derived.

    Where an event is damaged nothing else is touched: what would be made from the rest would be wrong.
    """
    lost, found = patient.journal.accept_end(), patient.journal.verify()
    kinds = {one.kind for one in found}
    done = [f"Went on without what is lost: {lost}"] if lost else []
    if kinds & {"index", "words"} and kinds <= DERIVED:
        patient.journal.reindex()
        done.append("Made index and words anew from the events.")
    if "vectors" in kinds and kinds <= DERIVED:
        patient.journal.mend_vectors()
        done.append("Dropped the vectors that were damaged, and noted who waits for one.")
    if "settings" in kinds and kinds <= DERIVED:
        done += settings.set_right(patient, [one.message for one in found if one.kind == "settings"])
    return " ".join(done)


def models(patient: Patient) -> Iterator[Finding]:
    trouble = patient.trouble
    if trouble:
        yield Finding("model", trouble, "Questions are answered by words and graph until it is there.")
    with suppress(StoreDamaged):  # which `damages` names
        coming = patient.journal.staging().progress()
        if coming is not None:
            yield Finding(
                "model",
                f"A change of model, to {Fingerprint.from_json(coming.model).name}, has come to {coming.done:,} of "
                f"{coming.total:,} memories.",
                "`clew reembed` goes on with it, `clew reembed --cancel` gives it up.",
            )


def pending(patient: Patient) -> Iterator[Finding]:
    count = len(patient.journal.pending_rows())
    if count:
        why = patient.trouble
        wait = f"{_memories(count)} for {'its vector' if count == 1 else 'their vectors'}"
        yield Finding(
            "pending",
            f"{wait}: {why}" if why else f"{wait}, which nobody has made yet.",
            "Cure the model first." if why else "`clew doctor --fix` embeds them.",
        )


def embed(patient: Patient) -> str:
    if patient.vectorizer is None or patient.trouble:
        return ""
    before = len(patient.journal.pending_rows())
    made = before - patient.vectorizer.catch_up(float("inf"))
    return f"Embedded {memories(made)} that waited." if made else ""


def projections(patient: Patient) -> Iterator[Finding]:
    """Yield what keeps the projection from being what the journal says. Folds the whole journal again."""
    if patient.fault is not None:
        message = f"The background thread failed: {patient.fault}"
        yield Finding("projection", message, "Queries do its work meanwhile; it tries again.")
    try:
        patient.projection.drain()
        behind = patient.journal.head() - patient.projection.seq
        found = patient.projection.departures()
    except LimitError:  # whoever looks was stopped: nothing was found
        raise
    except Exception as error:  # an event that was changed can be anything, and fail in any way
        yield _unfollowed(error)
        return
    if behind > 0:
        found = [f"The projection is {behind:,} events behind.", *found]
    for message in found:
        yield Finding("projection", message, "`clew doctor --fix` builds it anew.")


def _unfollowed(error: Exception) -> Finding:
    message = f"The events cannot be followed: {error}"
    if isinstance(error, ClewError) and "setting" in error.data:
        return Finding("projection", message, settings.CURE)
    lost = not isinstance(error, ClewError) or isinstance(error, StoreDamaged)
    return Finding("projection", message, BACKUP if lost else "`clew doctor --fix` builds it anew.", lost)


def rebuild(patient: Patient) -> str:
    """Do so, unless events are lost, or the name of the model: then there is nothing whole to build it from."""
    found = patient.journal.verify()
    if losses(found) or any(one.kind == "settings" for one in found):
        return ""
    if patient.projection.departures() or patient.journal.head() > patient.projection.seq:
        patient.projection.rebuild()
        return "Built the projection anew from the journal."
    return ""


def dangling(patient: Patient) -> Iterator[Finding]:
    waiting = patient.projection.dangling()
    for edge in waiting[:EXAMPLES]:
        yield Finding(
            "dangling",
            f"An edge {edge.type} from {edge.source} to {edge.target} waits for a memory that has not arrived.",
            "Remember the missing memory, or take the edge back (`clew unlink`).",
        )
    if len(waiting) > EXAMPLES:
        yield Finding("dangling", f"{len(waiting) - EXAMPLES:,} more edges wait like that.")


def _memories(count: int) -> str:
    return f"{memories(count)} {'waits' if count == 1 else 'wait'}"
