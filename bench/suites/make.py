"""Write the small suites, in the format of `clew eval`: updates and what cannot be answered from `facts.py`, names and
tags from `names.py`, small stores of many kinds from `few.py`.

    python bench/suites/make.py

A store is a domain. `updates.jsonl`: each fact is said and later said anew; the newer must stand first, whether the
update is told by an edge (`superseded`, `contradicted`), or by its time alone, in the same words (`restated`) or in
others (`reworded`). `abstention.jsonl`: one half of the needs are answered in their store; of the others some speak of
the domain (`missing`), some of another (`foreign`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from facts import DOMAINS, MISSING
from few import few
from names import names

BEGAN = datetime(2024, 3, 4, 9, tzinfo=UTC)
LATER = timedelta(days=40)
EDGES = {"superseded": "SUPERSEDES", "contradicted": "CONTRADICTS", "restated": None, "reworded": None}
FOREIGN = 8
"""Questions of other domains that a store is asked."""

Line = dict[str, Any]


def main() -> None:
    for name, lines in (
        ("updates", updates()),
        ("abstention", abstention()),
        ("names", names()),
        ("few", few()),
    ):
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        (Path(__file__).parent / f"{name}.jsonl").write_text(text, "utf-8")


def updates() -> Iterator[Line]:
    for how, edge in EDGES.items():
        for domain, facts in DOMAINS.items():
            store = f"{domain}, {how}"
            yield from (memory(store, f"{n} old", fact.first, fact.values[0], n) for n, fact in enumerate(facts))
            for n, fact in enumerate(facts):
                said = fact.first if how == "restated" else fact.later
                yield memory(store, f"{n} new", said, fact.values[1], n, LATER)
            for n, fact in enumerate(facts):
                if edge is not None:
                    yield {"link": {"type": edge, "source": f"{n} new", "target": f"{n} old"}, "store": store}
                for asked in fact.asked:
                    yield {"need": asked, "expected": [f"{n} new"], "outdated": [f"{n} old"], "store": store,
                           "group": domain, "category": how}  # fmt: skip


def abstention() -> Iterator[Line]:
    names = list(DOMAINS)
    for place, (domain, facts) in enumerate(DOMAINS.items()):
        yield from (memory(domain, str(n), fact.first, fact.values[0], n) for n, fact in enumerate(facts))
        for n, fact in enumerate(facts):
            for asked in fact.asked:
                yield {"need": asked, "expected": [str(n)], "store": domain, "group": domain, "category": "answered"}
        others = [DOMAINS[name] for name in names[:place] + names[place + 1 :]]
        foreign = [others[n % len(others)][n].asked[n % 2] for n in range(FOREIGN)]
        for category, questions in (("missing", MISSING[domain]), ("foreign", foreign)):
            for asked in questions:
                yield {"need": asked, "unanswerable": True, "store": domain, "group": domain, "category": category}


def memory(store: str, id_: str, said: str, value: str, day: int, after: timedelta = timedelta()) -> Line:
    at = BEGAN + after + timedelta(days=day)
    return {"memory": {"id": id_, "text": said.format(value), "at": at.isoformat()}, "store": store}


if __name__ == "__main__":
    main()
