"""A file of JSON lines that grows by appending, and survives the end of its process at any moment."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ludoteca.errors import LudotecaError
from ludoteca.games.userdata import CannotWrite
from ludoteca.system import lock_file, sync_folder


class JsonLinesFile:
    """The file, open for appending. One process at a time may have it open. Opening it removes a line
    that was cut off."""

    def __init__(
        self, path: Path, in_use: LudotecaError, afresh: bool = False, sync_seconds: float = 0.0
    ) -> None:
        """Open or create the file; `afresh` empties it. It is synced to the disk after each line, or once in
        `sync_seconds`. Raises `in_use` if another process has the file open, or `CannotWrite`."""
        self.path, self._sync_seconds, self._synced = path, sync_seconds, float("-inf")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("a+b", buffering=0)
        except OSError as problem:
            raise CannotWrite.because(path, problem) from None
        try:
            if not lock_file(self._file):
                raise in_use
            if afresh:
                self._file.truncate(0)
            self.lines = self._whole_lines()
        except BaseException:
            self._file.close()
            raise

    def _whole_lines(self) -> list[bytes]:
        self._file.seek(0)
        text = self._file.read()
        whole = text.rfind(b"\n") + 1
        if whole < len(text):
            self._file.truncate(whole)
        return text[:whole].splitlines()

    def begin(self, header: Any) -> None:
        """Write the first line of a new file."""
        self.append(header)
        sync_folder(self.path.parent)

    def append(self, value: Any) -> None:
        """Append a value as a line. Raises `CannotWrite`."""
        data = (json.dumps(value, ensure_ascii=False) + "\n").encode()
        try:
            while data:
                data = data[self._file.write(data) or 0 :]
            if time.monotonic() - self._synced >= self._sync_seconds:
                os.fsync(self._file.fileno())
                self._synced = time.monotonic()
        except OSError as problem:
            raise CannotWrite.because(self.path, problem) from None

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
