"""The thesis: utilities (Algorithms 6 and 7, section 5.1), breadth-first search (3 and 4), time limit (10),
explosion guard (11 and 12), and the parity rule (section 4.4)."""

from typing import Any

import pytest

from ludoteca.classics.breadth_first import Tree
from ludoteca.classics.experiments.structures import (
    ArrayNode,
    GraphBoard,
    LinkedNode,
    MatrixBoard,
    ResizedNode,
    as_cells,
    build_tree,
    minimax,
    walk,
)
from ludoteca.classics.plans import by_parity, plan_for, settings_of
from ludoteca.games import load
from ludoteca.kernel import FixedDepthSearch
from ludoteca.play.players import parse_player


def search(player: str, game: str, position: str | None = None) -> Any:
    opened = load(game)
    made: Any = parse_player(player).make()
    return made.search(opened.position(position) if position else opened.start())


# -- what a node is worth -----------------------------------------------------------------------------

# x has b2 and c2: a2 wins at once. Any other move wins two moves later, for a2 and a second threat stay.
NEAR_AND_FAR = "1o1/1xx/1o1 x"


def test_algorithm_6_a_win_is_a_win():
    ternary = search("minimax:depth=3,utility=ternary", "tic-tac-toe", NEAR_AND_FAR)
    assert (ternary.move.text, ternary.score) == ("a1", 1.0)


def test_algorithm_7_the_nearer_win_is_worth_more():
    """Depth minus level plus one."""
    for depth in (1, 2, 3, 5):
        weighted = search(f"minimax:depth={depth},utility=weighted", "tic-tac-toe", NEAR_AND_FAR)
        assert (weighted.move.text, weighted.score) == ("a2", depth)


def test_algorithm_7_the_later_defeat_is_worth_more():
    """x threatens b3, and o loses in any case: at once, or two moves later if it blocks."""
    lost = "x1x/3/2o o"
    ternary = search("minimax:depth=5,utility=ternary", "tic-tac-toe", lost)
    assert (ternary.move.text, ternary.score) == ("a1", -1)
    weighted = search("minimax:depth=5,utility=weighted", "tic-tac-toe", lost)
    assert (weighted.move.text, weighted.score) == ("b3", -(5 - 4 + 1))


@pytest.mark.parametrize(
    ("position", "worth"),
    [
        ("1xx1o/1o3/x1x1o/o4/2o1x x", 0.5),
        ("1oxxx/1x3/1o2o/5/1xo1o x", 0.75),
        ("2o2/1x1x1/4x/ooox1/x3o x", -0.75),
        ("oxoxo/5/5/5/xoxox x", 0.0),
        ("2o2/1x1x1/4x/ooox1/x3o o", 0.75),
        ("xxxx1/5/1o1o1/5/o1o1o o", -1.0),
    ],
)
def test_section_5_1_two_in_a_row_are_a_half_and_three_are_three_quarters(position: str, worth: float):
    game = load("tic-tackle")
    judge = FixedDepthSearch(game.rules, plan_for(game, settings_of(utility="graded")))
    assert judge.evaluate(game.position(position).snapshot) == worth


def test_graded_goes_for_three_in_a_row_where_ternary_sees_no_difference():
    position = "o3o/5/xx1x1/4x/o1o1o x"
    blind = search("minimax:depth=1,utility=ternary", "tic-tackle", position)
    assert (blind.move.text, blind.score) == ("e2-d2", 0)
    graded = search("minimax:depth=1,utility=graded", "tic-tackle", position)
    assert (graded.move.text, graded.score) == ("d3-c3", 0.75)


# -- breadth first ------------------------------------------------------------------------------------


def test_algorithm_3_grows_level_by_level():
    game = load("tapatan")
    tree = Tree(game.start())
    assert tree.grow(3, 10**6) == 3
    assert tree.nodes == 1 + sum(game.perft(3).counts)
    levels = [level for _, level in tree._walk()]
    assert levels == sorted(levels)


def test_a_level_that_exceeds_the_limit_is_dropped():
    game = load("jogo-da-velha-4")
    tree = Tree(game.start())
    assert tree.grow(3, 1000) == 2
    assert tree.nodes == 1 + 25 + 25 * 24
    assert Tree(game.start()).grow(3, 1) == 1


def test_algorithm_4_takes_the_best_and_the_worst_in_turn():
    tree = Tree(load("tic-tac-toe").position(NEAR_AND_FAR))
    tree.grow(3, 10**6)
    tree.value(weighted=True)
    assert tree.root.score == 3
    for child in tree.root.children:
        assert child.score == (min(n.score for n in child.children) if child.children else 3)


def test_the_tree_grows_only_when_the_game_reaches_a_leaf():
    game = load("tapatan")
    player: Any = parse_player("breadth-first:depth=4").make()
    position, grown = game.start(), []
    for _ in range(3):
        seen = player.search(position)
        grown.append(seen.depth)
        position = position.play(seen.move)
        position = position.play(position.legal_moves[0])
    assert grown == [4, 2, 4]


def test_a_tree_that_is_not_kept_is_rebuilt():
    game = load("tapatan")
    player: Any = parse_player("breadth-first:depth=3,keep=0").make()
    position = game.start()
    for _ in range(3):
        seen = player.search(position)
        assert seen.depth == 3
        position = position.play(seen.move)
        position = position.play(position.legal_moves[0])


def test_a_position_outside_the_tree_gets_a_new_tree():
    player: Any = parse_player("breadth-first:depth=2").make()
    for game, position in (("tapatan", None), ("tic-tac-toe", NEAR_AND_FAR), ("tapatan", None)):
        opened = load(game)
        here = opened.position(position) if position else opened.start()
        assert player.choose(here) in here.legal_moves


# -- explosion ----------------------------------------------------------------------------------------


def test_algorithms_11_and_12_stop_where_the_moves_count_down():
    """25, 24, 23 moves: from the threshold on, the guard limits the depth."""
    for threshold in (2, 3, 4):
        guarded = search(f"explosion-guard:depth=20,threshold={threshold}", "jogo-da-velha-4")
        limited = search(f"alphabeta:depth={threshold}", "jogo-da-velha-4")
        assert guarded.nodes == limited.nodes


def test_small_boards_are_not_guarded():
    """K = 25 cells: the first game of the thesis is not affected."""
    free = search("explosion-guard:depth=6,threshold=2", "tapatan")
    assert free.nodes == search("alphabeta:depth=6", "tapatan").nodes
    held = search("explosion-guard:depth=6,threshold=2,board=9,slack=9", "tapatan")
    assert held.nodes < free.nodes


def test_almost_factorial_growth_is_caught_with_more_slack():
    """288, 280, 272 …: eight moves fewer each time, which Algorithm 11 without slack does not detect."""
    options = "evaluator=pentago-2016,merge=0,order=canonical,depth=3,threshold=2"
    blind = search(f"explosion-guard:{options}", "pentago")
    assert blind.nodes == search(f"alphabeta:{options.removesuffix(',threshold=2')}", "pentago").nodes
    wary = search(f"explosion-guard:{options},slack=8", "pentago")
    assert (
        wary.nodes
        == search(f"alphabeta:{options.replace('depth=3,threshold=2', 'depth=2')}", "pentago").nodes
    )


def test_algorithm_10_returns_when_the_time_is_up():
    late = search("timeout:seconds=0.05", "jogo-da-velha-4")
    assert not late.in_time
    assert late.moves < 25
    assert late.seconds < 60
    early = search("timeout:seconds=60,depth=3", "tic-tac-toe")
    assert early.in_time
    assert early.nodes == search("alphabeta:depth=3", "tic-tac-toe").nodes


def test_without_time_there_is_still_a_move():
    assert search("timeout:seconds=0", "jogo-da-velha-4").moves >= 1


def test_guard_and_time_limit_together():
    both = search("explosion-guard:depth=30,threshold=20,seconds=0.05", "jogo-da-velha-4")
    assert not both.in_time
    assert search("explosion-guard:depth=30,threshold=3,seconds=60", "jogo-da-velha-4").in_time


# -- parity -------------------------------------------------------------------------------------------


def test_the_parity_rule_ends_with_the_opponents_move():
    assert [by_parity(depth) for depth in (1, 2, 3, 4)] == [2, 2, 4, 4]


def test_without_the_parity_rule_a_loss_is_beyond_the_horizon():
    """o threatens c3, which a search of depth one does not see."""
    threat = "oo1/3/x2 x"
    assert search("alphabeta:depth=1", "tic-tac-toe", threat).move.text == "b1"
    assert search("alphabeta:depth=1,parity=1", "tic-tac-toe", threat).move.text == "c3"
    assert search("breadth-first:depth=1,parity=1", "tic-tac-toe", threat).move.text == "c3"


# -- an opponent that moves at random -----------------------------------------------------------------


def test_expectiminimax_sets_a_trap_that_minimax_does_not():
    """c1 is safe and draws. b1 loses to one reply and wins against most others."""
    position = "2x/1x1/o2 o"
    careful = search("minimax:depth=9,utility=ternary", "tic-tac-toe", position)
    hopeful = search("expectiminimax:depth=9,utility=ternary", "tic-tac-toe", position)
    assert careful.score == 0
    assert 0 < hopeful.score < 1
    after = load("tic-tac-toe").position(position).play(hopeful.move)
    answer: Any = parse_player("minimax:depth=9,utility=ternary").make()
    assert answer.search(after).score == 1  # the opponent's, if it knew


# -- difficulty, random beginnings --------------------------------------------------------------------


def test_section_3_4_the_smaller_gain_is_the_later_win():
    large = search("alphabeta:depth=3,gain=large", "tic-tac-toe", NEAR_AND_FAR)
    small = search("alphabeta:depth=3,gain=small", "tic-tac-toe", NEAR_AND_FAR)
    assert (large.move.text, large.score) == ("a2", 3)
    assert small.score == 1
    assert small.move.text != "a2"


def test_without_a_gain_the_best_move_is_chosen():
    lost = "x1x/3/2o o"
    for gain in ("large", "small"):
        assert (
            search(f"alphabeta:depth=5,utility=weighted,gain={gain}", "tic-tac-toe", lost).move.text == "b3"
        )


def test_random_first_searches_after_some_moves():
    position = load("tic-tac-toe").start()
    player: Any = parse_player("random-first:moves=1,depth=3,seed=5").make()
    assert player.search(position).nodes == 0
    assert {
        parse_player(f"random-first:moves=1,seed={n}").make().choose(position).text for n in range(20)
    } > {"a1"}
    later = load("tic-tac-toe").start().play_all("a1 b2")
    plain: Any = parse_player("alphabeta:depth=3,seed=5").make()
    assert player.search(later).move == plain.search(later).move


# -- structures ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", [MatrixBoard, GraphBoard])
@pytest.mark.parametrize("by_piece", [False, True])
def test_the_boards_of_section_3_5_agree_with_the_kernel(board: Any, by_piece: bool):
    game = load("tic-tackle")
    found = minimax(board(game), 1, 3, 4, by_piece, lambda: None)
    seen = search("minimax:depth=3,utility=ternary", "tic-tackle")
    assert found.nodes == seen.nodes == sum(game.perft(3).counts)
    assert found.score == seen.score
    assert found.step is not None
    assert as_cells(found.step, 5) == seen.move.actions[0][1:3]


@pytest.mark.parametrize("kind", [ArrayNode, ResizedNode, LinkedNode])
def test_the_lists_of_section_3_5_hold_all_children(kind: Any):
    assert walk(build_tree(kind, 3, 4)) == 1 + 3 + 9 + 27 + 81
