"""The look-out for what reaches the graph engine sees what it is there for."""

from __future__ import annotations

import pytest
from clew.dsl.compiler import compile
from clew.engine.asking.catalog import CATALOG
from emitted import names_of, strangers
from fuzz.texts import corpus
from statement_parts import scans

NAMES = frozenset(names_of(CATALOG))
GOOD = "UNWIND $inputs AS r WITH r.i AS i, r.k0 AS k0 MATCH (n0 {key: k0})-[e0:CAUSED* TRAIL 1..6]->(n1) RETURN i"


@pytest.mark.parametrize(
    "put_in",
    [
        "'; DROP",
        "'vendor'",
        "{x: 99999}",
        "n0.secret",
        "$name",
        "`Nobody`",
        "-1e9",
        "CREATE",
        "LOAD",
        "CALL",
        "\\",
        "é",
    ],
)
def test_strangers_are_seen(put_in: str) -> None:
    """A value, an unknown name, a parameter of the user's, a word that writes: each is found wherever it stands."""
    assert list(strangers(GOOD, NAMES)) == []
    assert list(strangers(f"{GOOD} {put_in}", NAMES))


def test_all_that_the_corpus_emits_is_plain() -> None:
    """No statement that the fuzzer starts from puts a character of its own into what the graph engine reads."""
    texts = set[str]()
    for text in corpus():
        try:
            plan = compile(text, CATALOG)
        except Exception:  # the corpus speaks of other schemas too
            continue
        for scan in scans(plan.stages):
            texts |= {cypher.text for cypher in (scan.cypher, *scan.probes)}
    assert len(texts) > 60
    assert [found for text in texts for found in strangers(text.replace("$h", "$p"), NAMES)] == []
