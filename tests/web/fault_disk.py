"""A virtual file system for SQLite that records every write and can fail at any of them, and a model of what
a disk holds after the power has failed."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw

SECTOR = 512
"""Bytes that a disk writes as a whole."""
Operation = tuple[Any, ...]
"""`write`, file, offset, data; `truncate`, file, size; `sync`, file; `answer`: a command was answered."""


class FaultFileSystem(apsw.VFS):
    """Records what SQLite writes, or fails at one operation."""

    def __init__(self, name: str) -> None:
        super().__init__(name, base="")
        self.name = name
        self.operations: list[Operation] = []
        self.fail_at: int | None = None
        """The number of the operation that fails, counted from 0."""
        self.fault: Fault | None = None

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:
        return FaultFile(self, name, flags)

    def next(self, operation: Operation) -> Fault | None:
        """Record an operation. The fault to inject, if it is this one that fails."""
        number = len(self.operations)
        self.operations.append(operation)
        return self.fault if number == self.fail_at else None


@dataclass(frozen=True)
class Fault:
    """How an operation fails."""

    error: type[apsw.Error]
    torn: bool = False
    """Whether the first half of the data is written before."""


FAULTS = (Fault(apsw.IOError), Fault(apsw.FullError), Fault(apsw.IOError, torn=True))


class FaultFile(apsw.VFSFile):
    def __init__(self, system: FaultFileSystem, name: Any, flags: list[int]) -> None:
        text = name.filename() if isinstance(name, apsw.URIFilename) else name or "temporary"
        self._system, self._file = system, os.path.basename(text)
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:
        fault = self._system.next(("write", self._file, offset, bytes(data)))
        if fault:
            if fault.torn:
                super().xWrite(data[: len(data) // 2], offset)
            raise fault.error
        super().xWrite(data, offset)

    def xTruncate(self, size: int) -> None:
        fault = self._system.next(("truncate", self._file, size))
        if fault:
            raise fault.error
        super().xTruncate(size)

    def xSync(self, flags: int) -> None:
        fault = self._system.next(("sync", self._file))
        if fault:
            raise fault.error
        super().xSync(flags)


@dataclass
class Disk:
    """The content of files: what is on the disk for certain, and what the system has not written yet."""

    safe: dict[str, bytearray]
    pending: dict[str, list[Operation]] = field(default_factory=dict)

    @classmethod
    def of(cls, folder: Path) -> Disk:
        """The files of a folder, all of them on the disk. The shared memory does not survive."""
        return cls({
            one.name: bytearray(one.read_bytes()) for one in folder.iterdir() if not one.name.endswith("-shm")
        })  # fmt: skip

    def run(self, operations: Sequence[Operation]) -> Disk:
        for operation in operations:
            kind, *about = operation
            if kind == "sync":
                for waiting in self.pending.pop(about[0], []):
                    self._apply(waiting)
            elif kind in ("write", "truncate"):
                self.pending.setdefault(about[0], []).append(operation)
        return self

    def cut_power(self, dice: random.Random | None, part: float) -> Disk:
        """Each sector that is not safe is on the disk with some probability, in no order: a disk may write
        later data before earlier data."""
        for operations in self.pending.values():
            for operation in operations:
                if operation[0] == "truncate":
                    if _happens(dice, part):
                        self._apply(operation)
                    continue
                _, file, offset, data = operation
                for start in range(0, len(data), SECTOR):
                    if _happens(dice, part):
                        self._apply(("write", file, offset + start, data[start : start + SECTOR]))
        self.pending = {}
        return self

    def _apply(self, operation: Operation) -> None:
        kind, file, where, *data = operation
        content = self.safe.setdefault(file, bytearray())
        if kind == "truncate":
            del content[where:]
            return
        content.extend(bytes(max(0, where - len(content))))
        content[where : where + len(data[0])] = data[0]

    def write_to(self, folder: Path) -> None:
        folder.mkdir()
        for name, content in self.safe.items():
            (folder / name).write_bytes(content)


def _happens(dice: random.Random | None, part: float) -> bool:
    return part >= 1 or (part > 0 and dice is not None and dice.random() < part)
