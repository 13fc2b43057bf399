"""Training by self-play, in rounds: play games, fit to them, and keep the result if it wins a match.

The state is saved as a checkpoint, so that an interrupted training resumes where it stopped and ends with the
same result.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from ludoteca.games import Game, load
from ludoteca.games.files import CHECKPOINT, CannotRead, Damaged, parse_json, read_bytes
from ludoteca.games.userdata import write_text
from ludoteca.parallel import Workers, map_in_order, open_pool
from ludoteca.play.players import PlayerSpec
from ludoteca.tournament.games import GameSetup
from ludoteca.tournament.series import Plan, Score, Series
from ludoteca.tournament.workers import Progress

_ELO, _COUNTS = ("elo", "low", "high"), ("games", "wins", "draws", "losses")
"""The fields of a gain."""
_SAVE_EVERY = 50
"""Games between two checkpoints."""


@dataclass(frozen=True)
class TrainingOptions:
    game: str
    rounds: int = 2
    games: int = 600
    """Self-play games per round."""
    nodes: int = 1500
    """Nodes per move of these games."""
    test_games: int = 200
    test_nodes: int = 4000
    seed: int = 1


@dataclass
class Checkpoint:
    """The state of a training."""

    options: dict[str, Any]
    rules: str
    """The rules hash."""
    round: int = 0
    played: int = 0
    """Games of this round."""
    positions: int = 0
    """Samples, in all rounds."""
    kept: int = 0
    """Rounds whose result was better."""
    gain: dict[str, Any] | None = None
    """The match result of the best candidate."""

    def is_valid(self, game: Game) -> bool:
        """Whether all fields have the right types, which those of a damaged file may not have."""
        numbers = (self.round, self.played, self.positions, self.kept)
        if not all(type(one) is int and one >= 0 for one in numbers):
            return False
        return self.gain is None or _is_gain(self.gain)


def _is_gain(gain: object) -> bool:
    if not isinstance(gain, dict) or gain.keys() != {*_ELO, *_COUNTS}:
        return False
    elo = all(gain[name] is None or type(gain[name]) in (int, float) for name in _ELO)
    return elo and gain["elo"] is not None and all(type(gain[name]) is int for name in _COUNTS)


State = TypeVar("State", bound=Checkpoint)
Task = TypeVar("Task")
Samples = TypeVar("Samples")
Candidate = TypeVar("Candidate")


def read_checkpoint(path: Path, kind: type[State], options: TrainingOptions) -> State | None:
    """A saved state, if it has the same options and rules."""
    try:
        found = kind(**parse_json(read_bytes(path, CHECKPOINT)))
    except (FileNotFoundError, IsADirectoryError, Damaged, CannotRead, TypeError):
        return None
    game = load(options.game)
    same = found.options == asdict(options) and found.rules == game.rules_hash
    return found if same and found.is_valid(game) else None


def write_checkpoint(path: Path, state: Checkpoint) -> None:
    write_text(path, json.dumps(asdict(state)))


class Training(ABC, Generic[State, Task, Samples, Candidate]):
    """The training loop. Subclasses define the games, the samples, and what is fitted to them."""

    play_game: Callable[[Task], Samples]
    """Plays one self-play game; runs in a worker process."""

    def __init__(
        self, options: TrainingOptions, state: State, path: Path, workers: Workers, progress: Progress
    ) -> None:
        """`path` is the file of the checkpoint."""
        self.game = load(options.game)
        self.options, self.state, self.path = options, state, path
        self.workers, self.progress = workers, progress

    @abstractmethod
    def tasks(self, first: int) -> Sequence[Task]:
        """The games of this round from number `first` on."""

    @abstractmethod
    def collect(self, samples: Samples) -> None:
        """Add the samples of one game and count it as played."""

    @abstractmethod
    def fit(self) -> Candidate:
        """Fit to all samples."""

    @abstractmethod
    def players(self, candidate: Candidate) -> tuple[PlayerSpec, PlayerSpec]:
        """The candidate and its opponent in the test match."""

    @abstractmethod
    def finish_round(self, candidate: Candidate, score: Score) -> None:
        """Keep the candidate if it is better."""

    def run(self) -> None:
        """Train until all rounds are done."""
        while self.state.round < self.options.rounds:
            self._play_round()
            candidate = self.fit()
            score = self.match(*self.players(candidate), self.state.round)
            self.finish_round(candidate, score)
            self.state.round, self.state.played = self.state.round + 1, 0
            self.save()

    def save(self) -> None:
        write_checkpoint(self.path, self.state)

    def _play_round(self) -> None:
        games = self.options.games
        self.progress("play", self.state.played, games)
        # In their order, so that a resumed run equals an uninterrupted one.
        with open_pool(0 if self.workers == 1 else self.workers) as pool:
            for samples in map_in_order(pool, type(self).play_game, self.tasks(self.state.played)):
                self.collect(samples)
                if self.state.played % _SAVE_EVERY == 0 or self.state.played == games:
                    self.save()
                self.progress("play", self.state.played, games)

    def match(self, new: PlayerSpec, old: PlayerSpec, number: int) -> Score:
        """A test match; `number` varies its openings."""
        options = self.options
        seed = options.seed + 1000 * (number + 1)
        series = Series(Plan(GameSetup(options.game), new, old, options.test_games, seed))
        self.progress("test", 0, options.test_games)
        for _ in series.play(0 if self.workers == 1 else self.workers):
            self.progress("test", series.score.games, options.test_games)
        return series.score


def as_gain(score: Score) -> dict[str, Any]:
    """A match result for the tuned file."""
    found = score.strength
    elo, low, high = (None if one is None else round(one, 1) for one in (found.elo, found.low, found.high))
    return {
        "elo": elo, "low": low, "high": high,
        "games": score.games, "wins": score.wins, "draws": score.draws, "losses": score.losses,
    }  # fmt: skip
