"""The app in a browser: who is let in, what is served, and that nothing is fetched from anywhere."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from browser import CHROMIUM, browsing
from clew.tui.serving.guard import Asking, Guard, Verdict
from clew.tui.start import Start, command_of
from hypothesis import given
from hypothesis import strategies as st

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
GUARD = Guard(8123, "the-token", "the-pass")
HOST, ORIGIN = "127.0.0.1:8123", "http://127.0.0.1:8123"
HELD = Asking(HOST, cookie="the-pass")


# ---- the guard ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asking", "verdict"),
    [
        (HELD, Verdict.COME_IN),
        (Asking("localhost:8123", cookie="the-pass"), Verdict.COME_IN),
        (Asking(HOST, token="the-token"), Verdict.TAKE_COOKIE),
        (Asking(HOST, ORIGIN, cookie="the-pass", websocket=True), Verdict.COME_IN),
        (Asking(HOST), Verdict.STAY_OUT),
        (Asking(HOST, token="the-tokeN"), Verdict.STAY_OUT),
        (Asking(HOST, token="thé-token"), Verdict.STAY_OUT),
        (Asking(HOST, token="the-pass"), Verdict.STAY_OUT),
        (Asking(HOST, cookie="the-token"), Verdict.STAY_OUT),
        (Asking("evil.example:8123", token="the-token", cookie="the-pass"), Verdict.STAY_OUT),
        (Asking("127.0.0.1", cookie="the-pass"), Verdict.STAY_OUT),
        (Asking("127.0.0.1:8123.evil.example", cookie="the-pass"), Verdict.STAY_OUT),
        (Asking(HOST, "http://evil.example", cookie="the-pass", websocket=True), Verdict.STAY_OUT),
        (Asking(HOST, "http://127.0.0.1:9999", cookie="the-pass", websocket=True), Verdict.STAY_OUT),
        (Asking(HOST, None, cookie="the-pass", websocket=True), Verdict.STAY_OUT),
        (Asking(HOST, ORIGIN, token="the-token", websocket=True), Verdict.STAY_OUT),
    ],
)
def test_who_may_come_in(asking: Asking, verdict: Verdict) -> None:
    """Loopback by name, the token once, then the cookie; a websocket from our own page alone."""
    assert GUARD.judge(asking) is verdict


@given(st.builds(Asking, st.text(), st.none() | st.text(), st.none() | st.text(), st.none() | st.text(), st.booleans()))
def test_nobody_guesses(asking: Asking) -> None:
    """Whatever is sent, without a secret nobody comes in."""
    assert GUARD.judge(asking) is Verdict.STAY_OUT


def test_secrets_are_new_at_each_start_and_in_no_repr() -> None:
    """Two starts share nothing, and a log of the guard tells nothing."""
    one, other = Guard(1), Guard(1)
    assert len({one.token, one.pass_, other.token, other.pass_}) == 4
    assert min(len(one.token), len(one.pass_)) >= 40
    assert one.token not in repr(one)
    assert one.pass_ not in repr(one)


def test_the_command_of_a_page_is_the_same_command() -> None:
    """A page runs what was asked for: the store by its whole path, behind `--`."""
    path = Path("-a b.clew")
    options = ["--write", "--namespace", "work", "--theme", "clew-light"]
    command = command_of(Start(path, "work", True, False, "clew-light"))
    assert command[3:] == ["tui", *options, "--", str(path.absolute())]


# ---- the server --------------------------------------------------------------------------------------


@asynccontextmanager
async def served(store: Path) -> AsyncIterator[Guard]:
    """Serve the app on a store, on a free port."""
    from aiohttp import web
    from clew.tui.serving.server import GuardedServer, _bound

    bound = _bound(0)
    guard = Guard(bound.getsockname()[1])
    server = GuardedServer(command_of(Start(store)), guard, "Clew")
    runner = web.AppRunner(await server.application(), access_log=None)
    await runner.setup()
    await web.SockSite(runner, bound).start()
    try:
        yield guard
    finally:
        await runner.cleanup()
        async with asyncio.timeout(30):
            while _children():
                await asyncio.sleep(0.05)
        await asyncio.sleep(0.2)  # the loop hears of it, and closes the pipes


def _children() -> str:
    """Return the processes that this one started; textual-serve does not wait for its own."""
    return Path(f"/proc/self/task/{os.getpid()}/children").read_text()


def test_the_token_is_traded_for_a_cookie(store: Path) -> None:
    """Without the token a browser is refused; with it, it gets a cookie and the page, and needs no token any more."""

    async def main() -> None:
        async with served(store) as guard, aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as browser:
            for path in ("", "static/js/textual.js", "ws", "download/x", "?token=wrong"):
                async with browser.get(guard.address + path) as answer:
                    assert answer.status == 403, path
            async with browser.get(guard.invitation, allow_redirects=False) as answer:
                assert (answer.status, answer.headers["Location"]) == (303, "/")
                assert re.search("HttpOnly.*SameSite=Strict", answer.headers["Set-Cookie"])
                assert guard.token not in answer.headers["Set-Cookie"]
            async with browser.get(guard.address) as answer:
                page = await answer.text()
                assert answer.status == 200
                assert answer.headers["Content-Security-Policy"].startswith("default-src 'self'")
            assert guard.token not in page
            assert re.findall(r"https?://", page) == []
            async with browser.get(guard.address, headers={"Host": "evil.example"}) as answer:
                assert answer.status == 403

    asyncio.run(main())


def test_the_app_is_drawn_over_the_websocket(store: Path) -> None:
    """Through the websocket comes what the app draws: its doors, then the store; another page's is refused."""

    async def main() -> None:
        async with served(store) as guard, aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as browser:
            async with browser.get(guard.invitation):
                pass
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await browser.ws_connect(f"{guard.address}ws", origin="http://evil.example")
            url = f"{guard.address}ws?width=100&height=30"
            async with browser.ws_connect(url, origin=guard.address.rstrip("/")) as socket:
                assert "Query" in await _drawn(socket, "move")
                await socket.send_str(json.dumps(["stdin", "\x11"]))  # ctrl+q
                async with asyncio.timeout(20):
                    while not socket.closed:
                        await socket.receive()

    asyncio.run(main())


def test_the_app_ends_where_the_server_is_gone(store: Path) -> None:
    """Its input ends, as where the server was killed: so does the app, and it is no fault."""
    environment = {**os.environ, "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver"}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command_of(Start(store)), env=environment, **pipes) as app:
        assert app.stdout is not None
        assert app.stdin is not None
        assert app.stderr is not None
        while b"__GANGLION__" not in app.stdout.readline():
            pass
        app.stdin.close()
        app.stdout.close()
        assert app.wait(30) == 0
        assert app.stderr.read() == b""


async def _drawn(socket: aiohttp.ClientWebSocketResponse, until: str) -> str:
    """Return what is drawn, without escapes, until a text is in it."""
    seen = ""
    async with asyncio.timeout(60):
        while until not in seen:
            message = await socket.receive()
            assert message.type is aiohttp.WSMsgType.BINARY, message
            seen += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", message.data.decode("utf-8", "replace"))
    return seen


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no chromium here")
def test_chromium_shows_the_app(store: Path, tmp_path: Path) -> None:
    """A real browser is let in by the address, loses the token from its own, and shows what the app draws."""

    async def main() -> None:
        async with served(store) as guard, browsing(guard.invitation, tmp_path / "profile") as page:
            await page.until("document.body.classList.contains('-first-byte')")
            await page.until("location.search === ''")
            await asyncio.sleep(float(os.environ.get("CLEW_LOOK_SECONDS", "0")))
            (tmp_path / "page.png").write_bytes(await page.picture())

    asyncio.run(main())
    assert (tmp_path / "page.png").stat().st_size > 5_000
