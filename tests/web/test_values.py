"""Exact values on the game page and in the JSON interface."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from ludoteca import load
from ludoteca.messages import LANGUAGES, Number
from ludoteca.parallel import TookTooLong
from ludoteca.play.record import Record, RecordedMove
from ludoteca.play.variations import encoded
from ludoteca.web import value_view
from ludoteca.web.workers.runner import JobRunner
from tests.web.conftest import browser


def begin(client, **data):
    answer = client.post("/start", data={"game": "tic-tac-toe", "kind": "shared", **data})
    assert answer.status_code == 200
    return answer.url.path


def record_moves(texts):
    return tuple(RecordedMove(text, "") for text in texts.split())


def marks(page):
    found = re.search(r'data-values="([^"]*)"', page)
    assert found
    return json.loads(unescape(found[1]))


def test_the_switch_is_shown_where_values_are_known(client):
    assert 'id="values-switch"' in client.get(begin(client)).text
    assert 'id="values-switch"' not in client.get(begin(client, game="gomoku")).text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_legal_move_has_a_mark(client, lang):
    url = begin(client)
    for move in ("a3", "b2", "b3", "a1"):
        client.post(f"{url}/move", data={"text": move})
    page = client.get(f"{url}/values", headers={"accept-language": lang}).text
    found = marks(page)
    position = load("tic-tac-toe").start().play_all("a3 b2 b3 a1")
    assert set(found) == {move.text for move in position.legal_moves}
    assert found["c3"] == ["win", value_view.mark(lang, "win", 1), 0]
    assert found["c3"][1].endswith("1")
    assert "value-history" in page


def test_a_draw_says_how_many_moves_keep_it(client):
    url = begin(client)
    assert "9 of 9 moves keep it" in client.get(f"{url}/values").text
    client.post(f"{url}/move", data={"text": "b2"})
    assert "4 of 8 moves keep it" in client.get(f"{url}/values").text
    assert "9 of 9 moves keep it" in client.get(f"{url}/values?ply=0").text


def test_the_history_covers_the_whole_game(client):
    url = begin(client)
    for move in ("a1", "b1", "b2", "c3", "a3", "a2", "c1"):
        client.post(f"{url}/move", data={"text": move})
    page = client.get(f"{url}/values").text
    for ply in range(8):
        assert f'href="{url}?ply={ply}"' in page
    assert "After move 0: draw" in page
    assert re.search(r"After move 2: .* wins in 5", page)


def test_two_people_on_two_screens_see_no_values(client):
    url = begin(client, kind="link")
    assert 'id="values-switch"' not in client.get(url).text
    assert client.get(f"{url}/values").status_code == 409
    assert client.get(f"/api/games/{url.removeprefix('/g/')}/values").status_code == 409
    client.post(f"{url}/resign")


def test_values_against_a_computer_count_as_a_hint(client, app):
    url = begin(client, kind="computer")
    game = url.removeprefix("/g/")
    assert browser(app).get(f"{url}/values").status_code == 200
    assert client.get(f"/api/games/{game}").json()["hinted"] is False
    assert client.get(f"{url}/values").status_code == 200
    assert client.get(f"/api/games/{game}").json()["hinted"] is True


def test_the_interface_gives_the_same_as_python(client):
    url = begin(client)
    client.post(f"{url}/move", data={"text": "a1"})
    position = load("tic-tac-toe").start().play("a1")
    expected = [
        {"move": move, "value": value.kind, "plies": value.plies} for move, value in position.values().items()
    ]
    found = client.get(f"/api/games/{url.removeprefix('/g/')}/values").json()
    assert found["values"] == expected
    assert (found["position"], found["mover"], found["value"]) == (position.text, "second", "draw")
    place = {"game": "tic-tac-toe", "moves": ["a1"]}
    assert client.post("/api/position/values", json=place).json() == found


def test_the_interface_refuses_what_is_unknown_or_over(client):
    refused = client.post("/api/position/values", json={"game": "gomoku"})
    assert refused.status_code == 422 and refused.json()["error"]["code"] == "refused"
    place = {"game": "tic-tac-toe", "position": "xxx/oo1/3 o"}
    assert client.post("/api/position/values", json=place).status_code == 409


def test_the_analysis_board_shows_the_values_of_any_position(client):
    form = {"d": encoded(Record("tic-tac-toe", moves=record_moves("a3 b2 b3 a1"))), "at": "4"}
    page = client.post("/analysis/values", data=form).text
    assert marks(page)["c3"] == ["win", value_view.mark("en", "win", 1), 0]
    for number in range(5):
        assert f'hx-vals="{{&#34;go&#34;: {number}}}"' in page
    assert page.count('aria-current="step"') == 1
    over = {"d": encoded(Record("tic-tac-toe", moves=record_moves("a3 b2 b3 a1 c3"))), "at": "5"}
    assert "After move 5: X wins in 0" in client.post("/analysis/values", data=over).text


def test_the_analysis_board_says_where_values_are_unknown_or_late(client, monkeypatch):
    form = {"d": encoded(Record("gomoku")), "at": "0"}
    assert "No exact values here" in client.post("/analysis/values", data=form).text

    def late(*_):
        raise TookTooLong("timeout.job", seconds=Number(1.0))

    monkeypatch.setattr(JobRunner, "run", late)
    assert "could not be computed in time" in client.post("/analysis/values", data=form).text


def test_analysing_a_running_game_against_a_computer_counts_as_a_hint(client, app):
    url = begin(client, kind="computer")
    game = url.removeprefix("/g/")
    assert browser(app).get(f"/analysis?g={game}").status_code == 200
    assert client.get(f"/api/games/{game}").json()["hinted"] is False
    assert client.get(f"/analysis?g={game}").status_code == 200
    assert client.get(f"/api/games/{game}").json()["hinted"] is True
