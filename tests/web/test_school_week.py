"""A week of a school in accelerated time: the database stops growing at its quota, and no game that is
being played is lost."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from ludoteca.web.games.seats import Guest, digest
from ludoteca.web.settings import Retention
from ludoteca.web.store import database
from ludoteca.web.store.errors import QuotaExceeded
from ludoteca.web.store.space import measure
from ludoteca.web.store.sweep import RetentionSweep
from tests.web.stored_data import StoredData

PUPILS, DAYS, LESSONS = 30, 5, 4
HOUR = 1 / 24
MOVES = 16
"""The most moves of a pupil in one lesson."""
SEARCH_LOG = json.dumps([{"depth": depth, "pv": ["a1-b2"] * 6, "nodes": 9999} for depth in range(8)])
"""What the computer reports of one move; realistic in length."""


@pytest.fixture(autouse=True)
def fast_commits(monkeypatch):
    """Time is accelerated, so that commits do not wait for the disk."""
    pragmas = tuple(one for one in database._PRAGMAS if "synchronous" not in one)
    monkeypatch.setattr(database, "_PRAGMAS", (*pragmas, "synchronous = off"))


class School:
    """Pupils who play one game each in every lesson, and continue it in the next if it is not over."""

    def __init__(self, folder: Path, megabytes: float) -> None:
        self.file = folder / "web.sqlite"
        self.stored = StoredData(f"sqlite:///{self.file}", Retention(megabytes=megabytes))
        self.sweep = RetentionSweep(self.stored.quotas)
        self.dice = random.Random(5)
        self.running: dict[str, tuple[str, list[str]]] = {}
        """The game of each pupil, and the moves that were accepted."""
        self.sizes: list[int] = []
        """The size of the database after each lesson."""
        self.begun = self.refused = 0

    def week(self, days: int = DAYS) -> None:
        for _ in range(days):
            for _ in range(LESSONS):
                self.lesson()
                self.stored.clock.pass_days(HOUR)
            self.stored.clock.pass_days(1 - LESSONS * HOUR)

    def lesson(self) -> None:
        for number in range(PUPILS):
            pupil = digest(f"pupil {number}")
            if pupil not in self.running and not self.begin(pupil):
                continue
            self.play(pupil)
        self.sweep.sweep()
        self.sizes.append(measure(self.stored.database).allocated)

    def begin(self, pupil: str) -> bool:
        try:
            game = self.stored.begin(pupil, called=self.dice.choice(("tapatan", "tic-tackle", "kalah")))
        except QuotaExceeded as refused:
            assert refused.code == "quota.full-space"
            self.refused += 1
            return False
        self.running[pupil] = game, []
        self.begun += 1
        return True

    def play(self, pupil: str) -> None:
        game, accepted = self.running[pupil]
        found = self.stored.games.get(game)
        assert list(found.texts) == accepted  # nothing was lost meanwhile
        for _ in range(MOVES):
            if found.is_over:
                self.stored.review(game)
                del self.running[pupil]
                return
            move = self.dice.choice(found.position.legal_moves).text
            log = SEARCH_LOG if found.mover == "second" else ""
            found = self.stored.commands.play(game, move, Guest(pupil), thinking=log)
            accepted.append(found.texts[-1])
        if self.dice.random() < 0.4:
            del self.running[pupil]  # abandoned


def test_the_database_stops_growing_at_its_quota(tmp_path):
    school = School(tmp_path, megabytes=3.0)
    quota = 3 * 2**20
    school.week()
    school.stored.database.close()
    assert school.refused == 0  # there was always something old to delete
    assert school.begun > 300
    assert DAYS * school.sizes[LESSONS - 1] > 1.3 * quota  # without the quota it would have grown beyond it
    assert max(school.sizes) <= quota
    assert school.file.stat().st_size <= quota
    assert max(school.sizes) == pytest.approx(max(school.sizes[-LESSONS:]), rel=0.25)


def test_in_a_full_database_new_games_are_refused_and_running_games_go_on(tmp_path):
    """The games of one day are more than the quota."""
    school = School(tmp_path, megabytes=1.0)
    school.week(days=2)
    school.stored.database.close()
    assert school.refused > 0
    assert school.begun > PUPILS
    assert max(school.sizes) <= 2**20
    assert school.file.stat().st_size <= 2**20
