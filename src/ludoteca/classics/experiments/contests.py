"""Matches between players; every opening is played twice, with sides swapped."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ludoteca.classics.depth_first import LookaheadResult
from ludoteca.classics.experiments.rows import Score, Work
from ludoteca.games import Game, Move, Position, load
from ludoteca.play.players import Player, parse_player


@dataclass
class Tally:
    """The running score of a match, for the first of the two players."""

    score: Score = (0, 0, 0)
    plies: int = 0
    moves: int = 0
    """Moves of the first player."""
    taken_back: int = 0
    """Moves of the first player that reversed its last move."""

    @property
    def games(self) -> int:
        return sum(self.score)


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
    tally: Tally = field(default_factory=Tally)

    def play(self, work: Work, games: int) -> Iterator[Tally]:
        """Play the games, and yield the score after each."""
        game = load(self.game)
        for number in range(games):
            self._play_one(work, game, number)
            yield self.tally

    def _play_one(self, work: Work, game: Game, number: int) -> None:
        mine = ("first", "second")[number % 2]
        one = parse_player(self.one).make(number if self.seeded else None)
        other = parse_player(self.other).make(1000 + number)
        position, last = opening(game, self.plies, number // 2), None
        while not position.is_over:
            if position.mover == mine:
                move = _choose(work, one, position)
                self._count(move, last)
                last = move
            else:
                move = _choose(work, other, position)
            position = position.play(move)
        self.tally.plies += position.ply
        self.tally.score = _added(self.tally.score, position, mine)

    def _count(self, move: Move, last: Move | None) -> None:
        self.tally.moves += 1
        self.tally.taken_back += last is not None and move.path == last.path[::-1]


def _choose(work: Work, player: Player, position: Position) -> Move:
    search: Callable[[Position], LookaheadResult] | None = getattr(player, "search", None)
    work.check()
    return work.search(player, position).move if search else player.choose(position)  # type: ignore[arg-type]


def _added(score: Score, position: Position, mine: str) -> Score:
    assert position.outcome
    winner = position.outcome.winner
    won, drawn, lost = score
    return won + (winner == mine), drawn + (winner is None), lost + (winner not in (None, mine))


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
