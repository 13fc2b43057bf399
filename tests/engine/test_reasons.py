"""Reasons: every kind on a position with a known reason, and no false reasons."""

import random
from functools import cache

import pytest

from ludoteca.engine import Draw, Engine, Estimate, Limits, Line, Loss, Score, Win
from ludoteca.engine.move_effects import effects_of
from ludoteca.engine.reasons import KINDS, MOST, Reason, explain, faults, reasons
from ludoteca.engine.threats import stopped_threat
from ludoteca.games import Game, Move, Position, load


def explained(name: str, text: str, depth: int = 9) -> tuple[Position, Move, dict[str, Reason]]:
    """A position, the engine's move, and its reasons by kind."""
    game = load(name)
    position = game.position(text)
    engine, limits = Engine(game), Limits(depth=depth)
    best = engine.best(position, limits)
    found = explain(engine, position, best, limits)
    assert len(found) <= MOST
    return position, best.move, {reason.kind: reason for reason in found}


def done(name: str, text: str, move: str) -> dict[str, Reason]:
    """The reasons for a move without a search."""
    position = load(name).position(text) if text else load(name).start()
    chosen = position.find(move)
    line = Line(chosen, Estimate(0.6, 100), 100, (chosen,), 1, position)
    return {reason.kind: reason for reason in reasons(position, line)}


# -- proofs -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "ending"),
    [
        ("tic-tac-toe", "xx1/oo1/3 x", "align"),
        ("connect-four", "7/7/7/7/2oo3/2xxx2 x", "align"),
        ("breakthrough/6x6", "6/x5/3o2/4o1/2o3/6 x", "reach"),
        ("pentago", "xxxx2/6/6/ooo3/6/1o4 x", "align"),
        ("tapatan", "xo1/x1o/1xo x", "align"),
    ],
)
def test_an_immediate_win_is_the_only_reason(name, text, ending):
    position, move, found = explained(name, text, depth=2)
    assert list(found) == ["wins-now"]
    assert found["wins-now"].line == (move,)
    assert found["wins-now"].ending == ending
    assert position.play(move).outcome


def test_a_forced_win_is_shown_to_its_end():
    position, _, found = explained("tic-tac-toe", "xo1/1x1/2o x")
    reason = found["forces-win"]
    assert reason.numbers == {"plies": 3}
    last = position.play_all(reason.line)
    assert last.outcome
    assert last.outcome.winner == "first"


def test_a_stopped_threat_is_shown_with_a_move_that_fails():
    position, move, found = explained("tic-tac-toe", "x2/1o1/x2 o")
    assert move.text == "a2"
    reason = found["stops-win"]
    assert reason.numbers == {"beaten": 5, "tried": 5}
    other, reply = reason.line
    assert reply.text == "a2"
    last = position.play(other).play(reply)
    assert last.outcome
    assert last.outcome.winner == "first"
    # All others lose at once, so that "only-move" would be redundant.
    assert set(found) == {"stops-win", "keeps-draw"}


def test_a_threat_that_cannot_be_stopped_is_no_reason():
    position = load("tic-tac-toe").position("x1o/1o1/x1x o")
    assert stopped_threat(position, position.find("a2")) is None
    _, _, found = explained("tic-tac-toe", "x1o/1o1/x1x o")
    assert found["loses-anyway"].numbers == {"plies": 2}
    assert "stops-win" not in found


def test_a_win_that_a_move_allows_is_not_a_threat_before_it():
    """In Connect Four a stone may give the opponent the cell above it, which is no threat before."""
    position = load("connect-four").position("7/7/7/7/ooo4/xxxo3 x")
    threat = stopped_threat(position, position.find("d2"))
    assert threat is not None
    assert threat.line[1].text == "d2"
    assert (threat.beaten, threat.tried) == (6, 6)
    quiet = load("connect-four").position("7/7/7/7/7/xxx1ooo o")
    assert stopped_threat(quiet, quiet.find("a2")) is None


def test_the_only_move_that_does_not_lose():
    position, move, found = explained("tapatan", "x1x/oo1/xo1 x")
    assert move.text == "c3-c2"
    reason = found["only-move"]
    assert reason.numbers["moves"] == len(position.legal_moves) - 1
    assert reason.line[0] != move
    assert lost_by_force(position, reason.line[0])


def lost_by_force(position: Position, move: Move) -> bool:
    after = position.play(move)
    return isinstance(Engine(position.game).best(after, Limits(depth=12)).score, Win)


def test_the_only_legal_move():
    _, _, found = explained("tic-tac-toe", "xox/oox/x1o x")
    assert set(found) == {"only-legal", "keeps-draw"}


# -- effects of a move --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "move", "kind", "numbers"),
    [
        ("breakthrough/6x6", "6/3o1o/2x3/6/6/6 x", "c4xd5", "captures", {"pieces": 1}),
        ("draughts", "7o/8/3o4/8/1o6/x7/8/8 x", "a3xc5xe7", "captures", {"pieces": 2}),
        ("draughts", "8/2x3o1/8/8/8/8/8/8 x", "c7-b8", "promotes", {"pieces": 1}),
        ("nine-mens-morris", "1x1/xxx/xx1/xo3o/o1o/3/2o x hand=x2,o2", "e5*g1", "closes-line", {"pieces": 1}),
        ("othello", "", "d3", "turns-over", {"pieces": 1}),
        ("kalah", "", "3", "moves-again", {}),
        ("kalah", "", "3", "stores", {"seeds": 1}),
        ("kalah", "4,4,4,4,4,4/1,0,4,4,4,4 x stores=0,0", "1", "stores", {"seeds": 5}),
        ("othello:size=4", "1xxx/ooxx/ooxo/ooo1 x", "d1", "leaves-no-moves", {}),
    ],
)
def test_effects_of_a_move(name, text, move, kind, numbers):
    found = done(name, text, move)
    assert kind in found
    assert found[kind].numbers == numbers
    assert found[kind].line[0].text == move


def test_closing_a_line_is_not_reported_as_a_capture_too():
    found = done("nine-mens-morris", "1x1/xxx/xx1/xo3o/o1o/3/2o x hand=x2,o2", "e5*g1")
    assert "captures" not in found


@pytest.mark.parametrize("name", ["tapatan", "pentago", "hex:size=4", "halma", "tic-tackle"])
def test_games_without_captures_have_no_capture_effects(name):
    dice, position = random.Random(5), load(name).start()
    while not position.is_over and position.ply < 30:
        after = position.play(dice.choice(position.legal_moves))
        effects = effects_of(position, after)
        assert (effects.captured, effects.flipped, effects.stored, effects.promoted) == (0, 0, 0, 0)
        position = after


# -- comparison with other moves ----------------------------------------------------------------------


def lines(position: Position, *chances: float | Score, depth: int = 3) -> list[Line]:
    """Lines with given scores."""
    return [
        Line(move, given if not isinstance(given, float) else Estimate(given, 0), 0, (move,), depth, position)
        for move, given in zip(position.legal_moves, chances, strict=False)
    ]


@pytest.fixture
def start() -> Position:
    return load("gomoku").start()


def only(position: Position, seen: list[Line]) -> Reason | None:
    found = reasons(position, seen[0], seen)
    assert len(found) <= 1
    return found[0] if found else None


def test_the_lead_over_the_next_best_move(start):
    seen = lines(start, 0.71, 0.6, 0.3)
    assert only(start, seen) == Reason("best-by", seen[1].continuation, {"percent": 11})


def test_moves_that_are_as_good(start):
    seen = lines(start, 0.60, 0.59, 0.58)
    moves = tuple(line.move for line in seen)
    assert only(start, seen) == Reason("choose-any", moves, {"moves": 3, "percent": 2})
    seen = lines(start, 0.60, 0.59, 0.57)
    assert only(start, seen) == Reason("choose-any", moves[:2], {"moves": 2, "percent": 2})


def test_moves_of_other_depths_are_not_compared(start):
    seen = lines(start, 0.71, 0.6, 0.3)
    assert reasons(start, seen[0], [seen[0], *lines(start, 0.71, 0.6, depth=2)[1:]]) == ()
    assert reasons(start, seen[0], [seen[0], *lines(start, 0.5, 0.5, depth=0)[1:]]) == ()
    hasty = lines(start, 0.71, 0.6, depth=1)
    assert reasons(start, hasty[0], hasty) == ()
    assert reasons(start, seen[0], seen[1:]) == ()
    assert reasons(start, seen[0]) == ()


def test_a_shorter_search_that_prefers_another_move_is_inconclusive(start):
    seen = lines(start, 0.5, 0.6)
    assert reasons(start, seen[0], seen) == ()


def test_all_others_lose(start):
    seen = lines(start, 0.2, Loss(8), Loss(4))
    assert only(start, seen) == Reason("only-move", seen[1].continuation, {"moves": 224, "plies": 8})


# -- faults of a move ---------------------------------------------------------------------------------


def wrong(start: Position, best: Score, played: Score) -> list[tuple[str, dict[str, int]]]:
    seen = lines(start, best, played)
    found = faults(seen[0], seen[1])
    for fault in found:
        assert fault.line == seen[0 if fault.kind == "misses-win" else 1].continuation
    return [(fault.kind, dict(fault.numbers)) for fault in found]


def test_faults(start):
    assert wrong(start, Win(5), Estimate(0.7, 200)) == [("misses-win", {"plies": 5})]
    assert wrong(start, Draw(5), Loss(4)) == [("allows-win", {"plies": 3})]
    assert wrong(start, Win(3), Loss(2)) == [("misses-win", {"plies": 3}), ("allows-win", {"plies": 1})]
    assert wrong(start, Estimate(0.8, 300), Estimate(0.5, 0)) == [("worse-by", {"percent": 30})]
    assert wrong(start, Estimate(0.5, 0), Estimate(0.49, -1)) == []
    assert wrong(start, Win(3), Win(9)) == []


# -- correctness --------------------------------------------------------------------------------------


@cache
def value(position: Position) -> tuple[int, int]:
    """The value for the mover (1, 0 or -1) and the distance, by exhaustive search."""
    if position.outcome:
        winner = position.outcome.winner
        return (0 if winner is None else 1 if winner == position.mover else -1), 0
    found = []
    for move in position.legal_moves:
        after = position.play(move)
        worth, far = value(after)
        found.append((worth if after.mover == position.mover else -worth, far + 1))
    return max(found, key=lambda one: (one[0], -one[0] * one[1]))


def seen_by(position: Position, move: Move) -> int:
    after = position.play(move)
    return value(after)[0] if after.mover == position.mover else -value(after)[0]


def random_positions(game: Game, number: int, least: int):
    dice = random.Random(7)
    while number:
        position = game.start()
        for _ in range(dice.randrange(least, least + 6)):
            if not position.is_over:
                position = position.play(dice.choice(position.legal_moves))
        if not position.is_over:
            number -= 1
            yield position


@pytest.mark.parametrize(
    ("name", "least", "number"),
    [("tic-tac-toe", 2, 60), ("kalah:pits=2,seeds=2", 0, 30), ("hex:size=3", 2, 30)],
)
def test_reasons_are_true(name, least, number):
    """Compared with exhaustive search in small games."""
    game = load(name)
    engine = Engine(game)
    kinds = set()
    for position in random_positions(game, number, least):
        limits = Limits(depth=20)
        best = engine.best(position, limits)
        others = [move for move in position.legal_moves if move != best.move]
        for reason in explain(engine, position, best, limits):
            kinds.add(reason.kind)
            end = position.play_all(reason.line)  # the line can be played
            match reason.kind:
                case "wins-now":
                    assert end.outcome
                    assert end.outcome.winner == position.mover
                case "forces-win":
                    assert value(position)[0] == 1
                case "loses-anyway":
                    assert value(position)[0] == -1
                case "keeps-draw":
                    assert value(position)[0] == seen_by(position, best.move) == 0
                case "only-move":
                    assert seen_by(position, best.move) >= 0
                    assert all(seen_by(position, move) == -1 for move in others)
                case "only-legal":
                    assert not others
                case "stops-win":
                    assert end.outcome
                    assert end.outcome.winner != position.mover
                case kind:
                    assert kind in KINDS
    assert {"forces-win", "loses-anyway"} <= kinds
