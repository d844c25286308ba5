import unittest

from boxoffice.report import header, rows


class Report(unittest.TestCase):
    def test_header_names_the_rates(self):
        self.assertIn("tax", header("2024-05"))

    def test_every_item_has_a_row(self):
        self.assertEqual([label for label, _ in rows("2024-05")][-1], "total")
