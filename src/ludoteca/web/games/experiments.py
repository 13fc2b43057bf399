"""Runs of the experiments of the reports: started by a visitor, run by a worker, kept with their figures."""

from __future__ import annotations

import json
import logging
import secrets
import threading
import time
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select

from ludoteca.classics.experiments import EXPERIMENTS
from ludoteca.errors import LudotecaError
from ludoteca.messages import LANGUAGES
from ludoteca.parallel import TaskFuture
from ludoteca.play.session import NotAllowedNow
from ludoteca.web.budgets import SERVER, TRAINING, current_client
from ludoteca.web.games.errors import GameNotFound, NotYourSeat
from ludoteca.web.store.database import Database
from ludoteca.web.store.quotas import Quotas
from ludoteca.web.store.schema import ExperimentRow
from ludoteca.web.workers.runner import JobRunner

_LOG = logging.getLogger(__name__)
RUNNING, COMPLETE, TIME_UP, STOPPED, FAILED = "running", "complete", "time", "stopped", "failed"
INTERRUPTED = "interrupted"
"""Of a run whose server has ended meanwhile; it is not stored."""
SECONDS = 120.0
"""The longest run, where the client's budget allows it."""
_MORE_SECONDS = 10.0
"""What a run may take more, to finish its last step."""
_STORE_EVERY = 5.0
"""Seconds after which the figures so far are stored again."""
_LISTED = 50


@dataclass
class _Run:
    """A run on this server."""

    future: TaskFuture[Any] | None = None
    found: dict[str, Any] = field(default_factory=dict)
    stored: float = 0.0


@dataclass(frozen=True)
class ExperimentRun:
    """A run as a page shows it."""

    id: str
    owner: str
    name: str
    state: str
    created: datetime
    found: dict[str, Any]

    @property
    def is_running(self) -> bool:
        return self.state == RUNNING

    @property
    def seconds(self) -> float:
        return float(self.found.get("seconds", 0.0))

    def verdict(self, lang: str) -> str:
        """The verdict on the claim, once the run is complete."""
        found = self.found.get("verdict", {})
        return str(found.get(lang) or found.get("en", ""))

    def problem(self, lang: str) -> str:
        """Why it failed."""
        found = self.found.get("problem", {})
        return str(found.get(lang) or found.get("en", ""))

    def rows(self, lang: str) -> list[list[str]]:
        """The figures: what, of the report, ours."""
        return [row.get(lang) or row["en"] for row in self.found.get("rows", ())]


class ExperimentService:
    """Starts and stops experiments. One at a time for each visitor. Thread-safe."""

    def __init__(self, database: Database, jobs: JobRunner, quotas: Quotas | None = None) -> None:
        self.database, self.jobs, self.quotas = database, jobs, quotas
        self._runs: dict[str, _Run] = {}
        self._lock = threading.Lock()

    # -- queries --------------------------------------------------------------------------------------

    def seconds(self) -> float:
        """How long a run of the current client may take."""
        profile = self.jobs.budgets.profile
        bursts = [rates[TRAINING].burst for rates in (profile.visitor, profile.address) if TRAINING in rates]
        return min([SECONDS, *(burst - _MORE_SECONDS for burst in bursts)])

    def get(self, run_id: str) -> ExperimentRun:
        """Raises `GameNotFound`."""
        with self.database.reading() as session:
            row = session.get(ExperimentRow, run_id[:24])
        if row is None:
            raise GameNotFound("missing.experiment")
        return self._shown(row)

    def of_visitor(self, visitor: str) -> list[ExperimentRun]:
        """The runs of a visitor, the newest first."""
        query = select(ExperimentRow).where(ExperimentRow.owner == visitor)
        query = query.order_by(ExperimentRow.created.desc()).limit(_LISTED)
        with self.database.reading() as session:
            return [self._shown(row) for row in session.scalars(query)] if visitor else []

    def _shown(self, row: ExperimentRow) -> ExperimentRun:
        with self._lock:
            run = self._runs.get(row.id)
        state, found = row.state, json.loads(row.found)
        if state == RUNNING and run:
            found = run.found or found
        elif state == RUNNING and self._is_old(row):
            state = INTERRUPTED
        return ExperimentRun(row.id, row.owner, row.name, state, row.created, found)

    @staticmethod
    def _is_old(row: ExperimentRow) -> bool:
        """Whether no server can still be running it: another one stores its figures every few seconds."""
        changed = row.changed if row.changed.tzinfo else row.changed.replace(tzinfo=UTC)
        return (datetime.now(UTC) - changed).total_seconds() > SECONDS + 2 * _MORE_SECONDS

    # -- commands -------------------------------------------------------------------------------------

    def start(self, name: str, owner: str) -> str:
        """Start an experiment; the id of its run. Raises `Busy`, `OverBudget`, `QuotaExceeded`, or
        `NotAllowedNow` if another one of the visitor runs."""
        if name not in EXPERIMENTS:
            raise GameNotFound("missing.experiment")
        if any(one.is_running for one in self.of_visitor(owner)):
            raise NotAllowedNow("session.experiment")
        if self.quotas:
            self.quotas.require_experiment(owner)
        run_id, run, seconds = secrets.token_urlsafe(9), _Run(stored=time.monotonic()), self.seconds()
        job = {"kind": "experiment", "experiment": name, "seconds": seconds}
        run.future = self.jobs.submit(
            job, seconds + _MORE_SECONDS, lambda found: self._report(run_id, run, found),
            client=current_client() or SERVER, resource=TRAINING,
        )  # fmt: skip
        try:
            with self.database.writing() as session:
                session.add(ExperimentRow(id=run_id, owner=owner, name=name, state=RUNNING, found="{}"))
        except LudotecaError:
            run.future.cancel()
            raise
        with self._lock:
            self._runs[run_id] = run
        run.future.add_done_callback(lambda done: self._finish(run_id, run, done))
        return run_id

    def stop(self, run_id: str, visitor: str) -> None:
        """Stop a run; its figures so far stay. Raises `NotYourSeat` for others than who started it."""
        found = self.get(run_id)
        if found.owner != visitor or not visitor:
            raise NotYourSeat("seat.not-yours")
        with self._lock:
            run = self._runs.get(run_id)
        if run and run.future:
            run.future.cancel()
        elif found.is_running:
            self._store(run_id, STOPPED, found.found)

    # -- in threads of the pool -----------------------------------------------------------------------

    def _report(self, run_id: str, run: _Run, found: dict[str, Any]) -> None:
        run.found = found
        if time.monotonic() - run.stored > _STORE_EVERY:
            run.stored = time.monotonic()
            self._store(run_id, RUNNING, found)

    def _finish(self, run_id: str, run: _Run, done: Any) -> None:
        try:
            found = done.result()
            state = COMPLETE if found.pop("complete") else TIME_UP
        except CancelledError:
            state, found = STOPPED, run.found
        except LudotecaError as problem:
            _LOG.warning("experiment %s failed: %s", run_id, problem)
            state, found = FAILED, {**run.found, "problem": {lang: problem.text(lang) for lang in LANGUAGES}}
        self._store(run_id, state, found)
        with self._lock:
            self._runs.pop(run_id, None)

    def _store(self, run_id: str, state: str, found: dict[str, Any]) -> None:
        try:
            with self.database.writing() as session:
                row = session.get(ExperimentRow, run_id)
                if row is not None and row.state == RUNNING:  # else it was deleted or stopped meanwhile
                    row.state, row.changed = state, datetime.now(UTC)
                    row.found = json.dumps(found, ensure_ascii=False)
        except LudotecaError as problem:
            _LOG.warning("the figures of experiment %s cannot be stored: %s", run_id, problem)
