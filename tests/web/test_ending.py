"""The end of a stored game: its result stays, a variation does not count, and the API tells the counters."""

import pytest

from tests.web.conftest import browser

WIN = ("a1", "a2", "b1", "b2", "c1")
HX = {"hx-request": "true"}


def started(client, **more) -> str:
    """A game at a shared screen; its path."""
    form = {"game": "tic-tac-toe", "kind": "shared", "name": "Ana", "other-name": "Bia", **more}
    answer = client.post("/start", data=form, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def finished(client) -> str:
    path = started(client)
    for ply, move in enumerate(WIN):
        assert client.post(f"{path}/move", data={"text": move, "ply": ply}).status_code == 200
    return path


def api(client, path):
    return client.get(f"/api/games/{path.removeprefix('/g/')}").json()


@pytest.mark.parametrize("headers", [{}, HX], ids=["form", "htmx"])
def test_undo_after_the_end_starts_a_new_game_and_keeps_the_result(client, headers):
    path = finished(client)
    counted = client.get("/api/results").json()
    assert counted
    answer = client.post(f"{path}/undo", headers=headers, follow_redirects=False)
    there = answer.headers["hx-redirect" if headers else "location"]
    assert there != path
    assert [one["move"] for one in api(client, there)["moves"]] == list(WIN[:4])
    assert api(client, there)["names"] == {"first": "Ana", "second": "Bia"}
    assert api(client, path)["outcome"] == {"winner": "first", "reason": "align"}
    # The variation ends otherwise, and counts for nobody.
    client.post(f"{there}/move", data={"text": "a3", "ply": 4})
    client.post(f"{there}/move", data={"text": "c2", "ply": 5})
    assert api(client, there)["outcome"] == {"winner": "second", "reason": "align"}
    assert client.get("/api/results").json() == counted


def test_the_api_refuses_an_undo_after_the_end(client):
    path = finished(client)
    answer = client.post(f"/api/games/{path.removeprefix('/g/')}/undo")
    assert answer.status_code == 409
    assert api(client, path)["outcome"]["winner"] == "first"


def test_a_stranger_cannot_branch_off_by_undo(client, app):
    path = finished(client)
    assert browser(app).post(f"{path}/undo", follow_redirects=False).status_code == 403


def test_counters_and_winning_cells_in_the_api(client):
    state = api(client, finished(client))
    assert state["winning_cells"] == ["a1", "b1", "c1"]
    assert state["counters"] == {"first": [], "second": []}
    body = {"game": "adugo", "first": "human", "second": "human"}
    created = client.post("/api/games", json=body).json()["game"]
    assert created["winning_cells"] == []
    assert created["counters"]["first"] == [{"name": "captured", "value": 0, "goal": 5, "kind": ""}]


def test_games_without_draws_refuse_a_draw_offer(client):
    path = started(client, game="hex")
    page = client.get(path).text
    assert 'data-sure="resign"' in page and 'data-sure="draw"' not in page
    assert client.post(f"{path}/draw").status_code == 409


def test_names_and_players_of_two_computers(client):
    form = {"watch-first": "level:1", "watch-second": "random", "watch-name-second": "Dado"}
    state = api(client, started(client, kind="watch", **form))
    assert state["players"] == {"first": "level:1", "second": "random"}
    assert state["names"]["second"] == "Dado" and state["names"]["first"] != "Ana"


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Ana wins. Three in a row."),
        ("pt-BR", "Ana venceu. Três em linha."),
        ("es", "Ana gana. Tres en línea."),
    ],
)
def test_the_headline_and_the_side_in_my_games(client, lang, said):
    path = finished(client)
    assert said in client.get(path, headers={"accept-language": lang}).text
    results = client.get("/mine").text
    assert ">X</td>" in results and ">first</td>" not in results


def test_a_paused_game_refuses_moves(client):
    path = started(client, kind="computer", side="first", level="1", clock="5")
    client.post(f"{path}/pause")
    assert api(client, path)["paused"]
    assert client.post(f"{path}/move", data={"text": "b2", "ply": 0}).status_code == 409
    client.post(f"{path}/go-on")
    assert client.post(f"{path}/move", data={"text": "b2", "ply": 0}).status_code == 200
