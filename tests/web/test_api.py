"""The JSON interface: whole games, and errors."""

import pytest

from ludoteca.games import ids
from tests.waiting import wait_until


def begin(client, **wish):
    answer = client.post("/api/games", json=wish)
    assert answer.status_code == 201, answer.text
    body = answer.json()
    return body["game"]["id"], body["seats"]


def bearer(secret):
    return {"authorization": f"Bearer {secret}"}


def test_the_library_in_the_readers_language(client):
    games = client.get("/api/library", headers={"accept-language": "pt-BR"}).json()
    assert len(games) == len(ids())
    assert {"id", "name", "family", "levels"} <= games[0].keys()
    one = client.get("/api/library/hex:size=5", headers={"accept-language": "pt-BR"}).json()
    assert len(one["cells"]) == 25
    assert one["sides"] == ["Brancas", "Pretas"]


def test_two_programs_play_a_whole_game_by_their_secrets(client):
    game, seats = begin(client, game="tic-tac-toe", first="human", second="human")
    assert seats.keys() == {"first", "second"}
    for number, move in enumerate(("a1", "a2", "b1", "b2", "c1")):
        side = ("first", "second")[number % 2]
        answer = client.post(
            f"/api/games/{game}/moves", json={"move": move, "ply": number}, headers=bearer(seats[side])
        )
        assert answer.status_code == 200, answer.text
    state = client.get(f"/api/games/{game}").json()
    assert state["outcome"] == {"winner": "first", "reason": "align"}
    assert [one["move"] for one in state["moves"]] == ["a1", "a2", "b1", "b2", "c1"]
    text = client.get(f"/api/games/{game}/record", params={"format": "txt"}).text
    assert '[Game "tic-tac-toe"]' in text


def test_a_computer_answers(client):
    game, seats = begin(client, game="tapatan", second="level:1", seed=3)
    client.post(f"/api/games/{game}/moves", json={"move": "a1-b2"}, headers=bearer(seats["first"]))
    wait_until(lambda: client.get(f"/api/games/{game}").json()["ply"] >= 2)
    state = client.get(f"/api/games/{game}").json()
    assert state["moves"][1]["by"] == "second"
    seen = client.get(f"/api/games/{game}/thinking").json()["moves"][1]["thinking"]
    assert seen["level"] == 1


@pytest.mark.parametrize(
    ("question", "status", "code"),
    [
        ({"move": "a1-c3"}, 422, "illegal-move"),
        ({"move": "a1-b2", "ply": 7}, 409, "out-of-step"),
        ({}, 409, "not-now"),
        ({"move": "x" * 500}, 422, "invalid"),
        ({"moves": "a1-b2"}, 422, "invalid"),
    ],
)
def test_errors_are_objects_with_a_stable_code(client, question, status, code):
    game, seats = begin(client, game="tapatan", second="human")
    answer = client.post(f"/api/games/{game}/moves", json=question, headers=bearer(seats["first"]))
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]["code"] == code
    assert answer.json()["error"]["message"]


def test_a_wrong_secret_is_rejected(client):
    game, seats = begin(client, game="tapatan", second="human")
    for secret in ("", "x", seats["second"], seats["first"][:-1]):
        answer = client.post(f"/api/games/{game}/moves", json={"move": "a1-b2"}, headers=bearer(secret))
        assert answer.status_code == 403
        assert answer.json()["error"]["code"] == "not-your-seat"
    assert client.get(f"/api/games/{game}").json()["ply"] == 0


def test_a_missing_game(client):
    for path in ("/api/games/nothing", "/api/library/no-such-game", "/api/no-such-thing"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert answer.json()["error"]["code"] in ("no-such-game", "unknown-game", "http-404")


@pytest.mark.parametrize("name", ["/etc/passwd.toml", "kalah/../x.toml", "pyproject.toml"])
def test_files_of_the_server_cannot_be_opened(client, name):
    assert client.post("/api/games", json={"game": name}).status_code == 404
    assert client.post("/api/position", json={"game": name}).status_code == 404


def test_the_best_move_and_the_tree_of_a_position(client):
    place = {"game": "tic-tac-toe", "position": "xx1/oo1/3 x"}
    best = client.post("/api/best", json=place | {"nodes": 5000}).json()
    assert best["move"] == "c3"
    assert best["score"]["kind"] == "win"
    start = {"game": "tic-tac-toe"}
    pruned, plain = (
        client.post("/api/tree", params={"depth": 2, "prune": prune}, json=start).json()
        for prune in ("true", "false")
    )
    assert plain["nodes"] == 82
    assert pruned["nodes"] < plain["nodes"]
    assert pruned["value"] == plain["value"]


def test_the_openapi_description_and_the_reference_page(client):
    described = client.get("/api/openapi.json").json()
    assert "/api/games/{game_id}/moves" in described["paths"]
    page = client.get("/api/docs")
    assert page.status_code == 200
    assert "<script>" not in page.text
    for path in described["paths"]:
        assert path in page.text


def test_a_tree_by_any_algorithm_with_the_values_of_the_classics(client):
    start = {"game": "kalah"}
    for algorithm in ("minimax", "negamax", "breadth-first", "expectiminimax"):
        how = {"depth": 2, "algorithm": algorithm, "values": "kalah-2017"}
        found = client.post("/api/tree", params=how, json=start).json()
        assert found["algorithm"] == algorithm
        assert found["steps"][0]["kind"] == "enter"
    refused = client.post("/api/tree", params={"values": "hex-2004"}, json=start)
    assert refused.status_code == 422
    assert client.post("/api/tree", params={"algorithm": "other"}, json=start).status_code == 422
