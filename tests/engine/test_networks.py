"""A network looks at all windows together: what the kernel adds up is what its weights say, and it can learn
what no sum over windows can."""

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
    dice = random.Random(seed)
    number = sum(game.windows) * KINDS * UNITS
    return Network(
        game.windows,
        tuple(dice.randint(-30, 60) for _ in range(UNITS)),
        tuple(dice.randint(-90, 90) for _ in range(UNITS)),
        bytes(dice.randrange(256) for _ in range(number)),
    )


def by_hand(game: Game, network: Network, position: Position) -> int:
    """What a network adds, window by window, from the cells alone."""
    adds = [one - 256 if one > 127 else one for one in network.adds]
    units = list(network.bias)
    cells, mover = position.snapshot.cells, position.snapshot.mover
    number = 0
    for which, _, _ in game.compiled.eval_terms.lines:
        row = game.compiled.layout.windows[which]
        size = row["size"]
        for i in range(row["count"]):
            who = [game.compiled.kinds.who[cells[c]] for c in row["cells"][i * size : (i + 1) * size]]
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
def test_an_opinion_with_a_network_is_more_by_what_the_network_says(name: str) -> None:
    game = load(name)
    network = some_network(game)
    without = Engine(game, 0, weights={})
    with_it = Engine(game, 0, network=network)
    for seed in range(40):
        position = walked(game, seed % 14, seed)
        assert with_it.evaluate(position) - without.evaluate(position) == by_hand(game, network, position)


def test_a_game_has_its_own_network_and_other_weights_have_none() -> None:
    game = load("pentago")
    assert game.network is not None
    position = walked(game, 9, 1)
    added = by_hand(game, game.network, position)
    assert added
    assert Engine(game, 0).evaluate(position) - Engine(game, 0, weights={}).evaluate(position) == added


def test_variants_share_it_and_other_boards_do_not() -> None:
    assert load("pentago/after-rotation").network == load("pentago").network
    game = load("connect-four")
    tuned = Tuned(game.tuned.raw, some_network(game))
    assert Game(game.spec, "connect-four.toml", tuned).network is not None
    other = load("connect-four:width=8")
    assert Game(other.spec, "connect-four.toml", tuned).network is None


def test_a_network_of_other_windows_is_refused_by_the_kernel() -> None:
    game, other = load("pentago"), load("tic-tackle")
    with pytest.raises(ValueError, match="does not fit the windows"):
        Evaluator(game.rules, game.eval_weights({})._replace(network=some_network(other).row))


def test_it_survives_being_written_and_read(tmp_path: Path) -> None:
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


def test_windows_are_told_alike_however_the_board_is_turned() -> None:
    """What is seen of a turned position is what was seen of the position, its windows changed round."""
    game = load("pentago")
    searcher = Searcher(game.rules, 0)
    cells = game.compiled.eval_terms.cell_symmetry.rule_symmetries
    images = window_symmetries(game)
    assert len(images) == len(cells) == 8
    for seed in range(6):
        position = walked(game, 8, seed)
        told = searcher.window_features(position.snapshot)
        for goes_to, window in zip(cells, images, strict=True):
            turned = game.position(turn(position, goes_to))
            assert sorted(zip(window, told, strict=True)) == list(
                enumerate(searcher.window_features(turned.snapshot))
            )


def turn(position: Position, goes_to: Sequence[int]) -> str:
    cells = position.snapshot.cells
    row = [""] * len(goes_to)
    for cell, place in enumerate(goes_to):
        row[place] = ".?xo"[cells[cell]]
    rows = ["".join(row[i : i + 6]) for i in range(0, 36, 6)]
    return "/".join(reversed(rows)) + (" o" if position.snapshot.mover else " x")


def test_it_learns_what_no_sum_over_windows_could() -> None:
    """Won if just one window is of some kind, and lost if none or two are: a second takes back what the first
    promises."""
    game = load("tic-tackle")
    width, dice = sum(game.windows), random.Random(3)
    samples = NetworkSamples()
    for _ in range(8000):
        kinds = bytearray(dice.choice((0, 0, 4, 9)) for _ in range(width))
        number = dice.choice((0, 1, 1, 2))
        for window in dice.sample(range(width), number):
            kinds[window] = 3
        samples.add(NetworkSamples(kinds, array("f", [0.0]), array("f", [float(number == 1)])))
    losses = []
    network = train(game, samples, 1, lambda done, of: losses.append((done, of)), epochs=30)
    assert network.story["loss-before"] == pytest.approx(0.693, abs=0.001)
    assert network.story["loss-after"] < 0.6
    assert losses == [(i, 30) for i in range(31)]
    assert network == train(game, samples, 1, epochs=30)  # the same positions and seed, the same network


def test_nothing_is_learnt_from_nothing() -> None:
    with pytest.raises(ValueError, match="same number of positions"):
        train(load("tic-tackle"), NetworkSamples(), 1)
