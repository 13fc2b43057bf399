"""Untrusted rules checked in a worker process with limits on CPU time and memory.

sandbox = Sandbox()
result = sandbox.check(text)     # returns or raises `SandboxError` within about a second
if result.ok: …
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ludoteca import errors
from ludoteca.errors import LudotecaError, RulesError
from ludoteca.games.library import kebab
from ludoteca.messages import LANGUAGES, Message, Number, Translated
from ludoteca.parallel import (
    Busy,
    Lane,
    LocalPool,
    OutOfMemory,
    TaskLimits,
    TookTooLong,
    WorkerDied,
    result_of,
)
from ludoteca.parallel.worker import ProcessOptions
from ludoteca.system import HAS_CPU_LIMIT
from ludoteca.workshop import sandbox_tasks
from ludoteca.workshop.drafts import DraftError, exceeded_limit
from ludoteca.workshop.problems import Problem

SECONDS = 0.9
"""CPU time of one check: with communication it stays below one second."""
_BUSY = 4 if HAS_CPU_LIMIT else 1
"""Wall-clock time allowed per second of CPU time, for busy machines."""
MEGABYTES = 1024
_PATIENCE = 8.0
"""Seconds that a task may wait for a worker."""
OPTIONS = ProcessOptions(
    preload=("ludoteca.workshop.sandbox_tasks",), file_megabytes=0, tasks_per_process=200
)
"""Worker processes for untrusted rules."""

_CODES = {
    "time": "sandbox.time",
    "memory": "sandbox.memory",
    "depth": "sandbox.depth",
    "moves": "sandbox.moves",
    "died": "sandbox.died",
    "busy": "sandbox.busy",
}


class SandboxError(LudotecaError):
    """Rules over the resource limits, or no free worker. `reason` is a code word."""

    def __init__(self, reason: str, seconds: float = SECONDS) -> None:
        super().__init__(_CODES[reason], seconds=Number(seconds))
        self.reason, self.seconds = reason, seconds


@dataclass(frozen=True)
class CheckResult:
    """The result of a check."""

    ok: bool
    problems: tuple[dict[str, Any], ...] = ()
    """Each with `where`, `line`, `card`, the message in each language, and `fixes`: labels, new text."""
    rules: str = ""
    """The rules hash."""
    sentences: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The rules as text in each language, if the text is TOML."""

    def error(self) -> RulesError:
        """The problems as an error."""
        return RulesError([_received(problem) for problem in self.problems])


def first_problem(problems: Sequence[dict[str, Any]]) -> DraftError:
    """The first of the problems that the sandbox found, as an error."""
    texts = {lang: problems[0][lang] for lang in LANGUAGES}
    return DraftError("draft.problem", problem=Translated(texts))


def _received(problem: dict[str, Any]) -> errors.Problem:
    texts = Translated({lang: problem[lang] for lang in LANGUAGES})
    return errors.Problem(Message("problems", "sentence", {"sentence": texts}), "", problem["where"])


class Sandbox:
    """Runs tasks on untrusted rules in worker processes. Thread-safe."""

    def __init__(
        self, pool: LocalPool | None = None, seconds: float = SECONDS, megabytes: int = MEGABYTES
    ) -> None:
        """Without a pool it has a worker of its own, which `close` ends."""
        self.seconds, self.megabytes = seconds, megabytes
        self._own = None if pool else LocalPool(1, options=OPTIONS)
        self._pool = pool or self._own

    def check(self, text: str, name: str = "my-game", client: str = "") -> CheckResult:
        """Whether a text is a valid game, and its problems if not. Raises `SandboxError`."""
        refused = exceeded_limit(text, None)
        if refused:
            return CheckResult(False, (_file_problem(*refused),))
        answer = self._run("check", text, name, self.seconds, client, Lane.SHORT)
        return CheckResult(
            answer["ok"], tuple(answer["problems"]), answer.get("rules", ""), answer["sentences"]
        )

    def playtest(
        self, text: str, name: str = "my-game", seconds: float = 5.0, seed: int = 1, client: str = ""
    ) -> dict[str, Any]:
        """A playtest report in each language, or the problems. Raises `SandboxError`."""
        return self._run("playtest", text, name, seconds + 1.5, client, budget=seconds, seed=seed)

    def edit(self, text: str, name: str, method: str, arguments: Sequence[str], client: str = "") -> Any:
        """What a method of `Draft` returns: cards, or a new draft. Raises `DraftError`, `SandboxError`."""
        options = {"method": method, "arguments": tuple(arguments)}
        return self._run("edit", text, name, self.seconds, client, Lane.SHORT, **options)["result"]

    def ideas(self, text: str, name: str = "my-game", client: str = "") -> list[dict[str, Any]]:
        """Suggested changes: label in each language, and the new text. Raises `SandboxError`."""
        found: list[dict[str, Any]] = self._run("ideas", text, name, 4 * self.seconds, client)["ideas"]
        return found

    def close(self) -> None:
        """End the worker process, if it is the sandbox's own."""
        if self._own:
            self._own.close()

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(
        self, task: str, text: str, name: str, seconds: float, client: str, lane: Lane = Lane.LONG,
        **options: Any,
    ) -> dict[str, Any]:  # fmt: skip
        assert self._pool is not None
        limits = TaskLimits(_BUSY * seconds, seconds if HAS_CPU_LIMIT else None, self.megabytes)
        call = partial(sandbox_tasks.run, task, text, kebab(name) or "my-game", **options)
        try:
            future = self._pool.submit(call, limits=limits, client=client, lane=lane, retries=0)
            return result_of(future, _PATIENCE + _BUSY * seconds)
        except Busy:
            raise SandboxError("busy") from None
        except TookTooLong:
            raise SandboxError("time", seconds) from None
        except OutOfMemory:
            raise SandboxError("memory") from None
        except sandbox_tasks.Refused as refused:
            raise SandboxError(refused.reason) from None
        except WorkerDied:
            raise SandboxError("died") from None


def _file_problem(message: Message, key: str) -> dict[str, Any]:
    problem = Problem(errors.Problem(message, "", key), 1, "")
    texts = {lang: problem.message(lang) for lang in LANGUAGES}
    return {"where": key, "line": 1, "card": "", "fixes": [], **texts}
