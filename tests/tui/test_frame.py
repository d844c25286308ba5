"""The frame of the app: rooms, doors, status, and what is said in them."""

from __future__ import annotations

import asyncio
from pathlib import Path

from pictures import SMALL, room_app, settled, shown


def test_the_store_is_shown(store: Path) -> None:
    """The app opens on a store, says its name, and its head."""

    async def main() -> None:
        async with room_app(store, SMALL, asked="RECALL 3 FOR 'fibre'") as (app, pilot):
            await settled(app, pilot)
            assert "move" in shown(app)
            assert app.desk.head > 40
            assert app.desk.answer is not None
            assert app.desk.answer.rows is not None

    asyncio.run(main())
