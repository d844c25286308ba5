"""How a person finds the way: the palette, the keys panel, help, jump mode, themes, and a question before a write."""
