"""The functions of the language, by what they are about, and the folds over rows."""
