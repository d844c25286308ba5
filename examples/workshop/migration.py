"""T2: tax by category and day, another vendor for exchange rates, and tax as the payment vendor computes it."""

from __future__ import annotations

import evidence
import policies
from desk import SETTINGS, Desk
from recorder import Seen

FLAT = '  "tax_rate": "0.19",\n'
TABLE = """  "tax": {
    "standard": [{"from": "2020-01-01", "value": "0.19"}, {"from": "2024-06-01", "value": "0.20"}],
    "reduced": [{"from": "2020-01-01", "value": "0.19"}, {"from": "2024-06-01", "value": "0.07"}]
  },
"""
SUMMER_TEST = """
    def test_rates_in_summer(self):
        self.assertEqual(rate_for("standard", date(2024, 6, 15)), Decimal("0.20"))
        self.assertEqual(rate_for("reduced", date(2024, 6, 15)), Decimal("0.07"))
"""
HEADER = "rates = f\"fee {setting('fee_rate')}, tax by category\""
TAX_BY_LINE = "        return sum(line_tax(line.net, line.rate) for line in self.lines)"
TAX_BY_RATE = """        nets = {}
        for line in self.lines:
            nets[line.rate] = nets.get(line.rate, 0) + line.net
        return sum(line_tax(net, rate) for rate, net in nets.items())"""
TAX_TEST = "self.assertEqual(q.tax, line_tax(q.net, q.lines[0].rate))"

REUSE = (
    "Tax rates stand in a table by category with first days, and are looked up with `dated`, the helper that the "
    "group discount uses."
)
DIVIDE = "Exchange rates come from Ostler, in euros for one foreign unit, so we divide."
CHANGED = "From 1 June 2024 the standard rate is 21 % and the reduced rate 7 %; a quote is valid for 10 days."
ONCE = (
    "Tax is computed once for each rate on the invoice and rounded once; net amounts are still rounded on every line. "
    "To be changed in {path}, the one place outside the tests that a search for line_tax( finds."
)
NOTE = "- Tax is computed once for each rate on the invoice, as Marrow settles."


def new_tax(desk: Desk, heard: Seen) -> None:
    """Replace the flat rate by a dated table, then the rates vendor."""
    table = _tax_table(desk, heard)
    vendor = _rates_vendor(desk, heard)
    desk.say(
        f"Both are in: the tax table ({evidence.decision(table.text)}) and Ostler's rates "
        f"({evidence.decision(vendor.text)}). Quotes stay valid for 14 days, as before.",
        table,
        vendor,
    )


def _tax_table(desk: Desk, heard: Seen) -> Seen:
    """Reuse the helper that dates a setting, and let the tests say who still reads the flat rate."""
    desk.read(SETTINGS, "See how tax is set now.", heard)
    readers = desk.search("tax_rate", "Who reads the flat rate?", heard)
    page = desk.read("boxoffice/tax.py", "The only reader that the search finds.", readers)
    helper = desk.search("dated(", "A value with a first day: the group discount has that already.", heard)
    source = desk.read("boxoffice/settings.py", "See how the helper picks the value of a day.", helper)
    reason = "It exists, it is tested before and after a change, and two ways to date a setting are one too many."
    decision = desk.decide(REUSE, reason, heard, helper, source)
    removal = desk.edit(SETTINGS, FLAT, TABLE, "The flat rate goes, the table comes.", decision)
    old, new = 'setting("tax_rate")', 'dated(setting("tax")[category], on)'
    lookup = desk.edit("boxoffice/tax.py", old, new, "Look the rate up by category and day.", decision, page)
    lookup = desk.edit("boxoffice/tax.py", "import setting", "import dated, setting", "Import the helper.", lookup)
    run = _heal_missing_key(desk, removal, desk.tests("Does everything find its rate?", removal, lookup))
    desk.tests("And a new test?", desk.add_test("tests/test_tax.py", SUMMER_TEST, "Hold the rates fast.", run))
    return decision


def _heal_missing_key(desk: Desk, removal: Seen, run: Seen) -> Seen:
    """Find the reader that the search for the key missed: the traceback names it, and where it was raised."""
    failure = policies.first_failure(run)
    reader, raiser = failure.frames[-2:]
    key = evidence.missing_key(failure.message)
    page = desk.read(reader.path, f"{reader.path} line {reader.line} asks for {key}, which I took away.", run)
    strict = desk.origin(desk.prints[raiser.path])
    desk.say(
        f"{reader.path} builds the key from pieces, so the search for {key} could not find it: {reader.source}. "
        f"Since {raiser.path} became strict, that is an error and no longer an empty value.",
        removal,
        run,
        page,
        strict,
    )
    old = evidence.line_with("_rate", evidence.content(page.text))
    edited = desk.edit(reader.path, old, HEADER, "The header no longer has one rate to print.", page)
    return desk.tests("Anybody else?", edited)


def _rates_vendor(desk: Desk, heard: Seen) -> Seen:
    """Switch the vendor; when an amount comes out as its reciprocal, turn the rate round."""
    kestrel = desk.read("vendors/kestrel.md", "What do we leave?", heard)
    ostler = desk.read("vendors/ostler.md", "What do we go to?", heard)
    files = desk.use("list_files", "Is there a file of rates?", heard, folder="vendors")
    edited = desk.edit(SETTINGS, '"kestrel"', '"ostler"', "The file's name follows the vendor's.", heard, files)
    run = desk.tests("Same amounts with the new rates?", edited)
    failure = policies.first_failure(run)
    if not policies.units_reversed(failure, 100):
        raise LookupError(f"No policy explains {failure.message}.")
    page = desk.read("boxoffice/fx.py", "Where is the rate applied?", run)
    got, wanted = evidence.amounts(failure.message)
    fault = desk.say(
        f"100 euros become {got} francs and should become {wanted}: one is the reciprocal of the other. Ostler gives "
        "euros for one unit of foreign money, Kestrel gave foreign money for one euro; the note said so and I read "
        "past it.",
        kestrel,
        ostler,
        run,
        page,
    )
    run = desk.tests("And now?", desk.edit("boxoffice/fx.py", "euros * rate(", "euros / rate(", "Divide.", fault))
    reason = "Kestrel's contract ends on 31 May, and Ostler publishes on weekends too."
    return desk.decide(DIVIDE, reason, heard, kestrel, ostler, run)


def change_of_mind(desk: Desk, heard: Seen) -> None:
    """Follow two requirements that were changed: the standard rate, and how long a quote is valid."""
    rate = desk.edit(SETTINGS, '"value": "0.20"', '"value": "0.21"', "The council's rate.", heard)
    days = desk.edit(SETTINGS, '"quote_valid_days": 14', '"quote_valid_days": 10', "And the days.", heard)
    run = desk.tests("Which tests still expect the old values?", rate, days)
    edits = list[Seen]()
    for failure in evidence.failures(run.text):
        frame = failure.frames[-1]
        new = frame.source.replace('"0.20"', '"0.21"').replace("5, 16)", "5, 12)")
        edits.append(desk.edit(frame.path, frame.source, new, "The requirement changed, so the test does.", heard, run))
    after = desk.tests("All with the new values?", *edits)
    reason = "The council voted for 21 instead of the announced 20, and the user shortened the 14 days."
    decision = desk.decide(CHANGED, reason, heard, after)
    desk.say("Changed: 21 % instead of 20, and 10 days instead of 14.", decision, after)


def settlement(desk: Desk, heard: Seen) -> None:
    """Find out why the vendor disputes some lines, and give up the decision that stands in the way."""
    disputed = desk.cli("Which lines do they dispute?", heard, args=["settle", "2024-05"])
    ref = evidence.identifiers(disputed.text, "MRW")[0]
    claim = desk.cli("Look at the first of them.", disputed, args=["claim", ref])
    note = desk.read("vendors/marrow.md", "How do they compute tax?", heard, claim)
    proof = _both_ways(desk, disputed, note)
    log = desk.read("decisions.md", "We decided something about this.", proof)
    old = evidence.decision_about("rounded every line sum", log.text)
    callers = desk.search("line_tax(", "Who computes tax?", proof, log)
    path = next(hit.path for hit in evidence.hits(callers.text) if "sum(" in hit.source)
    reason = "Marrow settles so, and the user says that Marrow wins over adding up the lines by hand."
    causes = (heard, note, proof, desk.origin(old), callers)
    decision = desk.decide(ONCE.format(path=path), reason, *causes, supersedes=old)
    run = _tax_once(desk, path, decision)
    settled = desk.cli("Does Marrow agree now?", run, args=["settle", "2024-05"])
    desk.edit("CHANGELOG.md", "## Unreleased\n\n", f"## Unreleased\n\n{NOTE}\n", "Tell the users.", decision)
    summary = f"Marrow's May settlement: {settled.text}. This gives up {old}; net amounts stay rounded by line."
    desk.say(summary, settled, decision)


def _both_ways(desk: Desk, disputed: Seen, note: Seen) -> Seen:
    code = (
        "from boxoffice.quotes import quote; from boxoffice.money import line_tax\n"
        f"for q in map(quote, {list(evidence.identifiers(disputed.text, 'QUOTE'))}):\n"
        "    print(q.id, 'by line', q.tax, 'once', line_tax(q.net, q.lines[0].rate))"
    )
    return desk.python("Compute the tax of the disputed quotes both ways.", disputed, note, code=code)


def _tax_once(desk: Desk, path: str, decision: Seen) -> Seen:
    """Change the caller that the search found; a test that holds the old decision fast has to go with it."""
    page = desk.read(path, "The one caller outside the tests.", decision)
    edited = desk.edit(path, TAX_BY_LINE, TAX_BY_RATE, "Add first, round once.", decision, page)
    run = desk.tests("What still expects the old way?", edited)
    frame = policies.first_failure(run).frames[-1]
    told = desk.say(f"{frame.function} holds the old decision fast. It was right until today.", run, decision)
    edited = desk.edit(frame.path, frame.source, TAX_TEST, "Test what holds now.", told)
    named = desk.edit(frame.path, frame.function, "test_tax_is_computed_once", "And call it what it is.", edited)
    return desk.tests("Everything in agreement?", named)
