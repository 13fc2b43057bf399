"""Pages and forms, without a browser."""

import html
import re

import pytest

from ludoteca.games import load
from ludoteca.messages import LANGUAGES
from ludoteca.play import labels
from ludoteca.play.catalogue import cards
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
    first, rest = page.text.split('class="family"', 1)
    assert first.count('class="box"') == 6
    assert "Bons jogos para começar" in first
    assert rest.count('class="box"') == 66
    assert rest.count('class="family"') == 5
    assert "Jogos de caça" in rest


def boxes(page):
    """The games that the gallery shows, with the variants."""
    return re.findall(r'<li class="box">\s*<a href="/games/([^"]+)"', page.text)


def test_the_gallery_searches_in_all_languages_and_ranks(client):
    for params, wanted in (
        ({"q": "damas"}, ["draughts", "konane"]),
        ({"q": "CHECKERS", "lang": "pt-BR"}, ["draughts?variant=english", "konane"]),
        ({"q": "mancala", "lang": "es"}, ["kalah", "oware"]),
        ({"q": "caca", "family": "capture"}, []),
        ({"q": "zzzz"}, []),
    ):
        assert boxes(client.get("/", params=params)) == wanted
    part = client.get("/", params={"q": "damas"}, headers={"hx-request": "true"})
    assert boxes(part) == ["draughts", "konane"]
    assert "<html" not in part.text


def test_the_games_on_one_board_have_a_page(client):
    page = client.get("/boards/alquerque-5x5")
    assert "5×5 Alquerque board" in page.text
    assert "halma?variant=5x5" in boxes(page)
    assert boxes(page) == boxes(client.get("/", params={"board": "alquerque-5x5"}))
    assert boxes(client.get("/", params={"board": "alquerque-5x5", "q": "tigers"})) == [
        "bagh-chal",
        "kulaochal",
    ]
    assert 'href="/boards/alquerque-5x5"' in client.get("/games/halma?variant=5x5").text
    assert 'href="/boards/alquerque-5x5"' not in client.get("/games/halma").text
    assert client.get("/boards/no-such-board").status_code == 404
    assert len(boxes(client.get("/", params={"board": "no-such-board"}))) > 64


def test_the_page_of_a_variant_is_about_the_variant(client):
    """Its name, picture, rules, print sheet and levels, not those of the original game."""
    page = client.get("/games/draughts?variant=english").text
    assert re.search(r'<option value="english" selected>', page)
    assert "<h1>English draughts</h1>" in page
    assert '<a href="/games/draughts">Draughts</a>' in page
    for part in ("picture.svg", "rules", "editor", "print"):
        assert f'"/games/draughts/{part}?variant=english"' in page
    assert '"/analysis?game=draughts/english"' in page
    assert '<input type="hidden" name="variant" value="english">' in page
    assert "<h1>Halma (5×5)</h1>" in client.get("/games/halma?variant=5x5").text
    assert "<h1>Halma</h1>" in client.get("/games/halma?variant=no-such").text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_of_every_variant_say_what_differs(client, lang):
    """On the rules page and on paper: a text of its own, or the note before the text of the original game."""
    for card in cards(lang):
        for variant in card.variants:
            game = load(f"{card.id}/{variant.id}")
            note = labels.difference(lang, game)
            assert note or game.words(lang).play != load(card.id).words(lang).play, game.name
    game = load("hex/swap")
    note = labels.difference(lang, game)
    assert note == game.words(lang).note
    for path in ("rules", "print"):
        page = client.get(f"/games/hex/{path}?variant=swap", headers={"accept-language": lang}).text
        assert html.escape(note) in page.replace("&#39;", "&#x27;")


def test_a_misspelt_search_is_corrected(client):
    page = client.get("/?q=gomoko").text
    assert "Results for “gomoku”" in page and 'href="/games/gomoku"' in page
    assert "Results for" not in client.get("/?q=gomoku").text
    assert "No games found" in client.get("/?q=zzzzzzzz").text


def test_a_search_by_board_leads_to_its_collection(client):
    page = client.get("/?q=played on the 5x5 alquerque board").text
    assert '<a href="/boards/alquerque-5x5">5×5 Alquerque board <small>21 games</small></a>' in page
    collection = client.get("/boards/alquerque-5x5").text
    assert collection.count('class="box"') == 27, "six variants have cards of their own"
    assert collection.count("ignores the lines") == 3
    assert '<details class="more" >' in client.get("/games/draughts").text
    assert client.get("/games/draughts/picture.svg?variant=english").status_code == 200
    assert client.get("/games/draughts/picture.svg?variant=none").status_code == 404


def test_a_level_that_the_game_lacks_is_refused_with_those_it_has(client):
    answer = client.post("/start", data={"game": "tapatan", "kind": "computer", "level": "3"})
    assert answer.status_code == 422
    assert "1 Joaninha, 5 Graxaim, 8 Onça" in answer.text
    assert begin(client, "tapatan", kind="computer")


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


@pytest.mark.parametrize(("game", "prune"), [("gomoku", "yes"), ("tic-tac-toe", "no"), ("kalah", "yes")])
def test_only_depths_that_can_be_drawn_are_offered(client, game, prune):
    """A greater depth shows the deepest tree, and says so."""
    address = begin(client, game, kind="shared")
    page = client.get(f"{address}/tree", params={"depth": "6", "prune": prune})
    assert page.status_code == 200
    chosen = re.search(r'<select name="depth">(.*?)</select>', page.text, re.DOTALL)
    assert chosen
    depths = [int(one) for one in re.findall(r"<option[^>]*>(\d+)", chosen[1])]
    assert depths == list(range(1, depths[-1] + 1))
    assert depths[-1] < 6
    assert 'id="deepest"' in page.text
    assert f"selected>{depths[-1]}<" in chosen[1]
    for depth in depths:
        assert client.get(f"{address}/tree", params={"depth": depth, "prune": prune}).status_code == 200


def test_all_depths_are_offered_near_the_end(client):
    address = begin(client, "tic-tac-toe", kind="shared", position="xox/oxo/3 x")
    page = client.get(f"{address}/tree", params={"depth": "6"}).text
    assert 'id="deepest"' not in page
