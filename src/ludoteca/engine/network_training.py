"""Training a network on self-play: it learns what the windows of a position say together, as a correction to
the linear evaluation."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field

from ludoteca.engine.scores import PROVED, UNITS_PER_LOGIT, WIN, units_to_chance
from ludoteca.games import Game, Move, Position
from ludoteca.games.networks import Network
from ludoteca.kernel import Evaluator, Searcher, fit_network

EPOCHS = 20
"""Passes over the training set."""
_FULL = 64
_MAX_DEPTH = 40


@dataclass
class NetworkSamples:
    """Positions: their windows, the evaluation without a network in logits, and the target."""

    kinds: bytearray = field(default_factory=bytearray)
    before: array[float] = field(default_factory=lambda: array("f"))
    results: array[float] = field(default_factory=lambda: array("f"))

    def __len__(self) -> int:
        return len(self.results)

    def add(self, other: NetworkSamples) -> None:
        self.kinds += other.kinds
        self.before.extend(other.before)
        self.results.extend(other.results)


class WindowExtractor:
    """Extracts the network's inputs from positions."""

    def __init__(self, game: Game) -> None:
        self._searcher = Searcher(game.rules, 0, Evaluator(game.rules, game.eval_weights({})))

    def add(self, samples: NetworkSamples, position: Position, result: float) -> None:
        """Append a position and its target."""
        samples.kinds += self._searcher.window_features(position.snapshot)
        samples.before.append(self._searcher.evaluate(position.snapshot) / UNITS_PER_LOGIT)
        samples.results.append(result)


class SelfPlaySearch:
    """A search with a small hash and a node limit, with a network or without."""

    def __init__(self, game: Game, network: Network | None) -> None:
        self._searcher = Searcher(game.rules, 4, Evaluator(game.rules, game.eval_weights({}, network)))

    def clear_hash(self) -> None:
        self._searcher.clear_hash()

    def run(self, position: Position, nodes: int) -> tuple[int, Move]:
        """The score in units and the best move."""
        self._searcher.begin(position.snapshot, nodes)
        units, move = 0, position.any_move
        for depth in range(1, _MAX_DEPTH):
            found = self._searcher.search(depth)
            if found is None:
                break
            score, exhausted, actions, stopped = found
            moves = position.moves_of(actions)
            move = moves[0] if moves else move
            if stopped:
                break
            units = score
            if abs(units) > PROVED or exhausted:
                break
        return units, move


def is_immediate_win(units: int) -> bool:
    """Positions with an immediate win are useless as samples: the search finds the win by itself."""
    return units == WIN - 1


def expected_score(units: int) -> float:
    """The expected result, from 0 to 1, with proved scores clipped."""
    return units_to_chance(max(-3000, min(3000, units)))


def window_symmetries(game: Game) -> list[list[int]]:
    """For each symmetry of the board: the window that each window maps to."""
    layout, terms = game.compiled.layout, game.compiled.eval_terms
    found: list[list[int]] = []
    for image in terms.cell_symmetry.rule_symmetries:
        windows: list[int] = []
        for number, _, _ in terms.lines:
            row = layout.windows[number]
            size, first = row.size, len(windows)
            cells = [row.cells[i * size : (i + 1) * size] for i in range(row.count)]
            places = {frozenset(one): first + i for i, one in enumerate(cells)}
            images = (frozenset(image[c] if c < len(image) else c for c in one) for one in cells)
            windows += [places.get(one, -1) for one in images]
        if -1 not in windows:
            found.append(windows)
    return found


def train(
    game: Game,
    samples: NetworkSamples,
    seed: int,
    progress: Callable[[int, int], None] | None = None,
    epochs: int = EPOCHS,
) -> Network:
    """A network that predicts the results better than the linear evaluation alone."""
    symmetries = window_symmetries(game)
    flat = array("i", [number for image in symmetries for number in image])
    bias, worth, adds, before, after = fit_network(
        samples.kinds,
        samples.results,
        samples.before,
        memoryview(flat).cast("B").cast("i", (len(symmetries), len(symmetries[0]))),
        epochs,
        seed,
        (lambda epoch, _: progress(epoch, epochs)) if progress else None,
    )
    story = {"positions": len(samples), "loss-before": round(before, 4), "loss-after": round(after, 4)}
    return Network(
        game.windows,
        tuple(round(_FULL * one) for one in bias),
        tuple(round(UNITS_PER_LOGIT * one) for one in worth),
        bytes(max(-127, min(127, round(_FULL * one))) & 255 for one in adds),
        story,
    )
