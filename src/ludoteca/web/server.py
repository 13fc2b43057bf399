"""Starting a server: where it listens, and what to tell whoever started it."""

from __future__ import annotations

import socket
from dataclasses import replace

import uvicorn

from ludoteca.errors import LudotecaError
from ludoteca.web.app import create_app
from ludoteca.web.settings import LOOPBACK, Settings

PORT = 8713
_KEPT = 60
"""Seconds that a silent connection is kept: people think about their moves, and need not knock again."""


class CannotListen(LudotecaError):
    """The address is taken, or not ours."""


def listen(host: str, port: int) -> socket.socket:
    """A socket to serve on. Without a port the usual one, or any other if that is taken."""
    for wanted in (port,) if port else (PORT, 0):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # Only where TCP is named does asyncio send small answers at once; else each would wait 40 ms.
        opened = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            opened.bind((host, wanted))
            opened.listen(256)  # where two bind the same port at once, it is here that one of them is refused
        except OSError as problem:
            opened.close()
            reason = problem.strerror or str(problem)
            if port:
                raise CannotListen(f"cannot listen on {host}, port {port}: {reason}.") from None
            continue
        opened.set_inheritable(False)
        return opened
    raise CannotListen(f"cannot listen on {host}.")


def address_of(opened: socket.socket) -> str:
    """What to type into a browser."""
    host, port = opened.getsockname()[:2]
    shown = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}"


def settings_for(host: str, settings: Settings) -> Settings:
    """On loopback only its own names are answered to; elsewhere whatever name leads here."""
    return settings if host in LOOPBACK else replace(settings, hosts=("*",))


def serve(opened: socket.socket, settings: Settings) -> None:
    """Serve until stopped. Raises `CannotStore` if there is no database."""
    app = create_app(settings)
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, timeout_graceful_shutdown=2, lifespan="on",
        timeout_keep_alive=_KEPT, server_header=False, http="auto",
    )  # fmt: skip
    uvicorn.Server(config).run(sockets=[opened])
