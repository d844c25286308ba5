"""The payment vendor's settlement, held against our quotes."""

import csv
from decimal import Decimal

from boxoffice.quotes import quote
from boxoffice.refunds import refund_all
from boxoffice.settings import ROOT


def lines(month):
    with (ROOT / "vendors" / f"marrow_{month}.csv").open() as file:
        return list(csv.DictReader(file))


def line(ref):
    """Return the settlement line that has a reference such as MRW-2024-05-0118."""
    return next(line for line in lines(ref[4:11]) if line["ref"] == ref)


def ours(line):
    """Return the amount that we claim for a settlement line."""
    booked = quote(line["quote"])
    return refund_all(booked) if line["kind"] == "refund" else booked.total


def disputed(month):
    """Return (line, our amount) where the vendor's amount differs from ours."""
    return [(line, ours(line)) for line in lines(month) if Decimal(line["amount"]) != ours(line)]
