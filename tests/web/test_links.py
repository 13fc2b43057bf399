"""Links for others: never one that only works on this machine, without saying so."""

import re

import pytest
from fastapi.testclient import TestClient

from ludoteca import system
from ludoteca.web import links
from ludoteca.web.app import create_app
from ludoteca.web.links import is_loopback
from ludoteca.web.server import listen, network_url
from ludoteca.web.settings import LOOPBACK, Settings


@pytest.fixture(params=[LOOPBACK, ("*",)], ids=["loopback", "all"])
def server(request, tmp_path, monkeypatch):
    """A server that listens on loopback, or on all addresses, of a machine with an address in a network."""
    monkeypatch.setattr(links, "network_address", lambda: "192.168.1.7")
    settings = Settings(
        database=f"sqlite:///{tmp_path / 'web.sqlite'}", workers=1, hosts=request.param, limits="off"
    )
    with TestClient(create_app(settings), headers={"sec-fetch-site": "same-origin"}) as client:
        yield client, request.param == ("*",)


def invitation(client, host):
    client.base_url = f"http://{host}"
    answer = client.post("/start", data={"game": "tapatan", "kind": "link"}, follow_redirects=False)
    page = client.get(answer.headers["location"]).text
    found = re.search(r'id="invite" readonly value="([^"]+)"', page)
    assert found
    drawn = client.get(answer.headers["location"] + "/invitation.svg")
    assert drawn.headers["content-type"] == "image/svg+xml"
    return found[1], page


@pytest.mark.parametrize("host", ["127.0.0.1:8713", "localhost:8713"])
def test_on_the_machine_itself_the_link_has_its_network_address(server, host):
    client, listens_to_all = server
    link, page = invitation(client, host)
    if listens_to_all:
        assert link.startswith("http://192.168.1.7:8713/g/")
        assert "same network" in page
    else:
        assert link.startswith(f"http://{host}/g/")
        assert "works only on this computer" in page
        assert "ludoteca serve --host 0.0.0.0" in page


def test_the_link_of_an_analysis_has_the_address_for_others_too(server):
    client, listens_to_all = server
    client.base_url = "http://127.0.0.1:8713"
    page = client.get("/analysis?game=tapatan&moves=a1-b2").text
    link = re.search(r'id="link" readonly value="([^"]+)"', page)
    assert link
    host = "192.168.1.7" if listens_to_all else "127.0.0.1"
    assert link[1].startswith(f"http://{host}:8713/analysis?")
    assert ("works only on this computer" in page) != listens_to_all


def test_from_elsewhere_the_link_has_the_address_that_the_visitor_uses(server):
    client, listens_to_all = server
    if not listens_to_all:
        return
    link, page = invitation(client, "games.example:80")
    assert link.startswith("http://games.example")
    assert "works only on this computer" not in page
    assert "same network" not in page


def test_nobody_else_sees_the_invitation(server):
    client, _ = server
    client.base_url = "http://127.0.0.1:8713"
    answer = client.post("/start", data={"game": "tapatan", "kind": "link"}, follow_redirects=False)
    client.cookies.clear()
    assert client.get(answer.headers["location"] + "/invitation.svg").status_code == 404


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1:8713", True), ("127.0.1.1", True), ("localhost", True), ("[::1]:80", True),
        ("192.168.1.7:8713", False), ("games.example", False), ("[::1", False), ("", False),
    ],
)  # fmt: skip
def test_loopback_hosts_are_known(host, expected):
    assert is_loopback(host) == expected


def test_the_address_in_the_network_is_not_a_loopback_address():
    found = system.network_address()
    assert found is None or not is_loopback(found)


def test_a_hotspot_without_a_default_route_has_an_address(monkeypatch):
    routes = {"10.42.0.2": "10.42.0.1"}
    monkeypatch.setattr(system, "_address_towards", routes.get)
    assert system.network_address() == "10.42.0.1"
    monkeypatch.setattr(system, "_address_towards", lambda host: None)
    assert system.network_address() is None


def test_a_server_on_loopback_has_no_address_for_others(monkeypatch):
    monkeypatch.setattr("ludoteca.web.server.network_address", lambda: "192.168.1.7")
    for host, url in (("127.0.0.1", None), ("0.0.0.0", "http://192.168.1.7:{port}")):
        with listen(host, 0) as opened:
            assert network_url(opened) == (url and url.format(port=opened.getsockname()[1]))
