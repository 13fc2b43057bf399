"""Rules, lessons, pictures and results for a game of every kind of board, without a browser."""

import html
import json
import re
from io import BytesIO
from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient
from PIL import Image

from ludoteca.games import load
from ludoteca.games.library import raw_game
from ludoteca.messages import LANGUAGES
from ludoteca.play.catalogue import card_of
from ludoteca.play.endings import headline
from ludoteca.play.examples import find_examples
from ludoteca.web.app import create_app
from ludoteca.web.settings import Settings
from tests.web.conftest import browser
from tests.web.test_pages import GAMES, begin, seen


def endings(game, lang):
    """The captions of final positions: who has won, and why."""
    return {
        headline(lang, game.position(one.text), one.outcome)
        for one in find_examples(game).endings
        if one.outcome
    }


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_rules_have_text_and_diagrams(client, game, lang):
    """Goal, moves, ends and variants in words, and at least three diagrams with titles."""
    page = client.get(f"/games/{game}/rules", params={"lang": lang}).text
    figures = re.findall(r"<figure>(.*?)<figcaption>(.*?)</figcaption>", page, re.DOTALL)
    assert len(figures) >= 3
    assert all(re.search(r'role="img".*?<title>[^<]+</title>', picture, re.DOTALL) for picture, _ in figures)
    captions = {html.unescape(caption) for _, caption in figures}
    assert captions & endings(load(game), lang), "no ending is shown"
    words = load(game).words(lang)
    assert words.goal and len(words.play) >= 2
    known = card_of(raw_game(game), game, lang).variants
    assert ('id="variants"' in page) == bool(known)


@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_accepts_its_solutions_and_refuses_other_moves(client, game):
    """Each step has a right move; a wrong one, where there is one, is refused in words and may be tried
    again; the last step ends with a button to play."""
    services = client.app.state.services
    steps = services.jobs.run_cached(
        ("tutorial", load(game).rules_hash), {"kind": "tutorial", "called": game}, 30.0
    )
    assert steps
    for number, step in enumerate(steps, 1):
        position = load(game).position(step["position"])
        moves = position.legal_moves
        right = next(move for move in moves if move.text in step["solutions"])
        wrong = next((move for move in moves if move.text not in step["solutions"]), None)
        url = f"/games/{game}/learn/{number}/move"
        page = client.post(url, data={"path": json.dumps(right.path)}).text
        assert 'data-verdict="right"' in page
        assert ("Play</a>" in page) == (number == len(steps))
        if wrong:
            page = client.post(url, data={"path": json.dumps(wrong.path)}).text
            assert 'data-verdict="wrong"' in page
            assert "Try again" in page
            assert 'data-may="yes"' in page


@pytest.mark.parametrize("game", GAMES)
def test_pictures_are_self_contained(client, game):
    """SVG that is XML without scripts and without anything from elsewhere; PNG as wide as asked."""
    address = begin(client, game, kind="shared")
    drawn = client.get(f"{address}/export/svg").content
    for node in ElementTree.fromstring(drawn).iter():
        assert not node.tag.endswith(("script", "foreignObject", "image"))
        for name, value in node.attrib.items():
            assert not name.lower().startswith("on")
            assert not name.endswith("href") or value.startswith("#")
            assert "url(" not in value or "url(#" in value
    assert b"http" not in drawn.replace(b"http://www.w3.org/2000/svg", b"")
    assert Image.open(BytesIO(client.get(f"{address}/export/png?width=320").content)).width == 320


def test_results_survive_a_restart_with_their_side(tmp_path):
    settings = Settings(database=f"sqlite:///{tmp_path / 'web.sqlite'}", workers=1, hosts=("testserver",))
    games = (
        ("a1 a3 b1 b3 c1", "first"),
        ("a1 a3 b1 b3 c2 c3", "second"),
        ("a1 b2 c3 b1 b3 a3 c1 c2 a2", "draw"),
    )
    with TestClient(create_app(settings)) as running:
        client = browser(running)
        for moves, result in games:
            address = begin(client, "tic-tac-toe", kind="shared", name="Ana", **{"other-name": "Bia"})
            for number, move in enumerate(moves.split()):
                client.post(f"{address}/move", data={"text": move, "ply": str(number)})
            assert seen(client, address)["result"] == result
        cookies = dict(client.cookies)
    with TestClient(create_app(settings)) as running:
        client = browser(running)
        client.cookies.update(cookies)
        table = re.search(r'id="results".*?</table>', client.get("/mine").text, re.DOTALL)
    assert table
    rows = re.findall(r"<tr>(<td.*?)</tr>", table[0])
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in rows]
    assert sorted((row[0], row[-4:]) for row in cells) == [
        ("Ana", ["X", "1", "1", "1"]), ("Bia", ["O", "1", "1", "1"]),
    ]  # fmt: skip
