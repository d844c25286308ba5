"""What some models want to read before a question, and before a text.

These models were trained with such words and rank worse without. fastembed leaves them to its caller. A folder's own
`config_sentence_transformers.json` is heard first; this table is for models that are known by name only.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Prompts:
    """Words put before a question and before a text; both may be empty."""

    query: str = ""
    text: str = ""


NONE = Prompts()
SEARCH = "Represent this sentence for searching relevant passages: "
INSTRUCT = "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:"

BY_NAME = (
    ("nomic-embed-text", Prompts("search_query: ", "search_document: ")),
    ("embeddinggemma", Prompts("task: search result | query: ", "title: none | text: ")),
    ("qwen3-embedding", Prompts(INSTRUCT)),
    ("mxbai-embed", Prompts(SEARCH)),
    ("snowflake-arctic-embed", Prompts(SEARCH)),
    ("multilingual-e5", Prompts("query: ", "passage: ")),
    ("e5-small", Prompts("query: ", "passage: ")),
    ("e5-base", Prompts("query: ", "passage: ")),
    ("e5-large", Prompts("query: ", "passage: ")),
)
"""Part of a model's name in lower case, and its prompts, as its publisher gives them; the first that fits counts."""


def prompts_for(name: str) -> Prompts:
    """Return the prompts of a model known by name; none for the many that need none."""
    return next((prompts for part, prompts in BY_NAME if part in name.lower()), NONE)
