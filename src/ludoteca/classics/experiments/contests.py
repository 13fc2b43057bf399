"""Matches between players; every opening is played twice, with sides swapped."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partial

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

    def add(self, other: Tally) -> None:
        won, drawn, lost = (one + more for one, more in zip(self.score, other.score, strict=True))
        self.score = won, drawn, lost
        self.plies += other.plies
        self.moves += other.moves
        self.taken_back += other.taken_back


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
        plan = ContestPlan(self.game, self.one, self.other, self.plies, self.seeded)
        if work.workers:
            played = work.map(partial(play_game, plan), range(games))
        else:  # so that a search can be stopped
            played = (play_game(plan, number, work) for number in range(games))
        for one in played:
            self.tally.add(one)
            yield self.tally


@dataclass(frozen=True)
class ContestPlan:
    """What a game of a contest depends on, besides its number."""

    game: str
    one: str
    other: str
    plies: int
    seeded: bool


@lru_cache(1)
def _game(name: str) -> Game:
    return load(name)


def play_game(plan: ContestPlan, number: int, work: Work | None = None) -> Tally:
    """Play one game, with seeds derived from its number."""
    busy, game, found = work or Work(), _game(plan.game), Tally()
    mine = ("first", "second")[number % 2]
    one = parse_player(plan.one).make(number if plan.seeded else None)
    other = parse_player(plan.other).make(1000 + number)
    position, last = opening(game, plan.plies, number // 2), None
    while not position.is_over:
        if position.mover == mine:
            move = _choose(busy, one, position)
            found.moves += 1
            found.taken_back += last is not None and move.path == last.path[::-1]
            last = move
        else:
            move = _choose(busy, other, position)
        position = position.play(move)
    found.plies, found.score = position.ply, _added(found.score, position, mine)
    return found


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
