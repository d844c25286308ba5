import unittest
from datetime import date
from decimal import Decimal

from boxoffice.tax import rate_for


class Tax(unittest.TestCase):
    def test_rate_in_may(self):
        self.assertEqual(rate_for("standard", date(2024, 5, 2)), Decimal("0.19"))
