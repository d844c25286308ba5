"""What each part of a text is, for whoever colours it: a terminal app, Pygments, an editor."""
