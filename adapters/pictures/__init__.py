"""Pictures of what a recall chose among: fronts and objectives, drawn in cells of a terminal, and from those as SVG.

Nothing here needs a terminal or a toolkit: a picture is lines of segments, each a text and the role that it plays. Who
shows it turns roles into colours.
"""
