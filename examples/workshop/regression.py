"""T3: a refund is refused weeks later, and the first of June pays the old rate. Both began in earlier decisions."""

from __future__ import annotations

import evidence
import policies
from desk import Desk
from policies import Hypothesis
from recorder import Seen

OLD_SHARE = "    return net + tax_share(net, line.rate)"
ROUNDED_SHARE = """    same = sum(other.net for other in quote.lines if other.rate == line.rate)
    return net + money.to_cents(money.line_tax(same, line.rate) * net / same)"""
CUT_SHARE = "    return net + money.to_cents(tax_share(quote, item) * seats / line.seats)"
ALIAS = "\n\ntax_share = money.line_tax\n"
SHARE = '''

def tax_share(quote, item):
    """Return a line's part of the invoice's tax. The parts are cut from one running sum, so none is lost."""
    line = next(line for line in quote.lines if line.item == item)
    peers = [other for other in quote.lines if other.rate == line.rate]
    before = sum(other.net for other in peers[: peers.index(line)])
    whole = sum(other.net for other in peers)
    tax = money.line_tax(whole, line.rate)
    return money.to_cents(tax * (before + line.net) / whole) - money.to_cents(tax * before / whole)
'''
EVERY_QUOTE = """
    def test_everything_goes_back_for_every_quote(self):
        for q in map(quote, requests()):
            self.assertEqual(refund_all(q), q.total, q.id)
"""
FIRST_DAY = """
    def test_on_the_first_day(self):
        self.assertEqual(dated(STEPS, date(2024, 1, 1)), "new")
"""

ADD_UP = (
    "A refund takes its share of the invoice's tax, cut from one running sum, so that refunds add up to what was paid."
)
INCLUDED = "A dated setting holds from its first day, that day included."


def refused_refund(desk: Desk, heard: Seen) -> None:
    """Rule out what the decisions suggest, one by one, until a single cause is left; then heal that."""
    quote_id, ref = evidence.identifiers(heard.text, "QUOTE")[0], evidence.identifiers(heard.text, "MRW")[0]
    claim = desk.cli("What does Marrow say?", heard, args=["claim", ref])
    run = desk.tests("Do the tests know?", heard)
    refund = desk.cli("See the refund line by line.", claim, args=["refund", quote_id])
    log = desk.read("decisions.md", "Which decisions could be to blame?", heard)
    told = "All tests pass, and yet the refund is a cent more than was paid. I test the decisions in turn."
    desk.say(told, run, refund, log)
    guilty, proofs = policies.tried(desk, _hypotheses(quote_id), log)
    blamed = evidence.decision_about(guilty.claim, log.text)
    cause = _find_the_alias(desk, blamed, guilty, proofs)
    after = desk.cli("And the refund itself?", _heal_the_refund(desk, cause), args=["refund", quote_id])
    reason = f"{blamed} moved tax from the line to the invoice; refunds still computed it by line, under another name."
    decision = desk.decide(ADD_UP, reason, cause, after)
    balance = after.text.splitlines()[-1].strip()
    desk.say(f"{ref} can be sent again: {balance}. To blame was {blamed}, half carried out.", decision)


def _hypotheses(quote_id: str) -> tuple[Hypothesis, ...]:
    """Each suspect with an experiment that takes it away; it is to blame if the surplus goes with it."""
    prelude = "from boxoffice import fx, money, quotes, refunds; "
    quote = f"q = quotes.quote('{quote_id}'); "
    surplus = "print(refunds.refund_all(q) - q.total)"
    in_may = (
        "import dataclasses, datetime; may = datetime.date(2024, 5, 15); "
        + quote
        + "q = dataclasses.replace(q, lines=tuple(quotes.priced(l.item, l.seats, may) for l in q.lines)); "
    )
    no_rates = "fx.rate = None; " + quote
    half_even = "money.MODES['half_up'] = 'ROUND_HALF_EVEN'; " + quote
    by_line = "quotes.Quote.tax = property(lambda q: sum(money.line_tax(l.net, l.rate) for l in q.lines)); " + quote
    suspects = {
        "the rates of June": in_may,
        "Exchange rates from Ostler": no_rates,
        "rounded half up": half_even,
        "computed once for each rate": by_line,
    }
    return tuple(Hypothesis(claim, prelude + code + surplus, _is_zero) for claim, code in suspects.items())


def _is_zero(output: str) -> bool:
    return float(output) == 0


def _find_the_alias(desk: Desk, blamed: str, guilty: Hypothesis, proofs: list[Seen]) -> Seen:
    """Repeat the search that the decision rested on, then search more widely, and look at the difference."""
    narrow = desk.search("line_tax(", f"{blamed} was carried out where this search led.", proofs[-1])
    wide = desk.search("line_tax", "The same without the bracket.", narrow)
    seen = {hit.path for hit in evidence.hits(narrow.text)}
    missed = next(hit for hit in evidence.hits(wide.text) if hit.path not in seen)
    page = desk.read(missed.path, "This one was missed.", wide)
    return desk.say(
        f"It is tax {guilty.claim}: without that the surplus is gone, and without any of the others it stays. "
        f"{missed.path} line {missed.line} says {missed.source}, an alias that the search for line_tax( could not "
        "see, so refunds still compute tax on each line while the invoice computes it once.",
        *proofs,
        narrow,
        page,
        desk.origin(blamed),
    )


def _heal_the_refund(desk: Desk, cause: Seen) -> Seen:
    """Write the test that was missing, try the short repair, and when that fails for another quote, the right one."""
    path = "boxoffice/refunds.py"
    test = desk.add_test("tests/test_refunds.py", EVERY_QUOTE, "Every quote, not one.", cause)
    old, new = "import quote\n", "import quote, requests\n"
    run = desk.tests("It must fail now.", desk.edit("tests/test_refunds.py", old, new, "It needs all of them.", test))
    short = desk.edit(path, OLD_SHARE, ROUNDED_SHARE, "A share of the invoice's tax.", cause, run)
    after = desk.tests("Enough?", short)
    failure = policies.first_failure(after)
    told = f"Not enough: {failure.message}. Rounding each share loses or wins a cent when three lines share a rate."
    doubt = desk.say(told, after)
    cut = desk.edit(path, ROUNDED_SHARE, CUT_SHARE, "Cut the shares from one running sum.", doubt)
    return desk.tests("Every quote?", desk.edit(path, ALIAS, SHARE, "And the alias goes.", cut))


def first_of_june(desk: Desk, heard: Seen) -> None:
    """Find out why the first day of a rate still has the old one, and whom else it met."""
    quote_id = evidence.identifiers(heard.text, "QUOTE")[0]
    shown = desk.cli("See its rates.", heard, args=["show", quote_id])
    code = (
        "from datetime import date; from boxoffice.tax import rate_for\n"
        "for day in (date(2024, 5, 31), date(2024, 6, 1), date(2024, 6, 2)): print(day, rate_for('standard', day))"
    )
    days = desk.python("The day before, the day, the day after.", shown, code=code)
    suspect = policies.walk(desk, "rate_for", days)
    log = desk.read("decisions.md", "Why is it looked up like this?", suspect.page)
    blamed = evidence.decision_about("looked up with", log.text)
    fault = desk.say(
        f"{suspect.name} in {suspect.path} holds {suspect.sign}: a value counts from the day after its first. {blamed} "
        "took that helper over from the group discount, whose tests look half a year away from the change.",
        days,
        suspect.page,
        desk.origin(blamed),
    )
    met = _heal_the_first_day(desk, suspect.path, fault)
    others = desk.search("dated(", "Who else uses the helper?", fault)
    reason = f"{quote_id} of 1 June was charged the rate of May. The group discount's only step is of 2020."
    decision = desk.decide(INCLUDED, reason, fault, met, others)
    desk.say("Healed. It stays as issued unless finance wants a correction.", decision)


def _heal_the_first_day(desk: Desk, path: str, fault: Seen) -> Seen:
    """Ask for the day itself, heal it, and compare which issued quotes differ before and after."""
    test = desk.add_test("tests/test_settings.py", FIRST_DAY, "Ask for the day itself.", fault)
    run = desk.tests("It must fail now.", test)
    before = desk.cli("Which issued quotes differ already?", fault, args=["drift"])
    run = desk.tests("Healed?", desk.edit(path, " < on", " <= on", "The first day belongs to it.", fault, run))
    after = desk.cli("And which differ now?", run, args=["drift"])
    fresh = [line for line in after.text.splitlines()[:-1] if line not in before.text]
    return desk.say(f"Charged by the wrong day's rate: {'; '.join(fresh)}. Nobody else.", before, after)
