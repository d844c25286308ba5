"""Time expressions in three languages mean the stretch that a reader would say, seen from the reference time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from clew.engine.need.times.calendar import latest_day, months_on
from clew.engine.need.times.when import when
from hypothesis import given, settings
from hypothesis import strategies as st

NOW = datetime(2023, 8, 17, 12, tzinfo=UTC)
"""A Thursday."""

OPEN = None
PHRASES = [
    # text, since, until (exclusive), whether it bounds the memories
    ("since last Tuesday", "2023-08-15", OPEN, True),
    ("since Monday", "2023-08-14", OPEN, True),
    ("since yesterday", "2023-08-16", OPEN, True),
    ("since 2023-05-07T10:30", "2023-05-07T10:30", OPEN, True),
    ("since May", "2023-05-01", OPEN, True),
    ("from Monday on", "2023-08-14", OPEN, True),
    ("in the last two hours", "2023-08-17T10:00", OPEN, True),
    ("within the last hour", "2023-08-17T11:00", OPEN, True),
    ("in the past month", "2023-07-17T12:00", OPEN, True),
    ("over the past 3 months", "2023-05-17T12:00", OPEN, True),
    ("the last few days", "2023-08-14T12:00", OPEN, True),
    ("in the last fortnight", "2023-08-10T12:00", OPEN, True),
    ("before March", OPEN, "2023-03-01", False),
    ("until yesterday", OPEN, "2023-08-17", False),
    ("by July 10, 2023", OPEN, "2023-07-11", False),
    ("after May 2023", "2023-06-01", OPEN, False),
    ("yesterday", "2023-08-16", "2023-08-17", False),
    ("the day before yesterday", "2023-08-15", "2023-08-16", False),
    ("last night", "2023-08-16", "2023-08-17", False),
    ("this morning", "2023-08-17", OPEN, False),
    ("last week", "2023-08-07", "2023-08-14", False),
    ("this week", "2023-08-14", OPEN, False),
    ("last month", "2023-07-01", "2023-08-01", False),
    ("last year", "2022-01-01", "2023-01-01", False),
    ("this year", "2023-01-01", OPEN, False),
    ("last weekend", "2023-08-12", "2023-08-14", False),
    ("on Monday", "2023-08-14", "2023-08-15", False),
    ("last Thursday", "2023-08-10", "2023-08-11", False),
    ("two weeks ago", "2023-07-31", "2023-08-07", False),
    ("a couple of days ago", "2023-08-15", "2023-08-16", False),
    ("three months ago", "2023-05-01", "2023-06-01", False),
    ("an hour ago", "2023-08-17T10:30", "2023-08-17T11:30", False),
    ("in July", "2023-07-01", "2023-08-01", False),
    ("in September", "2022-09-01", "2022-10-01", False),
    ("in May 2023", "2023-05-01", "2023-06-01", False),
    ("on 7 May", "2023-05-07", "2023-05-08", False),
    ("on May 7th", "2023-05-07", "2023-05-08", False),
    ("7 May, 2023", "2023-05-07", "2023-05-08", False),
    ("the 7th of May 2023", "2023-05-07", "2023-05-08", False),
    ("on 24 December", "2022-12-24", "2022-12-25", False),
    ("2023-05-07", "2023-05-07", "2023-05-08", False),
    ("2023/05", "2023-05-01", "2023-06-01", False),
    ("in 2022", "2022-01-01", "2023-01-01", False),
    ("summer 2021", "2021-06-01", "2021-09-01", False),
    ("last summer", "2022-06-01", "2022-09-01", False),
    ("in Q3 2022", "2022-07-01", "2022-10-01", False),
    ("early May 2023", "2023-05-01", "2023-05-11", False),
    ("the first half of 2022", "2022-01-01", "2022-07-01", False),
    ("the second week of November", "2022-11-08", "2022-11-15", False),
    ("between 3 and 5 May", "2023-05-03", "2023-05-06", False),
    ("May 3-5, 2023", "2023-05-03", "2023-05-06", False),
    ("between August 11 and August 15 2023", "2023-08-11", "2023-08-16", False),
    ("from March to May", "2023-03-01", "2023-06-01", False),
    ("between Monday and Wednesday", "2023-08-14", "2023-08-17", False),
    ("from 2023-01-01 to 2023-03-31", "2023-01-01", "2023-04-01", False),
    ("the week before August 3, 2023", "2023-07-27", "2023-08-03", False),
    ("two weeks before August 11, 2023", "2023-07-28", "2023-08-11", False),
    ("last Friday on 23 January, 2022", "2022-01-23", "2022-01-24", False),
    ("上周", "2023-08-07", "2023-08-14", False),
    ("上上周", "2023-07-31", "2023-08-07", False),
    ("上个星期", "2023-08-07", "2023-08-14", False),
    ("上周三", "2023-08-09", "2023-08-10", False),
    ("周三", "2023-08-16", "2023-08-17", False),
    ("上周末", "2023-08-12", "2023-08-14", False),
    ("本周", "2023-08-14", OPEN, False),
    ("昨天", "2023-08-16", "2023-08-17", False),
    ("前天", "2023-08-15", "2023-08-16", False),
    ("大前天", "2023-08-14", "2023-08-15", False),
    ("昨晚", "2023-08-16", "2023-08-17", False),
    ("三天前", "2023-08-14", "2023-08-15", False),
    ("十二天前", "2023-08-05", "2023-08-06", False),
    ("两个月前", "2023-06-01", "2023-07-01", False),
    ("半小时前", "2023-08-17T11:00", "2023-08-17T12:00", False),
    ("本月", "2023-08-01", OPEN, False),
    ("上个月", "2023-07-01", "2023-08-01", False),
    ("今年", "2023-01-01", OPEN, False),
    ("去年", "2022-01-01", "2023-01-01", False),
    ("去年5月", "2022-05-01", "2022-06-01", False),
    ("上半年", "2023-01-01", "2023-07-01", False),
    ("5月7日", "2023-05-07", "2023-05-08", False),
    ("五月七日", "2023-05-07", "2023-05-08", False),
    ("2023年5月7日", "2023-05-07", "2023-05-08", False),
    ("二〇二二年", "2022-01-01", "2023-01-01", False),
    ("从上周三起", "2023-08-09", OPEN, True),
    ("自5月7日以来", "2023-05-07", OPEN, True),
    ("上个月以来", "2023-07-01", OPEN, True),
    ("过去三天", "2023-08-14T12:00", OPEN, True),
    ("最近两小时", "2023-08-17T10:00", OPEN, True),
    ("近一周", "2023-08-10T12:00", OPEN, True),
    ("三天内", "2023-08-14T12:00", OPEN, True),
    ("从3月到5月", "2023-03-01", "2023-06-01", False),
    ("5月1日至5月7日", "2023-05-01", "2023-05-08", False),
    ("3月之前", OPEN, "2023-03-01", False),
    ("截至5月", OPEN, "2023-06-01", False),
    ("去年之后", "2023-01-01", OPEN, False),
]

GERMAN = [
    ("gestern", "2023-08-16", "2023-08-17", False),
    ("gestern Abend", "2023-08-16", "2023-08-17", False),
    ("vorgestern", "2023-08-15", "2023-08-16", False),
    ("heute", "2023-08-17", OPEN, False),
    ("letzte Nacht", "2023-08-16", "2023-08-17", False),
    ("letzten Dienstag", "2023-08-15", "2023-08-16", False),
    ("am Dienstag", "2023-08-15", "2023-08-16", False),
    ("am Donnerstag", "2023-08-17", OPEN, False),
    ("letzten Donnerstag", "2023-08-10", "2023-08-11", False),
    ("Dienstag letzter Woche", "2023-08-08", "2023-08-09", False),
    ("letzte Woche Freitag", "2023-08-11", "2023-08-12", False),
    ("letzte Woche", "2023-08-07", "2023-08-14", False),
    ("in der letzten Woche", "2023-08-07", "2023-08-14", False),
    ("vorletzte Woche", "2023-07-31", "2023-08-07", False),
    ("diese Woche", "2023-08-14", OPEN, False),
    ("letztes Wochenende", "2023-08-12", "2023-08-14", False),
    ("vorigen Monat", "2023-07-01", "2023-08-01", False),
    ("letztes Jahr", "2022-01-01", "2023-01-01", False),
    ("vor drei Tagen", "2023-08-14", "2023-08-15", False),
    ("vor einer Woche", "2023-08-07", "2023-08-14", False),
    ("vor ein paar Tagen", "2023-08-14", "2023-08-15", False),
    ("vor 3 Monaten", "2023-05-01", "2023-06-01", False),
    ("vor einer halben Stunde", "2023-08-17T11:00", "2023-08-17T12:00", False),
    ("im Juli", "2023-07-01", "2023-08-01", False),
    ("im September", "2022-09-01", "2022-10-01", False),
    ("im Mai 2022", "2022-05-01", "2022-06-01", False),
    ("Anfang Mai 2023", "2023-05-01", "2023-05-11", False),
    ("Ende 2022", "2022-09-01", "2023-01-01", False),
    ("am 7. Mai", "2023-05-07", "2023-05-08", False),
    ("am 7. Mai 2022", "2022-05-07", "2022-05-08", False),
    ("am 24. Dezember", "2022-12-24", "2022-12-25", False),
    ("am 07.05.2023", "2023-05-07", "2023-05-08", False),
    ("am 7.5.", "2023-05-07", "2023-05-08", False),
    ("im Sommer 2021", "2021-06-01", "2021-09-01", False),
    ("letzten Sommer", "2022-06-01", "2022-09-01", False),
    ("im dritten Quartal 2022", "2022-07-01", "2022-10-01", False),
    ("im Jahr 2022", "2022-01-01", "2023-01-01", False),
    ("zwischen Montag und Mittwoch", "2023-08-14", "2023-08-17", False),
    ("von März bis Mai", "2023-03-01", "2023-06-01", False),
    ("vom 3. Mai bis zum 5. Mai", "2023-05-03", "2023-05-06", False),
    ("vor dem 3. Mai", OPEN, "2023-05-03", False),
    ("vor März", OPEN, "2023-03-01", False),
    ("bis gestern", OPEN, "2023-08-17", False),
    ("nach dem 7. Mai 2023", "2023-05-08", OPEN, False),
    ("seit gestern", "2023-08-16", OPEN, True),
    ("seit letztem Dienstag", "2023-08-15", OPEN, True),
    ("seit dem 7. Mai", "2023-05-07", OPEN, True),
    ("seit Mai", "2023-05-01", OPEN, True),
    ("seit April 2022", "2022-04-01", OPEN, True),
    ("von Montag an", "2023-08-14", OPEN, True),
    ("in den letzten zwei Stunden", "2023-08-17T10:00", OPEN, True),
    ("in den letzten Tagen", "2023-08-14T12:00", OPEN, True),
    ("seit zwei Wochen", "2023-08-03T12:00", OPEN, True),
    ("in der letzten Stunde", "2023-08-17T11:00", OPEN, True),
]
"""A question in German is one of everybody's; its forms are told from English by themselves."""

NO_TIMES = [
    "What may help her march on?",
    "March on the capital",
    "May I ask who fell?",
    "the last 5 errors",
    "order 2019 of 12 items",
    "tomorrow",
    "in 2031",
    "the Q4 budget",
    "30 June 2024",
    "周密的计划",
    "morgen früh",
    "nächsten Dienstag",
    "next Tuesday",
    "the coming Friday",
    "下周三",
    "下个星期三",
    "下下周三",
    "August hat angerufen",
    "vor der Tür",
    "nach drei Versuchen",
    "die letzten 5 Fehler",
    "Kapitel 3.2.1",
    "",
    "?",
]


def moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(("text", "since", "until", "within"), PHRASES, ids=[phrase[0] for phrase in PHRASES])
def test_a_phrase_means_its_stretch(text: str, since: str, until: str, within: bool) -> None:
    """Alone, and inside a question of its language."""
    for frame in ("{}", "what was decided {}?" if text.isascii() else "预算{}的决定是什么？"):
        reach = when(frame.format(text), NOW)
        assert reach is not None
        assert (reach.since, reach.until, reach.within) == (moment(since), moment(until), within)


@pytest.mark.parametrize(("text", "since", "until", "within"), GERMAN, ids=[phrase[0] for phrase in GERMAN])
def test_a_german_phrase_means_its_stretch(text: str, since: str, until: str, within: bool) -> None:
    """Alone, and inside a question."""
    for frame in ("{}", "Was wurde {} beschlossen?", "{} war was mit Petersen?"):
        reach = when(frame.format(text), NOW)
        assert reach is not None
        assert (reach.since, reach.until, reach.within) == (moment(since), moment(until), within)


@pytest.mark.parametrize("text", NO_TIMES)
def test_what_is_no_time_of_a_memory_is_none(text: str) -> None:
    """Verbs, counts, and what is still to come."""
    assert when(text, NOW) is None


WORDS = ["since", "before", "and", "to", "从", "之前", "31 June", "in the last"]
PIECES = st.sampled_from([*(phrase[0] for phrase in (*PHRASES, *GERMAN)), *NO_TIMES, *WORDS])
MOMENTS = st.datetimes(datetime(1, 1, 1), datetime(9999, 12, 31), timezones=st.just(UTC))


@settings(max_examples=200, deadline=None)
@given(st.lists(PIECES | st.text(max_size=12), max_size=6).map(" ".join), MOMENTS)
def test_a_stretch_is_well_formed_and_lies_before_the_reference(text: str, reference: datetime) -> None:
    """Whatever the text and the moment, near the ends of the calendar too: an interval with an end, or nothing."""
    reach = when(text, reference)
    if reach is not None:
        ends = [end for end in (reach.since, reach.until) if end is not None]
        assert ends and ends == sorted(ends) and len(set(ends)) == len(ends)
        assert all(end <= reference for end in ends)
        assert reach.phrase in text


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["in the last 2 days", "yesterday", "last week", "三天前", "last month"]), st.integers(0, 3000))
def test_relative_times_move_with_the_reference(text: str, days: int) -> None:
    """A fortnight of whole weeks later, days and weeks mean the same a fortnight later."""
    reach, later = when(text, NOW), when(text, NOW + timedelta(weeks=2 * days // 14))
    assert reach is not None and later is not None
    if "month" not in text:
        assert reach.since is not None and later.since == reach.since + timedelta(weeks=2 * days // 14)


def test_the_calendar_has_its_edges() -> None:
    """A month later than the 31st is the last day, and the 29th of February is of a leap year."""
    assert months_on(datetime(2023, 1, 31, tzinfo=UTC), 1).day == 28
    assert latest_day(NOW, 2, 29).start.year == 2020
    with pytest.raises(ValueError, match="day"):
        latest_day(NOW, 6, 31)
