"""Quotas of stored data: when one is reached, the oldest abandoned data makes room for new."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from sqlalchemy import distinct, func, select

from ludoteca.web.settings import Retention
from ludoteca.web.store.database import Database
from ludoteca.web.store.errors import QuotaExceeded
from ludoteca.web.store.retention import Purged, Purger
from ludoteca.web.store.schema import (
    DraftRow,
    ExperimentRow,
    GameRow,
    SeatRow,
    SharedAnalysisRow,
    TournamentRow,
)
from ludoteca.web.store.space import allocated, measure

_RESERVE, _LEAST_RESERVE = 0.1, 2**20
"""The part of the database's quota, and the least number of bytes, that only the moves of running games may
fill; of a small quota, half."""
_ROOMY = 0.9
"""Above this part of what new data may fill, the background sweep makes room: a request seldom has to."""
_BATCHES = 5
"""The most transactions in which one request makes room."""
_RECOUNT = 60.0
"""Seconds after which the games of the server are counted again: other servers may have stored some."""


def room_for_new(quota: int) -> int:
    """The bytes of a quota that new games, drafts, reviews and analyses may fill."""
    return quota - max(int(_RESERVE * quota), min(quota // 2, _LEAST_RESERVE))


class Quotas:
    """Checked before something is stored. Safe to use from several threads."""

    def __init__(self, purger: Purger) -> None:
        self.purger = purger
        self._lock = threading.Lock()
        self._games, self._counted = 0, float("-inf")
        self._used, self._measured = 0, float("-inf")

    @property
    def database(self) -> Database:
        return self.purger.database

    @property
    def retention(self) -> Retention:
        return self.purger.retention

    # -- before something is stored -------------------------------------------------------------------

    def require_game(self, visitor: str) -> None:
        """Raises `QuotaExceeded` if there is no room for a new game of a visitor."""
        most = int(self.retention.games_per_visitor)
        if visitor and most and not self._fits(
            lambda: self._games_of(visitor) < most, lambda: self.purger.purge_oldest_games_of(visitor)
        ):  # fmt: skip
            raise QuotaExceeded("quota.visitor-games", limit=most)
        most = int(self.retention.games)
        if most and not self._fits(lambda: self._has_fewer_games(most), self.purger.purge_oldest_games):
            raise QuotaExceeded("quota.full-games", limit=most)
        self.require_space()
        with self._lock:
            self._games += 1

    def require_draft(self, owner: str) -> None:
        """Raises `QuotaExceeded` if there is no room for a new draft of a visitor."""
        most = int(self.retention.drafts_per_visitor)
        with self.database.reading() as session:
            kept = session.scalar(select(func.count()).where(DraftRow.owner == owner)) or 0
        if most and kept >= most:
            raise QuotaExceeded("quota.visitor-drafts", limit=most)
        self.require_space()

    def require_analysis(self, owner: str) -> None:
        """Raises `QuotaExceeded` if there is no room for another stored analysis of a visitor."""
        most = int(self.retention.analyses_per_visitor)
        with self.database.reading() as session:
            kept = session.scalar(select(func.count()).where(SharedAnalysisRow.owner == owner)) or 0
        if most and kept >= most:
            raise QuotaExceeded("quota.visitor-analyses", limit=most)
        self.require_space()

    def require_tournament(self, owner: str) -> None:
        """Raises `QuotaExceeded` if there is no room for another tournament of a visitor."""
        most = int(self.retention.tournaments_per_visitor)
        with self.database.reading() as session:
            kept = session.scalar(select(func.count()).where(TournamentRow.owner == owner)) or 0
        if most and kept >= most:
            raise QuotaExceeded("quota.visitor-tournaments", limit=most)
        self.require_space()

    def require_experiment(self, owner: str) -> None:
        """Raises `QuotaExceeded` if there is no room for another experiment of a visitor."""
        most = int(self.retention.experiments_per_visitor)
        with self.database.reading() as session:
            kept = session.scalar(select(func.count()).where(ExperimentRow.owner == owner)) or 0
        if most and kept >= most:
            raise QuotaExceeded("quota.visitor-experiments", limit=most)
        self.require_space()

    def require_space(self) -> None:
        """Raises `QuotaExceeded` if the database is full and nothing abandoned can be deleted."""
        most = room_for_new(self.retention.bytes)
        if most and not self._fits(lambda: self.used(most) < most, self._purge_and_measure):
            raise QuotaExceeded("quota.full-space", megabytes=round(self.retention.megabytes))

    def make_room(self, proceed: Callable[[Purged], bool] = lambda so_far: True) -> Purged:
        """For the background sweep: delete the oldest abandoned data until there is ample room."""
        most, total = _ROOMY * room_for_new(self.retention.bytes), Purged()
        while most and self.used(most) >= most and (found := self._purge_and_measure()):
            total += found
            if not proceed(total):
                break
        return total

    # -- figures --------------------------------------------------------------------------------------

    def used(self, unless_below: float = 0.0) -> int:
        """The bytes in use; an upper bound if that is below a limit already."""
        if self.database.is_sqlite:
            return measure(self.database).used
        bound = allocated(self.database)
        if bound < unless_below:
            return bound
        if time.monotonic() - self._measured > _RECOUNT:
            self._used, self._measured = measure(self.database).used, time.monotonic()
        return self._used

    def _games_of(self, visitor: str) -> int:
        query = select(func.count(distinct(SeatRow.game))).where(SeatRow.owner == visitor)
        with self.database.reading() as session:
            return session.scalar(query) or 0

    def _has_fewer_games(self, most: int) -> bool:
        """Counted from time to time, and before any are refused or deleted."""
        if self._games < most and time.monotonic() - self._counted < _RECOUNT:
            return True
        with self.database.reading() as session:
            found = session.scalar(select(func.count()).select_from(GameRow)) or 0
        with self._lock:
            self._games, self._counted = found, time.monotonic()
        return found < most

    # -- making room ----------------------------------------------------------------------------------

    @staticmethod
    def _fits(is_room: Callable[[], bool], purge: Callable[[], Purged]) -> bool:
        """Whether there is room, after deleting a bounded number of things if need be."""
        for _ in range(_BATCHES):
            if is_room():
                return True
            if not purge():
                return False
        return is_room()

    def _purge_and_measure(self) -> Purged:
        found = self.purger.purge_oldest()
        self._measured = float("-inf")
        return found
