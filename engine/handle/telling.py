"""What a handle tells a reader: a need's memories packed for a prompt, what they come to, and where one came from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from ..answers.results import Context, Front
from ..embedding.tokens import TokenCounter, count_tokens
from ..running.operation import one_operation
from ..values.fields import RecallFields, check_known
from ..values.model import DEFAULT_NAMESPACE
from .part import Part

if TYPE_CHECKING:
    from ..answers.lineage import Lineage
    from ..context.gathering import Source
    from ..context.insights import Insights
    from ..llm.port import LLM


class Telling(Part):
    """Asks through the handle that it is a part of."""

    namespace: str = DEFAULT_NAMESPACE
    _tokens: TokenCounter = count_tokens

    @one_operation
    def context(
        self,
        need: str,
        *,
        budget: int = 1500,
        near: str | Iterable[str] = (),
        task: str | None = None,
        shares: Mapping[str, float] | None = None,
        line: str | None = None,
        frame: str | None = None,
        **fields: Any,
    ) -> Context:
        """Pack what helps with a need into a text for a prompt, of at most `budget` tokens by the handle's `tokens`.

        What is pinned, the older past in short, what the recall finds, and the newest steps of the task, by `shares`:
        of `pinned`, `summary`, `selection` and `recent`, each in [0, 1], together at most 1. What is superseded is
        replaced by what holds instead, and what is at hand (`near`) is not repeated. line, frame: templates, as
        `"- {id}: {said}"` and `"<notes>{memories}</notes>"`; see docs/context.md. fields: as in `recall`.
        Raises MemoryInvalid, and what `recall` raises.
        """
        from ..context.making import Wanted, make_context

        check_known(fields, RecallFields, "A context")
        wanted = {**fields, "near": (near,) if isinstance(near, str) else tuple(near), "task": task}
        return make_context(self._source(), need, wanted, Wanted(budget, shares, line, frame), self._tokens)

    @one_operation
    def insights(self, selection: str | Front, *, llm: LLM | None = None, **fields: Any) -> Insights:
        """Read a selection together: what is known, what was decided and why, what failed, what is open, with ids.

        selection: an answer, or a need, with fields as in `recall`. llm: a model to read it, in place of the handle's;
        without either it is done by rules over types, edges and outcomes, and so it is where the model fails, which
        `notes` say. Raises MemoryInvalid, and what `recall` raises.
        """
        from ..context.fusing import PATIENCE, fuse
        from ..llm.helper import helper_of

        check_known(fields, RecallFields, "A recall")
        helper = helper_of(self.llm if llm is None else llm, self.store.journal.path)
        patient = None if helper is None else replace(helper, seconds=PATIENCE)
        return fuse(self._source(), selection, fields, patient, self._tokens)

    @one_operation
    def lineage(
        self,
        id: str,
        *,
        hops: int = 3,
        edges: Iterable[str] | None = None,
        limit: int = 200,
        as_of: datetime | str | None = None,
        expand: Iterable[str] = (),
    ) -> Lineage:
        """Return what brought a memory about and what came of it, within `hops` edges, and the edges between all that.

        edges: their types, None for every type that joins memories. limit: memories at most, the nearest. as_of: as the
        store knew it then. expand: ids of memories whose neighbours are shown too, in the order in which one leads to
        the next; one that is not shown adds nothing. Raises MemoryNotFound, MemoryInvalid.
        """
        from ..asking.lineage import lineage_asked, lineage_of

        return lineage_of(lineage_asked(id, hops, edges, limit, as_of, expand), self.store, self.namespace)

    def _source(self) -> Source:
        from ..context.gathering import Source

        store = self.store
        return Source(
            recall=self._asking().recall,
            journal=store.journal,
            projection=store.projection,
            embed=store.vectorizer.embed_query,
            recent=tuple(self._scribing().recent),
        )
