"""Access control: seats, moves of others, path traversal, request limits, hostile rules."""

import json
import re
import time
from pathlib import Path

import pytest

from ludoteca.messages import LANGUAGES, catalogue
from ludoteca.web.bodies import IMPORT as LARGEST
from tests.web.conftest import browser

HTMX = {"hx-request": "true"}


def begun(client, **wish):
    """The path of a new game."""
    answer = client.post("/start", data={"game": "tapatan", **wish}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def invitation(client, there):
    found = re.search(r'id="invite"[^>]*value="[^"]*(/g/[^"]*)"', client.get(there).text)
    assert found
    return found[1]


# -- seats --------------------------------------------------------------------------------------------


def test_a_seat_is_taken_once_and_only_by_its_secret(app, client):
    there = begun(client, kind="link")
    link = invitation(client, there)
    secret = link.rsplit("/", 1)[-1]
    assert len(secret) >= 32
    friend, thief = browser(app), browser(app)
    for guess in ("x", secret[:-1], secret + "A", secret.swapcase(), "%2e%2e"):
        assert thief.post(f"{there}/seat/{guess}").status_code in (404, 405, 409)
    thief.get(link)  # a GET does not take the seat
    assert friend.post(link, follow_redirects=False).status_code == 303
    for late in (thief, friend):
        assert late.post(link).status_code == 409
    assert thief.post(f"{there}/move", data={"text": "a1-b2"}).status_code == 403
    assert client.post(f"{there}/move", data={"text": "a1-b2"}, headers=HTMX).status_code == 200
    assert client.post(f"{there}/move", data={"text": "c1-b1"}, headers=HTMX).status_code == 403
    assert friend.post(f"{there}/move", data={"text": "c1-b1"}, headers=HTMX).status_code == 200


def test_a_seat_secret_is_shown_once_and_not_stored(client, settings):
    secret = invitation(client, begun(client, kind="link")).rsplit("/", 1)[-1]
    seats = client.post("/api/games", json={"game": "tapatan", "second": "human"}).json()["seats"]
    kept = _database(settings)
    for told in (secret, *seats.values(), client.cookies["visitor"]):
        assert told.encode() not in kept


def _database(settings):
    """Every byte that the database has written."""
    file = Path(settings.database.removeprefix("sqlite:///"))
    return b"".join(path.read_bytes() for path in file.parent.glob(f"{file.name}*"))


COMMANDS = ("move", "undo", "redo", "resign", "draw", "answer", "pause", "go-on", "step", "pace", "hint")


@pytest.mark.parametrize("kind", ["computer", "shared", "watch", "link"])
def test_spectators_cannot_change_a_game(app, client, kind):
    there = begun(client, kind=kind, level="1")
    game, watcher = there.rsplit("/", 1)[-1], browser(app)
    watcher.get("/")
    fields = ("position", "ply", "outcome", "offer", "paused", "hinted", "names")
    client.post(f"{there}/pause")
    before = client.get(f"/api/games/{game}").json()
    for command in COMMANDS:
        data = {"text": "a1-b2", "accept": "yes", "offer": "1", "seconds": "0"}
        assert watcher.post(f"{there}/{command}", data=data, headers=HTMX).status_code in (403, 409), command
    for command in ("moves", "undo", "redo", "resign", "draw", "answer"):
        wish = {"moves": {"move": "a1-b2"}, "answer": {"accept": True, "offer": 1}}.get(command)
        assert watcher.post(f"/api/games/{game}/{command}", json=wish).status_code in (403, 409), command
    assert watcher.patch(f"/api/games/{game}", json={"paused": False}).status_code == 403
    after = client.get(f"/api/games/{game}").json()
    if kind != "watch":
        assert {name: after[name] for name in fields} == {name: before[name] for name in fields}


# -- names ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["elsewhere.example", "testserver.elsewhere.example", "", "[::1", "a b"])
def test_requests_for_other_hosts_are_rejected(client, host):
    assert client.get("/", headers={"host": host}).status_code == 421


# -- pages --------------------------------------------------------------------------------------------

PAGES = ("/", "/games/kalah", "/games/kalah/rules", "/games/tapatan/learn", "/mine", "/workshop", "/api/docs")


def test_pages_have_no_inline_scripts_or_styles_and_cannot_be_framed(client):
    there = begun(client, kind="shared")
    for path in (*PAGES, there, f"{there}/log", f"{there}/tree", "/nothing"):
        answer = client.get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy and "*" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        scripts = re.findall(r"<script\b[^>]*>", answer.text)
        assert all("src=" in one for one in scripts), path
        assert not re.search(r"<style\b|\sstyle=|\son[a-z]+=|javascript:", answer.text), path


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{7*7}}"])
def test_player_names_are_escaped(client, name):
    there = begun(client, kind="shared", name=name, **{"other-name": name})
    for page in (client.get(there).text, client.get("/mine").text):
        assert "<script>alert" not in page and "<img src=x" not in page and ">49<" not in page
    assert client.get("/", params={"q": name}).text.count("<script>alert") == 0
    assert client.get("/games/" + name).status_code == 404


@pytest.mark.parametrize(
    "back",
    ["http://elsewhere.example", "//elsewhere.example", "/\\elsewhere.example", "/x\r\nset-cookie: a=b", "x"],
)
def test_no_open_redirect_and_no_header_injection(client, back):
    answer = client.post("/look", data={"back": back}, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/")
    assert not answer.headers["location"].startswith(("//", "/\\"))
    assert not any(line.startswith("a=") for line in answer.headers.get_list("set-cookie"))


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static//etc/passwd",
        "/static/%2e%2e%2f%2e%2e%2f%2e%2e%2fetc%2fpasswd", "/games/..%2f..%2fetc/rules", "/games/%2e%2e",
        "/static/vendor", "/static/%00", "/games/%00", "/api/library/..%2f..%2fpyproject.toml",
    ],
)  # fmt: skip
def test_no_path_traversal_in_static_files(client, path):
    assert client.get(path).status_code == 404


# -- limits -------------------------------------------------------------------------------------------


def lumps(size):
    """A body without a length."""
    for _ in range(size // 50_000):
        yield b"x" * 50_000


@pytest.mark.parametrize("path", ["/start", "/api/games", "/import", "/workshop/open", "/look"])
def test_large_bodies_are_rejected_in_the_readers_language(client, path):
    kinds = {
        "/import": "multipart/form-data; boundary=b",
        "/workshop/open": "multipart/form-data; boundary=b",
    }
    kind = kinds.get(path, "application/json" if "api" in path else "application/x-www-form-urlencoded")
    for lang in LANGUAGES:
        headers = {"content-type": kind, "accept-language": lang}
        whole = client.post(path, content=b"x" * (LARGEST + 1), headers=headers)
        parts = client.post(path, content=lumps(2 * LARGEST), headers=headers)
        for answer in (whole, parts):
            assert answer.status_code == 413, answer.text
            assert catalogue("web").text(lang, "error.too-large") in answer.text


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("pace", {"seconds": "nan"}),
        ("pace", {"seconds": "inf"}),
        ("move", {"path": "[" * 5000}),
        ("move", {"path": '["' + "a" * 4000 + '"]'}),
        ("move", {"text": "a" * 100_000}),
        ("move", {"text": "a1-b2", "ply": "9" * 400}),
        ("branch", {"ply": "-5"}),
    ],
)
def test_malformed_forms_cause_no_server_error(client, path, data):
    there = begun(client, kind="watch" if path == "pace" else "shared")
    assert client.post(f"{there}/{path}", data=data, headers=HTMX).status_code < 500


@pytest.mark.parametrize("said", ["nan", "inf", "-1", "1e999", "x"])
def test_an_invalid_clock_is_ignored(client, said):
    there = begun(client, kind="shared", clock=said, increment=said)
    assert client.get(f"/api/games/{there.rsplit('/', 1)[-1]}").json()["clocks"] is None


@pytest.mark.parametrize("more", [{"clock": float("nan")}, {"increment": float("nan")}, {"clock": 1e-320}])
def test_nan_and_infinity_are_rejected(client, more):
    text = json.dumps({"game": "tapatan", **more})
    answer = client.post("/api/games", content=text, headers={"content-type": "application/json"})
    assert answer.status_code in (201, 422), answer.text
    if answer.status_code == 201:
        assert client.get(f"/api/games/{answer.json()['game']['id']}").status_code == 200


# -- hostile rules -----------------------------------------------------------------------------------


@pytest.fixture
def draft(client):
    answer = client.post("/workshop/copy", data={"game": "tapatan"}, follow_redirects=False)
    client.get(answer.headers["location"])  # starts the sandbox
    return answer.headers["location"]


def bombs(text):
    """Rules that would use unlimited memory or time."""
    return {
        "a board that is too large": text.replace("[3, 3]", "[100000, 100000]"),
        "a line that is too long": re.sub(r"align = 3", "align = 9999999999", text),
        "nested without end": text + "\nx = " + "[" * 3000 + "]" * 3000,
        "a text that is too long": text + "#" + "x" * 500_000,
        "a number that is too large": text.replace("[3, 3]", f"[{'9' * 5000}, 3]"),
    }


@pytest.mark.parametrize("which", list(bombs("")))
def test_rules_over_the_resource_limits_are_rejected_quickly(client, draft, which):
    text = bombs(client.get(f"{draft}/file").text)[which]
    begun = time.process_time()
    answer = client.post(f"{draft}/text", data={"text": text}, headers=HTMX)
    assert answer.status_code in (200, 413, 422), answer.text
    if answer.status_code == 200:
        assert 'data-good="no"' in answer.text
    # The CPU time of this process only: its children have limits of their own.
    assert time.process_time() - begun < 5
    assert client.get(draft).status_code == 200
