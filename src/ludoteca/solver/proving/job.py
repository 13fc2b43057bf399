"""A long-running proof: kernel queries in a thread, with progress, stopping and checkpoints."""

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
from ludoteca.games.files import CHECKPOINT, CannotRead, Damaged, parse_json, read_bytes
from ludoteca.games.userdata import write_atomically
from ludoteca.kernel import Snapshot
from ludoteca.solver.task import Task

T = TypeVar("T")
_MAGIC = b"LUDOTECA WORK 1\n"
_MOST_SAVED = 256 << 20
"""Bytes of the proof table that are saved: the entries with the largest subtrees."""


class ProofWorker(Protocol):
    """A kernel search that answers queries about the position it has loaded."""

    @property
    def nodes(self) -> int: ...
    @property
    def stored(self) -> int: ...
    @property
    def bytes(self) -> int: ...
    def begin(self, snapshot: Snapshot) -> None: ...
    def prove(self, goal: int) -> int | bool | None: ...
    def stop(self) -> None: ...
    def save(self, most: int) -> builtins.bytes: ...
    def restore(self, saved: builtins.bytes) -> None: ...


class Job:
    """A proof worker with its task: queries can be stopped, and results are saved to a checkpoint."""

    def __init__(self, worker: ProofWorker, task: Task, method: str) -> None:
        self.worker, self.task, self.method = worker, task, method
        self.results: dict[str, Any] = {}
        """Finished parts of the answer; saved with the checkpoint, so JSON data only."""
        self.total = 1
        self._saved_at = time.monotonic()
        self._save_seconds = 0.0
        self._loaded = task.position.snapshot
        self._resume()

    def begin(self, position: Position) -> None:
        self.load(position.snapshot)

    def load(self, snapshot: Snapshot) -> None:
        """Set the position of the following queries."""
        self._loaded = snapshot
        self.worker.begin(snapshot)

    def query(self, goal: int) -> int:
        """The worker's answer. Raises `Stopped` when the task was stopped."""
        while True:
            found = self._watched(lambda: self.worker.prove(goal))
            if found is not None:
                return int(found)
            if self.task.stopped():
                file = self.save()
                raise Stopped("stopped.proof", path=file) if file else Stopped()
            self.save()
            self.worker.begin(self._loaded)  # interrupted only for the checkpoint

    def record(self, name: str, result: T) -> T:
        """Store a finished part of the answer."""
        self.results[name] = result
        return result

    def _watched(self, query: Callable[[], int | bool | None]) -> int | bool | None:
        """Run a query in a thread; stop it for a checkpoint or when the task is stopped."""
        answers: list[int | bool | None] = []
        errors: list[BaseException] = []

        def run() -> None:
            try:
                answers.append(query())
            except BaseException as error:
                errors.append(error)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        thread.join(0.02)
        while thread.is_alive():
            self.task.progress(len(self.results), self.total, "proving")
            if self._checkpoint_due() or self.task.stopped():
                self.worker.stop()
            thread.join(0.1)
        if errors:
            raise errors[0]
        return answers[0]

    # -- checkpoints ----------------------------------------------------------------------------------

    def _checkpoint_due(self) -> bool:
        """Saving takes at most a twentieth of the time."""
        interval = max(self.task.keep_every, 20 * self._save_seconds)
        return self.task.folder is not None and time.monotonic() - self._saved_at > interval

    @property
    def file(self) -> Path | None:
        """The checkpoint file."""
        if self.task.folder is None:
            return None
        position = self.task.position
        name = re.sub(r"[^a-z0-9=,.-]+", "-", position.game.name)
        return self.task.folder / f"{name}-{self.method}-{position.snapshot.key:016x}.work"

    def save(self) -> Path | None:
        """Replace the checkpoint atomically."""
        file = self.file
        if file is None:
            return None
        begun = time.monotonic()
        body = zlib.compress(self.worker.save(_MOST_SAVED), 1)
        header = {**self._header(), "done": self.results, "checksum": _checksum(self.results, body)}
        write_atomically(file, [_MAGIC, json.dumps(header).encode() + b"\n", body])
        self._saved_at = time.monotonic()
        self._save_seconds = self._saved_at - begun
        return file

    def discard(self) -> None:
        """Delete the checkpoint once the job is finished."""
        file = self.file
        if file is not None:
            file.unlink(missing_ok=True)

    def _header(self) -> dict[str, Any]:
        position = self.task.position
        return {
            "game": position.game.name, "rules": position.game.rules_hash, "position": position.text,
            "method": self.method, "bytes": self.worker.bytes,
        }  # fmt: skip

    def _resume(self) -> None:
        """Load the checkpoint; one that is damaged or does not match is ignored."""
        file = self.file
        if file is None or not file.exists():
            return
        try:
            magic, _, rest = read_bytes(file, CHECKPOINT).partition(b"\n")
            line, _, body = rest.partition(b"\n")
            header = parse_json(line)
        except (Damaged, CannotRead, IsADirectoryError):
            return
        if magic + b"\n" != _MAGIC or not isinstance(header, dict):
            return
        results = header.pop("done", None)
        if header.pop("checksum", None) != _checksum(results, body):
            return
        if header == self._header() and isinstance(results, dict):
            self._restore(results, body)

    def _restore(self, results: dict[str, Any], body: bytes) -> None:
        try:
            table = zlib.decompressobj().decompress(body, _MOST_SAVED + 1)
            if len(table) <= _MOST_SAVED:
                self.worker.restore(table)
                self.results = results
        except (zlib.error, ValueError):
            return


def _checksum(results: object, body: bytes) -> int:
    return zlib.crc32(body, zlib.crc32(json.dumps(results, sort_keys=True).encode()))
