"""Networks: the kernel's output agrees with a reference computation, and training learns what no linear
evaluation can."""

import random
from array import array
from collections.abc import Sequence
from pathlib import Path

import pytest

from ludoteca.engine import Engine
from ludoteca.engine.network_training import NetworkSamples, train, window_symmetries
from ludoteca.errors import BadTuning
from ludoteca.games import Game, Position, load
from ludoteca.games.networks import KINDS, UNITS, Network, network_path, read_network
from ludoteca.games.tuned import Tuned
from ludoteca.kernel import Evaluator, Searcher
from tests.walking import walked


def some_network(game: Game, seed: int = 1) -> Network:
    rng = random.Random(seed)
    number = sum(game.windows) * KINDS * UNITS
    return Network(
        game.windows,
        tuple(rng.randint(-30, 60) for _ in range(UNITS)),
        tuple(rng.randint(-90, 90) for _ in range(UNITS)),
        bytes(rng.randrange(256) for _ in range(number)),
    )


def reference(game: Game, network: Network, position: Position) -> int:
    """The output of a network, computed from the cells."""
    adds = [one - 256 if one > 127 else one for one in network.adds]
    units = list(network.bias)
    cells, mover = position.snapshot.cells, position.snapshot.mover
    number = 0
    for which, _, _ in game.compiled.eval_terms.lines:
        row = game.compiled.layout.windows[which]
        size = row.size
        for i in range(row.count):
            who = [game.compiled.kinds.who[cells[c]] for c in row.cells[i * size : (i + 1) * size]]
            mine, theirs = who.count(1 + mover), who.count(2 - mover)
            kind = size - mine if mine and not theirs else 5 + size - theirs if theirs and not mine else None
            if kind is not None and kind % 5 == (size - max(mine, theirs)):
                for unit in range(UNITS):
                    units[unit] += adds[(number * KINDS + kind) * UNITS + unit]
            number += 1
    return int(sum(max(0, min(64, at)) * worth for at, worth in zip(units, network.worth, strict=True)) / 64)


@pytest.mark.parametrize(
    "name", ["pentago", "tic-tackle", "connect-four", "gomoku:size=9", "jogo-da-velha-4"]
)
def test_a_network_adds_its_output_to_the_evaluation(name: str) -> None:
    game = load(name)
    network = some_network(game)
    without = Engine(game, 0, weights={})
    with_it = Engine(game, 0, network=network)
    for seed in range(40):
        position = walked(game, seed % 14, seed)
        assert with_it.evaluate(position) - without.evaluate(position) == reference(game, network, position)


def test_the_games_network_is_not_used_with_other_weights() -> None:
    game = load("pentago")
    assert game.network is not None
    position = walked(game, 9, 1)
    added = reference(game, game.network, position)
    assert added
    assert Engine(game, 0).evaluate(position) - Engine(game, 0, weights={}).evaluate(position) == added


def test_a_network_is_used_only_on_its_board() -> None:
    assert load("pentago/after-rotation").network == load("pentago").network
    game = load("connect-four")
    tuned = Tuned(game.tuned.raw, some_network(game))
    assert Game(game.spec, "connect-four.toml", tuned).network is not None
    other = load("connect-four:width=8")
    assert Game(other.spec, "connect-four.toml", tuned).network is None


def test_the_kernel_refuses_a_network_of_other_windows() -> None:
    game, other = load("pentago"), load("tic-tackle")
    with pytest.raises(ValueError, match="does not fit the windows"):
        Evaluator(game.rules, game.eval_weights({})._replace(network=some_network(other).row))


def test_a_network_file_round_trips(tmp_path: Path) -> None:
    network = some_network(load("tic-tackle"))
    file = network_path(tmp_path / "mine.tuned.toml")
    assert file == network_path(tmp_path / "mine.toml") == tmp_path / "mine.network.toml"
    assert read_network(file) is None
    file.write_text(network.text, "utf-8")
    assert read_network(file) == network


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("[network]", "[something]", "is expected"),
        ("windows = [28]", "windows = [29]", "92[0-9]+ bytes"),
        ("windows = [28]", 'windows = "28"', "is expected"),
        ("windows = [28]", "windows = [28", "mine.network.toml"),
        ('adds = """', 'adds = """!', "mine.network.toml"),
        ("bias = [", "bias = [1, ", "32 units"),
        ("bias = [", "bias = [1e3, ", "is expected"),
    ],
)
def test_a_broken_file_is_refused_with_its_name(tmp_path: Path, old: str, new: str, word: str) -> None:
    text = some_network(load("tic-tackle")).text
    assert old in text
    file = tmp_path / "mine.network.toml"
    file.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(BadTuning, match=word):
        read_network(file)


def test_window_features_are_equivariant_under_symmetries() -> None:
    """The features of a transformed position are a permutation of those of the position."""
    game = load("pentago")
    searcher = Searcher(game.rules, 0)
    cells = game.compiled.eval_terms.cell_symmetry.rule_symmetries
    images = window_symmetries(game)
    assert len(images) == len(cells) == 8
    for seed in range(6):
        position = walked(game, 8, seed)
        features = searcher.window_features(position.snapshot)
        for goes_to, window in zip(cells, images, strict=True):
            turned = game.position(turn(position, goes_to))
            assert sorted(zip(window, features, strict=True)) == list(
                enumerate(searcher.window_features(turned.snapshot))
            )


def turn(position: Position, goes_to: Sequence[int]) -> str:
    cells = position.snapshot.cells
    row = [""] * len(goes_to)
    for cell, place in enumerate(goes_to):
        row[place] = ".?xo"[cells[cell]]
    rows = ["".join(row[i : i + 6]) for i in range(0, 36, 6)]
    return "/".join(reversed(rows)) + (" o" if position.snapshot.mover else " x")


def test_training_learns_a_nonlinear_target() -> None:
    """Won if exactly one window has some feature, lost if none or two have it."""
    game = load("tic-tackle")
    width, rng = sum(game.windows), random.Random(3)
    samples = NetworkSamples()
    for _ in range(8000):
        kinds = bytearray(rng.choice((0, 0, 4, 9)) for _ in range(width))
        number = rng.choice((0, 1, 1, 2))
        for window in rng.sample(range(width), number):
            kinds[window] = 3
        samples.add(NetworkSamples(kinds, array("f", [0.0]), array("f", [float(number == 1)])))
    losses = []
    network = train(game, samples, 1, lambda done, of: losses.append((done, of)), epochs=30)
    assert network.story["loss-before"] == pytest.approx(0.693, abs=0.001)
    assert network.story["loss-after"] < 0.6
    assert losses == [(i, 30) for i in range(31)]
    assert network == train(game, samples, 1, epochs=30)  # the same positions and seed, the same network


def test_training_needs_samples() -> None:
    with pytest.raises(ValueError, match="same number of positions"):
        train(load("tic-tackle"), NetworkSamples(), 1)
