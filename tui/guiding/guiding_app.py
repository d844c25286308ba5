"""The half of the app that shows a person the way. It knows no store: what it offers, it finds in the bindings."""

from __future__ import annotations

from textual.app import App


class GuidingApp(App[None]):
    """Palette, keys panel, help, jump mode, themes, remapped keys, clipboard."""
