"""Entities: what a person would point at in a text, and what not."""

import time

import pytest
from clew.engine.extraction.entities import ENTITIES, RULES, find_entities
from clew.engine.extraction.keys import match_key
from hypothesis import given
from hypothesis import strategies as st

SAMPLES = {
    "url": (
        "See https://example.com/a_b?c=1), and (https://x.org/y_(z)).",
        ["https://example.com/a_b?c=1", "https://x.org/y_(z)"],
    ),
    "email": ("write to mia.li+x@example.co.uk.", ["mia.li+x@example.co.uk"]),
    "path": (
        "edit src/app/main.ts, /etc/nginx/conf or ./run.sh; and/or 5/8/2023",
        ["src/app/main.ts", "/etc/nginx/conf", "./run.sh"],
    ),
    "drive": (r"open C:\Users\anna\notes.txt", [r"C:\Users\anna\notes.txt"]),
    "date": ("moved from 2024-05-20 to 2024-05-21T10:00Z", ["2024-05-20", "2024-05-21"]),
    "uuid": ("run 123e4567-e89b-42d3-a456-426614174000 ended", ["123e4567-e89b-42d3-a456-426614174000"]),
    "digest": ("commit 9f2c1ab0 defaced 12345678", ["9f2c1ab0"]),
    "number": ("fixes #1234, order #W6619432, item #5", ["#1234", "#W6619432"]),
    "numbered": ("ticket-1234 is well-known", ["ticket-1234"]),
    "code": ("flights HAT136 and 2FBBAH, COVID-19; not 10AM, 500MB or 1080P", ["HAT136", "2FBBAH", "COVID-19"]),
    "dotted": (
        "README.md uses np.array_equal(x), foo.bar() and end.Next e.g. self.x",
        ["README.md", "np.array_equal", "foo.bar"],
    ),
    "snake": ("user mia_li_3668 of vendor_C in base_unit", ["mia_li_3668", "vendor_C", "base_unit"]),
    "camel": ("GitHub's iPhone raised ValueError", ["GitHub", "iPhone", "ValueError"]),
    "acronym": ("from JFK to SEA, NOT via EST", ["JFK", "SEA"]),
    "name": ("we met Mia Li and Ludwig van Beethoven in New York", ["Mia Li", "Ludwig van Beethoven", "New York"]),
    "title": ("你读过《红楼梦》吗", ["红楼梦"]),
    "quoted": ("他喜欢「进击的巨人」", ["进击的巨人"]),
    "addressed": ("请问王老师和欧阳先生在吗", ["王老师", "欧阳先生"]),
    "honoured": ("田中さんと佐藤様、皆さん", ["田中", "佐藤"]),
    "surnamed": ("乘客：王小明，李华，谢谢", ["王小明", "李华"]),
}


def test_every_rule_has_a_sample():
    """The samples below cover the rules, all of them and no others."""
    assert list(SAMPLES) == [rule.name for rule in RULES]


@pytest.mark.parametrize("rule", SAMPLES)
def test_each_rule_finds_its_kind(rule):
    """In a sentence of its own, a rule finds what it is for and leaves what only looks like it."""
    text, expected = SAMPLES[rule]
    assert list(find_entities(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Thanks, Caroline! Absolutely. Really glad. Hi Maria", ["Caroline", "Maria"]),
        ("Please ask Omar. Booked Omar Davis a seat. On Monday I'll see.", ["Omar", "Omar Davis"]),
        ('He read "Charlotte\'s Web" and "Dune".', ["Charlotte's Web", "Dune"]),
        ("- **Departure City**: here\n- Total Price: $121\n2. Economy", []),
        ("Suite 217, Option 2, Flight HAT136", ["HAT136"]),
        ("An Economy seat is an economy seat", []),
        ("THIS IS NOT OK AT ALL", []),
        ('{"first_name": "Mia", "cabin": "basic_economy", "dob_card_12": 1}', ["Mia", "dob_card_12"]),
        ("Anna O’Neil-Brown’s cat met Dr. Smith", ["Anna O’Neil-Brown", "Smith"]),
        ("Анна Каренина поехала в Москву", ["Анна Каренина", "Москву"]),
        ("e\u0301te\u0301 with E\u0301mile Zola", ["Émile Zola"]),
        ("我的航班HAT136的价格，文件src/main.py在New York吗", ["HAT136", "src/main.py", "New York"]),
        ('{"text": "Mia\\nLi\\nComplex set_up of\\tBook"}', ["set_up"]),
        ("<div></div> x = List[float](None)", []),
        ("--- a/lib/x.py\n+++ b/lib/x.py\n", ["lib/x.py"]),
        ("12345 3.14 1,000 10:30 42", []),
        ("", []),
    ],
)
def test_what_is_an_entity(text, expected):
    """Names are told from beginnings of sentences, labels, keys, kinds and shouting."""
    assert list(find_entities(text)) == expected


def test_an_entity_is_kept_once_as_it_was_first_written():
    """Spellings with one key are one entity."""
    assert find_entities("we met ÉMILE ZOLA, then Émile Zola, in HAT136 and again HAT136") == ("ÉMILE ZOLA", "HAT136")


def test_the_limit_keeps_the_first():
    """A dump links a memory to its first entities only."""
    text = " ".join(f"HAT{number}" for number in range(100, 400))
    assert find_entities(text, 2) == ("HAT100", "HAT101")
    assert len(find_entities(text)) == ENTITIES == 64


pieces = st.sampled_from([text for text, _ in SAMPLES.values()])
any_text = st.text(st.characters(codec=None)) | st.lists(pieces | st.text(max_size=5), max_size=6).map(" ".join)


@given(any_text)
def test_every_entity_stands_in_the_text(text):
    """No text raises; what is found stands there, once, and can be stored."""
    found = find_entities(text)
    assert len({match_key(entity) for entity in found}) == len(found)
    for entity in found:
        assert match_key(entity) in match_key(text)
        assert entity == entity.strip()
        assert len(entity) > 1
        entity.encode("utf-8")


HOSTILE = [
    *(
        "a_",
        "(",
        "a",
        "A",
        "/",
        "a.",
        "\\",
        '"',
        "-",
        "a1 ",
        "a@",
        "a.b@",
        "0-",
        "f",
        "0a",
        "https://",
        "Aa ",
        "Aa of ",
        "die Aa ",
        "Der Aa von ",
    ),
    *(
        "A-",
        "A1-",
        "Aa",
        "aA",
        "~/",
        "a/",
        "Ab's ",
        "AB ",
        "#a1",
        "*",
        ".\n",
        "1.  ",
        "王",
        "王先",
        "《",
        "「あ",
        "漢",
        "さん",
    ),
]


@pytest.mark.parametrize("unit", HOSTILE)
def test_hostile_text_takes_no_longer(unit):
    """A megabyte of what patterns stumble over is read in a fraction of a second."""
    text = unit * (1_000_000 // len(unit)) + "é"
    start = time.process_time()
    find_entities(text)
    find_entities(text[:-1])
    assert time.process_time() - start < 10  # blow-ups take minutes
