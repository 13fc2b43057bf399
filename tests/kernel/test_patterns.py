"""Pattern tables: incremental indices, shared weights, and rows that do not fit."""

from __future__ import annotations

import pickle
import random
from array import array
from typing import Any

import pytest

from ludoteca.games import Game, Position, load
from ludoteca.games.learnt import LearntEvaluation, cell_numbers, geometry_hash
from ludoteca.games.library import ids
from ludoteca.games.patterns import FAMILIES, PatternBoard, PatternForm, Symmetry, pattern_row
from ludoteca.games.rule_symmetries import rule_symmetries
from ludoteca.kernel import (
    Evaluator,
    PatternRow,
    PatternTables,
    Searcher,
    evaluate_records,
    fit_patterns,
    position_record,
    record_size,
)

SYMMETRIC = (
    "othello", "breakthrough", "draughts", "nine-mens-morris", "kalah", "pretwa", "mu-torere", "bagh-chal",
    "amazons", "tic-tackle", "latrunculi", "pentago",
)  # fmt: skip


def identity(board: PatternBoard) -> Symmetry:
    return Symmetry(tuple(range(board.places)), False)


def random_evaluation(
    game: Game, symmetries: list[Symmetry], form: PatternForm | None = None
) -> LearntEvaluation:
    """An evaluation with random weights over all families of patterns that the board has."""
    board = PatternBoard(game.compiled)
    form = form or PatternForm(tuple(name for name in FAMILIES if board.family(name)), stages=2)
    tables = PatternTables(pattern_row(board, form, symmetries))
    rng = random.Random(game.id)
    weights = array("h", [rng.randint(-90, 90) for _ in range(tables.count * tables.stages)])
    _, count = cell_numbers(board, symmetries)
    cells = tuple(rng.randint(-50, 50) for _ in range(count))
    return LearntEvaluation(
        game.rules_hash, geometry_hash(board), form, tuple(symmetries), {}, cells, weights.tobytes()
    )


def searcher(game: Game, learnt: LearntEvaluation) -> Searcher:
    return Searcher(game.rules, 0, Evaluator(game.rules, learnt.eval_weights(game)))


def random_positions(game: Game, games: int, plies: int) -> list[Position]:
    found = []
    rng = random.Random(f"positions {game.id}")
    for _ in range(games):
        position = game.start()
        while not position.is_over and position.ply < plies:
            found.append(position)
            position = position.play(rng.choice(position.legal_moves))
    return found


@pytest.mark.parametrize("name", ids())
def test_incremental_evaluation_equals_evaluation_from_scratch(name: str) -> None:
    game = load(name)
    learnt = random_evaluation(game, [identity(PatternBoard(game.compiled))])
    one = searcher(game, learnt)
    positions = random_positions(game, 1, 50)
    incremental = [one.evaluate(position.snapshot) for position in positions]
    random.Random(1).shuffle(order := list(range(len(positions))))
    # From any other position the same indices are reached, and after a search they are restored.
    for number in order:
        assert one.evaluate(positions[number].snapshot) == incremental[number]
    for number in order[:2]:
        assert searcher(game, learnt).evaluate(positions[number].snapshot) == incremental[number]
        one.begin(positions[number].snapshot, 200)
        one.search(2)
        assert one.evaluate(positions[number].snapshot) == incremental[number]
    records = b"".join(position_record(position.snapshot) for position in positions)
    values = array("i")
    evaluator = Evaluator(game.rules, learnt.eval_weights(game))
    values.frombytes(evaluate_records(game.rules, [evaluator], records, record_size(game.rules)))
    assert list(values) == incremental


@pytest.mark.parametrize("name", SYMMETRIC)
def test_symmetric_positions_have_equal_evaluations(name: str) -> None:
    game = load(name)
    board = PatternBoard(game.compiled)
    symmetries = rule_symmetries(game)
    one = searcher(game, random_evaluation(game, symmetries))
    for position in random_positions(game, 1, 40)[::3]:
        state = position.snapshot.state
        expected = one.evaluate(position.snapshot)
        for symmetry in symmetries:
            codes = board.partner if symmetry.swaps else range(len(board.partner))
            cells, pits = bytearray(state.cells), bytearray(state.pits)
            for cell, code in enumerate(state.cells):
                cells[symmetry.image[cell]] = codes[code]
            for pit in range(board.pits):
                pits[symmetry.image[board.cells + pit] - board.cells] = state.pits[pit]
            hands, turns = state.hands, state.turns
            if symmetry.swaps:
                hands, turns = (hands[1], hands[0]), (turns[1], turns[0])
            mover = state.mover ^ symmetry.swaps
            with game.worker() as worker:
                worker.restore(
                    state._replace(
                        cells=bytes(cells),
                        pits=bytes(pits),
                        hands=hands,
                        turns=turns,
                        mover=mover,
                        history=(),
                    )
                )
                image = worker.snapshot()
            assert one.evaluate(image) == expected


def test_symmetries_ignore_the_start_position() -> None:
    counts = {
        name: (sum(not one.swaps for one in found), sum(one.swaps for one in found))
        for name in ("othello", "tic-tackle", "breakthrough", "hex", "kalah", "connect-four", "bagh-chal")
        for found in [rule_symmetries(load(name))]
    }
    assert counts == {
        "othello": (8, 8), "tic-tackle": (8, 8), "breakthrough": (2, 2), "hex": (2, 2), "kalah": (1, 1),
        "connect-four": (2, 2), "bagh-chal": (8, 0),
    }  # fmt: skip


def test_entries_that_a_symmetry_maps_to_each_other_share_a_weight() -> None:
    board = PatternBoard(load("tic-tac-toe").compiled)
    form = PatternForm(("lines",))
    alone = PatternTables(pattern_row(board, form, [identity(board)]))
    shared = PatternTables(pattern_row(board, form, rule_symmetries(load("tic-tac-toe"))))
    # Eight lines of three cells and the empty pattern, for two sides to move.
    assert (alone.patterns, alone.size, alone.count) == (9, 8 * 27 + 1, 2 * (8 * 27 + 1))
    # Edge, middle and diagonal, each the same when reversed and when the sides are exchanged.
    assert (shared.patterns, shared.size, shared.count) == (9, 3 * 27 + 1, 3 * 18 + 1)


def test_tables_can_be_pickled() -> None:
    board = PatternBoard(load("tic-tac-toe").compiled)
    row = pattern_row(board, PatternForm(("lines",)), [identity(board)])
    tables = PatternTables(row, bytes(2 * PatternTables(row).count))
    copy = pickle.loads(pickle.dumps(tables))
    assert copy.row == tables.row and copy.weights == tables.weights


# -- rows that do not fit -----------------------------------------------------------------------------

DIGITS = [bytes([0, 1, 2])] * 3
ROW = PatternRow(
    DIGITS, [bytes([0, 2, 1])] * 3, [(0, 1)], [(0, (0, 1)), (0, (1, 2))], [[((1, 0), True)]], [-1], b"\0"
)


def test_the_sample_row_fits() -> None:
    tables = PatternTables(ROW)
    assert (tables.size, tables.patterns, tables.stages) == (9, 2, 1)
    assert tables.count == 9
    PatternTables(ROW, bytes(18))


@pytest.mark.parametrize(
    "change",
    [
        {"digits": []},
        {"digits": [bytes(300)] * 3},
        {"swapped": []},
        {"swapped": [bytes([0, 3, 1])] * 3},
        {"swapped": [b""] * 3},
        {"tables": [(0, 3)]},
        {"tables": [(0, -1)]},
        {"tables": [tuple(range(13))]},
        {"tables": []},
        {"patterns": [(1, (0, 1))]},
        {"patterns": [(-1, (0, 1))]},
        {"patterns": [(0, (0, 0))]},
        {"patterns": [(0, (0,))]},
        {"patterns": [(0, (0, 9))]},
        {"ties": []},
        {"ties": [[((0, 0), False)]]},
        {"ties": [[((0,), False)]]},
        {"ties": [[((0, 5), False)]]},
        {"parents": []},
        {"parents": [0]},
        {"parents": [7]},
        {"stages": b""},
        {"stages": b"\xff"},
    ],
)
def test_rows_that_do_not_fit_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        PatternTables(ROW._replace(**change))


@pytest.mark.parametrize("size", [0, 17, 19, 36])
def test_a_wrong_number_of_weights_is_refused(size: int) -> None:
    with pytest.raises(ValueError):
        PatternTables(ROW, bytes(size))


def test_tables_that_are_too_large_are_refused() -> None:
    many = [bytes(range(250))] * 3
    with pytest.raises(ValueError):
        PatternTables(ROW._replace(digits=many, tables=[(0, 1, 2)], patterns=[(0, (0, 1, 2))], ties=[[]]))


def test_tables_of_another_board_are_refused() -> None:
    game = load("tic-tac-toe")
    with pytest.raises(ValueError):
        Evaluator(game.rules, game.eval_weights()._replace(patterns=PatternTables(ROW)))


# -- records ------------------------------------------------------------------------------------------


def test_records_that_are_no_positions_are_refused() -> None:
    game = load("nine-mens-morris")
    size = record_size(game.rules)
    good = bytearray(position_record(game.start().snapshot))
    evaluators = [Evaluator(game.rules)]
    assert len(evaluate_records(game.rules, evaluators, good, size)) == 4
    for place, value in ((0, 9), (size - 12, 2), (size - 11, 99), (size - 9, 255), (size - 8, 7)):
        bad = bytearray(good)
        bad[place] = value
        with pytest.raises(ValueError):
            evaluate_records(game.rules, evaluators, bad, size)
    with pytest.raises(ValueError):
        evaluate_records(game.rules, evaluators, good, size - 1)


def test_a_record_needs_a_position_between_two_moves() -> None:
    game = load("amazons")
    with game.worker() as worker:
        worker.load(game.start().snapshot)
        worker.make(worker.actions()[0])
        with pytest.raises(ValueError):
            position_record(worker.snapshot())


def test_fitting_refuses_arrays_of_different_lengths() -> None:
    game = load("tic-tac-toe")
    board = PatternBoard(game.compiled)
    tables = PatternTables(pattern_row(board, PatternForm(("lines",)), [identity(board)]))
    record = position_record(game.start().snapshot)
    one, none = array("f", [0.5]), array("f")

    def run(
        records: bytes = record, targets: array[float] = one, cells: int = 0, held_out: bytes = b"\0"
    ) -> Any:
        return fit_patterns(
            game.rules, tables, records, len(record), targets, one, none, none, array("i"), cells, held_out,
            1.0, 1.0, 1.0, 2, 0.1, 4, 1,
        )  # fmt: skip

    weights, _, losses = run()
    assert len(weights) == tables.count and len(losses) == 2
    wrong = bytearray(record)
    wrong[board.places] = 2
    for change in (
        {"records": record[:-1]},
        {"targets": array("f", [0.5, 0.5])},
        {"held_out": b""},
        {"cells": 3},
    ):
        with pytest.raises(ValueError):
            run(**change)
    with pytest.raises(ValueError):
        run(records=bytes(wrong))
