import unittest
from datetime import date
from decimal import Decimal

from boxoffice.fx import convert

MAY = date(2024, 5, 2)


class Exchange(unittest.TestCase):
    def test_francs_for_a_hundred_euros(self):
        self.assertAlmostEqual(convert(Decimal("100.00"), "CHF", MAY), Decimal("97.68"), places=1)

    def test_euros_stay_as_they_are(self):
        self.assertEqual(convert(Decimal("12.34"), "EUR", MAY), Decimal("12.34"))
