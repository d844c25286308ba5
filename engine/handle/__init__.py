"""An open store in somebody's hand: plain, and awaited; and what the handles of one process share."""
