"""Points in time as Chinese writes them: 昨天, 上周三, 三天前, 本月, 去年, 5月7日, 2023年5月.

Chinese writes no spaces, so a form says what may stand around it: 上周 inside 上周末 is not the week.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import cast

from .calendar import Stretch, Unit, ago, around, date, latest_day, latest_month, months_on, part_of
from .spans import Form, Spot, read

DIGITS = {character: number for number, character in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
NUMBER = r"(?:\d{1,4}|[零〇一二两三四五六七八九十百半几数]{1,5})"
YEAR = r"(?P<year>(?:19|20)\d\d|[零〇一二三四五六七八九]{4})年"
MONTH = r"(?P<month>\d{1,2}|[一二三四五六七八九十]{1,2})月份?"
DAY = r"(?P<day>\d{1,2}|[一二三四五六七八九十]{1,3})[日号]"
UNITS = {"秒": "second", "分钟": "minute", "小时": "hour", "钟头": "hour", "天": "day", "日": "day", "周": "week"} | {
    "星期": "week",
    "礼拜": "week",
    "周末": "weekend",
    "月": "month",
    "季度": "quarter",
    "年": "year",
}
COUNTED = sorted(UNITS.keys() - {"月"}, key=len, reverse=True)
UNIT = rf"(?:个?半?(?P<unit>{'|'.join(COUNTED)}|(?<=个)月|(?<=个半)月))"
"""Three months are 三个月; 三月 is March."""
WEEKDAY = "一二三四五六日天"
DAYS = {"今天": 0, "今日": 0, "今早": 0, "今晚": 0, "昨天": 1, "昨日": 1, "昨晚": 1, "前天": 2, "前日": 2, "大前天": 3}
YEARS = {"今年": 0, "去年": 1, "前年": 2}
BACK = {"上上": 2, "上": 1, "这": 0, "本": 0}


def number_of(text: str) -> float:
    """Return what a number says: `十二` is 12, `半` a half, `几` (some) three. Raises KeyError for what is none."""
    if text.isdecimal():
        return float(text)
    if text in ("半", "几", "数"):
        return 0.5 if text == "半" else 3.0
    hundreds, _, rest = text.rpartition("百")
    tens, ten, ones = rest.rpartition("十")
    value = 100 * (DIGITS[hundreds] if hundreds else 0)
    return float(value + (10 * (DIGITS[tens] if tens else 1) if ten else 0) + (DIGITS[ones] if ones else 0))


def unit_of(text: str) -> Unit:
    return cast(Unit, UNITS[text])


def _year(match: re.Match[str]) -> int:
    text = match["year"]
    return int(text) if text.isdecimal() else int("".join(str(DIGITS[character]) for character in text))


def _whole_date(match: re.Match[str], _: datetime) -> Stretch:
    return around(date(_year(match), int(number_of(match["month"])), int(number_of(match["day"]))), "day")


def _day_and_month(match: re.Match[str], reference: datetime) -> Stretch:
    return latest_day(reference, int(number_of(match["month"])), int(number_of(match["day"])))


def _month_and_year(match: re.Match[str], _: datetime) -> Stretch:
    return around(date(_year(match), int(number_of(match["month"]))), "month")


def _month_of(match: re.Match[str], reference: datetime) -> Stretch:
    year = reference.year - YEARS[match["of"]]
    return around(date(year, int(number_of(match["month"]))), "month")


def _month_alone(match: re.Match[str], reference: datetime) -> Stretch:
    return latest_month(reference, int(number_of(match["month"])))


def _year_alone(match: re.Match[str], _: datetime) -> Stretch:
    return around(date(_year(match)), "year")


def _half(match: re.Match[str], reference: datetime) -> Stretch:
    year = around(months_on(reference, -12 * YEARS[match["of"] or "今年"]), "year")
    return part_of(year, 0.0, 0.5) if match["half"] == "上" else part_of(year, 0.5, 1.0)


def _near_day(match: re.Match[str], reference: datetime) -> Stretch:
    return ago(reference, DAYS[match["near"]], "day")


def _near_year(match: re.Match[str], reference: datetime) -> Stretch:
    return ago(reference, YEARS[match["of"]], "year")


def _back(match: re.Match[str], reference: datetime) -> Stretch:
    return ago(reference, BACK[match["which"]], unit_of(match["unit"]))


def _weekday(match: re.Match[str], reference: datetime) -> Stretch | None:
    week = ago(reference, BACK[match["which"] or "本"], "week")
    start = week.start + timedelta(days=min(WEEKDAY.index(match["weekday"]), 6))
    if match["which"] is None and start > reference:
        start -= timedelta(days=7)
    return around(start, "day") if start <= reference else None


def _ago(match: re.Match[str], reference: datetime) -> Stretch:
    return ago(reference, number_of(match["count"]), unit_of(match["unit"]))


OF = rf"(?P<of>{'|'.join(YEARS)})"
WHICH = r"(?P<which>上上|上|这|本)"
FORMS: tuple[Form, ...] = tuple(
    Form(re.compile(pattern), means, dated)
    for pattern, means, dated in (
        (rf"{YEAR}{MONTH}{DAY}", _whole_date, True),
        (rf"{YEAR}{MONTH}", _month_and_year, True),
        (rf"{MONTH}{DAY}", _day_and_month, False),
        (rf"{OF}?(?P<half>[上下])半年", _half, False),
        (rf"{OF}{MONTH}", _month_of, False),
        (rf"(?P<count>{NUMBER}){UNIT}(?:之前|以前|前)", _ago, False),
        (rf"(?<!下)(?<!下个){WHICH}?个?(?:周|星期|礼拜)(?P<weekday>[{WEEKDAY}])", _weekday, False),
        (rf"{WHICH}个?(?P<unit>周末|周|星期|礼拜|月|季度)(?!末)", _back, False),
        (rf"(?P<near>{'|'.join(sorted(DAYS, key=len, reverse=True))})", _near_day, False),
        (YEAR, _year_alone, True),
        (OF, _near_year, False),
        (rf"(?<![\d一二三四五六七八九十]){MONTH}", _month_alone, False),
    )
)


def points(text: str, reference: datetime) -> Iterator[Spot]:
    """Yield the points in time that a Chinese text names."""
    return read(FORMS, text, reference)
