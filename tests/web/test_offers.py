"""Offers have a number, and an answer names it: nobody answers another offer than the one they saw."""

from tests.web.test_faults import begin


def moved(client):
    """A game between two programs after two moves."""
    game, seats = begin(client)
    for side, move in (("first", "a1-b2"), ("second", "c1-b1")):
        made = client.post(f"/api/games/{game}/moves", json={"move": move}, headers=seats[side])
        assert made.status_code == 200, made.text
    return game, seats


def test_an_offer_swapped_under_the_answer_is_not_accepted(client):
    game, seats = moved(client)
    asked = client.post(f"/api/games/{game}/undo", headers=seats["first"]).json()
    assert asked["offer"] == "undo first"
    swapped = client.post(f"/api/games/{game}/draw", headers=seats["first"]).json()
    assert swapped["offer"] == "draw first"
    assert swapped["offer_id"] > asked["offer_id"]
    body = {"accept": True, "offer": asked["offer_id"]}
    refused = client.post(f"/api/games/{game}/answer", json=body, headers=seats["second"])
    assert refused.status_code == 409
    assert refused.json()["error"]["code"] == "out-of-step"
    state = client.get(f"/api/games/{game}").json()
    assert (state["outcome"], state["offer_id"]) == (None, swapped["offer_id"])
    body = {"accept": True, "offer": swapped["offer_id"]}
    drawn = client.post(f"/api/games/{game}/answer", json=body, headers=seats["second"]).json()
    assert drawn["outcome"]["reason"] == "agreement"
    assert drawn["offer"] is None and drawn["offer_id"] is None


def test_an_answer_names_the_offer(client):
    game, seats = moved(client)
    client.post(f"/api/games/{game}/draw", headers=seats["first"])
    answer = client.post(f"/api/games/{game}/answer", json={"accept": True}, headers=seats["second"])
    assert answer.status_code == 422
    page = client.post(f"/g/{game}/answer", data={"accept": "yes"}, headers=seats["second"])
    assert page.status_code == 422
    assert client.get(f"/api/games/{game}").json()["outcome"] is None


def test_the_page_sends_the_number_of_the_offer_it_shows(client):
    game, seats = moved(client)
    offered = client.post(f"/api/games/{game}/draw", headers=seats["first"]).json()
    page = client.get(f"/g/{game}", headers=seats["second"]).text
    assert page.count(f'<input type="hidden" name="offer" value="{offered["offer_id"]}">') == 2
    form = {"accept": "yes", "offer": str(offered["offer_id"])}
    client.post(f"/g/{game}/answer", data=form, headers=seats["second"])
    assert client.get(f"/api/games/{game}").json()["outcome"]["reason"] == "agreement"


def test_the_text_of_an_offer_fits_its_column(client):
    """PostgreSQL refuses a longer one."""
    services = client.app.state.services
    game, seats = moved(client)
    with services.database.writing() as session:
        services.games.load(session, game).row.version = 1_239_998
    client.post(f"/api/games/{game}/undo", headers=seats["second"])
    row = services.games.get(game).row
    assert row.offer == "undo second 9999"
    assert len(row.offer) <= row.__table__.columns["offer"].type.length
