"""Trainings of drafts: one for the same rules at a time, their progress, and what they gained."""

from __future__ import annotations

import hashlib
import threading
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from typing import Any

from cachetools import LRUCache

from ludoteca.errors import LudotecaError
from ludoteca.messages import Message
from ludoteca.parallel import TaskFuture
from ludoteca.web.budgets import SERVER, TRAINING, current_client
from ludoteca.web.workers.runner import JobRunner

SECONDS = 300.0
"""The length of a training where the client's budget allows it."""
_MORE_SECONDS = 20.0
"""What a training may take more, to finish its last step."""
_KEPT = 200


@dataclass
class Training:
    """The state of one training."""

    seconds: float
    future: TaskFuture[Any] | None = None
    progress: dict[str, Any] = field(default_factory=dict)
    result: dict[str, Any] | None = None
    problem: Message | None = None
    stopped: bool = False

    @property
    def is_running(self) -> bool:
        return self.result is None and self.problem is None and not self.stopped

    @property
    def percent(self) -> int:
        return round(100 * float(self.progress.get("share", 0)))


class TrainingService:
    """Starts trainings and remembers the recent ones. Thread-safe."""

    def __init__(self, jobs: JobRunner) -> None:
        self.jobs = jobs
        self._known: LRUCache[str, Training] = LRUCache(_KEPT)
        self._lock = threading.Lock()

    def seconds(self) -> float:
        """How long a training of the current client may take."""
        profile = self.jobs.budgets.profile
        bursts = [rates[TRAINING].burst for rates in (profile.visitor, profile.address) if TRAINING in rates]
        return min([SECONDS, *(burst - _MORE_SECONDS for burst in bursts)])

    def get(self, text: str) -> Training | None:
        """The last training of these rules."""
        with self._lock:
            return self._known.get(_key(text))

    def start(self, text: str, name: str) -> Training:
        """Train rules that the sandbox has checked; the running training, if there is one. Raises `Busy` or
        `OverBudget`."""
        with self._lock:
            known = self._known.get(_key(text))
            if known and known.is_running:
                return known
            training = Training(self.seconds())
            job = {"kind": "train", "called": name, "file": text, "seconds": training.seconds}
            client = current_client() or SERVER
            training.future = self.jobs.submit(
                job,
                training.seconds + _MORE_SECONDS,
                training.progress.update,
                client=client,
                resource=TRAINING,
            )
            self._known[_key(text)] = training
        training.future.add_done_callback(lambda done: _finish(training, done))
        return training

    def forget(self) -> None:
        """Forget all trainings that were started; those that run go on."""
        with self._lock:
            self._known.clear()

    def stop(self, text: str) -> None:
        """Stop the training of these rules; what it has found so far is lost."""
        training = self.get(text)
        if training and training.future and training.is_running:
            training.stopped = True
            training.future.cancel()


def _finish(training: Training, done: Any) -> None:
    try:
        training.result = done.result()
    except CancelledError:
        training.stopped = True
    except LudotecaError as problem:
        training.problem = problem.message


def _key(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
