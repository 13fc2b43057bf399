"""Fitting learnt evaluations: samples, targets, calibration and determinism."""

from __future__ import annotations

import random

import pytest

from ludoteca.engine import Engine
from ludoteca.engine.pattern_fitting import (
    DRAW,
    LOSS,
    ROUND,
    UNKNOWN,
    WIN,
    Calibration,
    Label,
    Samples,
    calibrations,
    fit,
    target,
)
from ludoteca.engine.self_play import SelfPlay, SelfPlayGame
from ludoteca.games import Game, load
from ludoteca.games.learnt import to_bytes
from ludoteca.games.patterns import PatternForm

PROVED_WIN = 29_990


def sampled(game: Game, games: int = 12, nodes: int = 60) -> Samples:
    player = SelfPlay(game, "tuned")
    samples = Samples(game)
    for number in range(games):
        samples.data += player.play(SelfPlayGame(game.name, "tuned", nodes, number, 5)).data
    return samples


def test_targets_mix_search_and_result() -> None:
    blind, wise = Calibration(1.0, 0.0), Calibration(2.0, 0.4)
    assert target(Label(0, WIN, False, 0), blind) == pytest.approx((0.95, 1.0))
    assert target(Label(0, LOSS, False, 0), wise) == pytest.approx((0.25, 1.0))
    assert target(Label(0, DRAW, False, 0), wise) == pytest.approx((0.5, 1.0))
    # A stray has the score of the search only, which counts little if the search knows little.
    assert target(Label(250, UNKNOWN, True, 0), wise) == pytest.approx((0.8808, 1.0), abs=1e-4)
    assert target(Label(0, UNKNOWN, True, 0), blind) == pytest.approx((0.5, 0.15))
    # A proved result is exact, whatever happened in the game.
    assert target(Label(PROVED_WIN, LOSS, False, 0), blind) == pytest.approx((1.0, 1.0), abs=0.01)
    assert target(Label(-PROVED_WIN, WIN, True, 0), blind) == pytest.approx((0.0, 1.0), abs=0.01)


def test_calibration_finds_what_the_scores_of_each_round_tell() -> None:
    game = load("tic-tac-toe")
    rng = random.Random(3)
    samples = Samples(game)
    start = game.start().snapshot
    for number in range(4000):
        score = rng.randint(-500, 500)
        won = rng.random() < 1 / (1 + 2.718281828 ** (-2 * score / 250))
        samples.add(start, Label(score, WIN if won else LOSS, False, number))
        samples.add(start, Label(rng.randint(-500, 500), WIN if won else LOSS, False, ROUND + number))
    found = calibrations(samples)
    assert found[0].slope == pytest.approx(2.0, rel=0.1) and 0.2 < found[0].information < 0.6
    assert found[1].information < 0.02 and found[1].result_share > found[0].result_share


def test_self_play_is_reproducible_and_has_strays() -> None:
    game = load("breakthrough")
    one, two = sampled(game, 3).data, sampled(game, 3).data
    assert one == two
    labels = list(sampled(game, 6).labels())
    assert any(label.stray for label in labels)
    assert all(label.result == UNKNOWN for label in labels if label.stray)
    assert any(label.result == WIN for label in labels) and any(label.result == LOSS for label in labels)
    # Positions that are won at once are kept: their results are exact.
    assert any(label.score == 29_999 for label in labels)


def test_no_result_is_used_across_a_random_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludoteca.engine.self_play._DEVIATION", 1.0)
    monkeypatch.setattr("ludoteca.engine.self_play._DEVIATION_PLY", (3, 3))
    for number in range(3):
        game = load("othello")
        task = SelfPlayGame(game.name, "tuned", 30, number, 5)
        labels = [label for label in SelfPlay(game, "tuned").play(task).labels() if not label.stray]
        assert [label.result == UNKNOWN for label in labels] == [i < 4 for i in range(len(labels))]


def test_the_same_samples_and_seed_give_the_same_bytes() -> None:
    game = load("tic-tackle")
    samples = sampled(game)
    form = PatternForm(("lines", "blocks"))
    one, two = (fit(game, samples, form, seed=4, epochs=3) for _ in range(2))
    assert to_bytes(one.learnt) == to_bytes(two.learnt)
    assert to_bytes(fit(game, samples, form, seed=5, epochs=3).learnt) != to_bytes(one.learnt)


def test_equal_positions_count_once() -> None:
    game = load("tic-tac-toe")
    samples = Samples(game)
    for number in range(40):
        samples.add(game.start().snapshot, Label(0, WIN if number % 2 else LOSS, False, number))
    assert fit(game, samples, PatternForm(("lines",)), epochs=1).positions == 1


def test_fitting_learns_the_sign_of_a_material_lead() -> None:
    """Inverted labels are the classic bug: the side with more pieces must be better for either mover."""
    game = load("breakthrough")
    rng = random.Random(1)
    samples = Samples(game)
    for number in range(300):
        position = game.start()
        for _ in range(rng.randint(6, 40)):
            if position.is_over:
                break
            position = position.play(rng.choice(position.legal_moves))
        if position.is_over:
            continue
        lead = sum({2: 1, 3: -1}.get(code, 0) for code in position.snapshot.cells)
        own = lead if position.snapshot.mover == 0 else -lead
        samples.add(position.snapshot, Label(600 * own, UNKNOWN, False, number))
    learnt = fit(game, samples, PatternForm(("blocks",)), epochs=30).learnt
    for mover in range(2):
        cells = [2] * 16 + [0] * 32 + [0] * 8 + [3] * 8
        position = game.set_up(cells, mover, ([0], [0]), [], 20)
        units = Engine(game, evaluation=learnt).evaluate(position)
        assert units > 0 if mover == 0 else units < 0
