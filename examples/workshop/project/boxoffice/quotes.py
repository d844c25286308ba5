"""A quote: lines with their net price and tax, and what the customer pays."""

import json
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from boxoffice.money import line_tax
from boxoffice.pricing import catalogue, line_net
from boxoffice.settings import ROOT, setting
from boxoffice.tax import rate_for


@dataclass(frozen=True)
class Line:
    item: str
    seats: int
    net: Decimal
    rate: Decimal


@dataclass(frozen=True)
class Quote:
    id: str
    customer: str
    issued: date
    currency: str
    lines: tuple

    @property
    def net(self):
        return sum(line.net for line in self.lines)

    @property
    def tax(self):
        return sum(line_tax(line.net, line.rate) for line in self.lines)

    @property
    def total(self):
        return self.net + self.tax

    @property
    def valid_until(self):
        return self.issued + timedelta(days=setting("quote_valid_days"))


def requests():
    """Return every request for a quote, by id."""
    files = sorted((ROOT / "data" / "quotes").glob("*.json"))
    return {request["id"]: request for file in files for request in json.loads(file.read_text())}


def priced(item, seats, on):
    category = catalogue()[item]["category"]
    return Line(item, seats, line_net(item, seats, on), rate_for(category, on))


def quote(quote_id):
    request = requests()[quote_id]
    issued = date.fromisoformat(request["issued"])
    lines = tuple(priced(item, seats, issued) for item, seats in request["lines"])
    return Quote(quote_id, request["customer"], issued, request["currency"], lines)
