"""From arguments to a draft: what is right goes in unchanged, and what is wrong is named in one sentence."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import Any

import pytest
from clew.engine.running.limits import DEFAULTS, Limits, limited
from clew.engine.values.model import Draft, Link, Tag
from clew.engine.values.times import to_micros
from clew.engine.writing.remember import action_type_of, make_draft
from clew.errors import MemoryInvalid
from hypothesis import given, settings
from hypothesis import strategies as st

TEXT = st.text(st.characters(), max_size=60)
"""Any text: NUL, halves of surrogate pairs, marks of direction, nothing at all."""
NAME = st.text(st.characters(), min_size=1, max_size=30)
META = st.dictionaries(TEXT, TEXT | st.floats(0, 1), max_size=3)


def draft(text: str | None = "a fact", **fields: Any) -> Draft:
    return make_draft(text, **{"namespace": "default", **fields})


def refusal(**fields: Any) -> MemoryInvalid:
    with pytest.raises(MemoryInvalid) as caught:
        draft(**fields)
    return caught.value


# ---- what is right -----------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(NAME, TEXT, TEXT, NAME, NAME, st.lists(NAME, unique=True, max_size=3), META)
def test_any_text_goes_in_unchanged(
    text: str, action: str, observation: str, id: str, task: str, names: list[str], meta: dict[str, Any]
) -> None:
    """Whatever the strings hold, they stand in the draft as they were given."""
    made = draft(
        text,
        action=action,
        observation=observation,
        id=id,
        task=task,
        agent=task,
        source=action,
        type=names or None,
        tags=names,
        entities=names,
        meta=meta,
    )
    assert (made.text, made.action, made.observation, made.id) == (text, action, observation, id)
    assert (made.task, made.agent, made.source) == (task, task, action)
    assert made.types == (tuple(names) or ("action",))
    assert tuple(tag.name for tag in made.tags) == made.entities == tuple(names)
    assert made.meta == meta


@pytest.mark.parametrize(
    ("fields", "text", "types"),
    [
        ({"text": "a"}, "a", ("fact",)),
        ({"action": "a"}, "a", ("action",)),
        ({"observation": "o"}, "o", ("observation",)),
        ({"action": "a", "observation": "o"}, "a\no", ("action",)),
        ({"action": "a", "observation": ""}, "a\n", ("action",)),
        ({"text": "t", "action": "a", "observation": "o"}, "t", ("action",)),
        ({"text": "t", "type": "decision"}, "t", ("decision",)),
        ({"text": "t", "type": ["decision", "plan", "decision"]}, "t", ("decision", "plan")),
    ],
)
def test_what_is_left_out_follows_from_the_rest(fields: dict[str, Any], text: str, types: tuple[str, ...]) -> None:
    """The text is that given, else action and observation; the type tells which there were."""
    made = draft(**{"text": None, **fields})
    assert (made.text, made.types) == (text, types)


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        ('look_up({"id": 1})', "look_up"),
        ("files.read({})", "files.read"),
        ("mcp:files-read ({})", "mcp:files-read"),
        ("  git commit -m 'x'\n", "git"),
        ("./run.sh (quickly)", "./run.sh"),
        ("python3 a.py", "python3"),
        ("記憶を 探す", "記憶を"),
        ("Asked for a quote", "Asked"),
        ("x" * 200, "x" * 80),
        ("x" * 200 + "()", "x" * 80),
        ('{"tool": "x"}', None),
        ("(x)", None),
        ("$ ls", None),
        ("", None),
        (" " * 100_000, None),
        (None, None),
    ],
)
def test_the_kind_of_an_action(action: str | None, kind: str | None) -> None:
    """It is the tool's name, else the first word, at most 80 characters; what begins with neither has none."""
    assert action_type_of(action) == kind


def test_a_kind_that_is_given_stands() -> None:
    """The rule only fills in."""
    assert draft(None, action="user message", action_type="user_message").action_type == "user_message"
    assert draft(None, action="user message").action_type == "user"
    assert draft().action_type is None


def test_an_id_is_made_and_ids_rise() -> None:
    """Without an id a sortable one is made."""
    first, second = draft(), draft()
    assert first.id < second.id
    assert draft(id="mine").id == "mine"


def test_times_become_microseconds() -> None:
    """Every form of a time is the same instant in the draft."""
    made = draft(at="2024-05-01T11:00+02:00", valid_from=datetime(2024, 5, 1, 9, tzinfo=UTC), valid_to="2024-05-02")
    assert made.at == made.valid_from == to_micros("2024-05-01T09:00Z")
    assert made.valid_to == to_micros("2024-05-02")
    assert draft().at is None


def test_entities_and_literals_are_found_unless_given() -> None:
    """None lets the rules look; an empty list says that there are none."""
    made = draft(None, action='book({"flight": "HAT069"})', observation="Booked 4WQ150 for mia_li_3668")
    assert "HAT069" in made.entities
    assert made.literals_used == ("HAT069",)
    assert set(made.literals_seen) == {"4WQ150", "mia_li_3668"}
    assert draft("HAT069 is full", entities=[]).entities == ()
    assert draft("HAT069 is full", entities=["the flight", "the flight"]).entities == ("the flight",)


def test_tags_are_names_or_tags() -> None:
    """Names and Tags may be mixed; each is kept once."""
    made = draft(tags=["budget", Tag("vendor", inferred=True), "budget"])
    assert made.tags == (Tag("budget"), Tag("vendor", inferred=True))


def test_causes_are_ids_or_links() -> None:
    """A link brings a reason and a weight, and may leave its target empty: it is this memory."""
    because = Link("CAUSED", "b", "", reason="it said so", weight=0.5)
    made = draft(id="x", causes=["a", because, "a"], supersedes=["old", "old"])
    assert made.links == (
        Link("CAUSED", "a", "x"),
        Link("CAUSED", "b", "x", reason="it said so", weight=0.5),
        Link("SUPERSEDES", "x", "old"),
    )


def test_meta_is_a_copy() -> None:
    """What the caller changes later is not in the draft, and what JSON has no word for is in the form it has."""
    given = {"rooms": [1, (2, 3)]}
    made = draft(meta=given)
    given["rooms"].append(4)
    assert made.meta == {"rooms": [1, [2, 3]]}


# ---- what is wrong -----------------------------------------------------------------------------------


@pytest.mark.parametrize("fields", [{}, {"text": ""}, {"action": "", "observation": ""}])
def test_nothing_is_no_memory(fields: dict[str, Any]) -> None:
    """A memory says something."""
    assert str(refusal(**{"text": None, **fields})) == (
        "There is nothing to remember. Give a text, an action or an observation."
    )


NAMED = ("id", "namespace", "type", "action_type", "task", "agent", "operation")
LISTED = ("type", "tags", "entities", "causes", "supersedes")
SCORED = ("importance", "confidence", "trust", "valence")


@pytest.mark.parametrize("field", ["text", "action", "observation", "source", *NAMED])
@pytest.mark.parametrize("value", [7, b"bytes", 1.5])
def test_strings_are_strings(field: str, value: Any) -> None:
    """A field of text takes a string and nothing else."""
    error = refusal(**{field: value})
    assert f"`{field}` has to be a" in error.message
    assert type(value).__name__ in error.message


@pytest.mark.parametrize("field", NAMED)
def test_names_are_not_empty_and_not_texts(field: str) -> None:
    """An empty name is a mistake, and so is one as long as a text."""
    assert f"`{field}` is empty" in refusal(**{field: ""}).message
    most = DEFAULTS.name_chars
    assert f"`{field}` has {most + 1:,} characters" in refusal(**{field: "x" * (most + 1)}).message
    assert draft(**{field: "x" * most})


def test_a_text_has_a_bound() -> None:
    """What is as large as a file is to be kept as one."""
    with limited(Limits(memory_chars=1_000)):
        error = refusal(observation="x" * 1_001)
        assert refusal(text=None, action="x" * 500, observation="x" * 500).data["field"] == "text"
    assert str(error.hint).startswith("Keep it as a file, and remember its path.")


@pytest.mark.parametrize("field", [field for field in LISTED if field != "type"])
def test_a_list_is_no_string(field: str) -> None:
    """A string where a list is meant would be taken letter by letter: it is refused, with what was meant."""
    assert refusal(**{field: "abc"}).hint == f"As in {field}=['abc']."


@pytest.mark.parametrize("field", LISTED)
@pytest.mark.parametrize("value", [5, b"abc", {"a": 1}, [None], [""], [5], [["a"]], [{}]])
def test_lists_hold_names(field: str, value: Any) -> None:
    """A list of names is a list, and holds names."""
    assert refusal(**{field: value}).data["field"] == field


def test_a_memory_has_a_type() -> None:
    """No types at all is no answer to what it is."""
    assert refusal(type=[]).message == "A memory has at least one type."


@pytest.mark.parametrize("field", SCORED)
@pytest.mark.parametrize("value", [1.01, -1.01, math.nan, math.inf, 10**400])
def test_numbers_stay_in_their_range(field: str, value: Any) -> None:
    """A score outside its range is refused, and the range is told."""
    low = -1 if field == "valence" else 0
    assert refusal(**{field: value}).message == f"`{field}` lies outside {low} to 1."


@pytest.mark.parametrize("field", SCORED)
@pytest.mark.parametrize("value", ["0.5", None, True, [1]])
def test_numbers_are_numbers(field: str, value: Any) -> None:
    """Neither a string nor a truth value is a score; a whole number is."""
    assert f"`{field}` has to be a number" in refusal(**{field: value}).message
    assert getattr(draft(**{field: 1}), field) == 1.0


@pytest.mark.parametrize("step", [-1, 2**31, pytest.param(10**5000, id="long"), 1.0, "1", True])
def test_steps_are_whole_and_in_range(step: Any) -> None:
    """A step is a whole number from 0."""
    assert "`step`" in refusal(step=step).message
    assert draft(step=2**31 - 1).step == 2**31 - 1


@pytest.mark.parametrize("pinned", [1, "no", None])
def test_a_flag_is_true_or_false(pinned: Any) -> None:
    """`pinned="no"` would be true."""
    assert "`pinned` has to be true or false" in refusal(pinned=pinned).message


@pytest.mark.parametrize("field", ["at", "recorded_at", "valid_from", "valid_to"])
@pytest.mark.parametrize("value", ["yesterday", 1.5, True, [], 10**18])
def test_times_are_times(field: str, value: Any) -> None:
    """A time that cannot be read is named by its field."""
    error = refusal(**{field: value})
    assert error.message.startswith(f"`{field}`: ")
    assert error.data["field"] == field


def test_an_end_does_not_lie_before_its_beginning() -> None:
    """What held until before it began to hold never held."""
    assert "`valid_to`" in refusal(valid_from="2024-05-02", valid_to="2024-05-01").message
    assert draft(valid_from="2024-05-02", valid_to="2024-05-02")


@pytest.mark.parametrize(
    "meta",
    [[], "abc", 5, {1: "a"}, {"a": math.nan}, {"a": {1, 2}}, {"a": datetime.now()}, {"a": 10**5000}, {"a": b"x"}],
)
def test_meta_is_json(meta: Any) -> None:
    """What JSON cannot hold is refused before anything is written."""
    assert "`meta`" in refusal(meta=meta).message


def test_meta_is_not_nested_without_end() -> None:
    """A structure that is too deep, or holds itself, is refused."""
    deep: dict[str, Any] = {}
    for _ in range(100_000):
        deep = {"a": deep}
    itself: dict[str, Any] = {}
    itself["a"] = itself
    assert "`meta`" in refusal(meta=deep).message
    assert "`meta`" in refusal(meta=itself).message


@pytest.mark.parametrize("link", [Link("FOLLOWS", "a", "x"), Link("CAUSED", "a", "another")])
def test_a_cause_is_a_cause_of_this_memory(link: Link) -> None:
    """A link of another type, or to another memory, has no place among the causes."""
    assert "A cause is a link CAUSED to this memory" in refusal(id="x", causes=[link]).message


def test_a_cause_has_a_weight_in_range() -> None:
    """Weights go from 0 to 1."""
    assert "`causes`" in refusal(causes=[Link("CAUSED", "a", "", weight=2.0)]).message


def test_a_memory_is_no_cause_of_itself() -> None:
    """Nothing brings itself about, and nothing replaces itself."""
    assert refusal(id="x", causes=["x"]).message == "`causes` names the memory itself."
    assert refusal(id="x", supersedes=["x"]).message == "`supersedes` names the memory itself."
