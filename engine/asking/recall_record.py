"""What a recall was and gave, as data: enough to ask again why, and to say later which recall helped.

A recall writes nothing; its answer carries this, made when it is first asked for. The text is kept and not the plan: a
plan holds what the graph engine is told, and nothing from outside may say that.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from ...dsl.planning.recall import strategy_name
from ...dsl.printing.printer import print_statement
from ...errors import ParameterError
from ..values.times import to_iso, to_micros

if TYPE_CHECKING:
    from ..answers.results import Front, Question, StageReport

MOMENT = "@datetime"
"""The key of a moment in JSON, which has none of its own."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """One hit. rank: from 1; front: 1 is best; scores: the objectives."""

    id: str
    rank: int
    front: int
    scores: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class RecallRecord:
    """One recall.

    text, parameters: as it was asked. namespaces: of the session. recent: ids of what the session had written last,
      where the recall is near those.
    seq: the last event that the store knew. reference: the moment that ages were measured from, ISO 8601.
    hits: what was answered, in its order. stages: (stage, rows in, rows out).
    strategy: the one that was used. trial: the two that it was drawn from, where it was.
    """

    text: str
    parameters: Mapping[str, Any]
    namespaces: tuple[str, ...]
    recent: tuple[str, ...]
    seq: int
    reference: str
    hits: tuple[Recorded, ...]
    stages: tuple[tuple[str, int, int], ...] = ()
    strategy: str = ""
    trial: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The same for the same question to the same state of a store: nothing need be kept to know it again."""
        asked = [self.text, _plain(dict(self.parameters)), self.namespaces, self.recent, self.seq, self.reference]
        return "r" + hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:24]

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON has it, with its id; `of` reads that."""
        return {"id": self.id, **_plain(asdict(self))}

    @classmethod
    def of(cls, value: object) -> RecallRecord:
        """Return the record that a value is, or that it holds as JSON. Raises ParameterError for anything else."""
        if isinstance(value, RecallRecord):
            return value
        try:
            given = cast("dict[str, Any]", _whole(dict(cast("Mapping[str, Any]", value))))
            given.pop("id", None)
            hits = tuple(Recorded(**hit) for hit in given.pop("hits"))
            stages = tuple((str(name), int(taken), int(gave)) for name, taken, gave in given.pop("stages", ()))
            lists = {name: tuple(map(str, given.pop(name, ()))) for name in ("namespaces", "recent", "trial")}
            record = cls(hits=hits, stages=stages, seq=int(given.pop("seq")), **lists, **given)
            return replace(record, text=_text(record.text), reference=_text(record.reference))
        except (TypeError, ValueError, KeyError):
            raise ParameterError(
                "This is not the record of a recall.", hint="Hand in `front.record`, or its `to_dict()`."
            ) from None


def record_of(front: Front) -> RecallRecord:
    """Return the record of an answer. Raises ValueError for one that was not asked of a store."""
    question = front.question
    if question is None:
        raise ValueError("This answer was put together by hand, and has no record.")
    hits = (Recorded(hit.memory.id, hit.rank, hit.front, dict(hit.scores)) for hit in front.hits)
    return recorded(question, {}, front.stages, hits)


def recorded(
    question: Question, parameters: Mapping[str, Any], stages: Iterable[StageReport], hits: Iterable[Recorded]
) -> RecallRecord:
    """Return the record of a recall; one that was asked as a statement may have parameters."""
    return RecallRecord(
        text=print_statement(question.statement),
        parameters=dict(parameters),
        namespaces=question.namespaces,
        recent=question.recent,
        seq=question.seq,
        reference=to_iso(to_micros(question.reference)),
        hits=tuple(hits),
        stages=tuple((report.stage, report.rows_in, report.rows_out) for report in stages),
        strategy=strategy_name(question.statement),
        trial=question.trial,
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a text is due")
    return value


def _plain(value: Any) -> Any:
    match value:
        case dt.datetime():
            return {MOMENT: value.isoformat()}
        case dict():
            return {key: _plain(item) for key, item in cast("dict[str, Any]", value).items()}
        case list() | tuple():
            return [_plain(item) for item in cast("Sequence[Any]", value)]
        case _:
            return value


def _whole(value: Any) -> Any:
    match value:
        case {"@datetime": str(moment)}:
            return dt.datetime.fromisoformat(moment)
        case dict():
            return {key: _whole(item) for key, item in cast("dict[str, Any]", value).items()}
        case list():
            return [_whole(item) for item in cast("list[Any]", value)]
        case _:
            return value
