"""Budgets of visitors and addresses, and what a client over budget is told."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient
from starlette.datastructures import Headers

from ludoteca.messages import LANGUAGES, catalogue
from ludoteca.web import bodies, budgets
from ludoteca.web.app import create_app
from ludoteca.web.budget_middleware import _length
from ludoteca.web.budgets import (
    DOWNLOADS,
    GAMES,
    PROFILES,
    REQUESTS,
    THINKING,
    VISITORS,
    Client,
    LocalBudgets,
    OverBudget,
    Profile,
    charged_to,
    current_client,
)
from ludoteca.web.settings import Settings
from ludoteca.web.token_buckets import Rate
from tests.web.conftest import browser


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def small(clock: Clock, visitor: float = 3, address: float = 5) -> LocalBudgets:
    rates = {GAMES: Rate(visitor, visitor)}
    return LocalBudgets(Profile(rates, {GAMES: Rate(address, address), VISITORS: Rate(2, 2)}, False), clock)


def spend(budget: LocalBudgets, client: Client, number: int) -> int:
    """How many of a number of games the client may start."""
    for done in range(number):
        try:
            budget.spend(client, GAMES)
        except OverBudget:
            return done
    return number


def test_a_visitor_may_use_a_burst_and_then_a_rate(clock):
    budget, ana = small(clock), Client("10.0.0.1", "ana")
    assert spend(budget, ana, 9) == 3
    with pytest.raises(OverBudget) as over:
        budget.spend(ana, GAMES)
    assert over.value.retry_after == 20
    clock.now += over.value.retry_after
    assert spend(budget, ana, 9) == 1
    clock.now += 3600
    assert spend(budget, ana, 9) == 3


def test_visitors_of_one_address_share_its_budget(clock):
    budget = small(clock)
    assert spend(budget, Client("10.0.0.1", "ana"), 9) == 3
    assert spend(budget, Client("10.0.0.1", "bia"), 9) == 2
    assert spend(budget, Client("10.0.0.2", "caio"), 9) == 3


def test_those_without_a_cookie_share_the_budget_of_one_visitor(clock):
    budget = small(clock, address=100)
    assert spend(budget, Client("10.0.0.1"), 9) == 3
    assert spend(budget, Client("10.0.0.1"), 9) == 0
    assert spend(budget, Client("10.0.0.1", "ana"), 9) == 3


def test_made_up_cookies_do_not_make_new_visitors(clock):
    budget = small(clock, address=100)
    clients = [budget.client("10.0.0.1", f"forged {n}") for n in range(10)]
    assert [one.visitor for one in clients[:2]] == ["forged 0", "forged 1"]
    assert {one.person for one in clients[2:]} == {"anonymous 10.0.0.1"}
    assert budget.client("10.0.0.1", "forged 0").visitor == "forged 0"
    clock.now += 60
    assert budget.client("10.0.0.1", "later").visitor == "later"


def test_where_new_visitors_are_not_admitted_only_known_ones_count(clock):
    budget = small(clock)
    assert not budget.client("10.0.0.1", "ana", admit=False).visitor
    assert budget.client("10.0.0.1", "ana").visitor == "ana"
    assert budget.client("10.0.0.1", "ana", admit=False).visitor == "ana"


def test_known_visitors_of_a_school_have_requests_of_their_own(clock):
    school = LocalBudgets(PROFILES["school"], clock)
    with pytest.raises(OverBudget):
        for _ in range(10_000):
            school.spend(Client("10.0.0.1", ""), REQUESTS)
    with pytest.raises(OverBudget):
        rate = PROFILES["school"].address[REQUESTS]
        school._buckets.take(("address 10.0.0.1", REQUESTS), rate, 10_000, clock())
        school.spend(Client("10.0.0.1"), REQUESTS)
    school.spend(Client("10.0.0.1", "ana"), REQUESTS)
    internet = LocalBudgets(PROFILES["internet"], clock)
    with pytest.raises(OverBudget):
        for number in range(1000):
            internet.spend(Client("10.0.0.1", f"visitor {number}"), REQUESTS)


def test_what_is_not_used_is_refunded(clock):
    budget, ana = small(clock), Client("10.0.0.1", "ana")
    budget.spend(ana, GAMES, 3)
    budget.refund(ana, GAMES, 2.5)
    assert spend(budget, ana, 9) == 2
    budget.refund(ana, GAMES, 100)
    assert spend(budget, ana, 9) == 3


def test_what_is_owed_delays_the_next_use(clock):
    budget, ana = small(clock), Client("10.0.0.1", "ana")
    budget.charge(ana, GAMES, 6)
    with pytest.raises(OverBudget) as refused:
        budget.spend(ana, GAMES)
    assert refused.value.retry_after >= 60
    clock.now = 81
    assert spend(budget, ana, 9) == 1


@pytest.mark.parametrize("path", ["/export/gif", "/export/png", "data"])
def test_downloads_cost_what_they_take(app, monkeypatch, path):
    """The bytes of the file, and the time of the worker that draws it."""
    services, visitor = app.app.state.services, browser(app)
    begun = visitor.post("/start", data={"game": "tapatan", "kind": "shared"})
    used = {DOWNLOADS: 0.0, THINKING: 0.0}
    for method, sign in (("spend", 1), ("charge", 1), ("refund", -1)):

        def count(client, resource, amount=1.0, sign=sign):
            used[resource] = used.get(resource, 0.0) + sign * amount

        monkeypatch.setattr(services.budgets, method, count)
    answer = visitor.get("/mine/data.json" if path == "data" else f"{begun.url.path}{path}")
    assert answer.status_code == 200
    assert used[DOWNLOADS] == 1 + len(answer.content)
    if path != "data":
        assert 0 < used[THINKING] < 20


def test_more_than_a_burst_waits_for_a_full_bucket(clock):
    budget, ana = small(clock), Client("10.0.0.1", "ana")
    budget.spend(ana, GAMES, 50)
    with pytest.raises(OverBudget):
        budget.spend(ana, GAMES, 1)


def test_the_memory_of_budgets_is_bounded(clock, monkeypatch):
    monkeypatch.setattr(budgets, "MOST_CLIENTS", 10)
    budget = small(clock, address=1e9)
    for number in range(1000):
        budget.spend(Client(f"10.0.{number}", f"{number}"), GAMES)
    assert len(budget._buckets) <= 40


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_charges_only_known_resources(name):
    known = {*budgets._CODES, VISITORS}
    assert PROFILES[name].visitor.keys() | PROFILES[name].address.keys() <= known


def test_a_class_fits_into_the_school_profile():
    """Thirty pupils at one address, each with a game a minute against a computer and a page every second."""
    clock = Clock()
    budget = LocalBudgets(PROFILES["school"], clock)
    pupils = [budget.client("192.0.2.1", f"pupil {n}") for n in range(30)]
    assert all(pupil.visitor for pupil in pupils)
    for second in range(600):
        clock.now += 1
        for pupil in pupils:
            budget.spend(pupil, REQUESTS)
            budget.spend(pupil, THINKING, 0.2)
            if second % 60 == 0:
                budget.spend(pupil, GAMES)


def test_the_current_client_is_that_of_the_request():
    assert current_client() is None
    with charged_to(Client("a")):
        assert current_client() == Client("a")
    assert current_client() is None


# -- in a server --------------------------------------------------------------------------------------


@pytest.fixture
def app(tmp_path, monkeypatch):
    rates = {GAMES: Rate(2, 1)}
    tight = Profile(rates, {GAMES: Rate(3, 1), REQUESTS: Rate(60, 1)}, False)
    monkeypatch.setitem(PROFILES, "school", tight)
    settings = Settings(database=f"sqlite:///{tmp_path / 'web.sqlite'}", workers=1, hosts=("testserver",))
    with TestClient(create_app(settings)) as running:
        yield running


def start(client):
    return client.post("/start", data={"game": "tapatan", "kind": "shared"}, follow_redirects=False)


def test_a_visitor_over_budget_is_told_when_to_come_back(app):
    client = browser(app)
    # The first one is charged to those without a cookie.
    assert [start(client).status_code for _ in range(4)] == [303, 303, 303, 429]
    refused = start(client)
    assert 1 <= int(refused.headers["retry-after"]) <= 60
    assert refused.headers["content-security-policy"]
    for lang in LANGUAGES:
        page = client.post("/start", data={"game": "tapatan"}, headers={"accept-language": lang})
        assert page.status_code == 429 and refused.headers["retry-after"] in page.text
        assert catalogue("web").text(lang, "error.wait") in page.text
    told = client.post("/api/games", json={"game": "tapatan"}).json()["error"]
    assert told["code"] == "too-many"
    assert client.get("/").status_code == 200


def test_requests_of_an_address_are_limited(app):
    statuses = [browser(app).get("/api/players").status_code for _ in range(70)]
    assert statuses.count(200) == 60
    assert statuses[-1] == 429
    assert browser(app).get("/static/no-such-file.js").status_code == 404  # files cost nothing


@pytest.mark.parametrize(
    ("headers", "size"),
    [
        ({"content-length": "12"}, 12),
        ({"transfer-encoding": "chunked"}, bodies.IMPORT),
        ({"transfer-encoding": "chunked", "content-length": "12"}, bodies.IMPORT),
    ],
)
def test_a_body_of_unknown_size_counts_as_the_largest(headers, size):
    assert _length(Headers(headers), "/import") == size
