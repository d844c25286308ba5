"""What a statement answered: as a table, to be read, or as the plan that it printed; and on its way to a file.

The engine's rows are shown as they are. Nothing is cut out of them: what a screen has no room for is a key away.
"""
