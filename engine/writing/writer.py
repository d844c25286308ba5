"""Writing many memories: what they need before the journal takes them.

drafts -> vectors (where the embedder is quick) -> inferred tags -> one transaction
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...errors import EmbeddingError, ModelChanged
from ..handle.store import Store
from ..journal.journal import Journal
from ..values.model import Draft, Receipt
from .tagging import Tagger
from .vectors import Made


class Writer:
    """Writes the memories of one handle. Tags are inferred for those of `namespace` that were given none."""

    def __init__(self, store: Store, namespace: str) -> None:
        self._store = store
        self._namespace = namespace
        self._tagger = Tagger(store.projection, store.vectorizer, namespace)

    def write(self, drafts: Sequence[Draft]) -> list[Receipt]:
        """Write all of them in one transaction, or none. Raises what `Journal.append` does, and ModelChanged."""
        made = self._store.vectorizer.made_of(drafts, known(self._store.journal, drafts))
        return self._store.journal.append(self._tagged(drafts, made), made.vectors, model=made.model)

    def _tagged(self, drafts: Sequence[Draft], made: Made) -> list[Draft]:
        bare = [not draft.tags and draft.namespace == self._namespace for draft in drafts]
        if made.vectors is None or not any(bare):
            return list(drafts)
        self._store.projection.drain()
        try:
            found = self._tagger.infer(made.vectors, made.model)
        except ModelChanged:
            raise
        except EmbeddingError:  # a guess that cannot be made must not cost the memory
            return list(drafts)
        given = zip(drafts, found, bare, strict=True)
        return [replace(draft, tags=tags) if tags and untagged else draft for draft, tags, untagged in given]


def known(journal: Journal, drafts: Sequence[Draft]) -> set[tuple[str, str]]:
    """Return (namespace, id) of the drafts that are in the journal already: a log that is imported again."""
    ids: dict[str, list[str]] = {}
    for draft in drafts:
        ids.setdefault(draft.namespace, []).append(draft.id)
    found = {namespace: journal.rows_of(namespace, names) for namespace, names in ids.items()}
    return {
        (namespace, name)
        for namespace, names in ids.items()
        for name, row in zip(names, found[namespace], strict=True)
        if row is not None
    }
