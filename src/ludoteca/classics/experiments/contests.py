"""Matches between players; every opening is played twice, with sides swapped."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partial

from ludoteca.classics.depth_first import LookaheadResult
from ludoteca.classics.experiments.rows import Work
from ludoteca.classics.experiments.verdicts import Score
from ludoteca.games import Game, Move, Position, load
from ludoteca.play.players import Player, parse_player


@dataclass
class Tally:
    """The running score of a match, for the first of the two players."""

    score: Score = (0, 0, 0)
    plies: int = 0
    lengths: list[int] = field(default_factory=list)
    """The plies of each game."""
    moves: int = 0
    """Moves of the first player."""
    taken_back: int = 0
    """Moves of the first player that reversed its last move."""

    @property
    def games(self) -> int:
        return sum(self.score)

    def add(self, won: int, drawn: int, lost: int, plies: int, moves: int, taken_back: int) -> None:
        """Count one more game."""
        self.score = self.score[0] + won, self.score[1] + drawn, self.score[2] + lost
        self.plies += plies
        self.lengths.append(plies)
        self.moves += moves
        self.taken_back += taken_back


@dataclass
class Contest:
    """A match between two players."""

    game: str
    one: str
    other: str
    plies: int = 0
    """Random plies of each opening."""
    seeded: bool = True
    """Whether the first player breaks ties at random; else it plays the first of its best moves."""
    begins: bool | None = None
    """Whether the first player has the first side in every game; None if they take turns."""
    tally: Tally = field(default_factory=Tally)

    def play(self, work: Work, games: int) -> Iterator[Tally]:
        """Play the games, and yield the score after each."""
        plan = ContestPlan(self.game, self.one, self.other, self.plies, self.seeded, self.begins)
        # A game in this process can be stopped during a search.
        function = partial(play_game, plan) if work.workers else partial(play_game, plan, work=work)
        for one in work.map(str(plan), function, range(games)):
            self.tally.add(*one)
            yield self.tally

    def played(self, work: Work, games: int) -> Tally:
        """Play the games."""
        for _ in self.play(work, games):
            pass
        return self.tally


@dataclass(frozen=True)
class ContestPlan:
    """What a game of a contest depends on, besides its number."""

    game: str
    one: str
    other: str
    plies: int
    seeded: bool
    begins: bool | None = None


@lru_cache(1)
def _game(name: str) -> Game:
    return load(name)


def play_game(plan: ContestPlan, number: int, work: Work | None = None) -> list[int]:
    """Play one game, with seeds derived from its number. Returns whether it was won, drawn or lost, its
    plies, the moves of the first player, and how many of them reversed the last one."""
    busy, game = work or Work(), _game(plan.game)
    swapped = number % 2 == 1 if plan.begins is None else not plan.begins
    mine = ("first", "second")[swapped]
    one = parse_player(plan.one).make(number if plan.seeded else None)
    other = parse_player(plan.other).make(1000 + number)
    moves = taken_back = 0
    position, last = opening(game, plan.plies, number // 2), None
    while not position.is_over:
        if position.mover == mine:
            move = _choose(busy, one, position)
            moves += 1
            taken_back += last is not None and move.path == last.path[::-1]
            last = move
        else:
            move = _choose(busy, other, position)
        position = position.play(move)
    assert position.outcome
    winner = position.outcome.winner
    return [
        int(winner == mine), int(winner is None), int(winner not in (None, mine)), position.ply, moves,
        int(taken_back),
    ]  # fmt: skip


def _choose(work: Work, player: Player, position: Position) -> Move:
    search: Callable[[Position], LookaheadResult] | None = getattr(player, "search", None)
    work.check()
    return work.raw_search(player, position).move if search else player.choose(position)  # type: ignore[arg-type]


def opening(game: Game, plies: int, number: int) -> Position:
    """An unfinished position after some random moves, determined by the number."""
    rng = random.Random(f"{game.name} {plies} {number}")
    while True:
        position = game.start()
        for _ in range(plies):
            if position.is_over:
                break
            position = position.play(rng.choice(position.legal_moves))
        if not position.is_over:
            return position
