"""Any text at all, thrown at the compiler: an answer or one of our errors, soon, and never anything else."""
