"""How other software meets Clew: importers of agent logs, tables, notes, repositories, and of Clew's own export.

recognise -> read -> entries -> landing -> store        `protocol` says what an importer is, `importing` runs it
"""
