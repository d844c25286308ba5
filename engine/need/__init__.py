"""What a need asks for beside its words: times, tags, entities, types, its parts, its kind; found without a model."""
