"""The work of solving backwards: group after group, ranges of positions side by side, kept now and then."""

from __future__ import annotations

import json
import mmap
import tempfile
import threading
import time
import zlib
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ludoteca.errors import LimitExceeded, Stopped
from ludoteca.games import Game
from ludoteca.games.userdata import write_whole
from ludoteca.kernel import Solver
from ludoteca.solver.answers import Task
from ludoteca.solver.space import Group, Space

CHUNK = 1 << 14
"""Positions that are worked on at one go: a few hundredths of a second."""

_PROBLEMS = {
    1: "a move led to a position that was not foreseen",
    2: "a position has more moves than can be listed",
    3: "a game goes on in a position that would be over if it were set up",
}
_MAGIC = b"LUDOTECA UNFINISHED 1\n"


@dataclass
class State:
    """How far the work is."""

    group: int = 0
    looked: bool = False
    """The positions of the group have been looked at; now they tell each other."""
    far: int = 0
    here: int = 0
    later: int = 0
    done: list[int] = field(default_factory=list)
    """Chunks of this step that are done."""


class Backwards:
    """Fills the table of a space, from where an earlier attempt was stopped."""

    def __init__(self, space: Space, task: Task) -> None:
        self.space, self.task = space, task
        self.ranking = space.ranking
        self.size = 2 * self.ranking.total
        self.state = State()
        self.table: Any = self._room()
        self._solvers: list[Solver] = []
        self._lock = threading.Lock()
        self._kept = time.monotonic()

    def _room(self) -> Any:
        """Memory, or a file that stands for it where memory is short."""
        if self.size <= self.task.memory or self.task.folder is None:
            return bytearray(max(self.size, 2))
        self.task.folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=self.task.folder) as file:
            file.truncate(self.size)
            return mmap.mmap(file.fileno(), self.size)

    def run(self) -> Any:
        """Solve everything. The table. Raises `Stopped` when told to stop; what was done is kept."""
        self._take_up()
        groups = self.space.groups
        while self.state.group < len(groups):
            self._solve(groups[self.state.group])
            self.state = State(self.state.group + 1)
        return self.table

    def _solve(self, group: Group) -> None:
        state, first, last = self.state, group.first, group.last
        if not state.looked:
            self._everywhere(group, "looking", lambda s, a, b: (0, *s.look(a, b, first, last)))
            state.looked, state.far = True, 0 if group.reversible else 1
            state.here = state.later = 0
        if not group.cyclic:
            return
        while True:
            if group.reversible:
                self._everywhere(group, "telling", lambda s, a, b: s.spread(state.far, a, b, first, last))
            else:
                self._everywhere(group, "telling", lambda s, a, b: s.sweep(state.far, a, b))
            if not state.here and not state.later and state.far:
                return
            state.far += 1
            state.here = state.later = 0
            if state.far > 16000:
                raise LimitExceeded("a win takes more moves than a table can tell")

    def _everywhere(
        self, group: Group, what: str, work: Callable[[Solver, int, int], tuple[int, int, int]]
    ) -> None:
        """Do something to all chunks of a group that are not done yet, in several threads."""
        state = self.state
        many = -(-(group.last - group.first) // CHUNK)
        left = sorted(set(range(many)) - set(state.done), reverse=True)
        pause = threading.Event()
        problems: list[BaseException] = []

        def labour(solver: Solver) -> None:
            while not pause.is_set():
                with self._lock:
                    if not left:
                        return
                    chunk = left.pop()
                a = group.first + chunk * CHUNK
                try:
                    here, later, problem = work(solver, a, min(a + CHUNK, group.last))
                    if problem:
                        raise LimitExceeded(f"{self.space.game.name}: {_PROBLEMS[problem]}.")
                except BaseException as error:
                    problems.append(error)
                    pause.set()
                    return
                with self._lock:
                    state.done.append(chunk)
                    state.here += here
                    state.later += later

        while left and not problems:
            pause.clear()
            self._labour(labour, min(self.task.threads, len(left)), pause, group, what)
            if problems:
                break
            if self.task.stopped():
                raise Stopped(self._leave())
            if time.monotonic() - self._kept > self.task.keep_every:
                self._keep()
        if problems:
            raise problems[0]
        state.done = []

    def _labour(
        self, labour: Callable[[Solver], None], threads: int, pause: threading.Event, group: Group, what: str
    ) -> None:
        """Until all is done, or something is to be kept, or somebody says stop."""
        while len(self._solvers) < threads:
            self._solvers.append(Solver(self.ranking, self.table))
        if group.last - group.first <= CHUNK:
            labour(self._solvers[0])
            return
        workers = [threading.Thread(target=labour, args=(s,), daemon=True) for s in self._solvers[:threads]]
        for worker in workers:
            worker.start()
        try:
            while any(worker.is_alive() for worker in workers):
                workers[0].join(0.1) if workers[0].is_alive() else time.sleep(0.01)
                done = group.first + len(self.state.done) * CHUNK
                self.task.progress(min(done, group.last), self.ranking.total, what)
                if self.task.stopped() or time.monotonic() - self._kept > self.task.keep_every:
                    pause.set()
        except BaseException:
            pause.set()
            raise
        finally:
            for worker in workers:
                worker.join()

    # -- stopping and going on ------------------------------------------------------------------------

    @property
    def _file(self) -> Path | None:
        folder = self.task.folder
        return folder / f"{file_stem(self.space)}.unfinished" if folder is not None else None

    @property
    def _header(self) -> dict[str, Any]:
        return {"rules": self.space.game.rules_hash, "total": self.ranking.total, "chunk": CHUNK}

    def _leave(self) -> str:
        if self._file is None:
            return "stopped; nothing was kept."
        self._keep()
        return f"stopped; the work so far is kept in {self._file}, and goes on from there."

    def _keep(self) -> None:
        """Write everything down, so that whoever comes next finds the old or the new, whole."""
        self._kept = time.monotonic()
        if self._file is None:
            return
        state = {**self._header, **asdict(self.state), "crc": zlib.crc32(self.table)}
        said = json.dumps(state).encode() + b"\n"
        write_whole(self._file, [_MAGIC, said, memoryview(self.table)])

    def _take_up(self) -> None:
        """Go on from where an earlier attempt was, if it was kept and is sound."""
        if self._file is None or not self._file.exists():
            return
        with self._file.open("rb") as file:
            if file.readline() != _MAGIC:
                return
            said = json.loads(file.readline())
            if {key: said.get(key) for key in self._header} != self._header:
                return
            view = memoryview(self.table)
            if file.readinto(view) != self.size or zlib.crc32(view) != said["crc"]:
                view[:] = bytes(len(view))
                return
        known = State.__dataclass_fields__
        self.state = State(**{key: value for key, value in said.items() if key in known})

    def forget(self) -> None:
        """The work is done: what was kept of it on the way can go."""
        if self._file is not None:
            self._file.unlink(missing_ok=True)


def file_stem(space: Space) -> str:
    """The beginning of the names of all files about a space: the game, its rules, and where it begins."""
    start = space.slices.start
    told = zlib.crc32(repr((start.counts, start.hands, start.mover, start.stalled, start.clock)).encode())
    return f"{game_stem(space.game)}-{told:08x}"


def game_stem(game: Game) -> str:
    """The beginning of the names of all files about a game with its rules."""
    name = "".join(sign if sign.isalnum() or sign in "-." else "_" for sign in game.name)
    return f"{name}-{game.rules_hash}"
