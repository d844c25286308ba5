"""Text to AST: the grammar's parser, the tree builder, and the bounds that a text must keep."""
