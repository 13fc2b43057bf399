"""Retrograde analysis of an indexed space: group by group, distance by distance, with checkpoints."""

from __future__ import annotations

import json
import mmap
import tempfile
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ludoteca.errors import LimitExceeded, Stopped
from ludoteca.games.files import Damaged, parse_json
from ludoteca.games.userdata import write_atomically
from ludoteca.kernel import RetrogradeSolver
from ludoteca.solver.retrograde.parallel import CHUNK, process
from ludoteca.solver.retrograde.space import Group, Space
from ludoteca.solver.task import Task

LARGEST_DISTANCE = 16000
"""Plies that a table value can hold."""
_PROBLEMS = {
    1: "table.unforeseen-position",
    2: "table.too-many-moves",
    3: "table.set-up-differs",
}
_MAGIC = b"LUDOTECA UNFINISHED 1\n"
_KEYS = {
    "group": "group", "looked": "initialised", "far": "distance", "here": "settled", "later": "pending",
    "done": "done",
}  # fmt: skip
"""Keys of a checkpoint file, and the fields of `State` they hold."""
_LONGEST_HEADER = 64_000_000

Pass = Callable[[RetrogradeSolver, int, int], tuple[int, int, int]]
"""Processes a range of indices: positions settled at this distance, settled for later ones, problem code."""


@dataclass
class State:
    """Progress of the analysis."""

    group: int = 0
    initialised: bool = False
    """Terminal positions and successor counts of the group are set; values can propagate."""
    distance: int = 0
    settled: int = 0
    """Positions settled at the current distance in the current pass."""
    pending: int = 0
    """Positions known to be settled at a later distance."""
    done: list[int] = field(default_factory=list)
    """Chunks finished in the current pass."""


class RetrogradeAnalysis:
    """Fills the value table of a space, resuming from a checkpoint if there is one."""

    def __init__(self, space: Space, task: Task) -> None:
        self.space, self.task = space, task
        self.ranking = space.ranking
        self.size = 2 * self.ranking.total
        self.state = State()
        self.table: Any = self._allocate()
        self._solvers: list[RetrogradeSolver] = []
        self._saved_at = time.monotonic()

    def _allocate(self) -> Any:
        """The table in memory, or mapped to a temporary file if it exceeds the memory limit."""
        if self.size <= self.task.memory or self.task.folder is None:
            return bytearray(max(self.size, 2))
        self.task.folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=self.task.folder) as file:
            file.truncate(self.size)
            return mmap.mmap(file.fileno(), self.size)

    def run(self) -> Any:
        """Solve all groups and return the table. Raises `Stopped` on request, after saving a checkpoint."""
        self._resume()
        groups = self.space.groups
        while self.state.group < len(groups):
            self._solve_group(groups[self.state.group])
            self.state = State(self.state.group + 1)
        return self.table

    def _solve_group(self, group: Group) -> None:
        state, first, last = self.state, group.first, group.last
        if not state.initialised:
            self._for_each_chunk(group, "looking", lambda s, a, b: (0, *s.initialize(a, b, first, last)))
            state.initialised, state.distance = True, 0 if group.reversible else 1
            state.settled = state.pending = 0
        if not group.cyclic:
            return
        while True:
            self._propagate(group)
            if not state.settled and not state.pending and state.distance:
                return
            state.distance += 1
            state.settled = state.pending = 0
            if state.distance > LARGEST_DISTANCE:
                raise LimitExceeded("table.long-win")

    def _propagate(self, group: Group) -> None:
        """Settle the positions at the current distance: by unmoves if possible, else by a forward sweep."""
        state, first, last = self.state, group.first, group.last
        if group.reversible:
            one_pass: Pass = lambda s, a, b: s.propagate(state.distance, a, b, first, last)  # noqa: E731
        else:
            one_pass = lambda s, a, b: s.sweep(state.distance, a, b)  # noqa: E731
        self._for_each_chunk(group, "telling", one_pass)

    def _for_each_chunk(self, group: Group, phase: str, one_pass: Pass) -> None:
        """Apply a pass to all chunks of a group that are not done yet."""
        state, size = self.state, CHUNK
        left = sorted(set(range(-(-(group.last - group.first) // size))) - set(state.done))

        def work(solver: RetrogradeSolver, chunk: int) -> tuple[int, int, int]:
            first = group.first + chunk * size
            result = one_pass(solver, first, min(first + size, group.last))
            if result[2]:
                raise LimitExceeded(_PROBLEMS[result[2]], game=self.space.game.name)
            return result

        def finished(chunk: int, result: tuple[int, int, int]) -> None:
            state.done.append(chunk)
            state.settled += result[0]
            state.pending += result[1]

        def interrupted() -> bool:
            done = group.first + len(state.done) * size
            self.task.progress(min(done, group.last), self.ranking.total, phase)
            return self.task.stopped() or self._checkpoint_due()

        while left:
            left = process(self._workers(len(left)), left, work, finished, interrupted)
            if self.task.stopped():
                raise self._stopped()
            if self._checkpoint_due():
                self._save()
        state.done = []

    def _workers(self, most: int) -> list[RetrogradeSolver]:
        threads = min(self.task.threads, most)
        while len(self._solvers) < threads:
            self._solvers.append(RetrogradeSolver(self.ranking, self.table))
        return self._solvers[:threads]

    # -- checkpoints ----------------------------------------------------------------------------------

    @property
    def _file(self) -> Path | None:
        folder = self.task.folder
        return folder / f"{self.space.file_stem}.unfinished" if folder is not None else None

    @property
    def _header(self) -> dict[str, Any]:
        return {
            "rules": self.space.game.rules_hash,
            "total": self.ranking.total,
            "chunk": CHUNK,
        }

    def _checkpoint_due(self) -> bool:
        return time.monotonic() - self._saved_at > self.task.keep_every

    def _stopped(self) -> Stopped:
        if self._file is None:
            return Stopped("stopped.nothing-saved")
        self._save()
        return Stopped("stopped.checkpoint", path=self._file)

    def _save(self) -> None:
        """Replace the checkpoint atomically."""
        self._saved_at = time.monotonic()
        if self._file is None:
            return
        progress = {key: getattr(self.state, name) for key, name in _KEYS.items()}
        header = {**self._header, **progress, "crc": zlib.crc32(self.table)}
        write_atomically(self._file, [_MAGIC, json.dumps(header).encode() + b"\n", memoryview(self.table)])

    def _resume(self) -> None:
        """Continue from the checkpoint, if there is a valid one."""
        if self._file is None or not self._file.exists():
            return
        with self._file.open("rb") as file:
            if file.readline(len(_MAGIC)) != _MAGIC:
                return
            header = self._checked(file.readline(_LONGEST_HEADER))
            if header is None:
                return
            view = memoryview(self.table)
            if file.readinto(view) != self.size or zlib.crc32(view) != header.get("crc"):
                view[:] = bytes(len(view))
                return
        self.state = State(**{name: header[key] for key, name in _KEYS.items()})

    def _checked(self, line: bytes) -> dict[str, Any] | None:
        """The header of a checkpoint of this analysis; None if it is damaged or of another one."""
        try:
            header = parse_json(line)
        except Damaged:
            return None
        if not isinstance(header, dict) or {key: header.get(key) for key in self._header} != self._header:
            return None
        numbers = [header.get(key) for key in ("group", "far", "here", "later")]
        done = header.get("done")
        if not isinstance(done, list) or not isinstance(header.get("looked"), bool):
            return None
        most = self.ranking.total
        if not all(type(one) is int and 0 <= one <= most for one in (*numbers, *done)):
            return None
        return header if header["group"] < len(self.space.groups) else None

    def discard_checkpoint(self) -> None:
        """Delete the checkpoint once the table is complete."""
        if self._file is not None:
            self._file.unlink(missing_ok=True)
