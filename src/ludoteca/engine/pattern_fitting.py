"""Fitting a learnt evaluation to positions of self-play: targets, scalar features, pattern tables."""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log

from ludoteca.engine.scores import PROVED, UNITS_PER_LOGIT
from ludoteca.games import Game
from ludoteca.games.learnt import LARGEST, TABLE_UNITS, LearntEvaluation, cell_numbers, geometry_hash
from ludoteca.games.patterns import PatternBoard, PatternForm, Symmetry, pattern_row
from ludoteca.games.rule_symmetries import rule_symmetries
from ludoteca.kernel import (
    Evaluator,
    PatternTables,
    Snapshot,
    evaluate_records,
    fit_patterns,
    position_record,
    record_size,
)

LOSS, DRAW, WIN, UNKNOWN = range(4)
"""Results of a game for the mover of a position; unknown where a random move follows."""
_LABEL = struct.Struct("<hBBI")
"""Score of the search, result, whether it is a stray, number of the game."""
_UNIT = 16
_HELD_OUT = 16
"""One game in this many is in the validation set."""
ROUND = 1_000_000
"""The games of a round are numbered from a multiple of this: each round has a search of its own."""
_RESULT_SHARE = (0.4, 0.9)
"""The share of the result in a target, for a search that knows much and for one that knows nothing; the rest
is the score of the search."""
_LEAST_IMPORTANCE = 0.15
"""Of a position whose only label is the score of a search that knows nothing."""
EPOCHS = 12
_RATE = 0.5
"""Learning rate times the square root of the number of patterns."""
_BATCH, _LEAST_BATCH, _BATCHES = 1024, 32, 200
"""Positions of a batch, chosen so that an epoch has about this number of batches, within limits."""
_PRIOR_TABLES, _PRIOR_CELLS, _PRIOR_SCALARS = 12.0, 1.0, 0.1
_CALIBRATED, _FEW = 20_000, 200
"""Positions for a calibration, and the least."""
_CEILING = 6.0
"""Logits of a proved result."""


@dataclass(frozen=True)
class Label:
    """What is known of a position, from its mover's point of view."""

    score: int
    """The score of the search in evaluation units; beyond `PROVED` it is proved."""
    result: int
    stray: bool
    game: int


class Samples:
    """Positions with labels, as records of fixed size."""

    def __init__(self, game: Game, data: bytes | bytearray = b"") -> None:
        self.position_bytes = record_size(game.rules)
        self.stride = self.position_bytes + _LABEL.size
        self.data = bytearray(data)

    def __len__(self) -> int:
        return len(self.data) // self.stride

    def add(self, snapshot: Snapshot, label: Label) -> None:
        self.data += position_record(snapshot)
        self.data += _LABEL.pack(label.score, label.result, label.stray, label.game & 0xFFFFFFFF)

    def labels(self) -> Iterator[Label]:
        for at in range(self.position_bytes, len(self.data), self.stride):
            score, result, stray, game = _LABEL.unpack_from(self.data, at)
            yield Label(score, result, bool(stray), game)

    def position(self, number: int) -> bytes:
        at = number * self.stride
        return bytes(self.data[at : at + self.position_bytes])


@dataclass(frozen=True)
class Fit:
    """A fitted evaluation, and how well it predicts positions of games that it was not fitted to."""

    learnt: LearntEvaluation
    positions: int
    """Different positions."""
    loss_before: float
    """The loss of the evaluation at the beginning."""
    loss: float
    calibrated: Mapping[int, Calibration]
    """The calibration of the searches of each round."""


def fit(
    game: Game, samples: Samples, form: PatternForm, seed: int = 1,
    symmetries: Sequence[Symmetry] | None = None, progress: Callable[[int, int], bool | None] | None = None,
    epochs: int = EPOCHS, priors: tuple[float, float, float] = (_PRIOR_SCALARS, _PRIOR_CELLS, _PRIOR_TABLES),
) -> Fit:  # fmt: skip
    """An evaluation of the given form that predicts the targets best. The same arguments give the same
    weights."""
    board = PatternBoard(game.compiled)
    symmetries = tuple(symmetries or rule_symmetries(game))
    names = [] if form.plain else scalars_of(game)
    calibrated = calibrations(samples)
    kept, targets, importance, held_out = _targets(samples, calibrated)
    records = b"".join(bytes(samples.data[i * samples.stride : (i + 1) * samples.stride]) for i in kept)
    features, scales = _features(game, names, records, samples.stride)
    tables = PatternTables(pattern_row(board, form, symmetries))
    numbers, cells = cell_numbers(board, symmetries)
    start = array(
        "f",
        [
            game.weights.get(name, 0) * scale / UNITS_PER_LOGIT
            for name, scale in zip(names, scales, strict=True)
        ],
    )
    found, before, losses = fit_patterns(
        game.rules, tables, records, samples.stride, array("f", targets), array("f", importance),
        features, start, numbers, cells, bytearray(held_out), *priors, epochs,
        _RATE / max(1, tables.patterns) ** 0.5 / 10,
        max(_LEAST_BATCH, min(_BATCH, len(kept) // _BATCHES)), seed,
        (lambda epoch, _: progress(epoch, epochs)) if progress else None,
    )  # fmt: skip
    k = len(names)
    scalars = {
        name: _clip(round(UNITS_PER_LOGIT * weight / scale), LARGEST)
        for name, weight, scale in zip(names, found[:k], scales, strict=True)
    }
    on_cells = tuple(_clip(round(UNITS_PER_LOGIT * weight), 32767) for weight in found[k : k + cells])
    entries = array("h", [_clip(round(TABLE_UNITS * UNITS_PER_LOGIT * w), 32767) for w in found[k + cells :]])
    if sys.byteorder == "big":
        entries.byteswap()
    learnt = LearntEvaluation(
        game.rules_hash, geometry_hash(board), form, symmetries, scalars, on_cells, entries.tobytes()
    )
    return Fit(learnt, len(kept), before, losses[-1] if losses else before, calibrated)


def scalars_of(game: Game) -> list[str]:
    """The scalar terms: all but those that weights of cells and tables of hands contain."""
    linear = ("piece-", "race", "cell-", "line-0")
    return [name for name in game.compiled.eval_terms.weights if not name.startswith(linear)]


def _clip(value: int, most: int) -> int:
    return max(-most, min(most, value))


def _features(
    game: Game, names: Sequence[str], records: bytes, stride: int
) -> tuple[array[float], list[float]]:
    """The scalar features of all positions, each divided by its size, and these sizes."""
    terms = game.compiled.eval_terms
    zero = dict.fromkeys(terms.weights, 0)
    plain = {name: weight for name, weight in zero.items()}
    evaluators = [
        Evaluator(game.rules, terms.eval_weights({**plain, name: _UNIT})._replace(patterns=None))
        for name in names
    ]
    if not evaluators:
        return array("f"), []
    values = array("i")
    values.frombytes(evaluate_records(game.rules, evaluators, records, stride))
    k, n = len(names), len(values) // len(names)
    scales = []
    for column in range(k):
        some = values[column::k]
        size = (sum(value * value for value in some) / max(1, n)) ** 0.5 / _UNIT
        scales.append(max(size, 0.05))
    inverse = [1 / (scale * _UNIT) for scale in scales] * n
    return array("f", map(float.__mul__, map(float, values), inverse)), scales


@dataclass(frozen=True)
class Calibration:
    """How to read the scores of a search."""

    slope: float = 1.0
    """The factor by which they predict results best."""
    information: float = 0.2
    """The part of the uncertainty about results that they remove: 0 for random scores, 1 for perfect ones."""

    @property
    def result_share(self) -> float:
        least, most = _RESULT_SHARE
        return max(least, most - self.information)

    @property
    def importance(self) -> float:
        """Of a position whose only label is a score."""
        return min(1.0, _LEAST_IMPORTANCE + 2.5 * self.information)


def calibrations(samples: Samples) -> dict[int, Calibration]:
    """The calibration of each round, by logistic regression of results on scores."""
    rounds: dict[int, list[tuple[float, float]]] = {}
    for label in samples.labels():
        pairs = rounds.setdefault(label.game // ROUND, [])
        if label.result != UNKNOWN and abs(label.score) < PROVED:
            pairs.append((label.score / UNITS_PER_LOGIT, label.result / 2))
    return {number: _calibration(pairs) for number, pairs in rounds.items()}


def _calibration(pairs: list[tuple[float, float]]) -> Calibration:
    pairs = pairs[:: max(1, len(pairs) // _CALIBRATED)]
    if len(pairs) < _FEW:
        return Calibration()
    slope = 1.0
    for _ in range(20):
        gradient = curvature = 1e-3
        for score, result in pairs:
            predicted = _chance(slope * score)
            gradient += (predicted - result) * score
            curvature += predicted * (1 - predicted) * score * score
        slope = max(0.05, min(20.0, slope - gradient / curvature))
    loss = sum(_log_loss(_chance(slope * score), result) for score, result in pairs)
    # Draws count as half: even the best prediction of a draw has a loss.
    before = sum(_log_loss(0.5, result) for _, result in pairs)
    best = sum(_log_loss(result, result) for _, result in pairs)
    return Calibration(slope, max(0.0, (before - loss) / (before - best + 1e-9)))


def _targets(
    samples: Samples, calibrated: dict[int, Calibration]
) -> tuple[list[int], list[float], list[float], list[int]]:
    """Different positions, their targets and importance, and which of them are held out. The labels of equal
    positions are averaged."""
    seen: dict[bytes, int] = {}
    kept: list[int] = []
    sums: list[float] = []
    importance: list[float] = []
    held_out: list[int] = []
    skipped = samples.position_bytes - 10  # the counters of plies make no difference
    for number, label in enumerate(samples.labels()):
        key = samples.position(number)[:skipped]
        at = seen.setdefault(key, len(kept))
        if at == len(kept):
            kept.append(number)
            sums.append(0.0)
            importance.append(0.0)
            held_out.append(int(label.game % _HELD_OUT == 0))
        found, weight = target(label, calibrated[label.game // ROUND])
        sums[at] += weight * found
        importance[at] += weight
    targets = [total / weight for total, weight in zip(sums, importance, strict=True)]
    return kept, targets, [min(1.0, weight) for weight in importance], held_out


def target(label: Label, calibrated: Calibration) -> tuple[float, float]:
    """The expected result of a position, and how important it is: exact where it is proved, else from search
    and game together. The less a search knows, the more the result counts."""
    if abs(label.score) > PROVED:
        return _chance(_CEILING if label.score > 0 else -_CEILING), 1.0
    searched = _chance(calibrated.slope * label.score / UNITS_PER_LOGIT)
    if label.result == UNKNOWN:
        return searched, calibrated.importance
    share = calibrated.result_share
    return share * label.result / 2 + (1 - share) * searched, 1.0


def _chance(logit: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, logit))))


def _log_loss(predicted: float, result: float) -> float:
    return -(result * log(predicted + 1e-9) + (1 - result) * log(1 - predicted + 1e-9))
