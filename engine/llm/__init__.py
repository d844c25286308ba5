"""A language model as a guest: a port of one method, its answers checked and kept, its failures told and survived."""
