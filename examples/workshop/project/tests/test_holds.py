import unittest
from datetime import datetime

from boxoffice.holds import expires


class Holds(unittest.TestCase):
    def test_a_hold_taken_on_the_grid(self):
        self.assertEqual(expires(datetime(2024, 5, 2, 19, 35)), datetime(2024, 5, 2, 19, 55))
