"""A text in the printer's style, with its comments: `clew fmt`, and what an editor asks for."""
