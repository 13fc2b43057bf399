"""Starting a server: the socket it listens on, its address, its settings."""

from __future__ import annotations

import socket
from dataclasses import replace

import uvicorn

from ludoteca.errors import LudotecaError
from ludoteca.system import reuse_address
from ludoteca.web.app import create_app
from ludoteca.web.settings import LOOPBACK, Settings

PORT = 8713
_KEEP_ALIVE = 60
"""Keep-alive of idle connections, in seconds: people think about their moves."""


class CannotListen(LudotecaError):
    """The address is in use, or not one of this machine."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Without a port: the default port, or a free one if that is in use."""
    for wanted in (port,) if port else (PORT, 0):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # With the protocol given, asyncio sets TCP_NODELAY; otherwise small responses wait 40 ms.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        reuse_address(listener)
        try:
            listener.bind((host, wanted))
            listener.listen(256)  # of two that bind the same port at once, one fails here
        except OSError as problem:
            listener.close()
            reason = problem.strerror or str(problem)
            if port:
                raise CannotListen("server.port", host=host, port=port, problem=reason) from None
            continue
        listener.set_inheritable(False)
        return listener
    raise CannotListen("server.address", host=host)


def address_of(listener: socket.socket) -> str:
    """The URL to open in a browser."""
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}"


def settings_for(host: str, settings: Settings) -> Settings:
    """On loopback the server accepts its own host names only; elsewhere any."""
    return settings if host in LOOPBACK else replace(settings, hosts=("*",))


def serve(listener: socket.socket, settings: Settings) -> None:
    """Serve until stopped. Raises `CannotStore` if there is no database."""
    app = create_app(settings)
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, timeout_graceful_shutdown=2, lifespan="on",
        timeout_keep_alive=_KEEP_ALIVE, server_header=False, http="auto",
    )  # fmt: skip
    uvicorn.Server(config).run(sockets=[listener])
