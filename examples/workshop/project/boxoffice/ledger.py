"""What was issued, with the amount it was issued at. Entries are never changed."""

import hashlib
import json
from decimal import Decimal

from boxoffice.quotes import quote
from boxoffice.settings import ROOT


def entries():
    lines = (ROOT / "data" / "ledger.jsonl").read_text().splitlines()
    return {entry["quote"]: entry for entry in map(json.loads, lines)}


def fingerprint(quote_id, total):
    return hashlib.sha1(f"{quote_id} {total}".encode()).hexdigest()[:10]


def drift():
    """Return (quote id, issued total, total today) where the two differ."""
    today = {quote_id: quote(quote_id).total for quote_id in entries()}
    issued = {quote_id: Decimal(entry["total"]) for quote_id, entry in entries().items()}
    return [(name, issued[name], today[name]) for name in issued if issued[name] != today[name]]
