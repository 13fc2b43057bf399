"""Expiry of games, drafts, reviews and visitors, with an injected clock."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text

from ludoteca.web.app import create_app
from ludoteca.web.games.seats import Guest
from ludoteca.web.settings import InvalidSetting, Retention, Settings, usual_retention
from ludoteca.web.store import retention
from ludoteca.web.store.database import CannotStore
from ludoteca.web.store.puzzles import record_error
from ludoteca.web.store.retention import Purged, Purger
from ludoteca.web.store.space import measure
from ludoteca.web.store.sweep import RetentionSweep
from tests.waiting import wait_until
from tests.web.postgresql import cluster
from tests.web.stored_data import ANA, BIA, StoredData


@pytest.fixture(scope="module")
def postgresql():
    with cluster() as server:
        yield server.url


@pytest.fixture(params=["sqlite", "postgresql"])
def stored(request, tmp_path):
    if request.param == "sqlite":
        found = StoredData(f"sqlite:///{tmp_path / 'web.sqlite'}")
    else:
        found = StoredData(request.getfixturevalue("postgresql"))
        with found.database.writing() as session:
            for name in ("games", "results", "drafts", "shared_analyses", "visitors", "puzzles"):
                session.execute(text(f"delete from {name}"))
    yield found
    found.database.close()


def purge(stored):
    """Purge; a dry run has said the same before."""
    expected = stored.purger.expired()
    assert stored.purger.purge_expired() == expected
    return expected


def test_nothing_expires_at_first(stored):
    stored.play(stored.begin())
    stored.begin()
    stored.draft()
    stored.visitor(BIA)
    assert purge(stored) == Purged()
    assert stored.count("games") == 2


def test_unfinished_games_expire_after_thirty_days_without_a_move(stored):
    abandoned, played = stored.begin(), stored.begin()
    stored.clock.pass_days(29)
    stored.play(played, ("a1",))
    stored.clock.pass_days(2)
    assert purge(stored) == Purged(games=1)
    assert stored.games.version(abandoned) == 0
    assert stored.games.get(played).texts == ("a1",)
    stored.clock.pass_days(29)
    assert purge(stored) == Purged(games=1)
    assert stored.counts == {}


def test_a_finished_game_expires_after_a_year_and_its_results_stay(stored):
    stored.play(stored.begin())
    stored.clock.pass_days(364)
    assert purge(stored) == Purged()
    stored.clock.pass_days(2)
    assert purge(stored) == Purged(games=1)
    assert stored.counts == {"results": 2}


def test_seats_moves_and_reviews_go_with_their_game(stored):
    stored.review(stored.play(stored.begin()))
    stored.begin(BIA)
    stored.clock.pass_days(366)
    stored.begin()
    assert stored.counts == {"games": 3, "seats": 6, "moves": 5, "analyses": 1, "results": 2}
    assert purge(stored) == Purged(games=2)
    assert stored.counts == {"games": 1, "seats": 2, "results": 2}


def test_reviews_expire_before_their_game(stored):
    game = stored.play(stored.begin())
    stored.review(game)
    stored.clock.pass_days(91)
    assert purge(stored) == Purged(reviews=1)
    assert stored.games.get(game).is_over


def test_tried_puzzles_expire_like_results(stored):
    with stored.database.writing() as session:
        for number in range(45):
            record_error(session, ANA, "dodgem", f"{number:016d}", stored.clock())
    stored.clock.pass_days(399)
    with stored.database.writing() as session:
        record_error(session, ANA, "dodgem", "new", stored.clock())
    assert not purge(stored)
    stored.clock.pass_days(2)
    assert purge(stored) == Purged(puzzles=45)
    assert stored.counts == {"puzzles": 1}


def test_drafts_expire_a_year_after_their_last_change(stored):
    stored.draft()
    stored.clock.pass_days(200)
    stored.draft(BIA)
    stored.clock.pass_days(166)
    assert purge(stored) == Purged(drafts=1)
    assert stored.counts == {"drafts": 1}


def test_stored_analyses_expire_after_half_a_year(stored):
    stored.analysis()
    stored.clock.pass_days(100)
    stored.analysis(BIA)
    stored.clock.pass_days(81)
    assert purge(stored) == Purged(analyses=1)
    assert stored.counts == {"shared_analyses": 1}


def test_results_expire_with_a_visitor_who_has_nothing_left(stored):
    stored.play(stored.begin(ANA))
    stored.play(stored.begin(BIA))
    stored.clock.pass_days(399)
    stored.begin(ANA)
    stored.draft(BIA)
    stored.clock.pass_days(2)
    assert purge(stored) == Purged(games=2)  # both have something left
    stored.clock.pass_days(31)
    assert purge(stored) == Purged(games=1)
    assert purge(stored) == Purged(visitors=1)  # Ana, whose last game has gone
    assert stored.counts == {"drafts": 1, "results": 2}


def test_results_of_a_visitor_who_still_plays_are_kept(stored):
    """A rating is computed from all results, so that the first ones stay as long as the last."""
    for _ in range(3):
        stored.play(stored.begin(ANA))
        stored.clock.pass_days(399)
        purge(stored)
    assert stored.count("results") == 6


def test_results_of_programs_go_with_their_game(stored):
    game = stored.begin(first="")
    secrets = {side: seat.invitation for side, seat in stored.games.get(game).row.seats.items()}
    for ply, move in enumerate(("a1", "a2", "b1", "b2", "c1")):
        stored.commands.play(game, move, Guest(bearer=secrets[("first", "second")[ply % 2]] or ""))
    assert stored.count("results") == 2
    stored.clock.pass_days(366)
    purge(stored)
    assert stored.counts == {}


def test_rows_of_visitors_without_anything_expire(stored):
    stored.visitor(ANA)
    stored.visitor(BIA)
    stored.draft(BIA)
    stored.clock.pass_days(350)
    stored.draft(BIA)
    stored.clock.pass_days(51)
    purge(stored)
    assert stored.counts == {"visitors": 1, "drafts": 1}


def test_zero_stands_for_no_limit(stored):
    stored.play(stored.begin())
    stored.begin()
    stored.draft()
    stored.clock.pass_days(5000)
    forever = Retention(unfinished=0, finished=0, reviews=0, drafts=0, analyses=0, visitors=0)
    assert Purger(stored.database, forever, stored.clock).purge_expired() == Purged()


def test_a_transaction_deletes_one_batch(stored, monkeypatch):
    """So that players never wait for longer than a few milliseconds."""
    monkeypatch.setattr(retention, "BATCH", 3)
    for _ in range(8):
        stored.begin()
    stored.clock.pass_days(31)
    steps = []

    def proceed(so_far):
        steps.append(so_far.games)
        return True

    assert stored.purger.purge_expired(proceed) == Purged(games=8)
    assert steps == [3, 6, 8]


def test_it_can_be_interrupted_between_transactions(stored, monkeypatch):
    monkeypatch.setattr(retention, "BATCH", 3)
    for _ in range(8):
        stored.begin()
    stored.clock.pass_days(31)
    assert stored.purger.purge_expired(lambda so_far: False) == Purged(games=3)
    assert stored.count("games") == 5


def test_several_servers_purge_at_once(stored, monkeypatch):
    """No error, no deadlock; every expired game is deleted once, the others stay."""
    monkeypatch.setattr(retention, "BATCH", 2)
    for _ in range(20):
        stored.play(stored.begin(), ("a1", "a2"))
    stored.clock.pass_days(31)
    kept = [stored.begin() for _ in range(5)]
    others = [StoredData(stored.database.url.render_as_string(hide_password=False)) for _ in range(4)]
    for other in others:
        other.purger.clock = stored.clock
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda other: other.purger.purge_expired(), others))
        for game in kept:
            stored.play(game)
    for other in others:
        other.database.close()
    assert sum((one for one in found), Purged()) == Purged(games=20)
    assert stored.count("games") == 5 and stored.count("moves") == 25


def test_a_game_that_somebody_plays_now_is_not_deleted(stored):
    """PostgreSQL: it is locked, and skipped. SQLite: it is played before or deleted before, never both."""
    game = stored.begin()
    stored.clock.pass_days(31)
    started, result = threading.Event(), []

    def purge():
        started.set()
        result.append(stored.purger.purge_expired())

    thread = threading.Thread(target=purge)
    with stored.database.writing() as session:
        loaded = stored.games.load(session, game, for_update=True)
        thread.start()
        started.wait()
        after = loaded.session.play("a1", stored.clock())
        stored.games.save(session, loaded, after, stored.clock())
        loaded.row.changed = stored.clock.moment
    thread.join()
    assert result == [Purged()]
    assert stored.games.get(game).texts == ("a1",)


# -- the background thread ----------------------------------------------------------------------------


def test_the_sweep_runs_from_start_to_close(stored):
    stored.begin()
    stored.clock.pass_days(31)
    sweep = RetentionSweep(stored.quotas, first=0.0, every=0.01)
    sweep.start()
    try:
        wait_until(lambda: stored.count("games") == 0)
        stored.begin()
        stored.clock.pass_days(31)
        wait_until(lambda: stored.count("games") == 0)  # again
    finally:
        sweep.close()
    assert not sweep._thread.is_alive()


def test_a_failed_sweep_is_logged_and_repeated(stored, caplog, monkeypatch):
    stored.begin()
    stored.clock.pass_days(31)
    calls, purge_expired = [], stored.purger.purge_expired

    def fail_once(proceed):
        calls.append(1)
        if len(calls) == 1:
            raise CannotStore("database.locked")
        return purge_expired(proceed)

    monkeypatch.setattr(stored.purger, "purge_expired", fail_once)
    sweep = RetentionSweep(stored.quotas, first=0.0, every=0.01)
    sweep.start()
    wait_until(lambda: stored.count("games") == 0)
    sweep.close()
    assert "locked" in caplog.text


def test_the_server_starts_and_stops_it(tmp_path):
    settings = Settings(database=f"sqlite:///{tmp_path / 'web.sqlite'}", workers=1, hosts=("testserver",))
    app = create_app(settings)
    with TestClient(app):
        sweep = app.state.services.retention_sweep
        assert sweep._thread.is_alive()
        assert sweep.quotas.retention == Retention()
    assert not sweep._thread.is_alive()


def test_a_largely_free_file_shrinks(tmp_path):
    stored = StoredData(f"sqlite:///{tmp_path / 'web.sqlite'}")
    for _ in range(60):
        stored.review(stored.play(stored.begin()))
    with stored.database.writing() as session:
        session.execute(text("update analyses set found = :long"), {"long": "x" * 20_000})
    before = measure(stored.database)
    stored.clock.pass_days(366)
    RetentionSweep(stored.quotas).sweep()
    after = measure(stored.database)
    stored.database.close()
    assert before.allocated > 1_200_000
    assert after.allocated < before.allocated / 5


# -- settings -----------------------------------------------------------------------------------------


def test_settings_from_a_text():
    assert Retention.parse("") == Retention()
    found = Retention.parse("unfinished=7, games-per-visitor=50,megabytes=0.5")
    assert found == replace(Retention(), unfinished=7.0, games_per_visitor=50, megabytes=0.5)
    assert found.bytes == 512 * 1024


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("unfinnished=7", "setting.retention-key"),
        ("unfinished", "setting.retention-value"),
        ("unfinished=soon", "setting.retention-value"),
        ("unfinished=-1", "setting.retention-value"),
        ("unfinished=nan", "setting.retention-value"),
        ("unfinished=inf", "setting.retention-value"),
        ("games=1e12", "setting.retention-value"),
    ],
)
def test_invalid_settings_are_reported(said, code, monkeypatch):
    monkeypatch.setenv("LUDOTECA_RETENTION", said)
    with pytest.raises(InvalidSetting) as refused:
        usual_retention()
    assert refused.value.code == code
