import unittest
from datetime import date
from decimal import Decimal

from boxoffice.pricing import line_net

MAY = date(2024, 5, 2)


class Pricing(unittest.TestCase):
    def test_nine_seats_pay_the_list_price(self):
        self.assertEqual(line_net("balcony", 9, MAY), Decimal("131.40"))

    def test_group_price_is_the_printed_one(self):
        self.assertEqual(line_net("balcony", 19, MAY), Decimal("256.60"))
