"""On the way in: drafts are made, checked and tagged, vectors come to them, and everything is written by one scribe."""
