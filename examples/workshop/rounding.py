"""T1: quotes come out a cent or two low. Two causes, one hidden behind the other."""

from __future__ import annotations

import json
import re
from decimal import Decimal

import evidence
import policies
from desk import SETTINGS, Desk
from policies import Suspect
from recorder import Seen

PER_LINE = (
    "Money is rounded half up to the cent on every line: the net amount and the tax of a line are both rounded, "
    "and the total is the sum of the rounded lines."
)
STRICT = "A setting that is read must exist: a missing key raises KeyError, there are no silent defaults."
KEPT = "Quotes that were issued keep the amount they were issued at; the ledger is never recomputed."
NOTE = "- Quotes are rounded half up on every line, as `rounding_mode` says; the discount is exact."


def complaint(desk: Desk, heard: Seen) -> None:
    """Reproduce the complaint, heal one cause after the other, and write down how amounts are rounded."""
    quote_id = evidence.identifiers(heard.text, "QUOTE")[0]
    desk.use("list_files", "What is here?", heard, folder=".")
    shown = desk.cli("See the quote as the customer saw it.", heard, args=["show", quote_id])
    run = desk.tests("Do the tests know about it?", shown)
    while evidence.failing(run.text):
        failure = policies.first_failure(run)
        suspect = policies.walk(desk, evidence.called(failure.frames[-1].source), run)
        run = REPAIRS[suspect.sign](desk, suspect, heard, run)
    again = desk.cli("And the quote itself?", run, args=["show", quote_id])
    reason = "The customer must be able to add up the lines by hand and arrive at our total, as the printed list does."
    decision = desk.decide(PER_LINE, reason, heard, again)
    desk.edit("CHANGELOG.md", "## Unreleased\n", f"## Unreleased\n\n{NOTE}\n", "Tell the users.", decision)
    desk.say(f"Done. The quote now reads:\n{again.text}\nAll tests pass.", again, decision)


def _heal_the_mode(desk: Desk, suspect: Suspect, heard: Seen, run: Seen) -> Seen:
    """Change the value in the settings, because that is cheapest; when it does nothing, look at who reads it."""
    name, default = evidence.silent_defaults(suspect.body)[0]
    page = desk.read(SETTINGS, f"{suspect.name} asks the settings for {name}.", suspect.page)
    key = evidence.nearest_setting(name, evidence.content(page.text))
    tried = _change_the_value(desk, key, page, heard, run)
    if policies.verdict(run, tried) != "no effect":
        return tried
    found = _who_reads(desk, suspect, key, run, tried)
    old, new = f'setting("{name}", {default})', f'setting("{key}")'
    healed = desk.edit(suspect.path, old, new, "Read the key that is there, with nothing to fall back to.", found)
    after = desk.tests("And now?", healed)
    left = ", ".join(sorted(evidence.failing(after.text))) or "nothing"
    desk.say(f"{policies.verdict(tried, after).capitalize()}: what still fails is {left}.", tried, after)
    return after


def _change_the_value(desk: Desk, key: str, page: Seen, heard: Seen, run: Seen) -> Seen:
    failure = policies.first_failure(run)
    value = json.loads(evidence.content(page.text))[key]
    guess = desk.say(
        f"{failure.test} fails with {failure.message}. The mode comes from the settings, and {SETTINGS} says {value} "
        "where half_up is wanted. First guess: the value is wrong. I change the value and nothing else.",
        heard,
        run,
        page,
    )
    old, new = f'"{key}": "{value}"', f'"{key}": "half_up"'
    return desk.tests("Did the value matter?", desk.edit(SETTINGS, old, new, "The cheapest change first.", guess))


def _who_reads(desk: Desk, suspect: Suspect, key: str, run: Seen, tried: Seen) -> Seen:
    doubt = desk.say(
        f"No effect: the same {len(evidence.failing(tried.text))} tests fail with the same amounts, so nobody seems to "
        f"read {key}. The first guess was wrong, or not enough.",
        run,
        tried,
    )
    readers = desk.search(key, f"Who reads {key}?", doubt)
    name, default = evidence.silent_defaults(suspect.body)[0]
    return desk.say(
        f"{key} stands in {', '.join(hit.path for hit in evidence.hits(readers.text))} and nowhere else. "
        f"{suspect.path} reads {name}, which is no key, and falls back to {default} without a word.",
        suspect.page,
        readers,
    )


def _heal_the_float(desk: Desk, suspect: Suspect, heard: Seen, run: Seen) -> Seen:
    """Show by an experiment what the suspicious line does to the amount, and rewrite it."""
    failure = policies.first_failure(run)
    experiment = _both_products(*re.findall(r'"(\w+)", (\d+)', failure.frames[-1].source)[0])
    proof = desk.python(f"{suspect.path} has {suspect.sign}. What does it give?", suspect.page, code=experiment)
    binary, exact = proof.text.split()
    if Decimal(binary) >= Decimal(exact):
        raise LookupError(f"The float loses nothing here: {proof.text}.")
    got, wanted = evidence.amounts(failure.message)
    fault = desk.say(
        f"{suspect.name} gives {got} where the printed list has {wanted}: through a float the product is "
        f"{binary[:14]}, just below the half cent, and in decimals it is {exact}.",
        heard,
        suspect.page,
        proof,
    )
    line = evidence.line_with("float(", suspect.body)
    edited = desk.edit(suspect.path, line, policies.without_float(line), "Stay in decimals.", fault)
    return desk.tests("Is that all?", edited)


def _both_products(item: str, seats: str) -> str:
    return (
        "from decimal import Decimal; from boxoffice.pricing import catalogue; "
        f"gross = Decimal(catalogue()['{item}']['price']) * {seats}; "
        "print(Decimal(float(gross) * (1 - float('0.075')))); print(gross * (1 - Decimal('0.075')))"
    )


REPAIRS = {policies.SILENT_DEFAULT: _heal_the_mode, policies.BINARY_FLOAT: _heal_the_float}


def finance(desk: Desk, heard: Seen) -> None:
    """Answer what happens to issued quotes, and make a mistyped setting loud."""
    drift = desk.cli("Which issued quotes would come out differently today?", heard, args=["drift"])
    *lines, summary = drift.text.splitlines()
    if not all("difference +" in line for line in lines):
        raise RuntimeError("Somebody was charged too much: that is not for this policy to decide.")
    worst = evidence.identifiers(max(lines, key=lambda line: line.split()[-1]), "QUOTE")[0]
    shown = desk.cli("See the one that differs most.", drift, args=["show", worst])
    entry = desk.cli("And its entry in the ledger.", shown, args=["entry", shown.text.split()[-1]])
    reason = f"The user asks for it, and {summary}, all of them in the customer's favour."
    kept = desk.decide(KEPT, reason, heard, drift, entry)
    strict = _make_settings_strict(desk, heard)
    desk.say(
        f"To finance: {summary}, by a cent or two, and they stay as issued ({evidence.decision(kept.text)}). The "
        "wrong setting stayed unnoticed because a setting that does not exist was answered with a default. From now "
        f"on it is an error ({evidence.decision(strict.text)}).",
        kept,
        strict,
    )


def _make_settings_strict(desk: Desk, heard: Seen) -> Seen:
    path = "boxoffice/settings.py"
    readers = desk.search("setting(", "Does anybody still rely on a default?", heard)
    if leaning := evidence.silent_defaults(readers.text):
        raise RuntimeError(f"{leaning[0][0]} is still read with a default.")
    old, new = "def setting(name, default=None):", "def setting(name):"
    first = desk.edit(path, old, new, "Nobody relies on it: take the default away.", readers)
    second = desk.edit(path, ".get(name, default)", "[name]", "Let a missing key raise.", first)
    run = desk.tests("Does anything read a key that is not there?", second)
    reason = "The rounding mode was ignored for two months because a mistyped key fell back to half_even unnoticed."
    return desk.decide(STRICT, reason, heard, second, run)
