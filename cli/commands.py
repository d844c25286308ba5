"""Every command of `clew`, by what a person wants to do: its module, and the line that help shows for it.

Plain data: a command's module is imported when the command is called, so that `clew --help` stays quick.
"""

from __future__ import annotations

GROUPS: dict[str, dict[str, tuple[str, str]]] = {
    "Asking": {
        "query": ("query", "Run statements of the Clew language."),
        "tui": ("tui", "Look through a store in the terminal app."),
        "shell": ("shell", "Ask in a shell, with history and completion."),
        "context": ("context", "Pack what helps with a need into a prompt."),
        "insights": ("context", "Say what is known, decided, failed, open."),
        "front": ("front", "Draw what a recall chose among."),
        "show": ("browse", "Show one memory with its neighbours."),
        "lineage": ("lineage", "Draw what brought a memory about, and what came of it."),
        "list": ("browse", "List memories, newest first."),
    },
    "Writing": {
        "remember": ("remember", "Remember one memory."),
        "link": ("remember", "Draw an edge between two memories."),
        "unlink": ("remember", "Take an edge between two memories back."),
        "forget": ("remember", "Forget memories; reversible with restore."),
        "define": ("define", "Define what files define: intents, strategies, tags, types."),
        "restore": ("care", "Bring forgotten memories back, or a store from a backup."),
    },
    "Learning from outcomes": {
        "feedback": ("outcomes", "Say how it went with what was recalled."),
        "misses": ("outcomes", "List the recalls that went badly."),
        "ab": ("outcomes", "Compare two strategies that were tried against each other."),
    },
    "Measuring": {
        "eval": ("eval", "Measure recalls on a suite, and compare two runs."),
    },
    "Importing and exporting": {
        "import": ("importing", "Import agent logs; a second run adds nothing."),
        "export": ("store", "Write every event as JSONL."),
    },
    "Caring for a store": {
        "init": ("store", "Make an empty store."),
        "stats": ("store", "Count what the store holds."),
        "info": ("care", "Say what the store is: versions, model, sizes."),
        "doctor": ("care", "Check the store and say how to cure what is wrong."),
        "verify": ("care", "Check every event of the journal against its hash."),
        "backup": ("care", "Copy the store while it is in use, and check the copy."),
        "compact": ("care", "Make the store small."),
        "migrate": ("care", "Bring an older store to this version."),
        "reembed": ("care", "Embed every memory with another model."),
        "rebuild": ("care", "Throw the snapshots away and build them anew."),
    },
    "Language and tools": {
        "fmt": ("fmt", "Format files of statements."),
        "check": ("check", "Say what is wrong with files of statements."),
        "lsp": ("lsp", "Serve the language to an editor."),
        "completion": ("completion_script", "Print the script that completes `clew` in bash, zsh or fish."),
    },
}

MEANT = {
    **dict.fromkeys(("ask", "find", "recall", "search"), "query STORE \"RECALL 5 FOR 'what is needed'\""),
    "why": "query STORE \"WHY 'id' IN (RECALL 5 FOR 'what is needed')\"",
    "trace": "lineage STORE ID",
    "get": "show STORE ID",
    **dict.fromkeys(("add", "write"), "remember STORE TEXT"),
    **dict.fromkeys(("delete", "remove"), "forget STORE ID"),
    **dict.fromkeys(("create", "new"), "init STORE"),
    "app": "tui STORE",
}
"""Words that somebody tries who does not know the commands yet, or knows the language: what does it here."""

COMMANDS: dict[str, tuple[str, str]] = {name: found for group in GROUPS.values() for name, found in group.items()}
