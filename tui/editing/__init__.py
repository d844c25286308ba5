"""Writing a statement: what may enter the editor, how it is coloured, completed, checked, formatted and kept.

What needs no widget is a pure function of a text and a place in it; `Editor` joins them.
"""
