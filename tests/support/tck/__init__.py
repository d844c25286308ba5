"""openCypher's compatibility kit, and questions of our own in the same form, asked of the language and counted."""
