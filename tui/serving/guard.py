"""Who may come in. Every browser of this machine reaches a port of loopback, and so does each page that is open in one.

- The address that is printed carries a token, random at each start. Shown once, it is traded for a cookie, so that it
  stands in no history or log of what follows.
- The cookie is another secret, for this port alone, and no page of another origin gets it sent (SameSite=Strict).
- The Host header must name loopback: else a page whose name was made to mean 127.0.0.1 would be taken for ours.
- A websocket must come from our own page (Origin): browsers let any page open one.

Decisions are pure functions of the request's parts; secrets are compared in constant time.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

HOST = "127.0.0.1"
NAMES = (HOST, "localhost")

HEADERS: Mapping[str, str] = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self' ws:; "
    "img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
}
"""Of every answer. xterm.js sets styles from its script; everything else comes from here or not at all."""


class Verdict(Enum):
    """What becomes of a request."""

    COME_IN = auto()
    TAKE_COOKIE = auto()
    """The token was right: the cookie is set, and the browser sent to the address without the token."""
    STAY_OUT = auto()


@dataclass(frozen=True, slots=True)
class Asking:
    """The parts of a request that matter. host, origin: the headers. token: of the query. cookie: ours."""

    host: str = ""
    origin: str | None = None
    token: str | None = None
    cookie: str | None = None
    websocket: bool = False


@dataclass(frozen=True, slots=True)
class Guard:
    """The secrets of one start."""

    port: int
    token: str = field(default_factory=secrets.token_urlsafe, repr=False)
    pass_: str = field(default_factory=secrets.token_urlsafe, repr=False)
    """What the cookie holds."""

    @property
    def cookie_name(self) -> str:
        """Cookies know no ports, so the name does."""
        return f"clew-{self.port}"

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.port}/"

    @property
    def invitation(self) -> str:
        """The address that lets a browser in."""
        return f"{self.address}?token={self.token}"

    def judge(self, asking: Asking) -> Verdict:
        if asking.host not in {f"{name}:{self.port}" for name in NAMES}:
            return Verdict.STAY_OUT
        if asking.websocket and asking.origin != f"http://{asking.host}":
            return Verdict.STAY_OUT
        if _same(asking.cookie, self.pass_):
            return Verdict.COME_IN
        if not asking.websocket and _same(asking.token, self.token):
            return Verdict.TAKE_COOKIE
        return Verdict.STAY_OUT


def _same(given: str | None, secret: str) -> bool:
    """Compare in constant time; what is no ASCII is no secret of ours."""
    return given is not None and given.isascii() and hmac.compare_digest(given, secret)
