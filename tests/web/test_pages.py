"""Pages and forms, without a browser."""

import re

import pytest

from tests.waiting import wait_until
from tests.web.conftest import browser

GAMES = ("tapatan", "tic-tackle", "amazons", "pentago", "kalah", "hex", "gomoku", "coyote")


def begin(client, game, **more):
    """The path of a new game."""
    answer = client.post("/start", data={"game": game, **more}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def seen(client, address):
    """The data attributes of the game on a page."""
    page = client.get(address)
    assert page.status_code == 200, page.text
    head = re.search(r"<main id=\"content\"([^>]*)>", page.text)
    assert head
    return dict(re.findall(r'data-([a-z]+)="([^"]*)"', head[1]))


def wait_for(client, address, **wanted):
    def look():
        found = seen(client, address)
        return found if all(found[key] == value for key, value in wanted.items()) else None

    return wait_until(look)


def test_the_gallery_shows_every_game_in_the_readers_language(client):
    page = client.get("/", headers={"accept-language": "pt-BR,pt;q=0.9,en;q=0.5"})
    assert '<html lang="pt-BR"' in page.text
    assert "Escolha um jogo" in page.text
    assert page.text.count('class="box"') == 64


def test_the_gallery_searches_without_accents(client):
    page = client.get("/", params={"q": "damas", "lang": "pt-BR"})
    assert 1 <= page.text.count('class="box"') < 20
    assert client.get("/", params={"q": "zzzz"}).text.count('class="box"') == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_stored_and_the_computer_answers(client, game):
    address = begin(client, game, kind="computer", level="1", **({"p-size": "5"} if game == "hex" else {}))
    page = client.get(address).text
    assert 'role="gridcell"' in page
    first = client.app.state.services.games.get(address.split("/")[-1]).position.legal_moves[0]
    answer = client.post(f"{address}/move", data={"text": first.text, "ply": "0"})
    assert answer.status_code == 200, answer.text
    found = wait_for(client, address, thinking="no")
    assert int(found["ply"]) >= 1


def test_another_visitor_only_watches(app, client):
    address = begin(client, "tapatan", kind="shared")
    stranger = browser(app)
    assert seen(stranger, address)["mine"] == ""
    answer = stranger.post(f"{address}/move", data={"text": "a1-b2", "ply": "0"})
    assert answer.status_code == 403
    assert seen(client, address)["ply"] == "0"


def test_undo_restores_the_position(client):
    address = begin(client, "tapatan", kind="shared")
    before = seen(client, address)["position"]
    client.post(f"{address}/move", data={"text": "a1-b2", "ply": "0"})
    assert seen(client, address)["ply"] == "1"
    client.post(f"{address}/undo")
    assert seen(client, address)["position"] == before
    client.post(f"{address}/redo")
    assert seen(client, address)["ply"] == "1"


def test_an_illegal_move_is_refused_with_its_reason(client):
    address = begin(client, "tapatan", kind="shared")
    answer = client.post(f"{address}/move", data={"text": "zz9", "ply": "0"})
    assert answer.status_code == 422
    assert "zz9" in answer.text
