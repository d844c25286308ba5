"""What a line costs before tax: price list, seats, group discount."""

import csv
from decimal import Decimal

from boxoffice.money import to_cents
from boxoffice.settings import ROOT, dated, setting


def catalogue():
    with (ROOT / "data" / "pricelist.csv").open() as file:
        return {row["item"]: row for row in csv.DictReader(file)}


def line_net(item, seats, on):
    """Return the net price of so many seats, less the group discount."""
    gross = Decimal(catalogue()[item]["price"]) * seats
    group = dated(setting("group_discount"), on)
    if seats >= group["min_seats"]:
        gross = Decimal(float(gross) * (1 - float(group["rate"])))
    return to_cents(gross)
