"""What goes back to a customer who returns seats."""

from boxoffice import money

tax_share = money.line_tax


def refund(quote, item, seats):
    """Return the refund for some seats of one line, tax included."""
    line = next(line for line in quote.lines if line.item == item)
    net = money.to_cents(line.net * seats / line.seats)
    return net + tax_share(net, line.rate)


def refund_all(quote):
    return sum(refund(quote, line.item, line.seats) for line in quote.lines)
