"""The language reference as tests see it: pages of Markdown whose blocks are run and whose tables are the engine's."""
