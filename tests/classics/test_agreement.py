"""Every search agrees with its reference implementation, and minimax, negamax and alpha-beta agree."""

from typing import Any

import pytest

from ludoteca.classics.depth_first import DepthFirst, LookaheadResult
from ludoteca.games import Position, ids, load
from ludoteca.play.players import parse_player
from tests.classics import reference
from tests.classics.reference import WIN_BONUS, ReferenceMinimax
from tests.walking import walked

SMALL = [
    "tic-tac-toe", "tapatan", "tic-tackle", "rastros", "dodgem", "pong-hau-ki", "shisima", "achi",
    "hex:size=3", "kalah:pits=3,seeds=2", "oware", "konane/6x6", "fetaix", "alquerque",
    "nine-mens-morris", "othello/6x6", "fox-and-hounds/5x5", "bagh-chal", "connect-four", "seega",
]  # fmt: skip


def search(player: str, position: Position) -> LookaheadResult:
    made: Any = parse_player(player).make()
    seen = made.search(position)
    assert isinstance(seen, LookaheadResult)
    return seen


def few_moves(name: str, most: int) -> Position:
    """A position whose search is short, if random play reaches one."""
    for seed in range(40):
        position = walked(load(name), 4 + seed, seed)
        if len(position.legal_moves) <= most:
            return position
    return position


@pytest.mark.parametrize("utility", ["ternary", "weighted"])
@pytest.mark.parametrize("name", ["tic-tac-toe", "tapatan", "hex:size=3", "kalah:pits=3,seeds=2", "dodgem"])
def test_minimax_agrees_with_the_reference(name: str, utility: str):
    for seed in range(3):
        position = walked(load(name), 1 + 2 * seed, seed)
        plain = ReferenceMinimax(3, weighted=utility == "weighted")
        scores = plain.scores(position)
        for player in ("minimax", "negamax", "alphabeta"):
            seen = search(f"{player}:depth=3,utility={utility}", position)
            assert seen.move == plain.choose(position)
            assert seen.score == scores[seen.move.text]


@pytest.mark.parametrize("name", SMALL)
def test_minimax_negamax_and_alphabeta_choose_the_same_moves(name: str):
    position = few_moves(name, 12)
    for depth in (1, 2, 3):
        plain, negamax, pruned, both = (
            search(f"{player}:depth={depth}{more}", position)
            for player, more in (("minimax", ""), ("negamax", ""), ("alphabeta", ""), ("negamax", ",prune=1"))
        )
        assert plain.move == negamax.move == pruned.move == both.move
        assert plain.score == negamax.score == pruned.score == both.score
        assert plain.nodes == negamax.nodes
        assert pruned.nodes == both.nodes <= plain.nodes


@pytest.mark.parametrize("name", ["tic-tackle", "tic-tac-toe", "hex:size=4", "kalah", "pentago"])
def test_whole_games_are_the_same(name: str):
    """With the same seed, every search chooses the same move among equals."""
    first: Any = parse_player("minimax:depth=2").make(seed=3)
    second: Any = parse_player("alphabeta:depth=2").make(seed=3)
    position = load(name).start()
    for _ in range(14):
        if position.is_over:
            break
        move = first.choose(position)
        assert move == second.choose(position)
        position = position.play(move)


@pytest.mark.parametrize("game_id", ids())
def test_alphabeta_of_depth_two_plays_every_game(game_id: str):
    player: DepthFirst = parse_player("alphabeta:depth=2").make(seed=1)  # type: ignore[assignment]
    position = load(game_id).start()
    for _ in range(4):
        if position.is_over:
            break
        seen = player.search(position)
        assert seen.move in position.legal_moves
        assert seen.in_time
        position = position.play(seen.move)


JUDGES = [
    (
        "gomoku:size=6",
        "gomoku-2015,window=0,order=canonical",
        {"judge": reference.tactical, "win": WIN_BONUS, "late_draws": True},
        2,
    ),
    ("pentago", "pentago-2016,order=canonical,merge=0", {"judge": reference.patterns, "judged": 0.0}, 1),
    ("mnk:width=5,height=6,in-a-row=5", "pentago-2016", {"judge": reference.patterns, "judged": 0.0}, 2),
    ("kalah", "kalah-2017", {"judge": reference.kahalas, "judged": 100.0}, 3),
    ("kalah:pits=2,seeds=2", "kalah-2017", {"judge": reference.kahalas, "judged": 100.0}, 5),
    ("hex:size=5", "hex-rows", {"judge": reference.rows_and_columns(False), "judged": 0.0}, 2),
    ("hex:size=5", "hex-2004", {"judge": reference.rows_and_columns(True), "judged": 0.0}, 2),
    (
        "hex:size=5",
        "hex-2004,utility=weighted",
        {"judge": reference.rows_and_columns(True), "win": WIN_BONUS},
        2,
    ),
    ("hex:size=4", "hex-resistance,utility=weighted", {"judge": reference.resistance, "win": WIN_BONUS}, 2),
]


@pytest.mark.parametrize(("name", "evaluator", "how", "depth"), JUDGES)
def test_every_evaluator_agrees_with_the_reference(
    name: str, evaluator: str, how: dict[str, Any], depth: int
):
    for seed in range(3):
        position = walked(load(name), 2 + 5 * seed, seed)
        scores = ReferenceMinimax(depth, **how).scores(position)
        seen = search(f"alphabeta:evaluator={evaluator},depth={depth}", position)
        tolerance = 2.0 if "resistance" in evaluator else 0.0
        assert seen.score == pytest.approx(max(scores.values()), abs=tolerance)
        assert scores[seen.move.text] == pytest.approx(max(scores.values()), abs=tolerance)


@pytest.mark.parametrize("evaluator", ["gomoku-2015", "hex-2004", "pentago-2016"])
def test_pruning_changes_nothing_with_an_evaluator(evaluator: str):
    name = {"gomoku-2015": "gomoku:size=9", "hex-2004": "hex:size=5", "pentago-2016": "pentago"}[evaluator]
    position = walked(load(name), 6, 4)
    for seed in (1, 2):
        options = f"evaluator={evaluator},depth=2,seed={seed}"
        plain, pruned = (search(f"{player}:{options}", position) for player in ("minimax", "alphabeta"))
        assert (plain.move, plain.score) == (pruned.move, pruned.score)
        assert pruned.nodes < plain.nodes


@pytest.mark.parametrize("name", ["tic-tac-toe", "tapatan", "kalah:pits=3,seeds=2", "tic-tackle"])
def test_breadth_first_agrees_with_minimax(name: str):
    position = walked(load(name), 3, 2)
    for depth in (1, 2, 3):
        wide = search(f"breadth-first:depth={depth},nodes=1000000,keep=0", position)
        deep = search(f"minimax:depth={depth}", position)
        assert (wide.move, wide.score) == (deep.move, deep.score)
        assert wide.nodes == deep.nodes + 1  # its root is a node too


@pytest.mark.parametrize("name", ["tic-tac-toe", "kalah:pits=3,seeds=2", "tapatan"])
def test_expectiminimax_takes_the_mean_over_replies(name: str):
    position = walked(load(name), 2, 5)
    scores = ReferenceMinimax(3, chance=True).scores(position)
    seen = search("expectiminimax:depth=3", position)
    assert seen.score == pytest.approx(max(scores.values()))
    assert scores[seen.move.text] == pytest.approx(seen.score)


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "gomoku:size=6", "othello/6x6"])
def test_a_transposition_table_changes_no_choice(name: str):
    position = walked(load(name), 5, 3)
    for player in ("minimax", "alphabeta"):
        for depth in (3, 4) if name == "gomoku:size=6" else (4, 5):
            plain, kept = (search(f"{player}:depth={depth},table={table}", position) for table in (0, 1))
            assert (plain.move, plain.score) == (kept.move, kept.score)
            assert kept.nodes <= plain.nodes


def test_a_transposition_table_saves_nodes():
    position = load("tic-tac-toe").start()
    plain, kept = (search(f"minimax:depth=6,table={table}", position) for table in (0, 1))
    assert kept.nodes < plain.nodes / 3


@pytest.mark.parametrize("name", ["tic-tac-toe", "mnk:width=3,height=4,in-a-row=4"])
def test_delayed_draws_agree_with_the_reference(name: str):
    for seed in range(3):
        position = walked(load(name), 4 + seed, seed)
        scores = ReferenceMinimax(6, late_draws=True).scores(position)
        seen = search("alphabeta:depth=6,utility=delayed", position)
        assert seen.score == max(scores.values())
        assert scores[seen.move.text] == seen.score
