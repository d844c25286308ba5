"""What a text names, found by rules: entities that link memories, and literals that tell where an action came from."""
