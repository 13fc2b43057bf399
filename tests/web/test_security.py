"""Security middleware, response headers, cookies, invitations and limits."""

import re

import pytest

from ludoteca.web.bodies import SMALL
from ludoteca.web.security import POLICY
from tests.web.conftest import browser
from tests.web.test_pages import begin, seen

PAGES = ("/", "/games/kalah", "/games/kalah/rules", "/mine", "/api/docs", "/nothing-here")


@pytest.mark.parametrize("path", PAGES)
def test_every_response_has_the_security_headers(client, path):
    answer = client.get(path)
    assert answer.headers["content-security-policy"] == POLICY
    assert "unsafe" not in POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert not re.search(r"<script(?![^>]*\bsrc=)", answer.text)
    assert not re.search(r"<style\b|\sstyle=|\son[a-z]+=", answer.text)


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {},
    ],
)
def test_cross_site_requests_are_rejected(client, headers):
    address = begin(client, "tapatan", kind="shared")
    del client.headers["sec-fetch-site"]
    answer = client.post(f"{address}/move", data={"text": "a1-b2"}, headers=headers)
    assert answer.status_code == 403
    client.headers["sec-fetch-site"] = "same-origin"
    assert seen(client, address)["ply"] == "0"


def test_same_origin_requests_and_programs_are_accepted(client):
    del client.headers["sec-fetch-site"]
    assert client.post("/api/games", json={"game": "tapatan"}).status_code == 201
    own = {"origin": "http://testserver"}
    assert (
        client.post("/start", data={"game": "tapatan"}, headers=own, follow_redirects=False).status_code
        == 303
    )


def test_unknown_hosts_are_rejected(client):
    answer = client.get("/", headers={"host": "evil.example"})
    assert answer.status_code == 421
    assert client.get("/", headers={"host": "evil.example:8713"}).status_code == 421


def test_large_bodies_are_rejected(client):
    answer = client.post("/api/position", content=b"x" * (SMALL + 1))
    assert answer.status_code == 413
    chunks = (b"x" * 100_000 for _ in range(20))
    assert client.post("/api/position", content=chunks).status_code == 413


def test_an_invitation_works_once(app, client):
    address = begin(client, "tapatan", kind="link")
    page = client.get(address).text
    path = re.search(r'value="http://testserver([^"]*/seat/[^"]*)"', page)
    assert path
    guest, late = browser(app), browser(app)
    assert guest.get(path[1]).status_code == 200
    assert seen(guest, address)["mine"] == "", "to look at an invitation takes no seat"
    assert guest.post(path[1], follow_redirects=False).status_code == 303
    assert seen(guest, address)["mine"] == "second"
    assert late.post(path[1]).status_code == 409
    assert seen(late, address)["mine"] == ""
    assert "/seat/" not in client.get(address).text
    # The host knows the secret of the other seat, which has expired.
    secret = path[1].rsplit("/", 1)[1]
    client.post(f"{address}/move", data={"text": "a1-b2"})
    bearer = {"authorization": f"Bearer {secret}"}
    stolen = client.post(f"/api/games/{address.split('/')[-1]}/moves", json={"move": "c1-b1"}, headers=bearer)
    assert stolen.status_code == 403


def test_secrets_are_not_stored(app, client):
    answer = client.post("/api/games", json={"game": "tapatan", "second": "human"}).json()
    row = app.app.state.services.games.get(answer["game"]["id"]).row
    kept = str({name: getattr(row, name) for name in row.__table__.columns.keys()})
    for secret in answer["seats"].values():
        assert len(secret) >= 32
        assert secret not in kept
    assert "seats" not in client.get(f"/api/games/{answer['game']['id']}").json()


def test_cookies_are_http_only_and_same_site(client):
    answer = client.post("/start", data={"game": "tapatan", "kind": "link"}, follow_redirects=False)
    cookies = answer.headers.get_list("set-cookie")
    assert len(cookies) == 2
    for one in cookies:
        assert "HttpOnly" in one
        assert "SameSite=lax" in one


@pytest.mark.parametrize(
    "back", ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "x"]
)
def test_preferences_redirect_to_this_server_only(client, back):
    answer = client.post("/look", data={"theme": "dark", "back": back}, follow_redirects=False)
    assert answer.headers["location"] == "/"


def test_names_and_positions_are_escaped(client):
    nasty = "<script>alert(1)</script>"
    address = begin(client, "tapatan", kind="shared", name=nasty)
    text = client.get(address).text
    assert nasty not in text
    assert "&lt;script&gt;" in text
    assert nasty not in client.get("/", params={"q": nasty}).text
    assert nasty not in client.get("/games/tapatan", params={"position": nasty}).text


def test_player_options_are_limited(client):
    for player in (
        "engine:seconds=600",
        "engine:threads=8",
        "engine:megabytes=60000",
        "mcts:playouts=999999999",
    ):
        answer = client.post("/api/games", json={"game": "tapatan", "second": player})
        assert answer.status_code == 422
        assert answer.json()["error"]["code"] == "unknown-player"
