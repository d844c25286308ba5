"""A real browser in a test: Chromium without a window, spoken to by its own protocol (Chrome DevTools)."""

from __future__ import annotations

import asyncio
import base64
import shutil
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import aiohttp

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ("--headless", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader")


class Page:
    """One page of the browser."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = count(1)

    async def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Call a method of the protocol and return what it answers."""
        number = next(self._numbers)
        await self._socket.send_json({"id": number, "method": method, "params": parameters})
        while True:
            message = await self._socket.receive_json(timeout=60)
            if message.get("id") == number:
                assert "error" not in message, message
                return message["result"]

    async def until(self, script: str, seconds: float = 60.0) -> None:
        """Wait until an expression of JavaScript is true."""
        end = time.monotonic() + seconds
        while not (await self.call("Runtime.evaluate", expression=script))["result"].get("value"):
            assert time.monotonic() < end, f"{script} did not become true"
            await asyncio.sleep(0.1)

    async def picture(self) -> bytes:
        """Return what is seen, as PNG."""
        return base64.b64decode((await self.call("Page.captureScreenshot"))["data"])


@asynccontextmanager
async def browsing(url: str, profile: Path) -> AsyncIterator[Page]:
    """Open a page in a browser of its own, which is ended after."""
    flags = (*FLAGS, "--remote-debugging-port=0", f"--user-data-dir={profile}", "--window-size=1200,800", "about:blank")
    quiet = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(str(CHROMIUM), *flags, stdout=quiet, stderr=quiet)
    try:
        port = await _port(profile)
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://127.0.0.1:{port}/json/list") as answer:
                pages = [target for target in await answer.json(content_type=None) if target["type"] == "page"]
            async with session.ws_connect(pages[0]["webSocketDebuggerUrl"], max_msg_size=0) as socket:
                page = Page(socket)
                await page.call("Page.enable")
                await page.call("Page.navigate", url=url)
                yield page
    finally:
        process.terminate()
        await process.wait()


async def _port(profile: Path) -> int:
    """Return the port that the browser chose; it writes it down when it listens."""
    end = time.monotonic() + 60
    while not (written := profile / "DevToolsActivePort").exists() or not written.read_text().strip():
        assert time.monotonic() < end, "the browser did not start"
        await asyncio.sleep(0.05)
    return int(written.read_text().split()[0])
