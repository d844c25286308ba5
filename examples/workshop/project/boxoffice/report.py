"""The monthly report for the board."""

from decimal import Decimal

from boxoffice.quotes import quote, requests
from boxoffice.settings import setting


def header(month):
    rates = ", ".join(f"{kind} {setting(f'{kind}_rate')}" for kind in ("fee", "tax"))
    return f"Report {month} ({rates})"


def by_item(month):
    """Return the exact net turnover of each item."""
    turnover = {}
    for quote_id, request in requests().items():
        if request["issued"].startswith(month):
            for line in quote(quote_id).lines:
                turnover[line.item] = turnover.get(line.item, Decimal(0)) + line.net
    return turnover


def rows(month):
    """Return (label, amount): a row for each item, then the total."""
    turnover = by_item(month)
    return [*turnover.items(), ("total", sum(turnover.values()))]
