"""Learning a network from games: what all windows of a position say together, over what each says alone."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field

from ludoteca.engine.scores import PROVED, UNITS_PER_LOGIT, WIN, chance
from ludoteca.games import Game, Move, Position
from ludoteca.games.networks import Network
from ludoteca.kernel import Evaluator, Searcher, fit_network

Search = Searcher
EPOCHS = 20
"""How often each position is learnt from."""
_FULL = 64
_DEEPEST = 40


@dataclass
class Samples:
    """Positions: their windows, what the opinion without a network made of them, and what they came to."""

    kinds: bytearray = field(default_factory=bytearray)
    before: array[float] = field(default_factory=lambda: array("f"))
    results: array[float] = field(default_factory=lambda: array("f"))

    def __len__(self) -> int:
        return len(self.results)

    def add(self, other: Samples) -> None:
        self.kinds += other.kinds
        self.before.extend(other.before)
        self.results.extend(other.results)


class Eyes:
    """Looks at positions as a network does that is still to be learnt."""

    def __init__(self, game: Game) -> None:
        self._searcher = Searcher(game.rules, 0, Evaluator(game.rules, game.opinion_row({})))

    def see(self, samples: Samples, position: Position, result: float) -> None:
        samples.kinds += self._searcher.window_features(position.snapshot)
        samples.before.append(self._searcher.evaluate(position.snapshot) / UNITS_PER_LOGIT)
        samples.results.append(result)


def searcher_for(game: Game, network: Network | None) -> Searcher:
    """A small search that judges with a network, or with none."""
    return Searcher(game.rules, 4, Evaluator(game.rules, game.opinion_row({}, network)))


def look(searcher: Searcher, position: Position, nodes: int) -> tuple[int, Move]:
    """What a search with so many nodes thinks of a position, in units, and the move it would play."""
    searcher.begin(position.snapshot, nodes)
    units, move = 0, position.any_move
    for depth in range(1, _DEEPEST):
        found = searcher.search(depth)
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


def is_won_now(units: int) -> bool:
    """A position that is won with the next move teaches nothing: the search sees that by itself."""
    return units == WIN - 1


def share_of(units: int) -> float:
    """What a mover may expect who is so far ahead, from 0 to 1."""
    return chance(max(-3000, min(3000, units)))


def images_of(game: Game) -> list[list[int]]:
    """For each way to turn the board that changes nothing: the window that each window becomes."""
    layout, outlook = game.compiled.layout, game.compiled.outlook
    found: list[list[int]] = []
    for image in outlook.alike.keeping:
        windows: list[int] = []
        for number, _, _ in outlook.lines:
            row = layout.windows[number]
            size, first = row["size"], len(windows)
            cells = [row["cells"][i * size : (i + 1) * size] for i in range(row["count"])]
            places = {frozenset(one): first + i for i, one in enumerate(cells)}
            turned = (frozenset(image[c] if c < len(image) else c for c in one) for one in cells)
            windows += [places.get(one, -1) for one in turned]
        if -1 not in windows:
            found.append(windows)
    return found


def learn(
    game: Game,
    samples: Samples,
    seed: int,
    tell: Callable[[int, int], None] | None = None,
    epochs: int = EPOCHS,
) -> Network:
    """A network that would have foretold the results better."""
    images = images_of(game)
    flat = array("i", [number for image in images for number in image])
    bias, worth, adds, before, after = fit_network(
        samples.kinds,
        samples.results,
        samples.before,
        memoryview(flat).cast("B").cast("i", (len(images), len(images[0]))),
        epochs,
        seed,
        (lambda epoch, _: tell(epoch, epochs)) if tell else None,
    )
    story = {"positions": len(samples), "loss-before": round(before, 4), "loss-after": round(after, 4)}
    return Network(
        game.windows,
        tuple(round(_FULL * one) for one in bias),
        tuple(round(UNITS_PER_LOGIT * one) for one in worth),
        bytes(max(-127, min(127, round(_FULL * one))) & 255 for one in adds),
        story,
    )
