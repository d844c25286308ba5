"""What the suite of names is made of: things with two names, and tags that stand under broader ones.

Every sentence is said of every thing, so that its words and its meaning tell nothing apart: only the name does, and the
need has the other one. Where tags are asked for, texts say nothing of them at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

THINGS = (
    ("Kubernetes", "K8s"),
    ("Postgres", "the main database"),
    ("Project Heron", "the migration"),
    ("Harbour Office", "HQ"),
    ("Mill Lane 12", "the warehouse"),
    ("Falcon", "build server 3"),
    ("Orbit Ltd", "vendor C"),
    ("Maple Room", "meeting room 4"),
    ("Ledger", "the billing service"),
    ("Lantern", "the search index"),
    ("Route 66", "the night shift"),
    ("Atlas", "the staging cluster"),
)
"""The name that a need has, and the one that memories have."""

SAID = (
    ("The load test took {} down for an hour.", "what did the load test do to {}"),
    ("From May on {} costs 300 euros a month.", "what does {} cost a month"),
    ("Two of us look after {} at weekends.", "who looks after {} at weekends"),
    ("The audit found nothing wrong with {}.", "what did the audit find about {}"),
)
"""What is said of each, and what is asked."""

TAGS = {
    "money": ("rent", "salary", "tax"),
    "health": ("sleep", "diet", "vaccination"),
    "travel": ("flight", "hotel", "visa"),
    "software": ("release", "incident", "refactoring"),
    "legal": ("contract", "licence", "privacy"),
    "hiring": ("interview", "offer", "onboarding"),
}
"""The narrower ones, by the broader."""

NOTED = ("We settled it on the phone, as written in note {}.", "The second option was taken, see note {}.")

Line = dict[str, Any]


def names() -> Iterator[Line]:
    """Yield the lines of the suite: two stores, one of things, one of tags."""
    yield from _things()
    yield from _tags()


def _things() -> Iterator[Line]:
    for asked, known in THINGS:
        for n, (said, _) in enumerate(SAID):
            memory = {"id": f"{known} {n}", "text": said.format(known), "entities": [known]}
            yield {"memory": memory, "store": "things"}
        yield {"link": {"type": "SAME_AS", "source": asked, "target": known}, "store": "things"}
    for place, (asked, known) in enumerate(THINGS):
        for n, (_, question) in enumerate(SAID):
            found: Line = {"expected": [f"{known} {n}"], "store": "things", "group": f"fold {place % 4}"}
            yield {"need": question.format("it"), "about": [asked], "category": "alias, ABOUT", **found}
            yield {"need": question.format(asked), "category": "alias, spoken", **found}
            yield {"need": question.format(known), "category": "name, spoken", **found}


def _tags() -> Iterator[Line]:
    for broad, narrow in TAGS.items():
        for tag in narrow:
            for n, noted in enumerate(NOTED):
                number = 10 * [one for some in TAGS.values() for one in some].index(tag) + n
                memory = {"id": f"{tag} {n}", "text": noted.format(number), "tags": [tag]}
                yield {"memory": memory, "store": "tags"}
            yield {"link": {"type": "BROADER", "source": tag, "target": broad}, "store": "tags"}
    for place, (broad, narrow) in enumerate(TAGS.items()):
        group = {"store": "tags", "group": f"fold {place % 4}"}
        every = [f"{tag} {n}" for tag in narrow for n in range(len(NOTED))]
        yield {"need": "what was settled", "intent": [broad], "expected": every, "category": "broader, INTENT", **group}
        for tag in narrow:
            own: Line = {"expected": [f"{tag} {n}" for n in range(len(NOTED))], **group}
            yield {"need": "what was settled", "intent": [tag], "category": "tag, INTENT", **own}
            yield {"need": f"what was settled about the {tag}", "category": "tag, spoken", **own}
