"""The workshop's JSON interface."""

from __future__ import annotations

import json

import pytest
from fastapi.routing import APIRoute

from ludoteca.web.api.workshop import router
from ludoteca.workshop.drafts import copy_of

TEXT = copy_of("tapatan").text


def ask(client, what, **body):
    answer = client.post(f"/api/workshop/{what}", json=body, headers={"accept-language": "pt-BR"})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_from_a_copy_to_another_game(client):
    text = ask(client, "copy", game="tapatan/free", title="Meu")["text"]
    assert ask(client, "look", text=text)["ok"]
    filled = ask(client, "fill", text=text, where="end[1].when.align", said="9")["text"]
    judged = ask(client, "look", text=filled)
    assert not judged["ok"]
    (problem,) = judged["problems"]
    assert (problem["card"], problem["message"]) == ("end", "Uma linha de 9 não cabe neste tabuleiro.")
    assert ask(client, "look", text=problem["fixes"][0]["text"])["ok"]
    assert "draw" not in ask(client, "drop", text=text, where="draw")["text"]


def test_cards_as_data(client):
    cards = ask(client, "cards", text=TEXT)
    assert [card["id"] for card in cards] == ["board", "pieces", "setup", "turn", "end", "draw", "names"]
    (align,) = [one for card in cards for one in card["fields"] if one["where"] == "end[1].when.align"]
    assert (align["kind"], align["value"], align["least"], align["most"]) == ("number", 3, 2, 19)


def test_ideas_and_playtest(client):
    assert ask(client, "ideas", text=TEXT)
    assert ask(client, "playtest", text=TEXT, seconds=1)["findings"][0]["key"] == "starts"


def test_the_former_path_of_the_playtest_is_a_hidden_alias(client):
    (former,) = [one.path for one in router.routes if isinstance(one, APIRoute) and one.deprecated]
    assert former not in client.get("/api/openapi.json").json()["paths"]
    answer = client.post(former, json={"text": TEXT, "seconds": 1})
    assert answer.json()["findings"][0]["key"] == "starts"


def test_a_game_by_own_rules(client):
    text = copy_of("tapatan").fill("board.grid", "4, 3").text
    answer = client.post("/api/games", json={"game": "mine", "rules_text": text, "second": "human"})
    assert answer.status_code == 201, answer.text
    game = answer.json()["game"]["id"]
    assert len(client.get(f"/api/games/{game}/legal").json()) > 4
    refused = client.post("/api/games", json={"game": "mine", "rules_text": "family = 3"})
    assert refused.status_code == 422
    assert refused.json()["error"]["code"] == "bad-rules"


def test_import_and_export(client):
    found = client.post("/api/import", json={"content": "(;GM[4]SZ[15];B[hh];W[hh])"}).json()
    assert found["number"] == 2
    assert [one["move"] for one in found["record"]["moves"]] == ["h8"]
    game = client.post("/api/games", json={"game": "hex:size=5"}).json()["game"]["id"]
    assert client.get(f"/api/games/{game}/export/sgf").text.startswith("(;FF[4]")
    assert client.get(f"/api/games/{game}/export/piskvork").status_code == 404


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("copy", {"game": "no-such-game"}), ("copy", {"game": "/etc/x.toml"}),
        ("look", {"text": "#" * 30_000}), ("fill", {"text": "[", "where": "a", "said": "b"}),
        ("fill", {"text": TEXT, "where": "x", "said": "1"}),
        ("cards", {"text": "["}), ("playtest", {"text": "x = 1"}), ("look", {"text": "", "other": 1}),
        ("drop", {"text": TEXT, "where": "nothing"}),
        ("look", {"text": 'board.grid = [19, 19]\nturn.do = { place = "anywhere", pieces = 2 }\n'}),
    ],
)  # fmt: skip
def test_invalid_requests_are_rejected(client, what, body):
    answer = client.post(f"/api/workshop/{what}", json=body)
    assert answer.status_code in (404, 422), answer.text
    assert answer.json()["error"]["message"]


STRANGE = ["\ud800", "\0", "a = nan", "board.grid = [nan, inf]", "year = 1979-05-27", "[[[", ""]


@pytest.mark.parametrize("text", STRANGE, ids=range(len(STRANGE)))
def test_unusual_texts_cause_no_server_error(client, text):
    headers = {"content-type": "application/json"}
    for what in ("look", "cards", "ideas"):
        body = json.dumps({"text": text})
        answer = client.post(f"/api/workshop/{what}", content=body, headers=headers)
        assert answer.status_code in (200, 422), answer.text
