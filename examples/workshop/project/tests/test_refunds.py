import unittest
from decimal import Decimal

from boxoffice.quotes import quote
from boxoffice.refunds import refund, refund_all


class Refunds(unittest.TestCase):
    def test_everything_goes_back(self):
        q = quote("QUOTE-7745")
        self.assertEqual(refund_all(q), q.total)

    def test_three_seats_of_nine(self):
        self.assertEqual(refund(quote("QUOTE-7745"), "stalls", 3), Decimal("101.03"))
