"""A last look at an answer by what is slow and good: a cross-encoder, a language model, a function of one's own."""
