"""The history of a real repository: its commits as memories, what brought them about, and what a hostile one can do."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import clew
import pytest
from clew.adapters import git_border
from clew.adapters.git_border import Commit, commits
from clew.adapters.git_history import LISTED, GitHistory
from clew.adapters.importing import import_file
from clew.adapters.protocol import Head, Source
from clew.errors import ImportFailed
from hypothesis import given, settings
from hypothesis import strategies as st
from imported import imported

Git = Callable[..., str]

NOON = 1_740_830_400


class Repository:
    """A repository in a folder. Each commit is a minute later, by an author who is called agent."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.clock = NOON
        path.mkdir(parents=True)
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments: str, text: str | None = None, **environment: str) -> str:
        date = f"{self.clock} +0200"
        who = {f"GIT_{role}_{what}": "agent" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        when = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date, "GIT_CONFIG_GLOBAL": os.devnull}
        run = subprocess.run(
            ["git", *arguments],
            cwd=self.path,
            env={**os.environ, **who, **when, **environment},
            input=text,
            capture_output=True,
            text=True,
            check=True,
        )
        return run.stdout.strip()

    def commit(self, message: str, *arguments: str, files: dict[str, str] | None = None) -> str:
        """Write files (one without words is removed), commit them, and return the hash."""
        for name, words in (files or {}).items():
            path = self.path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(words, encoding="utf-8") if words else path.unlink()
        self.clock += 60
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--file=-", *arguments, text=message)
        return self.git("rev-parse", "HEAD")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "engine")


def test_one_memory_for_each_commit(repository: Repository) -> None:
    """A commit is an action with its message and its files; its parents brought it about."""
    first = repository.commit("Begin", files={"a b.txt": "1", 'dir/é"q.txt': "2"})
    second = repository.commit("Mend the parser\n\nIt lost a comma.\n", files={"a b.txt": "", "new.py": "3"})
    repository.git("tag", "v1.0")
    made = imported(GitHistory(), repository.path)
    assert made.told("id", "text", "action", "type", "agent", "task") == [
        (first, 'Begin\n\nadded: a b.txt\nadded: dir/é"q.txt', "commit", ("action", "commit"), "agent", "engine"),
        (
            second,
            "Mend the parser\n\nIt lost a comma.\n\ndeleted: a b.txt\nadded: new.py",
            "commit",
            ("action", "commit"),
            "agent",
            "engine",
        ),
    ]
    assert [unit["at"] for unit in made.units] == [(NOON + 60) * 1_000_000, (NOON + 120) * 1_000_000]
    assert made.units[0]["entities"] == ["a b.txt", 'dir/é"q.txt']
    assert [link.source for link in made.units[1]["causes"]] == [first]
    assert made.units[1]["tags"] == ["v1.0"]
    assert made.units[1]["meta"] == {
        "short": second[:7],
        "committer": "agent",
        "files": 2,
        "committed_at": "2025-03-01T12:02:00Z",
    }


def test_branches_and_merges(repository: Repository) -> None:
    """Every branch counts, also where HEAD is elsewhere; a merge has two causes; what is stashed is not history."""
    root = repository.commit("root", files={"a": "1"})
    repository.git("checkout", "--quiet", "-b", "side")
    side = repository.commit("side", files={"b": "2"})
    repository.git("checkout", "--quiet", "main")
    main = repository.commit("main", files={"c": "3"})
    repository.git("merge", "--quiet", "--no-edit", "side")
    merge = repository.git("rev-parse", "HEAD")
    (repository.path / "a").write_text("stashed", encoding="utf-8")
    repository.git("stash")
    repository.git("notes", "add", "-m", "a note")
    repository.git("checkout", "--quiet", "--detach")
    loose = repository.commit("on no branch")
    made = imported(GitHistory(), repository.path)
    causes = {unit["id"]: {link.source for link in unit["causes"]} for unit in made.units}
    assert causes == {root: set(), side: {root}, main: {root}, merge: {main, side}, loose: {merge}}
    assert made.units[0]["id"] == root and made.units[-1]["id"] == loose


def test_reverts_and_picks(repository: Repository) -> None:
    """A commit that reverts another supersedes it, by its hash or a beginning of it; a picked one has a cause more."""
    bad = repository.commit("A mistake", files={"a": "1"})
    revert = repository.commit(f'Revert "A mistake"\n\nThis reverts commit {bad}.')
    again = repository.commit(f"Reapply\n\nThis reverts commit {revert[:9]}, reversing changes.")
    picked = repository.commit(f"Fix\n\n(cherry picked from commit {bad})")
    unknown = repository.commit(f"Odd\n\nThis reverts commit {'0' * 40}.\nSaid: This reverts commit {bad}")
    made = imported(GitHistory(), repository.path)
    assert {unit["id"]: unit["supersedes"] for unit in made.units} == {
        bad: [],
        revert: [bad],
        again: [revert],
        picked: [],
        unknown: [],
    }
    assert {(link.source, link.reason) for link in made.unit(picked)["causes"]} == {
        (again, "parent"),
        (bad, "cherry-picked"),
    }


def test_only_what_is_new(repository: Repository, store: clew.Engine) -> None:
    """A second run adds nothing, a history that grew adds the new commits, and a clone of it is the same history."""
    for n in range(3):
        repository.commit(f"step {n}", files={"a": f"{n}"})
    assert (import_file(store, repository.path).new, import_file(store, repository.path).new) == (3, 0)
    last = repository.commit("one more", files={"b": "x"})
    grown = import_file(store, repository.path)
    assert (grown.new, grown.known, grown.bad_count, grown.format) == (1, 3, 0, "git")
    repository.git("clone", "--quiet", "--bare", ".", "../copy.git")
    assert import_file(store, repository.path.parent / "copy.git").known == 4
    found = store.query("MATCH (a:Memory)-[:CAUSED]->(b:Memory) RETURN b.id AS id, a.step AS step ORDER BY step")
    assert [(row["id"] == last, row["step"]) for row in found] == [(False, 0), (False, 1), (True, 2)]


def test_odd_commits(repository: Repository) -> None:
    """No message, no files, a great many files, a time that no clock shows: each is a memory still."""
    empty = repository.commit("", "--allow-empty-message")
    many = repository.commit("many", files={f"f{n:03}": "x" for n in range(git_border.FILES + 5)})
    tree = repository.git("rev-parse", "HEAD^{tree}")
    body = f"tree {tree}\nauthor agent <a> 99999999999999999 +0000\ncommitter agent <a> {NOON} +0000\n\nfuture\n"
    late = repository.git("hash-object", "-t", "commit", "-w", "--stdin", "--literally", text=body)
    repository.git("branch", "late", late)
    made = imported(GitHistory(), repository.path)
    assert made.unit(empty)["text"] == empty
    assert made.unit(many)["text"].endswith(f"f{LISTED - 1:03}\nand {git_border.FILES + 5 - LISTED} more files")
    assert len(made.unit(many)["entities"]) == git_border.FILES
    assert made.unit(late)["at"] == NOON * 1_000_000


def test_a_message_that_looks_like_a_log(repository: Repository) -> None:
    """A message with the marks of commits, statuses and files in it is a message."""
    hostile = f"\x01{'a' * 40}\n\nM\nA\tetc/passwd\n\x01%H%x00"
    one = repository.commit(hostile, "--cleanup=verbatim", files={"\x01a": "1", "A": "2", "--upload-pack=x": "3"})
    two = repository.commit("next")
    made = imported(GitHistory(), repository.path)
    assert made.told("id") == [(one,), (two,)]
    assert made.units[0]["text"].startswith(hostile.strip())
    assert {"\x01a", "A", "--upload-pack=x"} <= set(made.units[0]["entities"])


def test_a_hostile_configuration(repository: Repository, tmp_path: Path) -> None:
    """Nothing that a repository's configuration names is started, and nothing of it changes what the log says."""
    repository.commit("one", files={"a.bin": "1", "b": "2"})
    before = imported(GitHistory(), repository.path).units
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/started\n", encoding="utf-8")
    program.chmod(0o755)
    (repository.path / ".git" / "info" / "attributes").write_text("* diff=evil filter=evil\n", encoding="utf-8")
    settings = {
        **dict.fromkeys(
            ("core.pager", "core.fsmonitor", "core.sshCommand", "core.editor", "diff.external"), str(program)
        ),
        **dict.fromkeys(("diff.evil.textconv", "diff.evil.command", "gpg.program", "pager.log"), str(program)),
        "core.hooksPath": str(tmp_path),
        "log.showSignature": "true",
        "log.showRoot": "false",
        "log.mailmap": "true",
        "format.pretty": "oneline",
        "color.ui": "always",
        "diff.orderFile": "order",
        "diff.renames": "copies",
        "i18n.logOutputEncoding": "UTF-16",
    }
    for key, value in settings.items():
        repository.git("config", key, value)
    (repository.path / "order").write_text("b\na.bin\n", encoding="utf-8")
    assert imported(GitHistory(), repository.path).units == before
    assert not (tmp_path / "started").exists()


def test_a_partial_clone_fetches_nothing(repository: Repository, tmp_path: Path) -> None:
    """Where objects are to be fetched when they are missed, they are not, and what would fetch them is not started."""
    repository.commit("one", files={"a": "1"})
    tree = repository.git("rev-parse", "HEAD^{tree}")
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/started\n", encoding="utf-8")
    program.chmod(0o755)
    remote = {"url": str(repository.path), "promisor": "true", "uploadpack": str(program)}
    settings = {f"remote.evil.{key}": value for key, value in remote.items()}
    for key, value in {"core.repositoryformatversion": "1", "extensions.partialClone": "evil", **settings}.items():
        repository.git("config", key, value)
    (repository.path / ".git" / "objects" / tree[:2] / tree[2:]).unlink()
    with pytest.raises(ImportFailed):
        list(GitHistory().read(Source.of(repository.path)))
    assert not (tmp_path / "started").exists()
    subprocess.run(["git", "log", "--raw"], cwd=repository.path, capture_output=True, check=False)
    assert (tmp_path / "started").exists(), "git by itself would have started it"


def test_the_environment_leads_nowhere_else(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """Variables that a hook or a shell left behind do not lead to another repository."""
    other = Repository(repository.path.parent / "other")
    other.commit("other")
    mine = repository.commit("mine")
    monkeypatch.setenv("GIT_DIR", str(other.path / ".git"))
    monkeypatch.setenv("GIT_TRACE", "1")
    assert imported(GitHistory(), repository.path).told("id") == [(mine,)]


def test_what_cannot_be_read(repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No git, a file, a repository of somebody else, and a damaged one are one sentence each."""
    first = repository.commit("one", files={"a": "1"})
    with pytest.raises(ImportFailed, match="is no folder, and so no git repository"):
        list(GitHistory().read(Source.of(repository.path / "a")))
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    assert imported(GitHistory(), repository.path).told("id") == [(first,)], "what starts with GIT_ is not handed on"
    monkeypatch.setitem(git_border.ENVIRONMENT, "GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    with pytest.raises(ImportFailed, match="belongs to another user, and git does not read it"):
        list(GitHistory().read(Source.of(repository.path)))
    monkeypatch.delitem(git_border.ENVIRONMENT, "GIT_TEST_ASSUME_DIFFERENT_OWNER")
    (repository.path / ".git" / "objects" / first[:2] / first[2:]).unlink()
    with pytest.raises(ImportFailed, match=r"git cannot read .*: "):
        list(GitHistory().read(Source.of(repository.path)))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ImportFailed, match="The program `git` is not on this machine"):
        list(GitHistory().read(Source.of(repository.path)))


def test_stopping_early(repository: Repository) -> None:
    """Who stops reading leaves no process behind."""
    for n in range(3):
        repository.commit(f"{n}")
    reading = commits(repository.path)
    assert next(reading).message == "0"
    reading.close()


def test_an_empty_repository(repository: Repository) -> None:
    """A repository without commits holds nothing, and that is no error."""
    made = imported(GitHistory(), repository.path)
    assert (made.units, made.bad) == ([], [])


def test_what_is_recognised(repository: Repository, tmp_path: Path) -> None:
    """The top of a repository is one, with a working tree or without; a folder inside it, or any other, is none."""
    repository.commit("one", files={"inside/a": "1"})
    repository.git("clone", "--quiet", "--bare", ".", "../copy.git")
    known = [GitHistory().recognises(Head(path)) for path in (repository.path, tmp_path / "copy.git")]
    others = (tmp_path, repository.path / "inside", repository.path / "inside" / "a")
    assert known == [True, True] and not any(GitHistory().recognises(Head(path)) for path in others)
    with pytest.raises(ImportFailed):
        list(GitHistory().read(Source.of(repository.path / "inside")))


WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20)
FIELDS = st.tuples(st.from_regex(r"[0-9a-f]{40}", fullmatch=True), WORDS, WORDS, WORDS, WORDS, WORDS, WORDS, WORDS)
FILES = st.lists(
    st.tuples(st.sampled_from("ADMT"), st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1))
)


@settings(max_examples=60, deadline=None)
@given(log=st.lists(st.tuples(FIELDS, FILES), max_size=4), size=st.integers(1, 50))
def test_whatever_the_fields_hold(log: list[tuple[tuple[str, ...], list[tuple[str, str]]]], size: int) -> None:
    """Fields are cut at NUL alone: what they hold, and where git's output is cut, changes nothing."""
    written = b""
    for fields, files in log:
        listed = "".join(f"{status}\0{path}\0" for status, path in files)
        written += ("\x01" + "\0".join(fields) + "\0" + ("\n" + listed if listed else "")).encode()
    cut = iter([written[at : at + size] for at in range(0, len(written), size)])
    read = list(git_border.parsed(git_border.tokens(lambda: next(cut, b""))))
    assert [(c.hash, c.author, c.message, list(c.files)) for c in read] == [
        (fields[0], fields[2], fields[7].strip(), files) for fields, files in log
    ]
    assert all(isinstance(c, Commit) and c.position <= len(written) for c in read)
