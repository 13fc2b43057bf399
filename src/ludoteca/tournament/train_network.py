"""A network by self-play: train it on games of the engine against itself, and keep it if it wins a match
against the evaluation without a network.

The samples of all rounds are in an append-only file beside the checkpoint.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path

from ludoteca.engine.network_training import (
    NetworkSamples,
    SelfPlaySearch,
    WindowExtractor,
    expected_score,
    is_immediate_win,
    train,
)
from ludoteca.errors import BadTuning
from ludoteca.games import Game, Position, load
from ludoteca.games.networks import Network, parse_network
from ludoteca.parallel import Workers
from ludoteca.play.players import PlayerSpec
from ludoteca.tournament.selfplay import random_opening, result_for
from ludoteca.tournament.series import Score
from ludoteca.tournament.training import Checkpoint, Training, TrainingOptions, as_gain, read_checkpoint
from ludoteca.tournament.workers import Progress

_OPENING = (1, 9)
"""Random plies at the start of a game."""
_LONGEST = 300
_SIDE_MOVE = 0.25
"""How often a random move off the game is sampled too: a search evaluates more bad moves than good ones."""
_RESULT_SHARE = 0.5
"""The share of the game result in the target; the rest is the score of the search."""
_RECORD = struct.Struct("<ff")


@dataclass(frozen=True)
class NetworkTrainingOptions(TrainingOptions):
    games: int = 6000
    """Self-play games per round; samples of earlier rounds are used again."""
    nodes: int = 3000
    """Nodes per move of these games, varied by half."""


@dataclass
class NetworkCheckpoint(Checkpoint):
    bytes: int = 0
    """The size of the sample file."""
    network: str = ""
    """The best network so far, in its file format."""

    def is_valid(self, game: Game) -> bool:
        if not super().is_valid(game) or type(self.bytes) is not int or self.bytes < 0:
            return False
        try:
            return isinstance(self.network, str) and (not self.network or bool(_parsed(self.network)))
        except BadTuning:
            return False


def _parsed(network: str) -> Network:
    return parse_network(network, "checkpoint")


@dataclass(frozen=True)
class SelfPlayGame:
    """A game to play."""

    game: str
    network: Network | None
    """The best network of the earlier rounds."""
    nodes: int
    seed: int


@lru_cache(maxsize=2)
def _tools(name: str, network: Network | None) -> tuple[Game, SelfPlaySearch, WindowExtractor]:
    game = load(name)
    return game, SelfPlaySearch(game, network), WindowExtractor(game)


def play_network_game(task: SelfPlayGame) -> NetworkSamples:
    """Play one game of the engine against itself after some random moves, and sample its positions."""
    game, search, extractor = _tools(task.game, task.network)
    search.clear_hash()
    rng = random.Random(f"school {task.seed}")
    position = random_opening(game.start(), rng, _OPENING)
    samples = NetworkSamples()
    seen: list[tuple[Position, int]] = []
    while not position.is_over and len(seen) < _LONGEST:
        units, move = search.run(position, max(1, round(task.nodes * rng.uniform(0.5, 1.5))))
        seen.append((position, units))
        if rng.random() < _SIDE_MOVE:
            aside = position.play(rng.choice(position.legal_moves))
            if not aside.is_over:
                score, _ = search.run(aside, max(1, task.nodes // 2))
                _add(extractor, samples, aside, score, expected_score(score))
        position = position.play(move)
    winner = position.outcome.winner if position.outcome else None
    for one, units in seen:
        result = result_for(winner, one)
        _add(
            extractor,
            samples,
            one,
            units,
            _RESULT_SHARE * expected_score(units) + (1 - _RESULT_SHARE) * result,
        )
    return samples


def _add(
    extractor: WindowExtractor, samples: NetworkSamples, position: Position, units: int, target: float
) -> None:
    if not is_immediate_win(units):
        extractor.add(samples, position, target)


# -- training -----------------------------------------------------------------------------------------


def start_network(options: NetworkTrainingOptions) -> NetworkCheckpoint:
    return NetworkCheckpoint(asdict(options), load(options.game).rules_hash)


def read_network_checkpoint(path: Path, options: NetworkTrainingOptions) -> NetworkCheckpoint | None:
    """A saved state, if it has the same options and rules and its samples are complete."""
    samples = samples_path(path)
    if not samples.is_file():
        return None
    found = read_checkpoint(path, NetworkCheckpoint, options)
    return found if found and samples.stat().st_size >= found.bytes else None


def samples_path(checkpoint: Path) -> Path:
    return checkpoint.with_suffix(".seen")


def remove_checkpoint(path: Path) -> None:
    for one in (path, samples_path(path)):
        one.unlink(missing_ok=True)


class NetworkTraining(Training[NetworkCheckpoint, SelfPlayGame, NetworkSamples, Network]):
    play_game = staticmethod(play_network_game)

    def __init__(
        self, options: NetworkTrainingOptions, state: NetworkCheckpoint, path: Path, workers: Workers,
        progress: Progress,
    ) -> None:  # fmt: skip
        super().__init__(options, state, path, workers, progress)
        self._samples = samples_path(path)
        self._samples.parent.mkdir(parents=True, exist_ok=True)
        with self._samples.open("ab") as file:  # drop samples written after the checkpoint
            file.truncate(state.bytes)

    @property
    def network(self) -> Network | None:
        """The best network so far, if one is better than none."""
        return _parsed(self.state.network) if self.state.network else None

    def tasks(self, first: int) -> Sequence[SelfPlayGame]:
        options, network = self.options, self.network
        base = (options.seed * 1000 + self.state.round) * 1_000_003
        numbers = range(base + first, base + options.games)
        return [SelfPlayGame(options.game, network, options.nodes, number) for number in numbers]

    def collect(self, samples: NetworkSamples) -> None:
        width = sum(self.game.windows)
        with self._samples.open("ab") as file:
            for i, (result, before) in enumerate(zip(samples.results, samples.before, strict=True)):
                file.write(samples.kinds[i * width : (i + 1) * width] + _RECORD.pack(result, before))
            # Together, so that no interruption leaves samples of a game that is not counted.
            self.state.bytes, self.state.played = file.tell(), self.state.played + 1

    def fit(self) -> Network:
        samples = _read(self._samples, self.game)
        self.state.positions = len(samples)
        return train(self.game, samples, self.options.seed, lambda done, of: self.progress("fit", done, of))

    def players(self, candidate: Network) -> tuple[PlayerSpec, PlayerSpec]:
        engine = f"engine:nodes={self.options.test_nodes}"
        return PlayerSpec(engine, network=candidate), PlayerSpec(f"{engine},network=none")

    def finish_round(self, candidate: Network, score: Score) -> None:
        if score.strength.elo > (self.state.gain["elo"] if self.state.gain else 0):
            self.state.kept += 1
            self.state.gain = as_gain(score)
            self.state.network = candidate.text

    def result(self) -> Network | None:
        """The best network with its history; None if none won its match."""
        network, gain = self.network, self.state.gain
        if network is None or gain is None:
            return None
        story = {**network.story, "nodes": self.options.nodes, "test-nodes": self.options.test_nodes}
        story |= {name: value for name, value in gain.items() if value is not None}
        return replace(network, story=story)


def _read(path: Path, game: Game) -> NetworkSamples:
    found, width = NetworkSamples(), sum(game.windows)
    data = path.read_bytes()
    for at in range(0, len(data), width + _RECORD.size):
        result, before = _RECORD.unpack_from(data, at + width)
        found.kinds += data[at : at + width]
        found.results.append(result)
        found.before.append(before)
    return found
