"""The border to textual-serve: each page that is opened runs the app once, in a process of its own.

Of its server the page, the log and the sentence at the start are ours: its page fetches a font from elsewhere, and its
log prints addresses, which hold the token, and tracebacks with local variables.
"""

from __future__ import annotations

import html
import shlex
import socket
import sys
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from string import Template

from aiohttp import web
from textual_serve.server import Server, to_int

from ...errors import ClewError
from .guard import HEADERS, HOST, Asking, Guard, Verdict

PAGE = Path(__file__).with_name("page.html")
REFUSED = "This needs the address that `clew tui --web` printed, with its token.\n"
PATIENCE = 1.0
"""Seconds that an open page may take to end after ctrl-C; aiohttp's own are 60."""
FONT_SIZES = range(8, 33)
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class GuardedServer(Server):
    """Serves the command to whom the guard lets in."""

    def __init__(self, command: Sequence[str], guard: Guard, title: str) -> None:
        super().__init__(shlex.join(command), host=HOST, port=guard.port, title=title)
        self.guard = guard

    async def application(self) -> web.Application:
        """Return textual-serve's application behind the guard."""
        application = await self._make_app()
        application.middlewares.append(web.middleware(partial(_guarded, self.guard)))
        application.on_response_prepare.append(_add_headers)
        return application

    async def on_startup(self, app: web.Application) -> None:
        """Say nothing: who started this has said where it is."""

    async def handle_index(self, request: web.Request) -> web.Response:  # pyright: ignore[reportIncompatibleMethodOverride]
        size = to_int(request.query.get("fontsize", ""), 16)
        page = Template(PAGE.read_text(encoding="utf-8")).substitute(
            title=html.escape(self.title),
            websocket=f"ws://{html.escape(request.host)}/ws",
            size=size if size in FONT_SIZES else 16,
        )
        return web.Response(text=page, content_type="text/html")


def serve(command: Sequence[str], title: str, port: int = 0) -> None:
    """Serve until ctrl-C. port: 0 for any that is free. Raises ClewError where the port cannot be had."""
    bound = _bound(port)
    guard = Guard(bound.getsockname()[1])
    print(f"The app is at {guard.invitation}\nCtrl-C ends it.", file=sys.stderr, flush=True)
    server = GuardedServer(command, guard, title)
    web.run_app(server.application(), sock=bound, print=None, access_log=None, shutdown_timeout=PATIENCE)


def _bound(port: int) -> socket.socket:
    bound = socket.socket()
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((HOST, port))
    except (OSError, OverflowError) as error:
        bound.close()
        raise ClewError(f"Port {port} cannot be had: {error}.", hint="Leave --port away to take a free one.") from error
    return bound


async def _guarded(guard: Guard, request: web.Request, handler: Handler) -> web.StreamResponse:
    """Let a request in, trade its token for a cookie, or refuse it."""
    match guard.judge(_asking(guard, request)):
        case Verdict.STAY_OUT:
            return web.Response(status=403, text=REFUSED)
        case Verdict.TAKE_COOKIE:
            response = web.Response(status=303, headers={"Location": "/"})
            response.set_cookie(guard.cookie_name, guard.pass_, httponly=True, samesite="Strict", path="/")
            return response
        case Verdict.COME_IN:
            return await handler(request)


async def _add_headers(_: web.Request, response: web.StreamResponse) -> None:
    """Put our headers on an answer, before its first byte is sent."""
    response.headers.update(HEADERS)


def _asking(guard: Guard, request: web.Request) -> Asking:
    return Asking(
        host=request.headers.get("Host", ""),
        origin=request.headers.get("Origin"),
        token=request.query.get("token"),
        cookie=request.cookies.get(guard.cookie_name),
        websocket=request.path == "/ws",
    )
