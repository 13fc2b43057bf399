"""The address of the client behind trusted proxies, as limits and budgets count it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
_MOST_HOPS = 20
"""Addresses of a chain of proxies that are looked at, from the server's end."""


def client_address(scope: Scope, trusted: Sequence[str]) -> str:
    """The address of the client that sent a request; empty where there is none, as on a Unix socket.

    `X-Forwarded-For` and `Forwarded` are believed only when a trusted proxy sent them: the client is the last
    address of the chain that is no trusted proxy. Where both headers are present and differ, one of them was
    written by the client, and the address is the proxy's. All addresses of an IPv6 /64 network count as one
    client.
    """
    peer = _parsed((scope.get("client") or ("",))[0])
    if peer is None:
        return ""
    proxies = _networks(tuple(trusted))
    if not _is_in(peer, proxies):
        return _group(peer)
    headers = Headers(scope=scope)
    chains = [chain for chain in (_x_forwarded_for(headers), _forwarded(headers)) if chain]
    found = {_last_untrusted(peer, chain, proxies) for chain in chains}
    return _group(found.pop() if len(found) == 1 else peer)


def group_of(address: str) -> str:
    """An address as limits count it: an IPv6 address as its /64 network; empty if it is malformed."""
    parsed = _parsed(address)
    return "" if parsed is None else _group(parsed)


def is_trusted(address: str, trusted: Sequence[str]) -> bool:
    """Whether an address is that of a trusted proxy."""
    parsed = _parsed(address)
    return parsed is not None and _is_in(parsed, _networks(tuple(trusted)))


class ForwardedScheme:
    """Takes the scheme of a URL from a trusted proxy, which may serve https for this server."""

    def __init__(self, app: ASGIApp, trusted: Sequence[str]) -> None:
        self.app, self.trusted = app, tuple(trusted)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and is_trusted((scope.get("client") or ("",))[0], self.trusted):
            said = Headers(scope=scope).get("x-forwarded-proto", "").strip().lower()
            if said in ("http", "https"):
                scope = {**scope, "scheme": said}
        await self.app(scope, receive, send)


# -- inside ---------------------------------------------------------------------------------------------


@lru_cache(16)
def _networks(trusted: tuple[str, ...]) -> tuple[Network, ...]:
    """Addresses and networks such as `10.0.0.0/8`. Raises `ValueError` for anything else."""
    return tuple(ip_network(one, strict=False) for one in trusted)


def _is_in(address: Address, networks: Sequence[Network]) -> bool:
    return any(address in network for network in networks)


def _group(address: Address) -> str:
    if isinstance(address, IPv6Address):
        return str(ip_network((address, 64), strict=False))
    return str(address)


_WITH_PORT = re.compile(r"\[(?P<six>[^\]]*)\](:\d+)?|(?P<four>[\d.]+):\d+")


@lru_cache(4096)
def _parsed(text: str) -> Address | None:
    """An address, possibly with a port; None if it is malformed."""
    text = text.strip().strip('"')
    parts = _WITH_PORT.fullmatch(text)
    if parts:
        text = parts["six"] or parts["four"] or ""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def _last_untrusted(peer: Address, chain: Sequence[str], proxies: Sequence[Network]) -> Address:
    """From the server's end: the first address that is no proxy, or the last before a malformed one."""
    found = peer
    for text in reversed(chain[-_MOST_HOPS:]):
        address = _parsed(text)
        if address is None:
            return found
        found = address
        if not _is_in(address, proxies):
            return found
    return found


def _x_forwarded_for(headers: Headers) -> list[str]:
    said = ",".join(headers.getlist("x-forwarded-for"))
    return said.split(",") if said else []


def _forwarded(headers: Headers) -> list[str]:
    """The `for` of each element of `Forwarded`; empty for an element without one."""
    said = ",".join(headers.getlist("forwarded"))
    return [_for(element) for element in said.split(",")] if said else []


def _for(element: str) -> str:
    return next(_values(element), "")


def _values(element: str) -> Iterator[str]:
    for pair in element.split(";"):
        name, _, value = pair.partition("=")
        if name.strip().lower() == "for":
            yield value.strip()
