"""The truth: every change to a store, in order, in one SQLite file. The way in is `journal.Journal`."""
