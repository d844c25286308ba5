"""Which words name a file: told by the extension, since a dot alone also ends sentences and joins identifiers."""

from __future__ import annotations

EXTENSIONS = frozenset(
    (
        *("c", "cc", "cpp", "cs", "go", "h", "hpp", "java", "js", "jsx", "kt", "lua", "php", "pl", "py", "pyi", "rb"),
        *("rs", "scala", "sh", "sql", "swift", "ts", "tsx", "vue", "ipynb", "proto", "graphql", "ps1", "bat"),
        *("cfg", "conf", "csv", "env", "ini", "json", "jsonl", "lock", "toml", "tsv", "xml", "yaml", "yml", "traj"),
        *("css", "doc", "docx", "gif", "htm", "html", "jpeg", "jpg", "md", "mp3", "mp4", "pdf", "png", "pptx", "rst"),
        *("svg", "tex", "txt", "wav", "xls", "xlsx", "zip", "gz", "tar", "db", "sqlite", "parquet", "log", "diff"),
    )
)
"""In lower case, without the dot: the kinds of file that agents meet."""


def names_a_file(token: str) -> bool:
    """Say whether a word or path ends in a file's name."""
    name, dot, extension = token.rpartition(".")
    return dot == "." and extension.lower() in EXTENSIONS and name[-1:] not in ("", "/", ".")
