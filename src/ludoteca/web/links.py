"""Links to pages of this server that work for others."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from fastapi import Request

from ludoteca.system import network_address
from ludoteca.web.settings import LOOPBACK, Settings


@dataclass(frozen=True)
class Origin:
    """The first part of links that are given to others."""

    url: str
    """The scheme and the host."""
    reach: str = ""
    """`network`: works in this network; `here`: on this machine only; empty: wherever the visitor is."""


def origin_for(request: Request, settings: Settings) -> Origin:
    """The address by which the visitor reaches the server; on the server's own machine, its address in the
    network, unless the server listens on loopback only."""
    scheme, netloc = request.url.scheme, request.headers.get("host", "")
    if not is_loopback(netloc):
        return Origin(f"{scheme}://{netloc}")
    address = network_address() if "*" in settings.hosts else None
    if address is None:
        return Origin(f"{scheme}://{netloc}", "here")
    _, colon, port = netloc.rpartition(":")
    return Origin(f"{scheme}://{address}{colon}{port if colon else ''}", "network")


def is_loopback(netloc: str) -> bool:
    """Whether a host, with or without a port, is this machine itself."""
    try:
        host = urlsplit(f"//{netloc}").hostname or ""
    except ValueError:
        return False
    return host in LOOPBACK or host.startswith("127.")
