"""Suites are read from small files of ours; where real ones are at hand, needs are those of an independent reading."""

from __future__ import annotations

import json
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clew.adapters.suites.locomo import read_locomo
from clew.adapters.suites.own import read_own
from clew.adapters.suites.provenance import read_provenance
from clew.errors import ImportFailed

Write = Callable[..., Path]

TALK = {
    "sample_id": "talk-a",
    "conversation": {
        "session_1": [
            {"speaker": "Ada", "dia_id": "D1:1", "text": "I moved to Bonn."},
            {"speaker": "Bo", "dia_id": "D1:2", "text": "Look!", "blip_caption": "a red boat"},
        ],
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_2": [{"speaker": "Ada", "dia_id": "D2:1", "text": "The dog is called Flint."}],
        "session_2_date_time": "12:04 am on 25 December, 2023",
        "session_3_date_time": "1:00 pm on 1 January, 2024",
    },
    "qa": [
        {"question": "Where does Ada live?", "evidence": ["D1:1"], "category": 4},
        {"question": "What do they own?", "evidence": ["D1:2; D2:1"], "category": 1},
        {"question": "What does Ada fear?", "evidence": ["D1:1"], "category": 5},
        {"question": "Why?", "evidence": [], "category": 3},
    ],
}


def test_a_turn_is_a_memory_and_a_question_expects_its_evidence(write: Write) -> None:
    suite = read_locomo(write("talks.json", [TALK]))
    turns = suite.stores["talk-a"].drafts
    assert [(t.id, t.task, t.step, t.agent) for t in turns] == [
        ("D1:1", "session 1", 0, "Ada"),
        ("D1:2", "session 1", 1, "Bo"),
        ("D2:1", "session 2", 0, "Ada"),
    ]
    assert turns[1].text == "Look! [image: a red boat]"
    assert turns[1].at is not None and turns[0].at is not None and turns[1].at - turns[0].at == 20_000_000
    assert turns[2].at == 1_703_462_640_000_000, "12:04 am is four minutes past midnight"
    assert [(n.expected, n.category) for n in suite.needs] == [
        ({"D1:1"}, "single-hop"),
        ({"D1:2", "D2:1"}, "multi-hop"),
    ]
    assert {need.group for need in suite.needs} == {"talk-a"} and suite.headline == "R@10"


@pytest.mark.parametrize("value", [{}, [1], [{"qa": []}], [{**TALK, "conversation": {"session_1": [{}]}}], "x"])
def test_what_is_no_talk_is_refused_in_a_sentence(value: Any, write: Write) -> None:
    with pytest.raises(ImportFailed, match=r"is no file of LoCoMo|holds|is not JSON"):
        read_locomo(write("talks.json", value))


# ---- provenance ----------------------------------------------------------------------------------


def call(tool: str, **given: Any) -> dict[str, Any]:
    return {"role": "assistant", "tool_calls": [{"function": {"name": tool, "arguments": json.dumps(given)}}]}


def result(text: str) -> dict[str, Any]:
    return {"role": "tool", "content": text}


def said(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


CHAT = [
    said("My parcel is late."),
    call("find_order", name="Ada"),
    result("order ORD-77 of Ada, in box 4"),
    {"role": "assistant", "content": "One moment."},
    said("And my other one?"),
    {"role": "assistant", "content": "I look."},
    said("It has a red ribbon."),
    {"role": "assistant", "content": "I see."},
    said("Please send it again."),
    call("send_again", order_id="ORD-77", note="now"),
    result("sent"),
]


def test_a_literal_is_asked_for_where_only_something_earlier_holds_it(write: Write) -> None:
    """Step 8 uses ORD-77, which step 1 saw; `now` is no literal, and what the near steps hold is no question."""
    scoped, opened = read_provenance([write("runs.json", [{"task_id": 5, "trial": 2, "traj": CHAT}])])
    [need] = scoped.needs
    assert need.text == "send again: which order id? Please send it again."
    assert need.expected == {"5/1"} and need.store == "2"
    assert need.scope["near"] == ["5/5", "5/6", "5/7"] and need.scope["task"] == "5"
    assert need.scope["until"] == "2024-05-01T09:07:00+00:00"
    assert "task" not in opened.needs[0].scope and opened.stores is scoped.stores
    assert [draft.id for draft in scoped.stores["2"].drafts][:2] == ["5/0", "5/1"]


def test_a_literal_that_is_still_at_hand_is_no_question(write: Write) -> None:
    again = [*CHAT[:8], said("Send ORD-77 again."), *CHAT[9:]]
    scoped, _ = read_provenance([write("runs.json", [{"task_id": 5, "traj": again}])])
    assert scoped.needs == ()


def test_a_run_of_a_coding_agent_asks_for_the_files_it_names(write: Write) -> None:
    """The first line of an action holds its words; what a thought says aloud is no question."""
    steps = [
        {"action": "find_file parser.py", "observation": "Found src/deep/parser.py", "thought": "Where is it?"},
        *({"action": f"ls {n}", "observation": "nothing", "thought": "On."} for n in range(5)),
        {"action": "open src/deep/parser.py\nsrc/other.py", "observation": "text", "thought": "Let us read."},
        {"action": "open src/deep/parser.py", "observation": "text", "thought": "Again src/deep/parser.py."},
    ]
    scoped, _ = read_provenance([write("fix-1.traj", {"trajectory": steps, "info": {}})])
    [need] = scoped.needs
    assert need.expected == {"fix-1/0"} and need.text == "open: which argument? Let us read." and need.group == "fix-1"


@pytest.mark.parametrize(
    "value", [[], {}, [{"task_id": 1}], {"trajectory": [{}]}, [{"task_id": 1, "traj": [{"role": 1}, 2]}]]
)
def test_what_is_no_trajectory_is_refused_in_a_sentence(value: Any, write: Write) -> None:
    with pytest.raises(ImportFailed, match=r"holds no trajectories|cannot be read"):
        read_provenance([write("runs.json", value)])


def test_needs_of_real_runs_are_those_of_an_independent_reading(shared: Callable[[str], Path]) -> None:
    """The same needs, near steps, moments and answers as the tool beside the data makes."""
    file, tool = shared("data/tau_bench/airline_dev.json"), runpy.run_path(str(shared("tools/provenance.py")))
    records = json.loads(file.read_text("utf-8"))
    due = [
        (str(trial), need["need"], tuple(need["near"]), sorted(need["gold"]), need["as_of"].removesuffix("+00:00"))
        for trial in range(4)
        for place, record in enumerate(r for r in records if r["trial"] == trial)
        for need in tool["needs_of"](tool["units_of"](record, place))
    ]
    found = [
        (n.store, n.text, tuple(n.scope["near"]), sorted(n.expected), _milliseconds(n.scope["until"]))
        for n in read_provenance([file])[0].needs
    ]
    assert sorted(found) == sorted(due) and len(found) == 381


def _milliseconds(moment: str) -> str:
    """Return an ISO moment of UTC with three digits behind the second."""
    second, _, fraction = moment.removesuffix("+00:00").partition(".")
    return f"{second}.{fraction[:3]:0<3}"


def test_real_talks_are_read(shared: Callable[[str], Path]) -> None:
    suite = read_locomo(shared("data/locomo/locomo_dev.json"))
    assert len(suite.needs) == 760 and len(suite.stores) == 5


# ---- one's own -----------------------------------------------------------------------------------

MEMORY = {"memory": {"id": "a", "text": "Ada lives in Bonn.", "at": "2024-01-05"}}
NEWER = {"memory": {"id": "b", "text": "Ada moved to Lyon.", "at": "2024-03-01"}}
LINK = {"link": {"type": "SUPERSEDES", "source": "b", "target": "a"}}
NEED = {"need": "Where does Ada live?", "expected": ["b"], "outdated": ["a"], "near": ["a"], "since": "2023-01-01"}


def test_a_suite_of_ones_own_says_all_that_a_need_may_be_given(write: Write) -> None:
    lines = [MEMORY, NEWER, LINK, NEED, {"need": "And her dog?", "unanswerable": True, "id": "dog", "category": "none"}]
    text = "// a remark\n\n" + "".join(json.dumps(line) + "\n" for line in lines)
    suite = read_own(write("mine.jsonl", text))
    assert suite.name == "mine" and [d.id for d in suite.stores[""].drafts] == ["a", "b"]
    assert suite.stores[""].links[0].type == "SUPERSEDES"
    first, second = suite.needs
    assert (first.id, first.expected, first.outdated, first.group) == ("line 6", {"b"}, {"a"}, "line 6")
    assert first.scope == {"near": ["a"], "since": "2023-01-01"}
    assert (second.id, second.expected, second.category) == ("dog", frozenset(), "none")


def test_stores_of_a_suite_are_told_apart_and_are_groups(write: Write) -> None:
    lines = [{**line, "store": store} for store in ("x", "y") for line in (MEMORY, NEWER, NEED)]
    suite = read_own(write("two.jsonl", lines=lines))
    assert list(suite.stores) == ["x", "y"] and [need.group for need in suite.needs] == ["x", "y"]


def test_needs_over_a_store_that_exists_name_what_is_not_in_the_file(write: Write) -> None:
    suite = read_own(write("needs.jsonl", lines=[NEED]))
    assert suite.stores == {} and suite.needs[0].expected == {"b"}


BAD = {
    "{": "This is not JSON",
    "[1]": "An object is needed",
    "{}": "one of `memory`, `link` and `need`",
    '{"memory": {"text": "x"}}': "needs an `id`",
    '{"memory": {"id": "z", "txt": "x"}}': "takes no `txt`",
    '{"memory": {"id": "z"}}': "nothing to remember",
    '{"link": {"type": "LIKES", "source": "a", "target": "b"}}': "is one of CAUSED",
    '{"link": {"type": "CAUSED", "source": "a"}}': "target",
    '{"link": {"type": "CAUSED", "source": "a", "target": "nobody"}}': "`nobody`",
    '{"need": "x"}': "has `expected` ids, or is `unanswerable`",
    '{"need": "x", "expected": ["a"], "unanswerable": true}': "has `expected` ids, or is `unanswerable`",
    '{"need": "x", "expected": "a"}': "`expected` is a list of ids",
    '{"need": "x", "expected": ["a"], "untill": "2024"}': "`until` is similar",
    '{"need": "x", "expected": ["a"], "until": "soon"}': "until",
    '{"need": 7, "expected": ["a"]}': "`need` is a text",
    '{"need": "x", "expected": ["nobody"]}': "`nobody`",
    '{"need": "x", "expected": ["a"], "near": ["nobody"]}': "`nobody`",
    '{"need": "x", "expected": ["a"], "store": "elsewhere"}': "`elsewhere`",
    '{"memory": {"id": "a", "text": "another"}}': "names two memories",
    '{"need": "x", "expected": ["a"], "id": "q"}\n{"need": "y", "expected": ["a"], "id": "q"}': "names two needs",
}


@pytest.mark.parametrize("line", BAD, ids=range(len(BAD)))
def test_a_bad_line_is_named_by_its_number(line: str, write: Write) -> None:
    """A suite that left it out would measure something else."""
    path = write("bad.jsonl", f"{json.dumps(MEMORY)}\n{line}\n{json.dumps({'need': 'y', 'expected': ['a']})}\n")
    with pytest.raises(ImportFailed) as caught:
        read_own(path)
    number = 3 if "names two needs" in BAD[line] else 2
    assert f"line {number}: " in str(caught.value) and BAD[line] in str(caught.value)


def test_a_suite_without_needs_is_refused(write: Write) -> None:
    with pytest.raises(ImportFailed, match="holds no need"):
        read_own(write("empty.jsonl", lines=[MEMORY]))


def test_a_file_that_is_no_text_is_refused(write: Write) -> None:
    with pytest.raises(ImportFailed, match="cannot be read"):
        read_own(write("picture.jsonl", b"\xff\xfe\x00"))
