"""Text to vectors.

    text_to_embed(text, agent, at) -> embedder.embed([...]) -> (n, d) float32, unit norm

One port, the default model that needs no network, and the border that every vector passes.
"""
