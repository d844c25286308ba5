"""Pictures of what the engine answers: laid out as data first, then drawn as text, SVG or Mermaid. No colours here."""
