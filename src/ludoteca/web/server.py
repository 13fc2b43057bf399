"""Starting a server: the socket it listens on, its address, its settings."""

from __future__ import annotations

import gc
import logging.config
import math
import socket
import sys
from dataclasses import replace

import uvicorn
from fastapi import FastAPI

from ludoteca.errors import LudotecaError
from ludoteca.system import drop_dead_peers, network_address, raise_descriptor_limit, reuse_address
from ludoteca.web.app import create_app
from ludoteca.web.connections import ConnectionLimits, Connections
from ludoteca.web.http_protocol import limited_by
from ludoteca.web.log_limits import log_config
from ludoteca.web.settings import LOOPBACK, Settings

PORT = 8713
_BACKLOG = 128
"""Connections that the system holds until they are accepted, and that are accepted at once."""
_DEAD = 60
"""Seconds without a sign of life after which the system closes a connection."""
_HEAD = 16_384
"""Bytes of the head of a request."""
_GRACE = 8
"""Seconds that requests in progress have to end when the server stops."""
_SWITCH_SECONDS = 0.001
"""How long a thread may keep the others waiting: the event loop is one of them."""
_GC_THRESHOLD = 50_000
"""New objects until a garbage collection: with Python's 700, lists of thousands of moves made every second
one a full collection, in which all threads stand still for 0.3 s."""


class CannotListen(LudotecaError):
    """The address is in use, or not one of this machine."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Without a port: the default port, or a free one if that is in use."""
    for wanted in (port,) if port else (PORT, 0):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # With the protocol given, asyncio sets TCP_NODELAY; otherwise small responses wait 40 ms.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        reuse_address(listener)
        drop_dead_peers(listener, _DEAD)
        try:
            listener.bind((host, wanted))
            listener.listen(_BACKLOG)  # of two that bind the same port at once, one fails here
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


def network_url(listener: socket.socket) -> str | None:
    """The URL for others in the network, where the server listens on all addresses."""
    host, port = listener.getsockname()[:2]
    address = network_address() if host in ("0.0.0.0", "::") else None
    return address and f"http://{address}:{port}"


def settings_for(host: str, settings: Settings) -> Settings:
    """On loopback the server accepts its own host names and that of its site only; elsewhere any, unless it
    has a site."""
    return settings if host in LOOPBACK or settings.site else replace(settings, hosts=("*",))


class Server(uvicorn.Server):
    """Ends event streams first when it stops: browsers connect again, to another server if there is one."""

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        services = getattr(self._app.state, "services", None)
        if services is not None:
            services.events.close()
        await super().shutdown(sockets)


def make_server(app: FastAPI, settings: Settings) -> Server:
    """A server within the limits, which fit the descriptors that this process may open."""
    limits = ConnectionLimits.of(settings.limits).within(raise_descriptor_limit())
    config = uvicorn.Config(
        app, http=limited_by(Connections(limits, settings.trusted_proxies)), lifespan="on", ws="none",
        access_log=False, server_header=False, proxy_headers=False, backlog=_BACKLOG,
        timeout_keep_alive=math.ceil(limits.idle), timeout_graceful_shutdown=_GRACE,
        h11_max_incomplete_event_size=_HEAD, log_config=None,
    )  # fmt: skip
    return Server(config, app)


def serve(listener: socket.socket, settings: Settings) -> None:
    """Serve until stopped. Raises `CannotStore` if there is no database."""
    logging.config.dictConfig(log_config("WARNING"))
    sys.setswitchinterval(_SWITCH_SECONDS)
    server = make_server(create_app(settings), settings)
    gc.freeze()  # modules and routes stay until the end: no collection visits them
    gc.set_threshold(_GC_THRESHOLD)
    server.run(sockets=[listener])
