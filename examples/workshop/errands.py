"""T4 and T5: the board's report and the seat holds. Other work, with many of the same words."""

from __future__ import annotations

import evidence
from desk import SETTINGS, Desk
from recorder import Seen

REPORT = "boxoffice/report.py"
ROWS = '    return [*turnover.items(), ("total", sum(turnover.values()))]'
WHOLE_ROWS = """    items = sorted(turnover.items(), key=lambda row: -row[1])
    exact = [*items, ("total", sum(turnover.values()))]
    return [(label, whole_euros(amount)) for label, amount in exact]"""
WHOLE_EUROS = """def whole_euros(amount):
    return amount.quantize(Decimal(1), rounding=ROUND_HALF_UP)


"""
HOLD_TEST = """
    def test_a_hold_is_never_shorter_than_promised(self):
        self.assertEqual(expires(datetime(2024, 5, 7, 19, 37)), datetime(2024, 5, 7, 20, 0))
"""

WHOLE = "The board's report shows whole euros, rounded half up in every row; the total is the exact total rounded once."
UP = "The end of a hold is rounded up to the full five minutes."


def board(desk: Desk, heard: Seen) -> None:
    """Give the board whole euros, and a total that is rounded once."""
    before = desk.cli("See the report as it is.", heard, args=["report", "2024-05"])
    page = desk.read(REPORT, "Where do the rows come from?", heard, before)
    edit = desk.edit(REPORT, ROWS, WHOLE_ROWS, "Largest first; round every row, the total too.", page)
    edit = desk.edit(REPORT, "def rows(", WHOLE_EUROS + "def rows(", "Half up, to the euro.", edit)
    edit = desk.edit(REPORT, "import Decimal", "import ROUND_HALF_UP, Decimal", "It needs the mode.", edit)
    run = desk.tests("Still whole?", edit)
    after = desk.cli("See the report again.", run, args=["report", "2024-05"])
    *rows, total = (int(line.split()[-1]) for line in after.text.splitlines()[1:])
    reason = f"The user wants the true total: the rounded rows add up to {sum(rows)}, the total is {total}."
    decision = desk.decide(WHOLE, reason, heard, after)
    old, new = '  "hold_minutes"', '  "report_day": 3,\n  "hold_minutes"'
    day = desk.edit(SETTINGS, old, new, "Due on the 3rd.", heard)
    desk.say(f"The report is in whole euros and due on the 3rd.\n{after.text}", decision, day)


def later_day(desk: Desk, heard: Seen) -> None:
    """Move the day of the report."""
    day = desk.edit(SETTINGS, '"report_day": 3', '"report_day": 5', "The 5th instead of the 3rd.", heard)
    run = desk.tests("Nothing else touched?", day)
    desk.say("The report is now due on the 5th of the month.", day, run)


def hold(desk: Desk, heard: Seen) -> None:
    """Find out why a hold ended early, and round its end the other way."""
    hold_id = evidence.identifiers(heard.text, "HOLD")[0]
    found = desk.search("def expires(", f"What decides when {hold_id} ends?", heard)
    page = desk.read(evidence.hits(found.text)[0].path, "Read how the end is rounded.", found)
    code = (
        "from datetime import datetime; from boxoffice.holds import expires; "
        "print(expires(datetime(2024, 5, 7, 19, 37)))"
    )
    proof = desk.python("Take it at the same minute.", heard, page, code=code)
    why = desk.read("CHANGELOG.md", "Was the grid meant so?", page)
    told = "The end is rounded down to the grid of five minutes, so a hold lost up to four minutes."
    fault = desk.say(told, page, proof, why)
    old, new = "(end - midnight) // GRID * GRID", "-(-(end - midnight) // GRID) * GRID"
    edited = desk.edit("boxoffice/holds.py", old, new, "Round up to the grid.", fault)
    run = desk.tests("Is the promise kept?", desk.add_test("tests/test_holds.py", HOLD_TEST, "Hold it fast.", edited))
    reason = "A caller is promised the full time; rounding down broke the promise by up to four minutes."
    decision = desk.decide(UP, reason, heard, proof, run)
    desk.say(f"{hold_id} would now last until 20:00. Holds round up.", decision)


def shorter(desk: Desk, heard: Seen) -> None:
    """Shorten the promise."""
    edited = desk.edit(SETTINGS, '"hold_minutes": 20', '"hold_minutes": 15', "Fifteen minutes.", heard)
    run = desk.tests("Which tests count on twenty?", edited)
    edits = list[Seen]()
    for failure in evidence.failures(run.text):
        frame = failure.frames[-1]
        new = frame.source.replace("19, 55)", "19, 50)").replace("20, 0)", "19, 55)")
        edits.append(desk.edit(frame.path, frame.source, new, "Five minutes earlier.", run))
    run = desk.tests("All with fifteen?", *edits)
    desk.say("A hold is now promised for fifteen minutes.", edited, run)
