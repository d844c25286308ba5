"""A plain vector top-k in two libraries that are kept: what the `bench` extra brings to compare a recall with.

Each holds the same vectors as the store (its own matrix, so the same embedder), the texts, and the task by which one
can filter. Nothing is tuned: LanceDB looks at every vector, Chroma asks its HNSW graph, which may miss some.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]
Search = Callable[[Vector, int, str | None], list[str]]
"""(vector, k, task) -> the ids of the k nearest, best first; of one task, where one is named."""

BATCH = 5_000
"""Rows that are added at once: Chroma takes no more than 5,461."""


@dataclass(frozen=True, slots=True)
class Held:
    """What a memory is to a vector store. vectors: (n, d) float32, unit norm; the others (n,)."""

    ids: Sequence[str]
    tasks: Sequence[str]
    texts: Sequence[str]
    vectors: Vector

    def batches(self) -> Iterator[Held]:
        for start in range(0, len(self.ids), BATCH):
            part = slice(start, start + BATCH)
            yield Held(self.ids[part], self.tasks[part], self.texts[part], self.vectors[part])


def chroma(folder: Path, held: Held) -> Search:
    chromadb = import_module("chromadb")
    client = chromadb.PersistentClient(str(folder), chromadb.Settings(anonymized_telemetry=False))
    made = client.get_or_create_collection("memories", configuration={"hnsw": {"space": "ip"}}, embedding_function=None)
    if made.count() != len(held.ids):
        for batch in held.batches():
            made.add(
                ids=list(batch.ids),
                embeddings=batch.vectors,
                documents=list(batch.texts),
                metadatas=[{"task": task} for task in batch.tasks],
            )

    def search(vector: Vector, k: int, task: str | None) -> list[str]:
        where = None if task is None else {"task": task}
        return made.query(query_embeddings=[vector], n_results=k, where=where)["ids"][0]

    return search


def lance(folder: Path, held: Held) -> Search:
    database = import_module("lancedb").connect(str(folder))
    rows = (
        {"id": id_, "task": task, "text": text, "vector": vector}
        for id_, task, text, vector in zip(held.ids, held.tasks, held.texts, held.vectors, strict=True)
    )
    names = database.list_tables().tables
    made = database.open_table("memories") if "memories" in names else database.create_table("memories", list(rows))

    def search(vector: Vector, k: int, task: str | None) -> list[str]:
        asked = made.search(vector).distance_type("dot").limit(k).select(["id", "text", "_distance"])
        if task is not None:
            asked = asked.where(f"task = '{task}'", prefilter=True)
        return [row["id"] for row in asked.to_list()]

    return search


LIBRARIES = {"chromadb": chroma, "lancedb": lance}


def installed() -> list[str]:
    """Return the libraries that are there to compare with."""
    return [name for name in LIBRARIES if find_spec(name) is not None]
