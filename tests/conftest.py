"""What all tests share: property tests without a deadline, for a loaded machine is slow and not wrong."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("clew", deadline=None)
settings.load_profile("clew")
