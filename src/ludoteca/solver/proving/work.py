"""Long questions to the kernel: asked in a thread, watched, stopped, kept on disk and taken up again."""

from __future__ import annotations

import builtins
import json
import re
import threading
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar

from ludoteca.errors import Stopped
from ludoteca.games import Position
from ludoteca.games.userdata import write_whole
from ludoteca.kernel import Snapshot
from ludoteca.solver.answers import Task

T = TypeVar("T")
_MAGIC = b"LUDOTECA WORK 1\n"
_MOST_KEPT = 256 << 20
"""Bytes of a table that are kept on disk: those that cost the most work."""


class Asked(Protocol):
    """A worker of the kernel that answers questions about the position it has loaded."""

    @property
    def nodes(self) -> int: ...
    @property
    def stored(self) -> int: ...
    @property
    def bytes(self) -> int: ...
    def begin(self, snapshot: Snapshot) -> None: ...
    def ask(self, goal: int) -> int | bool | None: ...
    def stop(self) -> None: ...
    def save(self, most: int) -> builtins.bytes: ...
    def restore(self, saved: builtins.bytes) -> None: ...


class Work:
    """A worker with its task: questions can be stopped, and what was found is kept."""

    def __init__(self, asked: Asked, task: Task, method: str) -> None:
        self.asked, self.task, self.method = asked, task, method
        self.done: dict[str, Any] = {}
        """What is settled already; kept with the table, so it must be plain data."""
        self.total = 1
        self._kept_at = time.monotonic()
        self._keeping = 0.0
        self._at = task.position.snapshot
        self._take_up()

    def begin(self, position: Position) -> None:
        self.load(position.snapshot)

    def load(self, at: Snapshot) -> None:
        """The position that is asked about from now on."""
        self._at = at
        self.asked.begin(at)

    def ask(self, goal: int) -> int:
        """The kernel's answer, however long it takes. Raises `Stopped` when the task was stopped."""
        while True:
            found = self._watched(lambda: self.asked.ask(goal))
            if found is not None:
                return int(found)
            if self.task.stopped():
                kept = self.keep()
                raise Stopped(f"stopped; what was found so far is kept in {kept}." if kept else "stopped.")
            self.keep()
            self.asked.begin(self._at)  # it was stopped for this, and is to go on

    def settled(self, name: str, found: T) -> T:
        """Remember a finished part of the answer."""
        self.done[name] = found
        return found

    def _watched(self, question: Callable[[], int | bool | None]) -> int | bool | None:
        answers: list[int | bool | None] = []
        problems: list[BaseException] = []

        def run() -> None:
            try:
                answers.append(question())
            except BaseException as problem:  # handed on to whoever asked
                problems.append(problem)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        thread.join(0.02)
        while thread.is_alive():
            self.task.progress(len(self.done), self.total, "proving")
            due = self.task.folder is not None and (
                time.monotonic() - self._kept_at > max(self.task.keep_every, 20 * self._keeping)
            )
            if due or self.task.stopped():
                self.asked.stop()
            thread.join(0.1)
        if problems:
            raise problems[0]
        return answers[0]

    # -- on disk --------------------------------------------------------------------------------------

    @property
    def file(self) -> Path | None:
        """Where unfinished work is kept."""
        if self.task.folder is None:
            return None
        position = self.task.position
        name = re.sub(r"[^a-z0-9=,.-]+", "-", position.game.name)
        return self.task.folder / f"{name}-{self.method}-{position.snapshot.key:016x}.work"

    def keep(self) -> Path | None:
        """Write the table and what is settled, all or nothing."""
        file = self.file
        if file is None:
            return None
        begun = time.monotonic()
        body = zlib.compress(self.asked.save(_MOST_KEPT), 1)
        about = {**self._about(), "done": self.done, "checksum": zlib.crc32(body)}
        write_whole(file, [_MAGIC, json.dumps(about).encode() + b"\n", body])
        self._kept_at = time.monotonic()
        self._keeping = self._kept_at - begun
        return file

    def forget(self) -> None:
        """The work is finished: nothing need be kept."""
        file = self.file
        if file is not None:
            file.unlink(missing_ok=True)

    def _about(self) -> dict[str, Any]:
        position = self.task.position
        return {
            "game": position.game.name, "rules": position.game.rules_hash, "position": position.text,
            "method": self.method, "bytes": self.asked.bytes,
        }  # fmt: skip

    def _take_up(self) -> None:
        """Go on where earlier work was stopped; a file that does not fit, or is damaged, is left aside."""
        file = self.file
        if file is None or not file.exists():
            return
        magic, _, rest = file.read_bytes().partition(b"\n")
        line, _, body = rest.partition(b"\n")
        try:
            about = json.loads(line)
        except ValueError:
            return
        if magic + b"\n" != _MAGIC or about.pop("checksum", None) != zlib.crc32(body):
            return
        done = about.pop("done")
        if about == self._about():
            self.asked.restore(zlib.decompress(body))
            self.done = done
