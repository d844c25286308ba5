"""Learning from outcomes: how useful a memory was, which of two strategies does better, which recalls went wrong."""
