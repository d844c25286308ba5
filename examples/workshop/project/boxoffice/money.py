"""Money is a Decimal with two places."""

from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

from boxoffice.settings import setting

CENT = Decimal("0.01")
MODES = {"half_up": ROUND_HALF_UP, "half_even": ROUND_HALF_EVEN}


def to_cents(amount):
    return amount.quantize(CENT, rounding=MODES[setting("rounding", "half_even")])


def line_tax(net, rate):
    return to_cents(net * rate)
