"""One thing that a caller asked for: within limits, and ended by ctrl-C or a Cancel."""
