"""What a handle shows somebody who looks before choosing: the objective space of a recall."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..running.operation import one_operation
from .part import Part

if TYPE_CHECKING:
    from ..answers.space import Space
    from ..asking.asker import Asked


class Looking(Part):
    """Asks through the handle that it is a part of."""

    @one_operation
    def space(self, asked: Asked, parameters: Mapping[str, Any] | None = None) -> Space:
        """Return the objective space of a RECALL: every candidate with all objectives, and what is chosen of them.

        asked: as for `query`. What is chosen is what `query` answers; `Space.choose` chooses anew, and reads no store.
        It costs what the recall does, and what the objectives cost that the recall does not ask for.
        Raises QueryError for any other statement, and what `query` raises.
        """
        return self._asking().space(asked, parameters or {})
