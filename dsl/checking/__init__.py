"""What is wrong with a text, all of it, with no store open: `clew check`, and what an editor underlines."""
