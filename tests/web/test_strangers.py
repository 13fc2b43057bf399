"""Every route that changes something, tried by a stranger: nothing of another visitor's may change."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.routing import BaseRoute

from ludoteca.web import api, pages
from ludoteca.web.api import reference
from tests.waiting import wait_until
from tests.web.conftest import browser

SEAT = (403,)
"""Refused: the stranger has no seat in the game, or is not the author of the draft."""
CREATES = (201, 303)
"""Makes something of the stranger's own."""
COMPUTES = (200, 409, 422)
"""Only computes an answer; nothing is stored."""

GAME_ROUTES: dict[str, tuple[tuple[int, ...], dict[str, Any]]] = {
    "POST /api/games/{game_id}/answer": (SEAT, {"accept": True, "offer": 1}),
    "POST /api/games/{game_id}/draw": (SEAT, {}),
    "POST /api/games/{game_id}/moves": (SEAT, {"move": "a1-b2"}),
    "POST /api/games/{game_id}/redo": (SEAT, {}),
    "POST /api/games/{game_id}/resign": (SEAT, {}),
    "POST /api/games/{game_id}/think": (SEAT, {}),
    "POST /api/games/{game_id}/undo": (SEAT, {}),
    "PATCH /api/games/{game_id}": (SEAT, {"paused": False}),
    "POST /g/{game_id}/again": (CREATES, {}),
    "POST /g/{game_id}/answer": (SEAT, {"accept": "yes", "offer": "1"}),
    "POST /g/{game_id}/branch": (CREATES, {"ply": "0"}),
    "POST /g/{game_id}/draw": (SEAT, {}),
    "POST /g/{game_id}/flag": (SEAT, {}),
    "POST /g/{game_id}/go-on": (SEAT, {}),
    "POST /g/{game_id}/hint": ((409,), {}),
    "POST /g/{game_id}/move": (SEAT, {"text": "a1-b2"}),
    "POST /g/{game_id}/pace": (SEAT, {"seconds": "0"}),
    "POST /g/{game_id}/pause": (SEAT, {}),
    "POST /g/{game_id}/redo": (SEAT, {}),
    "POST /g/{game_id}/resign": (SEAT, {}),
    "POST /g/{game_id}/seat/{secret}": ((409,), {}),
    "POST /g/{game_id}/step": (SEAT, {}),
    "POST /g/{game_id}/think": (SEAT, {}),
    "POST /g/{game_id}/undo": (SEAT, {}),
}
DRAFT_ROUTES: dict[str, tuple[tuple[int, ...], dict[str, Any]]] = {
    "POST /workshop/{draft_id}/drop": (SEAT, {"where": "end[1]"}),
    "POST /workshop/{draft_id}/fill": (SEAT, {"where": "end[1].when.align", "said": "4"}),
    "POST /workshop/{draft_id}/fix": ((403, 409), {"problem": "0", "fix": "0"}),
    "POST /workshop/{draft_id}/ideas": (SEAT, {"surprise": "yes"}),
    "POST /workshop/{draft_id}/name": (SEAT, {"title": "Mine"}),
    "POST /workshop/{draft_id}/play": (CREATES, {}),
    "POST /workshop/{draft_id}/playtest": (COMPUTES, {}),
    "POST /workshop/{draft_id}/remix": (CREATES, {}),
    "POST /workshop/{draft_id}/stop-training": (SEAT, {}),
    "POST /workshop/{draft_id}/train": (SEAT, {}),
    "POST /workshop/{draft_id}/start": (SEAT, {"cell": "a1"}),
    "POST /workshop/{draft_id}/take": (SEAT, {"offer": "0"}),
    "POST /workshop/{draft_id}/text": (SEAT, {"text": "x = 1"}),
    "POST /workshop/{draft_id}/undo": (SEAT, {}),
}
OTHER_ROUTES = {
    "POST /analysis", "POST /analysis/file", "POST /analysis/import", "POST /analysis/lines",
    "POST /analysis/move", "POST /analysis/paths", "POST /analysis/store", "POST /analysis/values",
    "POST /api/best", "POST /exercise",
    "POST /api/games", "POST /api/import", "POST /api/position", "POST /api/position.svg",
    "POST /api/position/values", "POST /puzzles/{game_id}/{number}/{step}/move",
    "POST /puzzles/{game_id}/{number}/solution",
    "POST /api/tree", "POST /api/workshop/cards", "POST /api/workshop/copy", "POST /api/workshop/drop",
    "POST /api/workshop/fill", "POST /api/workshop/ideas", "POST /api/workshop/look",
    "POST /api/workshop/playtest", "POST /games/{game_id}/editor/move",
    "POST /games/{game_id}/editor/set", "POST /games/{game_id}/learn/{step}/move",
    "POST /games/{game_id}/{variant}/learn/{step}/move", "POST /import",
    "POST /class", "POST /class/join", "POST /games/{game_id}/lab", "POST /lab/experiments/{name}",
    "POST /look", "POST /mine/delete", "POST /start", "POST /tournaments", "POST /workshop/copy",
    "POST /workshop/open",
}  # fmt: skip
"""Routes that name nothing of another visitor's."""
TOURNAMENT_ROUTES = {
    "POST /tournaments/{tournament_id}/go-on", "POST /tournaments/{tournament_id}/seat/{secret}",
    "POST /tournaments/{tournament_id}/stop",
}  # fmt: skip
"""Tested in `test_tournaments.py`."""
EXPERIMENT_ROUTES = {"POST /lab/runs/{run_id}/stop"}
"""Tested in `test_lab.py`."""
CLASS_ROUTES: dict[str, dict[str, str]] = {
    "POST /class/{classroom}/cup": {"game": "tapatan"},
    "POST /class/{classroom}/cup/{tournament}/decide": {"game": "1", "points": "1"},
    "POST /class/{classroom}/device": {},
    "POST /class/{classroom}/end": {"confirm": "yes"},
    "POST /class/{classroom}/hand-over": {"number": "1"},
    "POST /class/{classroom}/joining": {"open": "no"},
    "POST /class/{classroom}/leave": {"confirm": "yes"},
    "POST /class/{classroom}/pair": {"game": "tapatan"},
    "POST /class/{classroom}/projector": {"show": "code"},
    "POST /class/{classroom}/pupil/{number}/remove": {"confirm": "yes"},
    "POST /class/{classroom}/pupil/{number}/rename": {"name": "Eva"},
    "POST /class/{classroom}/pupil/{number}/return": {},
    "POST /class/{classroom}/tasks": {"kind": "puzzles", "game": "tapatan", "times": "1"},
    "POST /class/{classroom}/tasks/{number}/remove": {},
}


def changing_routes() -> set[str]:
    routes: list[BaseRoute] = []
    for router in (*pages.ROUTERS, *api.ROUTERS, reference.router):
        routes += router.routes
    return {
        f"{method} {getattr(route, 'path', '')}"
        for route in routes
        for method in getattr(route, "methods", None) or ()
        if method not in ("GET", "HEAD", "OPTIONS") and not getattr(route, "deprecated", False)
    }


def test_every_changing_route_is_listed():
    """A new route fails here until it is listed above, with what a stranger gets."""
    assert changing_routes() == {
        *GAME_ROUTES,
        *DRAFT_ROUTES,
        *OTHER_ROUTES,
        *TOURNAMENT_ROUTES,
        *EXPERIMENT_ROUTES,
        *CLASS_ROUTES,
    }


@pytest.fixture
def stranger(app):
    """A visitor with a seat elsewhere."""
    found = browser(app)
    found.post("/start", data={"game": "tapatan", "kind": "shared"})
    assert found.cookies.get("visitor")
    return found


def begun(client, **wish):
    answer = client.post("/start", data={"game": "tapatan", "level": "1", **wish}, follow_redirects=False)
    return answer.headers["location"].rsplit("/", 1)[-1]


def ask(client, route, data, **values):
    method, path = route.split(" ")
    path = path.format(**values)
    body = {"json": data} if path.startswith("/api/") else {"data": data}
    return client.request(method, path, follow_redirects=False, **body)


FIELDS = ("position", "ply", "outcome", "offer", "paused", "hinted", "names", "version")


@pytest.mark.parametrize("kind", ["computer", "shared", "link", "watch"])
@pytest.mark.parametrize("route", sorted(GAME_ROUTES))
def test_a_stranger_changes_no_game(client, stranger, route, kind):
    game = begun(client, kind=kind)
    if kind == "watch":
        assert client.post(f"/g/{game}/pause", follow_redirects=False).status_code == 303
        services = client.app.state.services
        wait_until(lambda: not services.ai_turns.is_thinking(services.games.get(game)))
    before = client.get(f"/api/games/{game}").json()
    statuses, data = GAME_ROUTES[route]
    answer = ask(stranger, route, data, game_id=game, number=1, secret="x" * 32)
    assert answer.status_code in statuses, answer.text
    after = client.get(f"/api/games/{game}").json()
    assert {name: after[name] for name in FIELDS} == {name: before[name] for name in FIELDS}
    assert not services_steps(client, game)


def services_steps(client, game):
    """Moves of a paused game that are still to be played."""
    return [one for one in client.app.state.services.ai_turns._steps if one[0] == game]


@pytest.mark.parametrize("route", sorted(DRAFT_ROUTES))
def test_a_stranger_changes_no_draft(client, stranger, route):
    answer = client.post("/workshop/copy", data={"game": "tapatan"}, follow_redirects=False)
    draft = answer.headers["location"].rsplit("/", 1)[-1]
    before = client.get(f"/workshop/{draft}/file").text
    statuses, data = DRAFT_ROUTES[route]
    answer = ask(stranger, route, data, draft_id=draft)
    assert answer.status_code in statuses, answer.text
    assert client.get(f"/workshop/{draft}/file").text == before


@pytest.mark.parametrize("route", sorted(CLASS_ROUTES))
def test_a_stranger_changes_no_class(client, stranger, route):
    made = client.post("/class", data={"title": "5A"}, follow_redirects=False)
    classroom = made.headers["location"].rsplit("/", 1)[-1]
    code = re.search(r'id="code">([^<]+)<', client.get(f"/class/{classroom}").text)
    assert code
    pupil = browser(client)
    joined = pupil.post("/class/join", data={"code": code[1], "name": "Ana", "animal": "onca"})
    assert joined.status_code == 200
    client.post(f"/class/{classroom}/tasks", data={"kind": "puzzles", "game": "tapatan", "times": "5"})
    before = client.get(f"/class/{classroom}").text
    assert "Ana" in before
    answer = ask(stranger, route, CLASS_ROUTES[route], classroom=classroom, number=1, tournament="x" * 12)
    assert answer.status_code in (403, 404), answer.text
    assert client.get(f"/class/{classroom}").text == before


def test_who_started_a_game_between_computers_may_step_it(client, stranger):
    game = begun(client, kind="watch")
    assert client.post(f"/api/games/{game}/think").status_code == 200
    assert client.patch(f"/api/games/{game}", json={"paused": True}).status_code == 200
    assert stranger.post(f"/api/games/{game}/think").status_code == 403


def test_a_program_that_creates_a_game_between_computers_gets_its_secrets(client, stranger):
    created = client.post("/api/games", json={"game": "tapatan", "first": "level:1", "second": "level:1"})
    game, seats = created.json()["game"]["id"], created.json()["seats"]
    assert seats.keys() == {"first", "second"}
    for secret in seats.values():
        headers = {"authorization": f"Bearer {secret}"}
        answer = stranger.patch(f"/api/games/{game}", json={"paused": True}, headers=headers)
        assert answer.status_code == 200, answer.text
    assert stranger.patch(f"/api/games/{game}", json={"paused": False}).status_code == 403
