"""Evaluation weights by self-play: fit them to the results of games, and keep them if they win a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca.engine.weight_fitting import WeightSamples, fit_weights, require_numpy
from ludoteca.games import Game, load
from ludoteca.games.tuned import LARGEST
from ludoteca.play.players import PlayerSpec
from ludoteca.tournament.selfplay import Row, SelfPlayGame, play_weight_game
from ludoteca.tournament.series import Score
from ludoteca.tournament.training import Checkpoint, Training, TrainingOptions, as_gain
from ludoteca.tournament.tuned_file import write_tables

if TYPE_CHECKING:
    from tomlkit.items import Table

MAX_CELL_WEIGHTS = 120
"""With more classes of cells than this, cell weights are not fitted."""


@dataclass(frozen=True)
class WeightTrainingOptions(TrainingOptions):
    cells: bool = True
    """Whether to fit weights of cells too."""


@dataclass
class WeightCheckpoint(Checkpoint):
    weights: dict[str, int] = field(default_factory=dict)
    """The best so far."""
    rows: list[list[int]] = field(default_factory=list)
    results: list[float] = field(default_factory=list)
    """The samples of this round."""

    def is_valid(self, game: Game) -> bool:
        if not super().is_valid(game) or not isinstance(self.weights, dict):
            return False
        if not all(type(one) is int and abs(one) <= LARGEST for one in self.weights.values()):
            return False
        rows, results = self.rows, self.results
        if not isinstance(rows, list) or not isinstance(results, list) or len(rows) != len(results):
            return False
        width = len(fitted_names(game, self.options["cells"]))
        return all(_is_row(row, width) for row in rows) and all(one in (0, 0.5, 1) for one in results)


def _is_row(row: object, width: int) -> bool:
    """Whether these are the features of a position."""
    return (
        isinstance(row, list)
        and len(row) == width
        and all(type(one) is int and abs(one) < 1 << 31 for one in row)
    )


Weights = dict[str, int]


def fitted_names(game: Game, cells: bool = True) -> list[str]:
    """The names of the weights that are fitted."""
    terms = game.compiled.eval_terms
    names = [name for name in terms.weights if not name.startswith("line-0")]
    places = sorted(terms.cell_symmetry.weight_names) if cells else []
    return names + (places if len(places) <= MAX_CELL_WEIGHTS else [])


def start_weights(options: WeightTrainingOptions) -> WeightCheckpoint:
    """A new training, from the game's current weights."""
    game = load(options.game)
    return WeightCheckpoint(asdict(options), game.rules_hash, weights=dict(game.weights))


class WeightTraining(Training[WeightCheckpoint, SelfPlayGame, tuple[Row, ...], Weights]):
    options: WeightTrainingOptions
    play_game = staticmethod(play_weight_game)

    def run(self) -> None:
        """Train, then measure the gain over the weights at the start. Raises `MissingExtra` without NumPy."""
        require_numpy()
        super().run()
        if self.state.kept and self.state.gain is None:
            new, old = (self._player(weights) for weights in (self.state.weights, dict(self.game.weights)))
            self.state.gain = as_gain(self.match(new, old, self.options.rounds))
            self.save()

    def tasks(self, first: int) -> Sequence[SelfPlayGame]:
        names = tuple(fitted_names(self.game, self.options.cells))
        weights = tuple(sorted(self.state.weights.items()))
        seed = (self.options.seed + self.state.round) * 1_000_003
        numbers = range(first, self.options.games)
        return [
            SelfPlayGame(self.options.game, names, weights, self.options.nodes, seed + number)
            for number in numbers
        ]

    def collect(self, samples: tuple[Row, ...]) -> None:
        self.state.rows += [list(row) for row, _ in samples]
        self.state.results += [result for _, result in samples]
        self.state.played += 1

    def fit(self) -> Weights:
        names = fitted_names(self.game, self.options.cells)
        samples = WeightSamples(len(names))
        for row, result in zip(self.state.rows, self.state.results, strict=True):
            samples.add(row, result)
        self.progress("fit", 0, 1)
        weights = {**self.state.weights, **fit_weights(samples, names, self.state.weights)}
        self.progress("fit", 1, 1)
        return weights

    def players(self, candidate: Weights) -> tuple[PlayerSpec, PlayerSpec]:
        return self._player(candidate), self._player(self.state.weights)

    def _player(self, weights: Weights) -> PlayerSpec:
        return PlayerSpec(f"engine:nodes={self.options.test_nodes}", weights=weights)

    def finish_round(self, candidate: Weights, score: Score) -> None:
        state = self.state
        if score.strength.elo > 0:
            state.weights = candidate
            state.kept += 1
        state.positions += len(state.rows)
        state.rows, state.results = [], []


def write_weights(path: Path, game: Game, options: TrainingOptions, state: WeightCheckpoint) -> None:
    """Write the weights and their history into the tuned file. The rest of the file is kept."""
    import tomlkit

    default = game.compiled.eval_terms.weights
    weights = tomlkit.table()
    for name, weight in state.weights.items():
        if weight or default.get(name):
            weights.add(name, weight)
    write_tables(path, game, {"weights": weights, "tuning": _history(options, state)})


def _history(options: TrainingOptions, state: WeightCheckpoint) -> Table:
    import tomlkit

    table = tomlkit.table()
    for line in (
        "Made by `ludoteca tune`: weights fitted to the results of self-play and kept because they won",
        "a match. The gain, in Elo with 95 % confidence, is over the weights before.",
    ):
        table.add(tomlkit.comment(line))
    table.update({"positions": state.positions, "nodes": options.nodes, "test-nodes": options.test_nodes})
    for name, value in (state.gain or {}).items():
        if value is not None:
            table[name] = round(value, 1) if isinstance(value, float) else value
    return table
