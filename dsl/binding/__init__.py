"""AST and Catalog to a bound tree: names, types, arities and scopes are settled here."""
