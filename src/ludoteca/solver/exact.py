"""Exact values of many positions of one game: from tables where they can be made, else by forward proof."""

from __future__ import annotations

import random
import threading
import time
import weakref
from collections.abc import Iterator
from functools import cached_property
from math import inf, sqrt
from pathlib import Path

from ludoteca.errors import BadTable, Stopped
from ludoteca.games import Game, Move, Position
from ludoteca.kernel import AlphaBetaProver, LineProver, Snapshot
from ludoteca.solver.proving.alphabeta import NODES_PER_SECOND, ExactValues
from ludoteca.solver.proving.convergence import plies_counted, rules_without_counters, why_not_convergent
from ludoteca.solver.proving.cost import estimate_nodes
from ludoteca.solver.proving.lines import why_not_lines
from ludoteca.solver.retrograde.analysis import RetrogradeAnalysis
from ludoteca.solver.retrograde.lookup import QUICK, find_table
from ludoteca.solver.retrograde.material import Slice, slice_of
from ludoteca.solver.retrograde.space import Space, TooManySlices, why_not_indexable
from ludoteca.solver.retrograde.tables import MemoryTable, Table
from ludoteca.solver.symmetry import symmetry_of
from ludoteca.solver.task import Task
from ludoteca.solver.values import OPPOSITE, Value, value_at_end

_MOST_TABLES = 40
"""Tables kept in memory; the oldest is dropped."""
_WATCH_SECONDS = 0.05
"""How often the deadline of a proof is checked."""
_PROOF_BYTES = 64 << 20
"""Size of the proof table; unused pages cost nothing."""


class ExactSource:
    """Exact values of the positions of one game, each within the same limits.

    A position without a table is proved by alpha-beta search to the end of the game, if the game converges.
    """

    def __init__(
        self, game: Game, most: int = QUICK, most_endgame: int = QUICK, seconds: float = 10.0,
        patience: float = 10.0, folder: Path | None = None,
    ) -> None:  # fmt: skip
        """The table of the game is made if it has at most `most` indices, one of an endgame if it has at most
        `most_endgame`; `folder` may have some already. A proof is tried if it is estimated to take at most
        `seconds`, and given up after `patience` times as long."""
        self.game, self.most, self.most_endgame = game, most, most_endgame
        self.seconds, self.patience, self.folder = seconds, patience, folder
        self._tables: list[Table | MemoryTable] = []
        self._without_table: set[Slice] = set()
        self._estimated: tuple[str, float] | None = None
        """The last position whose proof was estimated, and the seconds."""

    def covers(self, position: Position) -> bool:
        """Whether the values are likely to be found within the limits."""
        return position.is_over or self._table(position) is not None or self._can_prove(position)

    def is_within_limits(self, position: Position) -> bool:
        """Whether a table or a proof fits in the limits, without making one."""
        if position.is_over or self._can_prove(position):
            return True
        if why_not_indexable(self.game):
            return False
        if self._kept_table(position) is not None:
            return True
        space = _space_after(position)
        return space is not None and space.indices <= self.most_endgame

    def method(self, position: Position) -> str:
        """How the values are found: `retrograde`, `lines` or `alpha-beta`."""
        if self._table(position) is not None:
            return "retrograde"
        return "lines" if self._has_lines else "alpha-beta"

    def value(self, position: Position) -> Value | None:
        """The value for the side to move; None if it is not found within the limits."""
        return self._find(position, exact=True)

    def has_value(self, position: Position, value: Value) -> bool:
        """Whether a position has exactly this value; faster than `value` where it must be proved."""
        if position.is_over or self._table(position) is not None:
            return self.value(position) == value
        try:
            return self._converges and self._timed().has_value(position, value)
        except Stopped:
            return False

    def kind(self, position: Position) -> str | None:
        """`win`, `draw` or `loss` for the side to move; faster than `value` where it must be proved."""
        found = self._find(position, exact=False)
        return found.kind if found else None

    def kinds(self, position: Position) -> Iterator[tuple[Move, str | None]]:
        """Every legal move with its result for the side to move."""
        for move in position.legal_moves:
            after = position.after(move)
            kind = self.kind(after)
            yield move, kind if kind is None or after.mover == position.mover else OPPOSITE[kind]

    def moves(self, position: Position) -> list[tuple[Move, Value]] | None:
        """Every legal move with its value for the side to move; None if one is not found."""
        found = []
        for move in position.legal_moves:
            after = position.after(move)
            value = self.value(after)
            if value is None:
                return None
            found.append((move, value.of_move(position, after)))
        return found

    def clear_proofs(self) -> None:
        """Forget what was proved: the next values depend on their positions alone."""
        for name in ("_prover", "_queries"):
            self.__dict__.pop(name, None)

    def sampled(self, rng: random.Random, number: int) -> Iterator[Position]:
        """Random positions from the tables made or found so far; none if there are none."""
        for _ in range(number if self._tables else 0):
            space = rng.choice(self._tables).space
            yield space.position(rng.randrange(space.ranking.total))

    def _find(self, position: Position, exact: bool) -> Value | None:
        if position.is_over:
            return value_at_end(position)
        table = self._table(position)
        if table is not None:
            return table.value(position)
        return self._proved(position, exact) if self._converges else None

    # -- tables ---------------------------------------------------------------------------------------

    def _table(self, position: Position) -> Table | MemoryTable | None:
        if why_not_indexable(self.game):
            return None
        for table in self._tables:
            if table.space.covers(position):
                return table
        material = slice_of(position)
        if material in self._without_table:
            return None
        found = self._kept_table(position) or self._new_table(position)
        if found is None:
            self._without_table.add(material)
        else:
            self._tables = [*self._tables[-_MOST_TABLES + 1 :], found]
        return found

    def _new_table(self, position: Position) -> MemoryTable | None:
        """The table of the whole game if it is small, else one of the endgame from this position."""
        for space, most in ((self._whole, self.most), (_space_after(position), self.most_endgame)):
            if space is not None and space.indices <= most and space.covers(position):
                values = RetrogradeAnalysis(space, Task(position)).run()
                return MemoryTable(space, values)
        return None

    @cached_property
    def _whole(self) -> Space | None:
        return _space_after(self.game.start())

    def _kept_table(self, position: Position) -> Table | None:
        try:
            return find_table(position, self.folder) if self.folder is not None else None
        except BadTable:
            return None

    # -- proofs ---------------------------------------------------------------------------------------

    @cached_property
    def _converges(self) -> bool:
        return why_not_convergent(self.game) is None and not self.game.traits.sows

    @cached_property
    def _has_lines(self) -> bool:
        return why_not_lines(self.game) is None

    @cached_property
    def _prover(self) -> AlphaBetaProver | LineProver:
        game, images = self.game, symmetry_of(self.game).images
        if self._has_lines:
            return LineProver(game.rules, images, _PROOF_BYTES)
        return AlphaBetaProver(rules_without_counters(game), images, _PROOF_BYTES, plies_counted(game))

    def _can_prove(self, position: Position) -> bool:
        if not self._converges:
            return False
        if self._estimated is None or self._estimated[0] != position.text:
            nodes = estimate_nodes(position)
            self._estimated = position.text, (sqrt(nodes) if self._has_lines else nodes) / NODES_PER_SECOND
        return self._estimated[1] <= self.seconds

    @cached_property
    def _queries(self) -> _Queries:
        return _Queries(self._prover)

    def _timed(self) -> ExactValues:
        """The prover, with the time for one value."""
        self._queries.deadline = time.monotonic() + self.patience * self.seconds
        return ExactValues(self._queries)

    def _proved(self, position: Position, exact: bool) -> Value | None:
        values = self._timed()
        try:
            if exact:
                return values.value(position)
            values.job.begin(position)
            win = values.job.query(1) >= 1
            return Value("win" if win else "draw" if values.job.query(0) >= 0 else "loss", None)
        except Stopped:
            return None


class _Queries:
    """Queries of a prover within a deadline. Unlike a `Job` it starts no thread for a query, because most of
    them take less time than that."""

    def __init__(self, worker: AlphaBetaProver | LineProver) -> None:
        self.worker, self.deadline = worker, inf
        threading.Thread(target=_stop_in_time, args=(weakref.ref(self),), daemon=True).start()

    def begin(self, position: Position) -> None:
        self.load(position.snapshot)

    def load(self, snapshot: Snapshot) -> None:
        self.worker.begin(snapshot)

    def query(self, goal: int) -> int:
        found = self.worker.prove(goal)
        if found is None:
            raise Stopped
        return int(found)


def _stop_in_time(of: weakref.ref[_Queries]) -> None:
    """Stop a prover whenever its deadline has passed, as long as somebody uses it."""
    while (queries := of()) is not None:
        if time.monotonic() > queries.deadline:
            queries.deadline = inf
            queries.worker.stop()
        del queries
        time.sleep(_WATCH_SECONDS)


def _space_after(position: Position) -> Space | None:
    try:
        return Space.after(position)
    except TooManySlices:
        return None
