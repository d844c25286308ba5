import unittest
from decimal import Decimal

from boxoffice.money import line_tax, to_cents


class Money(unittest.TestCase):
    def test_half_a_cent_goes_up(self):
        self.assertEqual(to_cents(Decimal("220.705")), Decimal("220.71"))

    def test_less_than_half_a_cent_goes_down(self):
        self.assertEqual(to_cents(Decimal("220.7049")), Decimal("220.70"))

    def test_tax_of_a_line(self):
        self.assertEqual(line_tax(Decimal("141.50"), Decimal("0.19")), Decimal("26.89"))
