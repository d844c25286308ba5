import unittest
from datetime import date

from boxoffice.settings import dated

STEPS = [{"from": "2020-01-01", "value": "old"}, {"from": "2024-01-01", "value": "new"}]


class Dated(unittest.TestCase):
    def test_before_the_change(self):
        self.assertEqual(dated(STEPS, date(2023, 7, 15)), "old")

    def test_after_the_change(self):
        self.assertEqual(dated(STEPS, date(2024, 7, 15)), "new")
