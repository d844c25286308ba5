"""Time expressions in English, Chinese and German: which stretch a phrase means, seen from a moment that is given."""
