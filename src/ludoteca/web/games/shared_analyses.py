"""Analyses that are too long for a link: stored for those who have the id."""

from __future__ import annotations

import secrets

from ludoteca.play.record import Record
from ludoteca.web.budgets import GAMES, SERVER, Budgets, current_client
from ludoteca.web.games.errors import GameNotFound
from ludoteca.web.store.database import Database
from ludoteca.web.store.quotas import Quotas
from ludoteca.web.store.schema import SharedAnalysisRow


class SharedAnalyses:
    """Stored once and never changed: a changed analysis is another one."""

    def __init__(self, database: Database, budgets: Budgets, quotas: Quotas | None = None) -> None:
        self.database, self.budgets, self.quotas = database, budgets, quotas

    def store(self, record: Record, owner: str) -> str:
        """The id. Charged like a new game. Raises `OverBudget` and `QuotaExceeded`."""
        self.budgets.spend(current_client() or SERVER, GAMES)
        if self.quotas:
            self.quotas.require_analysis(owner)
        row = SharedAnalysisRow(id=secrets.token_urlsafe(9), owner=owner, text=record.to_text())
        with self.database.writing() as session:
            session.add(row)
            return row.id

    def get(self, analysis_id: str) -> Record:
        """Raises `GameNotFound`."""
        with self.database.reading() as session:
            row = session.get(SharedAnalysisRow, analysis_id[:24])
        if row is None:
            raise GameNotFound("missing.analysis")
        return Record.from_text(row.text)
