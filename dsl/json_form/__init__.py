"""The language as JSON: statements and plans as trees of objects, and a schema that says which trees are ones.

`{"node": "Recall", "need": "what is needed"}`: a part of the language says `node`, a part of a plan `stage`, because
some words are both. A field that is its default is left out; a literal that is a string, a number or true or false
stands for itself. The definitions of a catalog say nothing of the kind, as nothing else may stand in their places.
Pickle was refused: it runs what it reads, and no other language can.
"""
