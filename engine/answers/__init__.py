"""What comes back, and how it is shown: rows, hits, frames, text that steers no terminal."""
