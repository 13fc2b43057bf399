"""Game reviews: analysed once by a worker, then stored."""

from __future__ import annotations

import json
import threading
from concurrent.futures import Future
from typing import Any

from ludoteca.errors import LudotecaError
from ludoteca.messages import LANGUAGES
from ludoteca.web.games.stored_game import StoredGame
from ludoteca.web.store.database import Database
from ludoteca.web.store.quotas import Quotas
from ludoteca.web.store.schema import AnalysisRow
from ludoteca.web.workers.runner import JobRunner

SECONDS = 20.0
Progress = dict[str, Any]
"""`done` and `of`, in positions; `problem` if the analysis failed."""


class ReviewService:
    def __init__(self, database: Database, jobs: JobRunner, quotas: Quotas | None = None) -> None:
        self.database, self.jobs, self.quotas = database, jobs, quotas
        self._lock = threading.Lock()
        self._running: dict[tuple[str, int], Progress] = {}

    def get(self, stored: StoredGame) -> dict[str, Any] | None:
        """The stored review, unless the game has changed or a language was added since."""
        with self.database.reading() as session:
            row = session.get(AnalysisRow, stored.id)
        found: dict[str, Any] = json.loads(row.found) if row and row.version == stored.session.plies else {}
        return found if set(LANGUAGES) <= found.get("data", {}).keys() else None

    def start(self, stored: StoredGame, names: tuple[str, str]) -> Progress:
        """Start an analysis, or report the progress of the one that runs."""
        key = (stored.id, stored.session.plies)
        with self._lock:
            progress = self._running.get(key)
            if progress is not None:
                if "problem" in progress:
                    del self._running[key]
                return progress
            progress = self._running[key] = {"done": 0, "of": len(stored.moves) + 1}
        job = stored.job("analyse", record=stored.record(names).as_dict(), seconds=SECONDS)
        try:
            future = self.jobs.submit(job, SECONDS + 5, progress.update)
        except LudotecaError:
            self._forget(key)
            raise
        future.add_done_callback(lambda done: self._finish(stored, progress, done))
        return progress

    def _finish(self, stored: StoredGame, progress: Progress, done: Future[Any]) -> None:
        problem = done.exception()
        if problem is None:
            try:
                self._store(stored, done.result())
            except LudotecaError as not_stored:
                problem = not_stored
        if problem is None:
            self._forget((stored.id, stored.session.plies))
        else:
            progress["problem"] = problem

    def _store(self, stored: StoredGame, found: dict[str, Any]) -> None:
        text = json.dumps(found, ensure_ascii=False)
        if self.quotas:
            self.quotas.require_space()
        with self.database.writing() as session:
            session.merge(AnalysisRow(game=stored.id, version=stored.session.plies, found=text))

    def _forget(self, key: tuple[str, int]) -> None:
        with self._lock:
            self._running.pop(key, None)
