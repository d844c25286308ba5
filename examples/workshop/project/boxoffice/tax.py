"""Which tax rate a line pays."""

from decimal import Decimal

from boxoffice.settings import setting


def rate_for(category, on):
    return Decimal(setting("tax_rate"))
