"""Strangers' rules looked at in a child process, with limits on time and memory; what breaks them is ended.

guard = Guard()
looked = guard.look(text)        # within a second, whatever the text says
if looked.ok: …
"""

from __future__ import annotations

import json
import queue
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from typing import Any

from ludoteca.errors import LudotecaError
from ludoteca.games.library import kebab
from ludoteca.play.language import Phrases, Table
from ludoteca.workshop.drafts import beyond_limits

SECONDS = 0.9
"""Of the processor, for a look: with the way there and back it stays below one second."""
_BUSY = 4 if hasattr(signal, "setitimer") else 1
"""So many times longer an answer may take by the clock: a busy machine has few seconds to give."""
MEGABYTES = 1024
_START = 20.0
"""Seconds within which a child must be ready."""
_JOBS = 200
"""After so many tasks a child is replaced, however well it feels."""

REFUSALS: Table = {
    "time": (
        "these rules take too long to work out ({seconds} s are allowed).",
        "estas regras demoram demais para calcular ({seconds} s são permitidos).",
    ),
    "memory": ("these rules need too much memory.", "estas regras precisam de memória demais."),
    "depth": ("these rules are nested too deeply.", "estas regras estão aninhadas demais."),
    "moves": (
        "these rules allow too many moves in one position (more than 10,000).",
        "estas regras permitem lances demais numa posição (mais de 10.000).",
    ),
    "died": (
        "these rules broke the process that looked at them.",
        "estas regras derrubaram o processo que as examinava.",
    ),
    "busy": (
        "the workshop is busy: try again in a moment.",
        "a oficina está ocupada: tente de novo em instantes.",
    ),
}
PHRASES = Phrases(REFUSALS)


class Refused(LudotecaError):
    """Rules that cannot be borne, or no time to look at them. `reason` is one word for programs."""

    def __init__(self, reason: str, seconds: float = SECONDS) -> None:
        self.reason, self.seconds = reason, seconds
        super().__init__(self.message("en"))

    def message(self, lang: str) -> str:
        said = f"{self.seconds:g}".replace(".", "," if lang == "pt-BR" else ".")
        return PHRASES.say(lang, self.reason, seconds=said)


@dataclass(frozen=True)
class Looked:
    """What a look at some rules showed."""

    ok: bool
    problems: tuple[dict[str, Any], ...] = ()
    """Each with `where`, `line`, `card`, the message in `en` and `pt-BR`, and `fixes`: labels, a new text."""
    rules: str = ""
    """The hash of the rules."""


class Guard:
    """A few children that look at rules, one task each at a time. May be asked from several threads."""

    def __init__(self, children: int = 1, seconds: float = SECONDS, megabytes: int = MEGABYTES) -> None:
        self.seconds, self.megabytes = seconds, megabytes
        self._idle: queue.LifoQueue[_Child | None] = queue.LifoQueue()
        """None stands for a child that has not been needed yet."""
        for _ in range(children):
            self._idle.put(None)

    def look(self, text: str, name: str = "my-game") -> Looked:
        """Whether a text is a game, and what is wrong if it is not. Raises `Refused`."""
        unfit = beyond_limits(text, None)
        if unfit:
            return Looked(False, (_whole(unfit),))
        answer = self._ask({"task": "look", "text": text, "name": kebab(name) or "my-game"}, self.seconds)
        return Looked(answer["ok"], tuple(answer["problems"]), answer.get("rules", ""))

    def smell(self, text: str, name: str = "my-game", seconds: float = 5.0, seed: int = 1) -> dict[str, Any]:
        """The smell test: `{"ok": True, "en": …, "pt-BR": …}`, or the problems. Raises `Refused`."""
        task = {
            "task": "smell",
            "text": text,
            "name": kebab(name) or "my-game",
            "budget": seconds,
            "seed": seed,
        }
        return self._ask(task, seconds + 1.5)

    def ideas(self, text: str, name: str = "my-game") -> list[dict[str, Any]]:
        """Small changes to try, each with a label in `en` and `pt-BR` and the new text. Raises `Refused`."""
        task = {"task": "ideas", "text": text, "name": kebab(name) or "my-game"}
        found: list[dict[str, Any]] = self._ask(task, 4 * self.seconds)["ideas"]
        return found

    def warm_up(self) -> None:
        """Start a child that is not needed yet, so that whoever asks first need not wait for it."""
        try:
            child = self._idle.get_nowait()
        except queue.Empty:
            return
        self._idle.put(child or _Child(self.megabytes))

    def close(self) -> None:
        """End all children."""
        while True:
            try:
                child = self._idle.get_nowait()
            except queue.Empty:
                return
            if child:
                child.end()

    def __enter__(self) -> Guard:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(self, task: dict[str, Any], seconds: float, patience: float = 5.0) -> dict[str, Any]:
        try:
            idle = self._idle.get(timeout=patience)
        except queue.Empty:
            raise Refused("busy") from None
        child = idle or _Child(self.megabytes)
        try:
            answer = child.ask({**task, "seconds": seconds}, seconds)
        finally:
            self._idle.put(child if child.is_fit else self._replaced(child))
        if "refused" in answer:
            raise Refused(answer["refused"], seconds)
        return answer

    def _replaced(self, child: _Child) -> _Child:
        child.end()
        return _Child(self.megabytes)


def _whole(what: str) -> dict[str, Any]:
    from ludoteca.play.complaints import said

    return {"where": "", "line": 1, "card": "", "what": what, "fixes": [],
            "en": said(what, "en"), "pt-BR": said(what, "pt-BR")}  # fmt: skip


class _Child:
    """One process, started early so that nobody waits for it."""

    def __init__(self, megabytes: int) -> None:
        words = [sys.executable, "-m", "ludoteca.workshop.sandbox_child", str(megabytes)]
        self._process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8"
        )
        self._lines: queue.Queue[str] = queue.Queue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        self._is_ready = False
        self._jobs = 0

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as answers:
            for line in answers:
                self._lines.put(line)
        self._lines.put("")  # it is gone

    @property
    def is_fit(self) -> bool:
        return self._jobs < _JOBS and self._process.poll() is None

    def ask(self, task: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Its answer; one that does not come in time, or at all, is answered for it, and it is ended."""
        if not self._is_ready:
            self._answer(_START)
            self._is_ready = True
        self._jobs += 1
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(task) + "\n")
            self._process.stdin.flush()
        except OSError:  # it died while idle
            return self._gone()
        return self._answer(_BUSY * seconds)

    def _answer(self, seconds: float) -> dict[str, Any]:
        until = time.monotonic() + seconds
        try:
            line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            self.end()
            return {"refused": "time"}
        if not line:
            return self._gone()
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _gone(self) -> dict[str, Any]:
        """It ended: because its time was up, or for a reason of its own."""
        try:
            code = self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            code = 0
        self.end()
        is_time = code == -getattr(signal, "SIGPROF", 0)
        return {"refused": "time" if is_time else "died"}

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        if self._process.stdin is not None:
            try:
                self._process.stdin.close()
            except OSError:
                pass  # what was left to be written goes with it
        self._listener.join()
