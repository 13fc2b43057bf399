"""A game: compiled rules, texts, positions."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from ludoteca.games.compiler import Compiled, compile_game
from ludoteca.games.compiler.sowing import PitLayout
from ludoteca.games.compiler.traits import Traits
from ludoteca.games.learnt import LearntEvaluation, geometry_hash, kept_path, kept_version, read_learnt
from ludoteca.games.networks import Network
from ludoteca.games.notation import Notation
from ludoteca.games.patterns import PatternBoard
from ludoteca.games.position import SIDES, Position
from ludoteca.games.position_text import read_position
from ludoteca.games.spec import GameSpec, Words
from ludoteca.games.tuned import Tuned
from ludoteca.geometry import Board, symmetries
from ludoteca.kernel import EvalWeights, MutablePosition, Rules, Snapshot
from ludoteca.kernel.constants import NO_CELL

_MOST_IDLE = 8
"""Idle kernel positions kept for reuse: each may grow to some megabytes."""


@dataclass(frozen=True)
class Perft:
    """Counts of move sequences."""

    counts: tuple[int, ...]
    """Sequences of 1, 2, 3 … moves."""
    nodes: int
    """Moves made while counting."""
    seconds: float
    """CPU time."""


@dataclass(frozen=True)
class Playouts:
    """Random games."""

    playouts: int
    moves: int
    seconds: float
    first: int
    draw: int
    second: int


class Game:
    """One variant of a game with its parameters.

    Immutable: threads may share it, copies are the game itself, and a pickle contains the rules as data with
    their tuning, compiled again where it is loaded. Games with equal rules, texts and tuning are equal."""

    def __init__(self, spec: GameSpec, file: str, tuned: Tuned | None = None) -> None:
        self.spec = spec
        self.file = file
        self.tuned = tuned or Tuned()
        self.compiled: Compiled = compile_game(spec, file)
        self.rules = Rules(self.compiled.data, self.eval_weights)
        self.path = ""
        """The absolute path of the file, for a game outside the library that `load` has read."""
        self._idle: list[MutablePosition] = []

    def limit_moves(self, most: int) -> None:
        """List no more moves than these: `legal_moves` raises `LimitExceeded` where there are more."""
        self.notation.most_moves = most

    def eval_weights(
        self, weights: Mapping[str, int] | None = None, network: Network | None = None,
        evaluation: LearntEvaluation | str | None = None,
    ) -> EvalWeights:  # fmt: skip
        """The evaluation for the kernel: the learnt one if there is one, else tuned or given weights and
        network. `evaluation` is another learnt one, or `tuned` or `default` to do without. Given weights
        replace a learnt evaluation. A network is only valid with the weights it was trained on: with others
        it is left out unless one is given."""
        if evaluation is None and weights is None and network is None:
            evaluation = self.learnt
        if isinstance(evaluation, LearntEvaluation):
            return evaluation.eval_weights(self)
        if evaluation == "default":
            return self.compiled.eval_terms.eval_weights(weights)
        found = self.compiled.eval_terms.eval_weights({**self._learnt(), **(weights or {})})
        network = network or (self.network if weights is None else None)
        return found._replace(network=network.row if network else None)

    @cached_property
    def kept_version(self) -> int:
        """Which evaluation the user's data folder keeps for these rules, 0 for none: a game that was loaded
        before a training has an older number than `learnt.kept_version` tells."""
        return kept_version(self.rules_hash)

    @cached_property
    def learnt(self) -> LearntEvaluation | None:
        """The learnt evaluation, if there is one for these rules or for others on the same board."""
        found = self.tuned.learnt_for(self.spec.variant or "")
        if not found and self.kept_version:
            found = read_learnt(kept_path(self.rules_hash))
        if not found or not (
            found.rules == self.rules_hash or found.geometry == geometry_hash(PatternBoard(self.compiled))
        ):
            return None
        return found

    @property
    def network(self) -> Network | None:
        """The network, if it was trained on this board."""
        found = self.tuned.network
        return found if found and self._has_usual_board and found.windows == self.windows else None

    @property
    def windows(self) -> tuple[int, ...]:
        """The number of windows in each set of the evaluation."""
        return self.compiled.eval_terms.windows(self.compiled.layout)

    @property
    def weights(self) -> dict[str, int]:
        """The evaluation weights by name."""
        known = self.compiled.eval_terms
        return {**known.weights, **{name: w for name, w in self._learnt().items() if known.knows(name)}}

    def _learnt(self) -> dict[str, int]:
        """The tuned weights. Weights of cells are for one board size only."""
        return self.tuned.weights(self.spec.variant or "", self._has_usual_board)

    @property
    def _has_usual_board(self) -> bool:
        usual = {name: parameter.default for name, parameter in (self.spec.parameters or {}).items()}
        return all(usual.get(name) == value for name, value in self.spec.values.items())

    # -- names ----------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The file name, without variant and parameters."""
        return self.spec.id

    @cached_property
    def name(self) -> str:
        """The name that `load` takes: `hex:size=7`, `alquerque/majority`; parameters only if not default."""
        return self.spec.id + self._choices

    @property
    def address(self) -> str:
        """What `load` takes in another process: the name, or the path of the file with the same choices."""
        return (self.path or self.spec.id) + self._choices

    @cached_property
    def _choices(self) -> str:
        """The variant and the parameters, as they follow a name."""
        usual = {name: parameter.default for name, parameter in (self.spec.parameters or {}).items()}
        values = ",".join(f"{k}={v}" for k, v in self.spec.values.items() if usual.get(k) != v)
        return (f"/{self.spec.variant}" if self.spec.variant else "") + (f":{values}" if values else "")

    def words(self, lang: str = "en") -> Words:
        """The texts in a language, falling back to English, then to the id alone."""
        texts = self.spec.text or {}
        return texts.get(lang) or texts.get("en") or Words(where="text", name=self.id)

    def title(self, lang: str = "en") -> str:
        return self.words(lang).name or self.id

    def side_name(self, side: str, lang: str = "en") -> str:
        """The name of a side in this game."""
        return self.words(lang).sides[SIDES.index(side)] or side

    @property
    def dark_side(self) -> str:
        """The side with the dark pieces in every picture: the first side if it is called black."""
        return "first" if self.words("en").sides[0].casefold() == "black" else "second"

    def end_name(self, number: int) -> str:
        """The condition of an end, by its number in the kernel."""
        used = self.compiled.ends[number].when.conditions()[0]
        return used.replace("_", "-") if used != "no_move" else "no move"

    # -- facts ----------------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        return self.compiled.board

    @property
    def board_size(self) -> tuple[int, int]:
        """The columns and rows of the board."""
        rows = self.board.rows
        return max(len(row) for row in rows), len(rows)

    @property
    def traits(self) -> Traits:
        """The structural properties of the rules."""
        return self.compiled.traits

    @property
    def pits(self) -> PitLayout | None:
        """The numbering of pits and stores; None except in sowing games."""
        return self.compiled.pits

    @property
    def rules_hash(self) -> str:
        """A hash of the compiled rules; texts do not change it."""
        return self.compiled.rules_hash

    @cached_property
    def notation(self) -> Notation:
        return Notation(self.compiled)

    @cached_property
    def board_symmetries(self) -> list[tuple[int, ...]]:
        """Rotations and reflections of the board; the rules may not have all of them."""
        return [tuple(p) for p in symmetries(self.board)]

    # -- positions ------------------------------------------------------------------------------------

    @contextmanager
    def worker(self) -> Iterator[MutablePosition]:
        """A mutable kernel position for exclusive use within the `with` block. Any thread may call this at
        any time and gets a position of its own; the position itself is for one thread, and raises
        `ConcurrentUse` if another one calls it meanwhile."""
        try:
            worker = self._idle.pop()  # atomic: two threads never get the same one
        except IndexError:
            worker = MutablePosition(self.rules)
        try:
            yield worker
        finally:
            if len(self._idle) < _MOST_IDLE:
                self._idle.append(worker)

    def start(self, begins: str | None = None) -> Position:
        """The start position; `begins` overrides the side to move."""
        start = self.compiled.start
        mover = start.mover if begins is None else SIDES.index(begins)
        return self.set_up(start.cells, mover, start.hands, start.pits, 0)

    def set_up(
        self, cells: list[int], mover: int, hands: tuple[list[int], list[int]], pits: list[int], ply: int,
        stage: int = -1, anchor: int = NO_CELL,
    ) -> Position:  # fmt: skip
        """A position given piece by piece. It is over if an end condition already holds."""
        begun = self.compiled.start.mover
        turns = ((ply + 1 - begun) // 2, (ply + begun) // 2)
        with self.worker() as worker:
            worker.set_up(cells, mover, hands, pits, ply, turns, stage, anchor, 0, 0)
            worker.resolve()
            return Position(self, worker.snapshot())

    def position(self, text: str) -> Position:
        """The position that a text describes. Raises `BadPosition`."""
        return read_position(self, text)

    # -- walks ----------------------------------------------------------------------------------------

    def perft(self, depth: int, bulk: bool = True, position: Position | None = None) -> Perft:
        """Count move sequences up to `depth`; without `bulk` counting the last moves are made as well."""
        with self.worker() as worker:
            worker.load((position or self.start()).snapshot)
            begun = time.process_time()
            counts = worker.perft(depth, bulk)
            seconds = time.process_time() - begun
        return Perft(tuple(counts), sum(counts[:-1] if bulk else counts), seconds)

    def playouts(self, number: int, seed: int = 0, position: Position | None = None) -> Playouts:
        """Play random games to the end."""
        start: Snapshot = (position or self.start()).snapshot
        with self.worker() as worker:
            begun = time.process_time()
            moves, first, draw, second = worker.playouts(number, seed, start)
            seconds = time.process_time() - begun
        return Playouts(number, moves, seconds, first, draw, second)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    # -- values ---------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if self is other or not isinstance(other, Game):
            return self is other
        return (self.spec, self.file, self.tuned) == (other.spec, other.file, other.tuned)

    def __hash__(self) -> int:
        return hash((self.name, self.rules_hash))

    def __reduce__(self) -> tuple[object, ...]:
        return Game, (self.spec, self.file, self.tuned)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self
