"""Before a store is open, and when it is lost: a sentence, and a way on."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from clew.errors import ClewError, ModelMissing, StoreBusy, StoreClosed, StoreDamaged, StoreError, StoreNotFound
from clew.tui.app import ClewApp
from clew.tui.opening.choose import Choose
from clew.tui.opening.offers import offers_for, shown_path
from clew.tui.opening.recent import MOST, Recent, note_opened, recent_stores
from clew.tui.opening.trouble import Trouble
from clew.tui.opening.wanted import Wanted
from clew.tui.opening.ways import ANOTHER, QUIT, ways_from
from hostile import texts
from pictures import SIZES, SMALL, Size, look, room_app, settled, shown, until
from textual.pilot import Pilot


@asynccontextmanager
async def opening(
    wanted: Wanted | None, size: Size = SMALL, **options: bool
) -> AsyncIterator[tuple[ClewApp, Pilot[None]]]:
    """The app as the command starts it: it opens the store itself."""
    app = ClewApp(wanted=wanted, **options)
    try:
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.pause()
            yield app, pilot
    finally:
        await app.let_go()


def test_a_store_is_opened_after_the_first_paint(store: Path) -> None:
    """The frame is painted before the store is open, and the room Query follows."""

    async def main() -> None:
        async with opening(Wanted(store)) as (app, pilot):
            assert "Query" in shown(app)
            await until(lambda: app.is_open and app.room is not None, pilot)
            assert "move" in shown(app)

    asyncio.run(main())


def test_a_missing_store_can_be_made(tmp_path: Path) -> None:
    """No store there: the sentence says so, and `m` makes one."""

    async def main() -> None:
        async with opening(Wanted(tmp_path / "new.clew")) as (app, pilot):
            await until(lambda: isinstance(app.screen, Trouble) and app.screen.is_calm, pilot)
            assert "There is no store at" in shown(app)
            await pilot.press("m")
            await until(lambda: app.is_open, pilot)
            assert (tmp_path / "new.clew").is_dir()

    asyncio.run(main())


def test_quitting_at_trouble_ends_the_app(tmp_path: Path) -> None:
    """`q` at the sentence ends the app, and nothing was made."""

    async def main() -> None:
        async with opening(Wanted(tmp_path / "new.clew")) as (app, pilot):
            await until(lambda: isinstance(app.screen, Trouble) and app.screen.is_calm, pilot)
            await pilot.press("q")
            await until(lambda: not app.is_running, pilot)
        assert not (tmp_path / "new.clew").exists()

    asyncio.run(main())


def test_a_damaged_store_can_be_examined(store: Path) -> None:
    """Damage is said, the doctor tells more, and the sentence comes back after."""
    (store / "journal.sqlite").write_bytes(b"no database at all" * 500)

    async def main() -> None:
        async with opening(Wanted(store)) as (app, pilot):
            await until(lambda: isinstance(app.screen, Trouble) and app.screen.is_calm, pilot)
            await pilot.press("d")
            await until(lambda: "Doctor" in shown(app) and "Reading" not in shown(app), pilot)
            await pilot.press("escape")
            await until(lambda: isinstance(app.screen, Trouble) and app.screen.is_calm, pilot)

    asyncio.run(main())


def test_a_store_that_is_moved_away_is_said_to_be(store: Path) -> None:
    """The store is moved under the open app: a sentence; back in its place, `r` goes on in the same room."""

    async def main() -> None:
        async with room_app(store, room="tasks") as (app, pilot):
            away = store.with_name("away.clew")
            store.rename(away)
            await until(lambda: isinstance(app.screen, Trouble) and app.screen.is_calm, pilot)
            assert "moved or removed" in shown(app)
            away.rename(store)
            await pilot.press("r")
            await until(lambda: app.room is not None and not isinstance(app.screen, Trouble), pilot)
            await settled(app, pilot)
            assert app.room is not None
            assert app.room.id == "tasks"
            await app.let_go()

    asyncio.run(main())


def test_a_store_that_is_removed_is_said_to_be(store: Path) -> None:
    """The store is removed under the open app, which goes on to ask for another."""

    async def main() -> None:
        async with room_app(store) as (app, pilot):
            shutil.rmtree(store)
            await until(lambda: isinstance(app.screen, Trouble) and app.screen.is_calm, pilot)
            await pilot.press("o")
            await until(lambda: isinstance(app.screen, Choose), pilot)

    asyncio.run(main())


@pytest.mark.parametrize("size", SIZES)
def test_without_a_store_one_is_chosen(store: Path, size: Size, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a store the recent ones are listed; enter opens the first."""
    monkeypatch.chdir(store.parent)
    note_opened(Path("/srv/agent/notes.clew"), "default")

    async def main() -> None:
        async with opening(None, size) as (app, pilot):
            await until(lambda: isinstance(app.screen, Choose), pilot)
            await settled_choice(app, pilot)
            await pilot.press("down", "down", "enter")
            await until(lambda: app.is_open, pilot)
            assert app.memory.path == store

    asyncio.run(main())


async def settled_choice(app: ClewApp, pilot: Pilot[None]) -> None:
    """Wait until the list is filled."""
    await until(lambda: "demo" in shown(app), pilot)


def test_escape_at_the_choice_keeps_the_open_store(store: Path) -> None:
    """F12 asks for another store; escape goes back to the one that is open."""

    async def main() -> None:
        async with room_app(store, room="plan") as (app, pilot):
            await pilot.press("f12")
            await until(lambda: isinstance(app.screen, Choose), pilot)
            await pilot.press("escape")
            await until(lambda: app.room is not None and app.room.id == "plan", pilot)
            assert app.memory.path == store

    asyncio.run(main())


def test_recent_stores_are_few_and_newest_first(tmp_path: Path) -> None:
    """The list holds each store once, the newest first, and not more than a person reads."""
    for number in range(MOST + 5):
        note_opened(tmp_path / f"{number}.clew", "default")
    note_opened(tmp_path / "20.clew", "default")
    names = [Path(store.path).name for store in recent_stores()]
    assert len(names) == MOST
    assert names[:2] == ["20.clew", f"{MOST + 4}.clew"]


@pytest.mark.parametrize("broken", ["", "{", "[1, null, {}]", '[{"path": 3}]', "[" * 100_000])
def test_a_broken_list_of_recent_stores_is_empty(broken: str, home: Path) -> None:
    """What another program wrote into the list costs itself."""
    note_opened(Path("a.clew"), "default")
    [file] = home.rglob("stores.json")
    file.write_text(broken)
    assert recent_stores() == ()


def test_what_is_typed_is_looked_for(store: Path) -> None:
    """A path that is begun lists what it may become, stores first, and at last a store to be made."""
    (store.parent / "moving").mkdir()
    found = offers_for(str(store.parent / "mov"), ())
    assert [(offer.kind, offer.path.name) for offer in found] == [
        ("store", "move.clew"),
        ("folder", "moving"),
        ("make", "mov.clew"),
    ]


def test_paths_are_short_where_they_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path is shown from the current folder, else from home, else whole."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    assert shown_path(tmp_path / "work" / "a.clew") == "a.clew"
    assert shown_path(tmp_path / "home" / "b.clew") == "~/b.clew"
    assert shown_path(tmp_path / "c.clew") == str(tmp_path / "c.clew")


def test_a_store_that_is_gone_is_marked(tmp_path: Path) -> None:
    """A recent store that is no longer there is told apart from one that is."""
    assert offers_for("", [Recent(str(tmp_path / "x.clew"))])[0].kind == "gone"


def test_a_path_with_dots_is_offered_straight(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind `..` paths are offered as one would write them; behind a link, where that is another place, as typed."""
    folder = store.parent
    (folder / "inside" / "deep").mkdir(parents=True)
    (folder / "link").symlink_to(folder / "inside" / "deep")
    monkeypatch.chdir(folder / "inside")
    assert store in {offer.path for offer in offers_for("../", ())}
    assert [offer.path for offer in offers_for("../inside/../new", ())] == [folder / "new.clew"]
    assert folder / "link" / ".." / "deep" in {offer.path for offer in offers_for(f"{folder}/link/../", ())}


def test_a_store_of_a_newer_version_is_left_alone(store: Path) -> None:
    """A store that a later release wrote is refused in a sentence, and the doctor and another store are offered."""
    with sqlite3.connect(store / "journal.sqlite") as connection:
        connection.execute("PRAGMA user_version = 9999")
    connection.close()

    async def main() -> None:
        async with opening(Wanted(store)) as (app, pilot):
            await until(lambda: isinstance(app.screen, Trouble) and app.screen.is_calm, pilot)
            said = " ".join(shown(app).split())
            assert "newer" in said
            assert "Open another store" in said

    asyncio.run(main())


@pytest.mark.parametrize("error", [StoreNotFound, StoreBusy, StoreDamaged, StoreClosed, ModelMissing, StoreError])
def test_every_error_has_a_way_on(error: type[ClewError]) -> None:
    """Whatever is wrong, another store can be opened and the app be left; no way is offered twice."""
    ways = ways_from(error("It is so."))
    assert ways[-1] is QUIT
    assert ANOTHER in ways
    assert len(set(ways)) == len(ways)


@pytest.mark.parametrize("size", SIZES)
def test_trouble_looks_as_ever(store: Path, size: Size, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence and the ways on, at each size."""
    monkeypatch.chdir(store.parent)

    async def main() -> None:
        async with opening(None, size) as (app, pilot):
            await until(lambda: isinstance(app.screen, Choose), pilot)
            error = StoreNotFound("There is no store at notes.clew.", hint="Check the path, or make one there.")
            app.push_screen(Trouble("notes.clew", error, ways_from(error)))
            await look(app, pilot, "trouble")

    asyncio.run(main())


def test_hostile_names_of_stores_are_plain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders and stores with hostile names are listed as they are; nothing in them is markup or acts."""
    monkeypatch.chdir(tmp_path)
    for number, text in enumerate(texts(80)):
        name = f"{number} {text}".replace("/", "_").replace("\x00", "_")
        with suppress(OSError, UnicodeEncodeError):
            (tmp_path / name[:60]).mkdir()

    async def main() -> None:
        async with opening(None) as (app, pilot):
            await until(lambda: isinstance(app.screen, Choose), pilot)
            await pilot.press(*f"{tmp_path}/")
            await until(lambda: "▸" in shown(app), pilot)
            await pilot.press("down", "pagedown", "end")
            assert not set(shown(app)) & set("\x1b\x00\x07\u202e\u2066\x9b")

    asyncio.run(main())
