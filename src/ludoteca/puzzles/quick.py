"""A few puzzles of any game in seconds, in this process: short wins count, and nothing is stored.

Mining (`mining.py`) looks for hard puzzles and takes its time; here a lesson needs three that are proved."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

from ludoteca.engine import Engine, Limits
from ludoteca.games import SIDES, Game, Position
from ludoteca.puzzles.canonical import Key, canonical_key
from ludoteca.puzzles.proof import prove
from ludoteca.puzzles.puzzle import Puzzle
from ludoteca.puzzles.source import PuzzleSource
from ludoteca.solver import Value

_GAMES = 300
"""The most games that are played."""
_PERFECT_GAMES = 80
"""After these, the first puzzles need not have an easy one, nor be for both sides."""
_LONGEST_GAME = 200
_MOST_MOVES = 400
"""Positions with more legal moves are no puzzles for people."""
_MOST_INDICES, _MOST_ENDGAME_INDICES = 300_000, 60_000
_LEAST_STEPS = 2
"""Own moves that a win takes."""
_TRIES = 6
"""Positions of one game, counted from its end, that are examined."""
_LEAST_CHOICES = 2
"""Legal moves in the position of a puzzle."""
_MOST_PROVED = 50
"""Positions with more legal moves are not proved: each move takes a search."""
_FEW_MOVES = 40
"""Positions with more legal moves are not searched for a win in two moves."""
_SENSIBLE = Limits(nodes=150)

Clock = Callable[[], float]


@dataclass(frozen=True)
class ShortPuzzle:
    """A position in which exactly one move wins, or exactly one saves the draw."""

    position: str
    mover: str
    kind: str
    """`at-once`: exactly one move wins at once; `in-two`: exactly one wins in two moves, whatever the
    opponent plays; `win`: one move alone wins; `draw`: one alone draws."""
    moves: int
    """Own moves that the win takes; those that the line shows for a draw."""
    line: tuple[str, ...]
    """The solution, then best play by both sides."""


def of_puzzle(puzzle: Puzzle) -> ShortPuzzle:
    """A stored puzzle in the same form."""
    return ShortPuzzle(
        puzzle.position, puzzle.mover, puzzle.value.kind, _own_moves(puzzle), puzzle.line
    )  # fmt: skip


def _own_moves(puzzle: Puzzle) -> int:
    return (puzzle.value.plies + 1) // 2 if puzzle.value.plies else len(puzzle.steps)


def quick_puzzles(
    game: Game, wanted: int = 3, seconds: float = 12.0, seed: int = 1, both_sides: bool = False,
    clock: Clock = time.monotonic,
) -> list[ShortPuzzle]:  # fmt: skip
    """Up to `wanted` puzzles, the easiest first: one is won at once, the others later if there are such.

    With `both_sides`, not all are for the same side to move, if it can be helped. The search ends after some
    games, or when the time is up."""
    search = _Search(game, wanted, both_sides, clock() + seconds, clock)
    for number in range(_GAMES):
        is_enough = number >= _PERFECT_GAMES and search.is_enough
        if search.is_done or is_enough or clock() > search.until:
            break
        search.examine(random.Random(seed * 1000 + number))
    return search.chosen()


def easy_puzzle(
    game: Game, seconds: float = 3.0, seed: int = 1, clock: Clock = time.monotonic
) -> ShortPuzzle | None:
    """A position in which exactly one move wins at once, if one is found in time."""
    search = _Search(game, 1, False, clock() + seconds, clock, deep=False)
    for number in range(_PERFECT_GAMES):
        if search.easy or clock() > search.until:
            break
        search.examine(random.Random(seed * 1000 + number))
    return search.easy[0] if search.easy else None


class _Undecided(Exception):
    """Too many moves, or no time left, to tell whether a move wins."""


class _TimedSource(PuzzleSource):
    """Exact values until the time is up; after that none is found, so that a proof ends soon."""

    def __init__(self, game: Game, until: float, clock: Clock) -> None:
        super().__init__(game, 1.0, "", _MOST_INDICES, _MOST_ENDGAME_INDICES)
        self.until, self.clock = until, clock

    def has_value(self, position: Position, value: Value) -> bool:
        return self.clock() < self.until and super().has_value(position, value)

    def _find(self, position: Position, exact: bool) -> Value | None:
        return super()._find(position, exact) if self.clock() < self.until else None


class _Search:
    def __init__(
        self, game: Game, wanted: int, both_sides: bool, until: float, clock: Clock, deep: bool = True
    ) -> None:
        self.game, self.wanted, self.both_sides, self.wants_deep = game, wanted, both_sides, deep
        self.until, self.clock = until, clock
        self.source = _TimedSource(game, until, clock)
        self.engine = Engine(game, megabytes=1)
        self.easy: list[ShortPuzzle] = []
        self.deep: list[ShortPuzzle] = []
        self._games: dict[ShortPuzzle, int] = {}
        """The game that each puzzle is from: two of one game are alike."""
        self._number = 0
        self._seen: set[Key] = set()

    @property
    def is_enough(self) -> bool:
        """Whether there are enough puzzles, at most one of which is won at once."""
        found = self.chosen()
        return len(found) >= self.wanted and sum(one.kind == "at-once" for one in found) <= 1

    @property
    def is_done(self) -> bool:
        """Whether there are enough for both sides, one of which is won at once."""
        sides = {one.mover for one in self.chosen()}
        return (
            self.is_enough
            and bool(self.easy)
            and self.wants_deep
            and (not self.both_sides or len(sides) == len(SIDES))
        )

    def examine(self, rng: random.Random) -> None:
        """Play a game and examine its last positions, the last one first."""
        self._number += 1
        positions = list(self._played(rng))[:-1]
        for position in list(reversed(positions))[: 2 * _TRIES]:
            if self.is_done or self.clock() > self.until:
                return
            if _LEAST_CHOICES <= len(position.legal_moves) <= _MOST_MOVES:
                self._examine(self.game.position(position.text))
            if any(self._games[one] == self._number for one in self.deep):
                return

    def _played(self, rng: random.Random) -> Iterator[Position]:
        shares, position = {side: rng.uniform(0.1, 1.0) for side in SIDES}, self.game.start()
        for _ in range(_LONGEST_GAME):
            yield position
            if position.is_over or self.clock() > self.until:
                return
            if rng.random() < shares[position.mover]:
                move = rng.choice(position.legal_moves)
            else:
                move = self.engine.best(position, _SENSIBLE).move
            position = position.after(move)

    def _examine(self, position: Position) -> None:
        key = canonical_key(position)
        if key in self._seen or position.is_over:
            return
        self._seen.add(key)
        wins = [move.text for move in position.legal_moves if _wins(position, position.after(move))]
        if len(wins) == 1 and not self._has_enough(self.easy, position.mover):
            found = ShortPuzzle(position.text, position.mover, "at-once", 1, (wins[0],))
            self._keep(found, self.easy)
        elif self.wants_deep and not wins and not self._has_enough(self.deep, position.mover):
            deep = self._in_two(position) or self._proved(position)
            if deep:
                self._keep(deep, self.deep)

    def _keep(self, puzzle: ShortPuzzle, among: list[ShortPuzzle]) -> None:
        if all(self._games[one] != self._number for one in among):
            among.append(puzzle)
            self._games[puzzle] = self._number

    def _has_enough(self, puzzles: list[ShortPuzzle], mover: str) -> bool:
        return sum(one.mover == mover for one in puzzles) >= self.wanted

    def _proved(self, position: Position) -> ShortPuzzle | None:
        self.source.wanted = ""
        if len(position.legal_moves) > _MOST_PROVED or not self.source.covers(position):
            return None
        self.source.wanted = self.source.method(position)
        proof = prove(self.source, position, least_steps=_LEAST_STEPS)
        if proof is None:
            return None
        moves = (proof.value.plies + 1) // 2 if proof.value.plies else len(proof.steps)
        return ShortPuzzle(position.text, position.mover, proof.value.kind, moves, proof.line)

    def _in_two(self, position: Position) -> ShortPuzzle | None:
        """The puzzle whose only solution wins in two moves; other moves may win later."""
        if len(position.legal_moves) > _FEW_MOVES:
            return None
        lines = []
        try:
            for move in position.legal_moves:
                line = self._win_next(position.after(move), position.mover)
                lines += [(move.text, *line)] if line is not None else []
                if len(lines) > 1:
                    return None
        except _Undecided:
            return None
        return ShortPuzzle(position.text, position.mover, "in-two", 2, lines[0]) if lines else None

    def _win_next(self, position: Position, side: str) -> tuple[str, ...] | None:
        """A line in which the next move of the side wins, if there is one whatever the opponent plays."""
        if position.is_over:
            return () if position.outcome and position.outcome.winner == side else None
        if len(position.legal_moves) > _FEW_MOVES or self.clock() > self.until:
            raise _Undecided
        if position.mover == side:
            wins = (move.text for move in position.legal_moves if _wins(position, position.after(move)))
            win = next(wins, None)
            return None if win is None else (win,)
        shown: tuple[str, ...] | None = None
        for reply in position.legal_moves:
            line = self._win_next(position.after(reply), side)
            if line is None:
                return None
            shown = shown or (reply.text, *line)
        return shown

    def chosen(self) -> list[ShortPuzzle]:
        """One that is won at once, then the others; more of the easy ones if there are too few. No two are
        from one game."""
        deep = _in_turn(self.deep)
        hard = deep[: self.wanted - 1] if self.easy else deep[: self.wanted]
        easy = _in_turn([one for one in self.easy if self._games[one] not in map(self._games.get, hard)])
        if not easy:
            hard = deep[: self.wanted]
        if self.both_sides and len({one.mover for one in hard}) == 1:
            easy.sort(key=lambda one: one.mover == hard[0].mover)
        hard.sort(key=lambda one: (one.kind == "draw", one.moves))
        return [*easy[: self.wanted - len(hard)], *hard]


def _in_turn(puzzles: list[ShortPuzzle]) -> list[ShortPuzzle]:
    """The puzzles of both sides in turn."""
    sides = [[one for one in puzzles if one.mover == side] for side in SIDES]
    mixed = [one for pair in zip_longest(*sides) for one in pair]
    return [one for one in mixed if one is not None]


def _wins(before: Position, after: Position) -> bool:
    return after.outcome is not None and after.outcome.winner == before.mover
