"""Lesson packs: their searches run in a worker, one for the same rules at a time; the results are kept."""

from __future__ import annotations

import hashlib
import json
import threading
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from typing import Any

from cachetools import LRUCache

from ludoteca.errors import LudotecaError
from ludoteca.lessons import LessonContent
from ludoteca.messages import Message
from ludoteca.parallel import Busy, OutOfMemory, TaskFuture, TookTooLong, WorkerDied
from ludoteca.web.budgets import SERVER, Client, current_client
from ludoteca.web.workers.runner import JobRunner

SEARCH_SECONDS = 15.0
"""The time for the searches; 0 in the second try, if the first exceeded a limit: then without puzzles."""
_MORE_SECONDS = 20.0
"""What the searches may take more, to finish their last step on a busy machine."""
PACK_SECONDS = 10.0
"""The limit for drawing the pages."""
_KEPT = 200


@dataclass
class Preparation:
    """The state of one lesson."""

    called: str
    file: str | None
    client: Client
    future: TaskFuture[Any] | None = None
    progress: dict[str, Any] = field(default_factory=dict)
    content: LessonContent | None = None
    problem: Message | None = None
    is_second_try: bool = False

    @property
    def is_running(self) -> bool:
        return self.content is None and self.problem is None


class LessonService:
    """Prepares lessons and remembers the recent ones. Thread-safe."""

    def __init__(self, jobs: JobRunner) -> None:
        self.jobs = jobs
        self._known: LRUCache[str, Preparation] = LRUCache(_KEPT)
        self._lock = threading.Lock()

    def prepare(self, called: str, file: str | None, again: bool = False) -> Preparation:
        """The lesson of a library game, or of rules that the sandbox has checked; its searches are started if
        they have not been, or with `again` if they have failed. Raises `Busy` or `OverBudget`."""
        key = _key(called, file)
        with self._lock:
            known = self._known.get(key)
            if known and not (again and known.problem):
                return known
            made = Preparation(called, file, current_client() or SERVER)
            made.future = self._submit(made, SEARCH_SECONDS)
            self._known[key] = made
        made.future.add_done_callback(lambda done: self._finish(made, done))
        return made

    def pack(self, called: str, file: str | None, content: LessonContent, lang: str) -> str:
        """The pages of a lesson as HTML, drawn by a worker."""
        job = {"kind": "lesson-pack", "called": called, "file": file, "content": content, "lang": lang}
        found: str = self.jobs.run(job, PACK_SECONDS)
        return found

    def forget(self) -> None:
        """Forget all lessons; those that are being prepared go on."""
        with self._lock:
            self._known.clear()

    def _submit(self, made: Preparation, seconds: float) -> TaskFuture[Any]:
        job = {"kind": "lesson", "called": made.called, "file": made.file, "seconds": seconds}
        return self.jobs.submit(job, seconds + _MORE_SECONDS, made.progress.update, client=made.client)

    def _finish(self, made: Preparation, done: Any) -> None:
        try:
            made.content = done.result()
        except CancelledError:
            made.problem = Busy("busy.threads").message  # the server is closing
        except (TookTooLong, OutOfMemory, WorkerDied) as problem:
            self._try_again(made, problem)
        except LudotecaError as problem:
            made.problem = problem.message

    def _try_again(self, made: Preparation, problem: LudotecaError) -> None:
        """Once more without searches: a lesson without puzzles is better than none."""
        if made.is_second_try:
            made.problem = problem.message
            return
        made.is_second_try = True
        try:
            made.future = self._submit(made, 0.0)
        except LudotecaError as refused:
            made.problem = refused.message
            return
        made.future.add_done_callback(lambda done: self._finish(made, done))


def _key(called: str, file: str | None) -> str:
    return hashlib.sha256(json.dumps([called, file]).encode()).hexdigest()
