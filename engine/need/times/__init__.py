"""Time expressions in English and Chinese: which stretch of time a phrase means, seen from a moment that is given."""
