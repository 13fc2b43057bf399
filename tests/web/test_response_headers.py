"""Every response has the security headers, whoever makes it; malformed headers cause no server error."""

from dataclasses import replace

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from ludoteca.web.app import create_app
from ludoteca.web.bodies import SMALL
from ludoteca.web.security import HEADERS
from ludoteca.web.static_files import address
from tests.web.test_strangers import changing_routes

OWN = {"sec-fetch-site": "same-origin"}


@pytest.fixture(scope="module")
def fragile(settings):
    """A server with a route that fails, seen as a browser sees it. It accepts any host name."""
    app: FastAPI = create_app(replace(settings, hosts=("*",)))

    def fail() -> None:
        raise RuntimeError("planted")

    app.add_api_route("/api/fail", fail)
    app.add_api_route("/fail", fail)
    app.add_api_route("/fail", fail, methods=["POST"])
    with TestClient(app, raise_server_exceptions=False, headers=OWN) as running:
        yield running


def check(answer, *statuses):
    assert answer.status_code in statuses, answer.text[:300]
    for name, value in HEADERS.items():
        assert answer.headers.get_list(name) == [value], (answer.status_code, name)


@pytest.mark.parametrize(
    ("method", "path", "more", "status"),
    [
        ("GET", "/fail", {}, 500),
        ("POST", "/fail", {}, 500),
        ("GET", "/api/fail", {}, 500),
        ("GET", "/", {"headers": {"host": "["}}, 421),
        ("GET", "/", {"headers": {"host": ""}}, 421),
        ("POST", "/start", {"content": b"x" * (SMALL + 1)}, 413),
        ("POST", "/start", {"headers": {"sec-fetch-site": "cross-site"}}, 403),
        ("POST", "/start", {"headers": {"content-length": "²"}}, 413),
        ("GET", "/static/nothing.js", {}, 404),
        ("GET", "/static/x/nothing.js", {}, 404),
        ("POST", "/static/x/style.css", {}, 405),
        ("GET", address("style.css"), {}, 200),
        ("GET", "/nothing", {}, 404),
        ("GET", "/api/nothing", {}, 404),
        ("PUT", "/", {}, 405),
        ("DELETE", "/api/games", {}, 405),
        ("GET", "/g/nothing/events", {}, 404),
        ("GET", "/%00", {}, 404),
        ("POST", "/api/position", {"json": {}}, 422),
        ("POST", "/api/position", {"content": b"\xff", "headers": {"content-type": "application/json"}}, 400),
        ("GET", "/api/openapi.json", {}, 200),
        ("GET", "/mine", {"headers": {"accept-encoding": "identity"}}, 200),
    ],
)
def test_the_security_headers_are_on_every_response(fragile, method, path, more, status):
    headers = {name: value.encode() for name, value in more.get("headers", {}).items()}
    check(fragile.request(method, path, **{**more, "headers": headers}), status)


def test_the_errors_of_every_route_have_them(fragile):
    for route in sorted(changing_routes()):
        method, path = route.split(" ")
        check(fragile.request(method, path, follow_redirects=False), 200, 303, 400, 403, 404, 409, 422)


@pytest.mark.parametrize(
    "origin", ["http://[", "http://[::1", "//[", "]", "http://", "null", "", "http://testserver:x"]
)
def test_a_malformed_origin_is_another_site(fragile, origin):
    own = dict(fragile.headers)
    del fragile.headers["sec-fetch-site"]
    try:
        check(fragile.post("/look", data={"theme": "dark"}, headers={"origin": origin}), 403)
    finally:
        fragile.headers.update(own)


@pytest.mark.parametrize(
    "back", ["http://[", "//[", "/[", "/x]", "http://[::1", "[", "/\t//x", "/" + "x" * 5000]
)
def test_a_malformed_address_to_return_to_is_no_server_error(fragile, back):
    answer = fragile.post("/look", data={"back": back}, follow_redirects=False)
    check(answer, 303)
    assert answer.headers["location"].startswith("/")


@pytest.mark.parametrize(
    "host", ["[", "]", "a]", "[::1", "[x]", "a:b", "a:999999", "a/b", "a@b", "a b", "ä", "a?b"]
)
def test_a_malformed_host_is_refused_where_any_host_is_accepted(fragile, host):
    check(fragile.get("/", headers={"host": host.encode()}), 421)


@pytest.mark.parametrize(
    "name", ["cookie", "accept-language", "authorization", "hx-request", "x-flip", "accept"]
)
@pytest.mark.parametrize(
    "value", [b"\xff\xfe", b"[", b"visitor=[;lang=]", b";q=,;q=x", b"Bearer \xff", b"\x01", b"=" * 500]
)
def test_odd_headers_cause_no_server_error(fragile, name, value):
    check(fragile.get("/mine", headers={name: value}), 200)
    check(fragile.get("/api/results", headers={name: value}), 200)
