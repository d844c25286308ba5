import unittest
from datetime import date
from decimal import Decimal

from boxoffice.money import line_tax
from boxoffice.quotes import quote


class Quotes(unittest.TestCase):
    def test_total_as_printed(self):
        self.assertEqual(quote("QUOTE-7731").total, Decimal("473.74"))

    def test_customer_can_add_up_the_lines(self):
        q = quote("QUOTE-7734")
        self.assertEqual(q.total, sum(line.net + line_tax(line.net, line.rate) for line in q.lines))

    def test_valid_until(self):
        self.assertEqual(quote("QUOTE-7731").valid_until, date(2024, 5, 16))
