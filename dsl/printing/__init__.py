"""AST to canonical text: what is printed parses to the same tree."""
