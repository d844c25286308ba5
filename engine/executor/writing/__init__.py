"""Plans that write: the memories they are about are found like any others, and then one change is made, once."""
