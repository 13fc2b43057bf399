"""Untrusted rules checked in a child process with limits on CPU time and memory.

sandbox = Sandbox()
result = sandbox.check(text)     # returns or raises `SandboxError` within about a second
if result.ok: …
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludoteca import errors
from ludoteca.errors import LudotecaError, RulesError
from ludoteca.games.library import kebab
from ludoteca.messages import LANGUAGES, Message, Number, Translated
from ludoteca.system import HAS_CPU_LIMIT, exceeded_cpu_limit
from ludoteca.workshop.drafts import DraftError, exceeded_limit
from ludoteca.workshop.problems import Problem

SECONDS = 0.9
"""CPU time of one check: with communication it stays below one second."""
_BUSY = 4 if HAS_CPU_LIMIT else 1
"""Wall-clock time allowed per second of CPU time, for busy machines."""
MEGABYTES = 1024
_START = 20.0
"""Seconds within which a child process must be ready."""
_TASKS_PER_CHILD = 200
"""A child process is replaced after this many tasks."""

_CODES = {
    "time": "sandbox.time",
    "memory": "sandbox.memory",
    "depth": "sandbox.depth",
    "moves": "sandbox.moves",
    "died": "sandbox.died",
    "busy": "sandbox.busy",
}


class SandboxError(LudotecaError):
    """Rules over the resource limits, or no free child process. `reason` is a code word."""

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

    def error(self) -> RulesError:
        """The problems as an error."""
        return RulesError([_received(problem) for problem in self.problems])


def first_problem(problems: Sequence[dict[str, Any]]) -> DraftError:
    """The first of the problems that a child process found, as an error."""
    texts = {lang: problems[0][lang] for lang in LANGUAGES}
    return DraftError("draft.problem", problem=Translated(texts))


def _received(problem: dict[str, Any]) -> errors.Problem:
    texts = Translated({lang: problem[lang] for lang in LANGUAGES})
    return errors.Problem(Message("problems", "sentence", {"sentence": texts}), "", problem["where"])


class Sandbox:
    """A pool of child processes, one task each at a time. Thread-safe."""

    def __init__(self, children: int = 1, seconds: float = SECONDS, megabytes: int = MEGABYTES) -> None:
        self.seconds, self.megabytes = seconds, megabytes
        self._idle: queue.LifoQueue[_Child | None] = queue.LifoQueue()
        """None stands for a child that has not been started yet."""
        for _ in range(children):
            self._idle.put(None)

    def check(self, text: str, name: str = "my-game") -> CheckResult:
        """Whether a text is a valid game, and its problems if not. Raises `SandboxError`."""
        refused = exceeded_limit(text, None)
        if refused:
            return CheckResult(False, (_file_problem(*refused),))
        answer = self._ask({"task": "check", "text": text, "name": kebab(name) or "my-game"}, self.seconds)
        return CheckResult(answer["ok"], tuple(answer["problems"]), answer.get("rules", ""))

    def playtest(
        self, text: str, name: str = "my-game", seconds: float = 5.0, seed: int = 1
    ) -> dict[str, Any]:
        """A playtest report in each language, or the problems. Raises `SandboxError`."""
        task = {
            "task": "playtest",
            "text": text,
            "name": kebab(name) or "my-game",
            "budget": seconds,
            "seed": seed,
        }
        return self._ask(task, seconds + 1.5)

    def ideas(self, text: str, name: str = "my-game") -> list[dict[str, Any]]:
        """Suggested changes: label in each language, and the new text. Raises `SandboxError`."""
        task = {"task": "ideas", "text": text, "name": kebab(name) or "my-game"}
        found: list[dict[str, Any]] = self._ask(task, 4 * self.seconds)["ideas"]
        return found

    def warm_up(self) -> None:
        """Start a child process before the first request needs it."""
        try:
            child = self._idle.get_nowait()
        except queue.Empty:
            return
        self._idle.put(child or _Child(self.megabytes))

    def close(self) -> None:
        """End all child processes."""
        while True:
            try:
                child = self._idle.get_nowait()
            except queue.Empty:
                return
            if child:
                child.end()

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(self, task: dict[str, Any], seconds: float, patience: float = 5.0) -> dict[str, Any]:
        try:
            idle = self._idle.get(timeout=patience)
        except queue.Empty:
            raise SandboxError("busy") from None
        child = idle or _Child(self.megabytes)
        try:
            answer = child.ask({**task, "seconds": seconds}, seconds)
        finally:
            self._idle.put(child if child.is_usable else self._replaced(child))
        if "refused" in answer:
            raise SandboxError(answer["refused"], seconds)
        return answer

    def _replaced(self, child: _Child) -> _Child:
        child.end()
        return _Child(self.megabytes)


def _file_problem(message: Message, key: str) -> dict[str, Any]:
    problem = Problem(errors.Problem(message, "", key), 1, "")
    texts = {lang: problem.message(lang) for lang in LANGUAGES}
    return {"where": key, "line": 1, "card": "", "fixes": [], **texts}


class _Child:
    """One child process and the thread that reads its answers."""

    def __init__(self, megabytes: int) -> None:
        command = [sys.executable, "-m", "ludoteca.workshop.sandbox_child", str(megabytes)]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
        self._lines: queue.Queue[str] = queue.Queue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        self._is_ready = False
        self._tasks = 0

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as answers:
            for line in answers:
                self._lines.put(line)
        self._lines.put("")  # end of file: the process has ended

    @property
    def is_usable(self) -> bool:
        return self._tasks < _TASKS_PER_CHILD and self._process.poll() is None

    def ask(self, task: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a task; a refusal if the process times out or dies."""
        if not self._is_ready:
            self._answer(_START)
            self._is_ready = True
        self._tasks += 1
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(task) + "\n")
            self._process.stdin.flush()
        except OSError:  # the process died while idle
            return self._ended()
        return self._answer(_BUSY * seconds)

    def _answer(self, seconds: float) -> dict[str, Any]:
        until = time.monotonic() + seconds
        try:
            line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            self.end()
            return {"refused": "time"}
        if not line:
            return self._ended()
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _ended(self) -> dict[str, Any]:
        """The refusal for a process that ended: out of CPU time, or crashed."""
        try:
            code = self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            code = 0
        self.end()
        return {"refused": "time" if exceeded_cpu_limit(code) else "died"}

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        if self._process.stdin is not None:
            try:
                self._process.stdin.close()
            except OSError:
                pass  # unflushed output of a dead process
        self._listener.join()
