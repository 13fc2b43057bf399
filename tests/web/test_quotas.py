"""Quotas of stored data: the oldest abandoned data makes room, and only then new data is refused."""

from __future__ import annotations

import random

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text

from ludoteca.messages import LANGUAGES, catalogue
from ludoteca.web.app import create_app
from ludoteca.web.settings import Retention, Settings
from ludoteca.web.store import retention
from ludoteca.web.store.database import CannotStore, Database
from ludoteca.web.store.errors import QuotaExceeded
from ludoteca.web.store.quotas import Quotas, room_for_new
from ludoteca.web.store.retention import Purger
from ludoteca.web.store.space import allocated, measure
from tests.web.conftest import browser
from tests.web.postgresql import cluster
from tests.web.stored_data import ANA, BIA, StoredData


@pytest.fixture(scope="module")
def postgresql():
    with cluster() as server:
        yield server.url


@pytest.fixture(params=["sqlite", "postgresql"])
def make(request, tmp_path, monkeypatch):
    """Makes stored data with some limits, in batches of two."""
    monkeypatch.setattr(retention, "BATCH", 2)
    made = []

    def stored(**limits):
        on_sqlite = request.param == "sqlite"
        url = f"sqlite:///{tmp_path / 'web.sqlite'}" if on_sqlite else request.getfixturevalue("postgresql")
        found = StoredData(url, Retention(**limits))
        if not on_sqlite:
            with found.database.writing() as session:
                for name in ("games", "results", "drafts", "shared_analyses", "visitors"):
                    session.execute(text(f"delete from {name}"))
        made.append(found)
        return found

    yield stored
    for one in made:
        one.database.close()


def refused(store, *arguments):
    with pytest.raises(QuotaExceeded) as found:
        store(*arguments)
    return found.value.code


# -- the games of a visitor ---------------------------------------------------------------------------


def test_a_visitor_with_many_recent_games_gets_no_more(make):
    stored = make(games_per_visitor=3)
    games = [stored.begin(ANA) for _ in range(3)]
    assert refused(stored.begin, ANA) == "quota.visitor-games"
    assert stored.begin(BIA)
    assert [stored.play(game) for game in games] == games  # they go on


def test_an_old_game_of_the_visitor_makes_room(make):
    stored = make(games_per_visitor=3)
    oldest = [stored.begin(ANA) for _ in range(2)]
    stored.clock.pass_days(2)
    recent, other = stored.begin(ANA), stored.begin(BIA)
    stored.clock.pass_days(0.5)
    new = stored.begin(ANA)
    assert [stored.games.version(game) > 0 for game in (*oldest, recent, other, new)] == [
        False, False, True, True, True,
    ]  # fmt: skip


def test_a_game_that_another_visitor_plays_too_does_not_make_room(make):
    stored = make(games_per_visitor=1)
    shared = stored.begin(ANA, BIA)
    stored.clock.pass_days(9)
    assert refused(stored.begin, ANA) == "quota.visitor-games"
    assert stored.games.version(shared)


# -- the games of the server --------------------------------------------------------------------------


def test_a_server_with_many_recent_games_stores_no_more(make):
    stored = make(games=3)
    games = [stored.begin(visitor) for visitor in (ANA, BIA, "")]
    assert refused(stored.begin, BIA) == "quota.full-games"
    stored.play(games[0])
    stored.clock.pass_days(2)
    assert stored.begin(BIA)
    assert stored.count("games") == 2  # two of the old ones made room


def test_games_deleted_by_another_server_are_noticed(make):
    stored = make(games=2)
    games = [stored.begin(), stored.begin()]
    assert refused(stored.begin) == "quota.full-games"
    with stored.database.writing() as session:
        session.execute(text("delete from games where id = :id"), {"id": games[0]})
    assert stored.begin()


# -- drafts -------------------------------------------------------------------------------------------


def test_a_visitor_may_have_some_drafts(make):
    stored = make(drafts_per_visitor=2)
    stored.draft(ANA)
    stored.quotas.require_draft(ANA)
    stored.draft(ANA)
    assert refused(stored.quotas.require_draft, ANA) == "quota.visitor-drafts"
    stored.quotas.require_draft(BIA)


def test_a_visitor_may_store_some_analyses(make):
    stored = make(analyses_per_visitor=1)
    stored.quotas.require_analysis(ANA)
    stored.analysis(ANA)
    assert refused(stored.quotas.require_analysis, ANA) == "quota.visitor-analyses"
    stored.quotas.require_analysis(BIA)


# -- the size of the database -------------------------------------------------------------------------


def fill(stored, games, size=60_000):
    """Games with long reviews, of a text that PostgreSQL cannot compress well."""
    dice = random.Random(3)
    for _ in range(games):
        game = stored.play(stored.begin())
        with stored.database.writing() as session:
            found = dice.randbytes(size // 2).hex()
            session.execute(
                text("insert into analyses values (:id, 5, :found)"), {"id": game, "found": found}
            )


def limits(stored, megabytes):
    """The same data under a quota."""
    return Quotas(Purger(stored.database, Retention(megabytes=megabytes), stored.clock))


def test_reviews_make_room_before_games(make):
    stored = make(megabytes=0)
    fill(stored, 10)
    quotas = limits(stored, 1.8 * measure(stored.database).used / 2**20)
    assert refused(quotas.require_space) == "quota.full-space"  # everything is recent
    assert stored.count("analyses") == 10
    stored.clock.pass_days(2)
    quotas.require_space()
    assert 0 < stored.count("analyses") < 10
    assert stored.count("games") == 10


def test_then_the_oldest_games_make_room(make):
    stored = make(megabytes=0)
    for _ in range(30):
        stored.begin(moves=("a1",))
    fill(stored, 1)
    stored.clock.pass_days(2)
    kept = stored.begin()
    quotas = limits(stored, 0.0001)
    for _ in range(4):
        assert refused(quotas.require_space) == "quota.full-space"  # not in a few transactions
    assert stored.count("games") == 1
    assert stored.games.version(kept)
    assert stored.count("results") == 2


def test_the_sweep_makes_ample_room(make):
    stored = make(megabytes=0)
    fill(stored, 20)
    stored.clock.pass_days(2)
    used = measure(stored.database).used
    quotas = limits(stored, 1 + 1.05 * used / 2**20)
    quotas.require_space()
    assert quotas.make_room().reviews > 0
    assert quotas.used() < 0.96 * used
    assert not quotas.make_room()


def test_without_a_quota_nothing_is_measured_or_deleted(make):
    stored = make(megabytes=0, games=0, games_per_visitor=0, drafts_per_visitor=0)
    stored.clock.pass_days(9)
    fill(stored, 2)
    stored.quotas.require_space()
    stored.quotas.require_draft(ANA)
    assert not stored.quotas.make_room()
    assert stored.count("games") == 2


def test_used_space_is_part_of_the_allocated_space(make):
    stored = make()
    fill(stored, 5)
    space = measure(stored.database)
    assert 5 * 60_000 * 0.4 < space.used <= space.allocated
    assert allocated(stored.database) == pytest.approx(space.allocated, rel=0.05)


def test_an_sqlite_file_never_exceeds_its_limit(tmp_path):
    """Whoever writes, and whatever: the last line of defence."""
    file, limit = tmp_path / "web.sqlite", 300_000
    database = Database(f"sqlite:///{file}", limit)
    database.migrate()
    with pytest.raises(CannotStore), database.writing() as session:
        session.execute(text("create table heap (found text)"))
        for _ in range(100):
            session.execute(text("insert into heap values (:found)"), {"found": "x" * 10_000})
    database.close()
    assert file.stat().st_size <= limit


@pytest.mark.parametrize(
    ("quota", "room"), [(0, 0), (1000, 500), (2**20, 2**19), (4 * 2**20, 3 * 2**20), (2**30, 0.9 * 2**30)]
)
def test_a_part_of_the_quota_is_for_running_games(quota, room):
    assert room_for_new(quota) == pytest.approx(room, abs=1)


# -- the answers of a server --------------------------------------------------------------------------


@pytest.fixture
def small(tmp_path):
    limits = Retention(games_per_visitor=2, drafts_per_visitor=1, games=4)
    url = f"sqlite:///{tmp_path / 'web.sqlite'}"
    with TestClient(create_app(Settings(url, workers=1, hosts=("testserver",), retention=limits))) as app:
        yield app


def test_a_server_answers_429_or_507_in_the_language_of_the_reader(small):
    ana, form = browser(small), {"game": "tic-tac-toe", "kind": "shared"}
    for _ in range(2):
        assert ana.post("/start", data=form, follow_redirects=False).status_code == 303
    for lang in LANGUAGES:
        answer = ana.post("/start", data=form, headers={"accept-language": lang})
        told = catalogue("errors").text(lang, "quota.visitor-games", limit=2)
        assert (answer.status_code, told[1:] in answer.text) == (429, True)
    for _ in range(2):
        assert browser(small).post("/api/games", json={"game": "tic-tac-toe"}).status_code == 201
    for lang in LANGUAGES:
        answer = ana.post("/api/games", json={"game": "tic-tac-toe"}, headers={"accept-language": lang})
        assert answer.status_code == 507
        told = catalogue("web").text(lang, "error.storage-full")
        assert answer.json()["error"] == {"code": "storage-full", "message": told}


def test_a_second_draft_is_refused(small):
    ana = browser(small)
    copies = [ana.post("/workshop/copy", data={"game": "tapatan"}, follow_redirects=False) for _ in range(2)]
    assert [one.status_code for one in copies] == [303, 429]


def test_nothing_but_moves_is_stored_in_a_full_database(tmp_path, monkeypatch):
    """New games, drafts, changes of drafts and reviews are refused; moves are not."""
    settings = Settings(f"sqlite:///{tmp_path / 'web.sqlite'}", workers=1, hosts=("testserver",))
    app = create_app(settings)
    with TestClient(app) as running:
        services, client = app.state.services, browser(running)
        game = client.post("/start", data={"game": "tic-tac-toe", "kind": "shared"}, follow_redirects=False)
        draft = client.post("/workshop/copy", data={"game": "tapatan"}, follow_redirects=False)
        quotas = services.retention_sweep.quotas
        monkeypatch.setattr(quotas, "used", lambda unless_below=0: room_for_new(quotas.retention.bytes))
        assert client.post("/start", data={"game": "tapatan"}).status_code == 507
        assert client.post("/workshop/copy", data={"game": "tapatan"}).status_code == 507
        there = draft.headers["location"]
        renamed = client.post(f"{there}/name", data={"title": "Other"}, follow_redirects=False)
        assert renamed.status_code == 507
        for move in ("a1", "a2", "b1", "b2", "c1"):
            answer = client.post(f"{game.headers['location']}/move", data={"text": move})
            assert answer.status_code == 200
        stored = services.games.get(game.headers["location"].split("/")[-1])
        with pytest.raises(QuotaExceeded):
            services.reviews._store(stored, {})
