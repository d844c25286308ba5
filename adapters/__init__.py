"""How other software meets Clew: importers of agent logs."""
