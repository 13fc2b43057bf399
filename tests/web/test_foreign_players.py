"""A request starts no program of somebody else, unless the owner of the server offers it."""

import json
import sys
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from ludoteca.play.foreign import EnginesFileError, require_engines
from ludoteca.play.players import UnknownPlayer, foreign_kinds
from ludoteca.web.app import create_app
from ludoteca.web.players import asked_for
from ludoteca.web.settings import Settings
from tests.waiting import wait_until
from tests.web.conftest import browser

SPECS = [
    *foreign_kinds(), "ugi:command=true", 'ugi:command="true --flag",nodes=5', "python:file=mine.py", "mine",
    "mine:nodes=5",
]  # fmt: skip


@pytest.fixture(autouse=True)
def engines(tmp_path, monkeypatch):
    """The owner of the server has engines for the command line."""
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path))
    (tmp_path / "engines.toml").write_text('[mine]\ncommand = "true"\n')


@pytest.mark.parametrize("spec", SPECS)
def test_programs_of_others_are_refused(spec):
    with pytest.raises(UnknownPlayer) as caught:
        asked_for(spec)
    assert caught.value.code in ("player.private", "player.unknown")
    assert "true" not in str(caught.value)


@pytest.mark.parametrize("spec", ["ugi:command=true", "python:file=mine.py", "mine"])
def test_a_request_for_one_is_refused(client, spec):
    answer = client.post("/api/games", json={"game": "tapatan", "first": spec, "second": "human"})
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "unknown-player"


def test_they_are_not_listed(client):
    listed = client.get("/api/players").json()
    assert not [word for word in foreign_kinds() if f'"{word}"' in str(listed)]


# -- engines that the owner of the server offers --------------------------------------------------------


GOOD = [sys.executable, "-m", "ludoteca", "engine", "tapatan"]
FAULTS = {
    "crashing": ("import sys; sys.exit(3)", "crash"),
    "hanging": ("import time; time.sleep(600)", "time"),
    "cheating": (
        "print('ugiok', flush=True)\nfor line in __import__('sys').stdin:\n"
        "    if line.startswith('isready'): print('readyok', flush=True)\n"
        "    if line.startswith('go'): print('bestmove z9-z9', flush=True)",
        "illegal move",
    ),
    "flooding": ("while True: print('info string ' + 'x' * 1000)", "time"),
}
OFFERED = ("good", *FAULTS)


@pytest.fixture
def offering(tmp_path, monkeypatch):
    """A server that offers some engines; `mine` is not one of them."""
    lines = ["[mine]", 'command = "true"', "[good]", f"command = {json.dumps(GOOD)}", "nodes = 500"]
    for name, (program, _) in FAULTS.items():
        lines += [f"[{name}]", f"command = {json.dumps([sys.executable, '-c', program])}", "seconds = 0.2"]
        lines += ["timeout = 2", "margin = 0.3"]
    (tmp_path / "engines.toml").write_text("\n".join(lines))
    monkeypatch.setattr("ludoteca.parallel.worker.GRACE_SECONDS", 60.0)
    settings = Settings(
        database=f"sqlite:///{tmp_path / 'web.sqlite'}", workers=1, hosts=("testserver",), limits="off",
        engines=OFFERED,
    )  # fmt: skip
    with TestClient(create_app(settings)) as running:
        yield browser(running)


def begin_with(client, player):
    return client.post("/api/games", json={"game": "tapatan", "first": player, "second": "human"})


def test_an_offered_engine_plays(offering):
    game = begin_with(offering, "good").json()["game"]["id"]
    wait_until(lambda: offering.get(f"/api/games/{game}").json()["ply"] == 1)
    assert offering.get(f"/g/{game}").status_code == 200


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_an_offered_engine_loses_its_game_and_no_other(offering, name):
    game, other = (begin_with(offering, player).json()["game"]["id"] for player in (name, "good"))
    state = wait_until(lambda: (now := offering.get(f"/api/games/{game}").json())["outcome"] and now)
    assert state["outcome"] == {"winner": "second", "reason": FAULTS[name][1]}
    assert offering.get(f"/g/{game}").status_code == 200
    wait_until(lambda: offering.get(f"/api/games/{other}").json()["ply"] == 1)
    wait_until(lambda: not running_programs())


def running_programs():
    """The engines of these tests that still run."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            line = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        found += [line for program, _ in FAULTS.values() if b"\0" + program.encode() + b"\0" in line]
    return found


@pytest.mark.parametrize(
    "spec",
    [
        "good:nodes=5",
        "good:command=true",
        "good:",
        "good,x",
        "mine",
        "python:file=mine.py",
        "ugi:command=true",
    ],
)
def test_a_request_carries_no_command_path_or_undeclared_option(offering, spec):
    answer = begin_with(offering, spec)
    assert answer.status_code == 422, answer.text
    assert answer.json()["error"]["code"] == "unknown-player"
    form = {"game": "tapatan", "kind": "computer", "player-first": spec}
    assert offering.post("/start", data=form, follow_redirects=False).status_code == 422


def test_offered_engines_are_listed_where_they_can_play(offering):
    assert [one["player"] for one in offering.get("/api/players").json()][: len(OFFERED)] == list(OFFERED)
    for form in ("/games/tapatan", "/tournaments/new?game=tapatan"):
        shown = offering.get(form).text
        assert '<option value="good"' in shown
        assert '<option value="mine"' not in shown


def test_an_offered_engine_plays_a_tournament(offering):
    form = {
        "game": "tapatan",
        "format": "round-robin",
        "games": "2",
        "player-1": "good",
        "player-2": "level:1",
    }
    made = offering.post("/tournaments", data=form, follow_redirects=False)
    assert made.status_code == 303, made.text
    where = made.headers["location"]
    found = wait_until(lambda: (now := offering.get(f"{where}/table.json").json())["state"] == "over" and now)
    assert found["games"] == 2
    wait_until(lambda: not running_programs())


def test_only_engines_of_the_file_can_be_offered(offering):
    assert require_engines(["good", "good"]) == ("good",)
    for name in ("nobody", "engine", "ugi"):
        with pytest.raises(EnginesFileError) as found:
            require_engines([name])
        assert found.value.code == "engines.missing"
