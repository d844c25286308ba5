"""Before a store is open: choosing or making one, and what to do where one cannot be opened."""
