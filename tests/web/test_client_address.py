"""The client's address behind proxies: nobody can choose it."""

import asyncio
from typing import Any

import pytest

from ludoteca.web.client_address import ForwardedScheme, client_address, group_of, is_trusted
from tests.web.serving import awaited

PROXIES = ("10.0.0.0/8", "2001:db8:1::5")


def asked(peer, *headers):
    raw = [(name.encode(), value.encode()) for name, value in headers]
    return {"type": "http", "client": (peer, 4711) if peer else None, "headers": raw}


def xff(value):
    return "x-forwarded-for", value


def forwarded(value):
    return "forwarded", value


@pytest.mark.parametrize(
    ("scope", "address"),
    [
        (asked("192.0.2.1"), "192.0.2.1"),
        (asked("192.0.2.1", xff("198.51.100.7")), "192.0.2.1"),
        (asked("10.1.2.3"), "10.1.2.3"),
        (asked("10.1.2.3", xff("198.51.100.7")), "198.51.100.7"),
        (asked("10.1.2.3", xff("1.1.1.1, 198.51.100.7")), "198.51.100.7"),
        (asked("10.1.2.3", xff("1.1.1.1, 198.51.100.7, 10.9.9.9")), "198.51.100.7"),
        (asked("10.1.2.3", xff("1.1.1.1"), xff("198.51.100.7")), "198.51.100.7"),
        (asked("10.1.2.3", xff("10.4.4.4, 10.9.9.9")), "10.4.4.4"),
        (asked("10.1.2.3", xff("198.51.100.7:1234")), "198.51.100.7"),
        (asked("10.1.2.3", xff("1.1.1.1, unknown")), "10.1.2.3"),
        (asked("10.1.2.3", xff("1.1.1.1, x, 10.9.9.9")), "10.9.9.9"),
        (asked("10.1.2.3", xff("1.1.1.1,")), "10.1.2.3"),
        (asked("10.1.2.3", forwarded("for=198.51.100.7;proto=https")), "198.51.100.7"),
        (
            asked("10.1.2.3", forwarded('for=1.1.1.1, proto=http;For="[2001:db8:2:3:4::9]:80"')),
            "2001:db8:2:3::/64",
        ),
        (asked("10.1.2.3", forwarded("for=1.1.1.1, proto=http")), "10.1.2.3"),
        (asked("10.1.2.3", forwarded("for=_hidden")), "10.1.2.3"),
        (asked("10.1.2.3", xff("198.51.100.7"), forwarded("for=198.51.100.7")), "198.51.100.7"),
        (asked("10.1.2.3", xff("198.51.100.7"), forwarded("for=1.1.1.1")), "10.1.2.3"),
        (asked("2001:db8:1::5", xff("198.51.100.7")), "198.51.100.7"),
        (asked("2001:db8:1::6", xff("198.51.100.7")), "2001:db8:1::/64"),
        (asked("::ffff:192.0.2.1"), "192.0.2.1"),
        (asked("::ffff:10.1.2.3", xff("198.51.100.7")), "198.51.100.7"),
        (asked("fe80::1%eth0"), "fe80::/64"),
        (asked("10.1.2.3", xff(", ".join(["1.1.1.1"] * 5000 + ["198.51.100.7"]))), "198.51.100.7"),
        (asked(None), ""),
        (asked("testclient"), ""),
    ],
)
def test_the_last_address_that_is_no_proxy(scope, address):
    assert client_address(scope, PROXIES) == address


def test_without_trusted_proxies_the_headers_are_ignored():
    assert client_address(asked("10.1.2.3", xff("198.51.100.7")), ()) == "10.1.2.3"
    assert not is_trusted("10.1.2.3", ())


def test_addresses_of_one_network_count_as_one():
    assert group_of("2001:db8:7:7::1") == group_of("2001:db8:7:7:ffff::2") == "2001:db8:7:7::/64"
    assert group_of("2001:db8:7:8::1") != group_of("2001:db8:7:7::1")
    assert group_of("x") == ""


@pytest.mark.parametrize(
    ("peer", "said", "scheme"),
    [("10.1.2.3", "https", "https"), ("192.0.2.1", "https", "http"), ("10.1.2.3", "ftp", "http")],
)
def test_the_scheme_of_a_trusted_proxy(peer, said, scheme):
    seen = []

    async def app(scope, receive, send):
        seen.append(scope["scheme"])

    scope = {**asked(peer, ("x-forwarded-proto", said)), "scheme": "http"}
    unused: asyncio.Queue[Any] = asyncio.Queue()
    awaited(ForwardedScheme(app, PROXIES)(scope, unused.get, unused.put))
    assert seen == [scheme]
