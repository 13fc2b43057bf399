"""A visitor downloads and deletes what a server stores about them."""

from __future__ import annotations

import json

import pytest

from ludoteca.messages import LANGUAGES, catalogue
from ludoteca.web.games.seats import digest
from ludoteca.web.store import visitors
from tests.web.conftest import browser


@pytest.fixture
def ana(client):
    """A visitor with a game."""
    begun = client.post("/start", data={"game": "tapatan", "kind": "shared", "first_name": "Ana"})
    client.post(f"{begun.url}/move", data={"text": "a1-b2"})
    return client


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_of_my_games_offers_it(ana, lang):
    page = ana.get("/mine", headers={"accept-language": lang}).text
    for key in ("mine.data", "mine.download", "mine.delete", "mine.delete-confirm"):
        assert catalogue("web").text(lang, key) in page
    assert digest(ana.cookies["visitor"]) in page
    assert ana.cookies["visitor"] not in page


@pytest.mark.parametrize(("lang", "name"), [("en", "Jaguar"), ("pt-BR", "Onça"), ("es", "Jaguar")])
def test_results_name_the_side_as_the_game_does(client, lang, name):
    """“Jaguar”, not “first”."""
    begun = client.post("/start", data={"game": "adugo", "kind": "computer", "level": "1", "name": "Ana"})
    assert client.post(f"{begun.url}/resign", data={"sure": "yes"}).status_code == 200
    page = client.get("/mine", headers={"accept-language": lang}).text
    results = page[page.index('id="results"') :]
    assert f">{name}</td>" in results[: results.index("</table>")]


def test_a_visitor_without_games_has_nothing_to_delete(client):
    assert "/mine/delete" not in client.get("/mine").text
    assert client.get("/mine/data.json").status_code == 404
    assert client.post("/mine/delete", data={"confirm": "yes"}).status_code == 404


def test_a_visitor_downloads_the_data(ana, app):
    answer = ana.get("/mine/data.json")
    assert "attachment" in answer.headers["content-disposition"]
    found = answer.json()
    assert found["visitor"] == digest(ana.cookies["visitor"])
    assert [move["move"] for move in found["games"][0]["moves"]] == ["a1-b2"]
    assert browser(app).get("/mine/data.json").status_code == 404


def test_the_data_is_sent_game_by_game(ana, app, monkeypatch):
    """All games of a visitor may be too much for the memory."""
    ana.post("/start", data={"game": "tapatan", "kind": "shared"})
    ana.post("/workshop/copy", data={"game": "tapatan"})
    ana.post("/workshop/copy", data={"game": "hex"})
    database, visitor = app.app.state.services.database, digest(ana.cookies["visitor"])
    parts = list(visitors.export_in_parts(database, visitor))
    assert max(part.count('"seats"') + part.count('"history"') for part in parts) == 1
    whole = visitors.export_visitor(database, visitor)
    assert json.loads("".join(parts)) == json.loads(json.dumps(whole))
    assert ana.get("/mine/data.json").json() == json.loads("".join(parts))
    monkeypatch.setattr("ludoteca.web.pages.my_games.export_in_parts", lambda *_: iter(["[1", ", 2]"]))
    assert ana.get("/mine/data.json").json() == [1, 2]


def test_the_page_of_my_games_loads_no_more_moves_than_its_limit(ana, app, monkeypatch):
    newest = ana.post("/start", data={"game": "tapatan", "kind": "shared"})
    ana.post(f"{newest.url}/move", data={"text": "a1-b2"})
    games, visitor = app.app.state.services.games, digest(ana.cookies["visitor"])
    assert len(games.games_of(visitor)) == 2
    monkeypatch.setattr("ludoteca.web.games.repository.MOST_LISTED_MOVES", 1)
    assert [one.id for one in games.games_of(visitor)] == [str(newest.url).rpartition("/")[2]]


def test_a_visitor_deletes_the_data_after_a_confirmation(ana, app):
    other = browser(app)
    other.post("/start", data={"game": "tapatan", "kind": "shared"})
    game = ana.get("/mine/data.json").json()["games"][0]["id"]
    assert ana.post("/mine/delete").status_code == 409
    assert ana.get(f"/g/{game}").status_code == 200
    answer = ana.post("/mine/delete", data={"confirm": "yes"}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/mine")
    assert "visitor" not in ana.cookies
    assert ana.get(f"/g/{game}").status_code == 404
    assert len(other.get("/mine/data.json").json()["games"]) == 1


def test_another_site_cannot_delete_it(ana):
    answer = ana.post("/mine/delete", data={"confirm": "yes"}, headers={"sec-fetch-site": "cross-site"})
    assert answer.status_code == 403
    assert ana.get("/mine/data.json").status_code == 200
