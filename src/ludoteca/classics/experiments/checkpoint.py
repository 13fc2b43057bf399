"""The checkpoint of experiments: one line of JSON for each finished game or search.

Experiments are deterministic sequences of units. A unit that the checkpoint has is not computed again: the
same command continues where it was interrupted. A line that was cut off is removed when the file is opened.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from types import TracebackType
from typing import Any

from ludoteca.errors import LudotecaError
from ludoteca.games.userdata import CannotWrite
from ludoteca.system import lock_file

FORMAT, VERSION = "ludoteca-experiments", 1
_SYNC_SECONDS = 1.0


class BadCheckpoint(LudotecaError):
    """A file that is no checkpoint, or one of another run."""


class Checkpoint:
    """Finished units by key, open for appending. One process at a time may have the file open."""

    def __init__(self, path: Path, quick: bool, afresh: bool = False) -> None:
        """Create the file, or open the one of the same kind of run. Raises `BadCheckpoint`, `CannotWrite`."""
        self.path, self._synced = path, 0.0
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("a+b", buffering=0)
        except OSError as problem:
            raise CannotWrite.because(path, problem) from None
        try:
            if not lock_file(self._file):
                raise BadCheckpoint("checkpoint.in-use", file=path)
            if afresh:
                self._file.truncate(0)
            self.units = self._read({"format": FORMAT, "version": VERSION, "quick": quick})
        except BaseException:
            self._file.close()
            raise

    def _read(self, header: dict[str, Any]) -> dict[str, Any]:
        self._file.seek(0)
        text = self._file.read()
        whole = text.rfind(b"\n") + 1
        if whole < len(text):
            self._file.truncate(whole)
        lines = text[:whole].splitlines()
        if not lines:
            self._append(header)
            return {}
        try:
            found, *units = map(json.loads, lines)
            if found["format"] != FORMAT or found["version"] != VERSION:
                raise ValueError
            kept = {str(key): value for key, value in units}
        except (ValueError, KeyError, TypeError, RecursionError):
            raise BadCheckpoint("checkpoint.damaged", file=self.path) from None
        if found != header:
            raise BadCheckpoint("checkpoint.other-run", file=self.path)
        return kept

    def add(self, key: str, value: Any) -> None:
        """Keep a unit. Raises `CannotWrite`."""
        self.units[key] = value
        self._append([key, value])

    def _append(self, line: Any) -> None:
        data = (json.dumps(line, ensure_ascii=False) + "\n").encode()
        try:
            while data:
                data = data[self._file.write(data) or 0 :]
            if time.monotonic() - self._synced > _SYNC_SECONDS:
                os.fsync(self._file.fileno())
                self._synced = time.monotonic()
        except OSError as problem:
            raise CannotWrite.because(self.path, problem) from None

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
