"""`clew completion`: the script that lets a shell complete commands, options, formats and stores.

The script asks `clew` itself at each TAB, so it never grows old: a new command is completed on the day it is added.
"""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

VARIABLE = "_CLEW_COMPLETE"
"""What the script sets when it asks; click looks for it by the command's name."""

HINTS = {
    "bash": 'eval "$(clew completion bash)"    # in ~/.bashrc',
    "zsh": 'eval "$(clew completion zsh)"     # in ~/.zshrc, behind compinit',
    "fish": "clew completion fish > ~/.config/fish/completions/clew.fish",
}


@click.command("completion", epilog="\b\n" + "\n".join(HINTS.values()))
@click.argument("shell", type=click.Choice(list(HINTS)))
def completion_command(shell: str) -> None:
    """Print the script that completes `clew` in SHELL. Bash needs version 4.4 or newer."""
    from .main import cli

    kind = get_completion_class(shell)
    assert kind is not None, "click knows all of HINTS"
    click.echo(kind(cli, {}, "clew", VARIABLE).source())
