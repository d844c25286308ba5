import unittest

from boxoffice.ledger import entries, fingerprint


class Ledger(unittest.TestCase):
    def test_no_entry_was_tampered_with(self):
        for entry in entries().values():
            self.assertEqual(entry["entry"], fingerprint(entry["quote"], entry["total"]))
