"""Literals: what an agent can only have from somewhere it saw it."""

import json
import time

import pytest
from clew.engine.extraction.literals import find_literals, literals_of_call
from hypothesis import given
from hypothesis import strategies as st

OBSERVATION = json.dumps(
    {
        "reservation_id": "JG7FMM",
        "user_id": "omar_davis_3817",
        "cabin": "basic_economy",
        "flight_type_name": "one_way",
        "flights": [{"flight_number": "HAT028", "date": "2024-05-21", "price": 1859}],
        "payment_methods": {"credit_card_2929732": {"last_four": "7803"}},
        "note": "see report_q3.pdf,\nthen mail anna@example.com",
    }
)


def test_values_of_a_record_are_literals_and_its_form_is_not():
    """Ids, dates, files and addresses are found in JSON, escapes and all; keys and enumerations are not."""
    assert find_literals(OBSERVATION) == (
        "JG7FMM",
        "omar_davis_3817",
        "HAT028",
        "2024-05-21",
        "credit_card_2929732",
        "report_q3.pdf",
        "anna@example.com",
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a well-known and/or first-class read/write thing, e.g. N/A", ()),
        ("Order #W12345: shipped.", ("#W12345",)),
        ("open src/marshmallow/fields.py:1474", ("src/marshmallow/fields.py", "fields.py")),
        ('File "/testbed/src/fields.py", line 12', ("/testbed/src/fields.py", "fields.py")),
        ("./run_all_tests.sh and ../../lib/parse.rs", ("run_all_tests.sh", "lib/parse.rs", "parse.rs")),
        ("call has_close_elements(numbers)", ("has_close_elements",)),
        ("max_batch_size=12 and top_k_value: 3", ()),
        ("(ABC-1234), [9f2c1ab]; 'v2.0.1'.", ("ABC-1234", "9f2c1ab", "v2.0.1")),
        ("15:3 a1 1.5 12 python3 utf-8 elem2 __main__", ()),
        ("我的订单号是JG7FMM，请查一下", ("JG7FMM",)),
        ("re\u0301sume\u0301_2.pdf", ("résumé_2.pdf",)),
        ("", ()),
    ],
)
def test_what_is_a_literal(text, expected):
    """A literal holds a digit, several underscores, or is a path, a file or an address; a word never."""
    assert find_literals(text) == expected


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ('get_user_details_by_id({"user_id_value": "mia_li_3668"})', ("mia_li_3668",)),
        ("get_v2_item_by_id(item='AB-1234')", ("AB-1234",)),
        ('bash({"command": "cat a_b_c.py\\nls x_y_z"})', ("a_b_c.py", "x_y_z")),
        ("find_file_by_name fields.py src", ("fields.py",)),
        ("python reproduce.py", ("reproduce.py",)),
        ("./run_all_tests.sh -v", ("run_all_tests.sh",)),
        ("user message", ()),
        ("", ()),
    ],
)
def test_an_action_is_more_than_its_name(action, expected):
    """The arguments of an action count; the name of its tool or command does not."""
    assert literals_of_call(action) == expected


def test_an_action_and_the_observation_it_came_from_share_a_literal():
    """The use of it all: the flight in the call is the flight in the answer; nothing else is shared."""
    call = 'update_reservation_flights({"cabin": "basic_economy", "flights": [{"flight_number": "HAT028"}]})'
    assert set(literals_of_call(call)) & set(find_literals(OBSERVATION)) == {"HAT028"}


@given(st.text(st.characters(codec=None)))
def test_any_text_gives_distinct_literals_of_the_promised_form(text):
    """No text raises, nothing is found twice, and all that is found can be stored."""
    found = find_literals(text)
    assert len(set(found)) == len(found)
    for literal in found:
        assert 5 <= len(literal) <= 160
        assert literal == literal.strip(".,:;'\" ")
        literal.encode("utf-8")


TOKENS = st.sampled_from(["HAT136", "mia_li_3668", "the", "well-known", "src/a/b.py", '"key":', "#W12345", "\n", "x"])


@given(st.lists(TOKENS).map(" ".join))
def test_literals_of_a_part_are_literals_of_the_whole(text):
    """More text never hides a literal, as long as the limit is not met."""
    whole = set(find_literals(f"{text} and {text}"))
    assert set(find_literals(text)) == whole


def test_the_limit_keeps_the_first():
    """A listing gives as many as asked for, from its beginning."""
    listing = "\n".join(f"file_{number}.txt" for number in range(1000))
    assert find_literals(listing, 3) == ("file_0.txt", "file_1.txt", "file_2.txt")
    assert len(find_literals(listing)) == 256


HOSTILE = [
    "a_",
    "(",
    "a",
    "/",
    "a.",
    "\\",
    "a:1",
    '"',
    "-",
    ":1",
    "a1 ",
    "a@",
    "0-",
    "\\n",
    "A" * 100 + ":1 ",
    "王",
    "é1",
]


@pytest.mark.parametrize("unit", HOSTILE)
def test_hostile_text_takes_no_longer(unit):
    """A megabyte of what patterns stumble over is read in a fraction of a second."""
    text = unit * (1_000_000 // len(unit))
    start = time.process_time()
    find_literals(text)
    literals_of_call(text)
    assert time.process_time() - start < 10  # blow-ups take minutes


def leaves(value):
    if isinstance(value, dict):
        return [leaf for inner in value.values() for leaf in leaves(inner)]
    if isinstance(value, list):
        return [leaf for inner in value for leaf in leaves(inner)]
    return [value] if isinstance(value, str) else []


def test_arguments_of_a_real_agent_are_found_on_both_sides(shared):
    """All ids and dates that an airline agent took from earlier answers are found in the call and in the answer."""
    missed, seen = [], 0
    for record in json.loads(shared("data/tau_bench/airline_dev.json").read_text("utf-8"))[:25]:
        answers = []
        for message in record["traj"]:
            for call in message.get("tool_calls") or []:
                arguments = call["function"]["arguments"] or "{}"
                wanted = {leaf for leaf in leaves(json.loads(arguments)) if " " not in leaf and len(leaf) >= 5}
                wanted = {leaf for leaf in wanted if any(map(str.isdigit, leaf))}
                called = literals_of_call(f"{call['function']['name']}({arguments})")
                for leaf in wanted:
                    sources = [answer for answer in answers if f'"{leaf}"' in answer]
                    seen += bool(sources)
                    missed += [leaf for answer in sources if leaf not in find_literals(answer) or leaf not in called]
            if message["role"] == "tool":
                answers.append(message["content"] or "")
    assert seen > 50
    assert missed == []
