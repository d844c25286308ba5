"""`clew shell`: the language at a prompt, with history and completion; or statements from a pipe, in the same words."""

from .command import shell_command

__all__ = ["shell_command"]
