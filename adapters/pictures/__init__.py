"""Pictures of what the engine answers: fronts and lineages, laid out as data, then drawn as text, SVG or Mermaid.

Nothing here needs a terminal or a toolkit: a picture is lines of segments, each a text and the role that it plays. Who
shows it turns roles into colours.
"""
