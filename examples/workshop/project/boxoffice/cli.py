"""boxoffice show QUOTE | refund QUOTE | entry HASH | drift | settle MONTH | claim REF | report MONTH"""

import sys

from boxoffice import fx, ledger, refunds, report, settlement
from boxoffice.quotes import quote


def show(quote_id):
    q = quote(quote_id)
    yield f"{q.id}  {q.customer}  issued {q.issued}  valid until {q.valid_until}"
    for line in q.lines:
        yield f"  {line.item:<11} {line.seats:>3} seats  net {line.net:>8}  rate {line.rate}"
    yield f"  net {q.net}  tax {q.tax}  total {q.total} EUR"
    if q.currency != "EUR":
        yield f"  to pay {fx.convert(q.total, q.currency, q.issued)} {q.currency}"
    issued = ledger.entries().get(quote_id)
    yield f"  ledger: {issued['total']} EUR, entry {issued['entry']}" if issued else "  ledger: not issued"


def refund(quote_id):
    q = quote(quote_id)
    for line in q.lines:
        yield f"  {line.item:<11} {line.seats:>3} seats  refund {refunds.refund(q, line.item, line.seats)}"
    yield f"  refund of everything {refunds.refund_all(q)} EUR, paid {q.total} EUR"


def entry(number):
    for found in ledger.entries().values():
        if found["entry"] == number:
            yield f"entry {number}  {found['quote']}  issued {found['issued']}  total {found['total']} EUR"


def drift():
    for name, issued, today in ledger.drift():
        yield f"{name}  issued at {issued}  today {today}  difference {today - issued:+}"
    yield f"{len(ledger.drift())} of {len(ledger.entries())} entries differ"


def settle(month):
    for line, ours in settlement.disputed(month):
        yield f"{line['ref']}  {line['kind']} {line['quote']}  vendor {line['amount']}  ours {ours}"
    yield f"{len(settlement.disputed(month))} of {len(settlement.lines(month))} lines disputed"


def claim(ref):
    line = settlement.line(ref)
    yield f"{ref}  {line['kind']} of {line['quote']}  booked {line['booked']}"
    yield f"  vendor {line['amount']}  ours {settlement.ours(line)}  note: {line['note']}"


def monthly(month):
    yield report.header(month)
    for label, amount in report.rows(month):
        yield f"  {label:<11} {amount:>10}"


COMMANDS = {
    "show": show,
    "refund": refund,
    "entry": entry,
    "drift": drift,
    "settle": settle,
    "claim": claim,
    "report": monthly,
}

if __name__ == "__main__":
    print(*COMMANDS[sys.argv[1]](*sys.argv[2:]), sep="\n")
