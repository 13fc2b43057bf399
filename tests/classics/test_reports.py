"""The four reports on one game each: their figures, and their statements about the evaluators."""

from typing import Any

import pytest

from ludoteca.classics.alignment import EMPTY, MARKED, run_value, unsigned_sum
from ludoteca.classics.depth_first import merged
from ludoteca.classics.experiments.contests import opening
from ludoteca.classics.focus import focus, window
from ludoteca.classics.kernel_codes import Unfit
from ludoteca.classics.memory_tree import build, decide, evaluate
from ludoteca.classics.plans import plan_for, settings_of
from ludoteca.games import Position, load
from ludoteca.kernel import FixedDepthSearch
from ludoteca.play.players import UnknownPlayer, parse_player


def evaluation(game: str, position: str, evaluator: str) -> float:
    """For the mover."""
    opened = load(game)
    judge = FixedDepthSearch(opened.rules, plan_for(opened, settings_of(evaluator=evaluator)))
    return judge.evaluate(opened.position(position).snapshot)


def search(player: str, position: Position) -> Any:
    made: Any = parse_player(player).make()
    return made.search(position)


# -- Pentago ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("matrix", "total"),
    [
        ("xx1x2/o5/o2o2/3o2/3o2/3o2 x", 43_400),
        ("ooooo1/xxxx2/xxxx2/6/6/6 x", 580_800),
        ("x5/6/6/6/6/6 o", 0),
    ],
)
def test_the_three_matrices(matrix: str, total: int):
    assert unsigned_sum(load("pentago").position(matrix)) == total


def test_280_moves_lead_to_105_positions():
    position = load("pentago").start().play("a1/2+")
    assert len(position.legal_moves) == 280
    assert len(merged(position, list(position.legal_moves))) == 105
    in_the_middle = load("pentago").start().play("b2/2+")
    assert len(merged(in_the_middle, list(in_the_middle.legal_moves))) == 35


def test_the_kernel_merges_the_same_moves():
    game = load("pentago")
    position = game.start().play("a1/2+").play("e4/3-")
    ahead = FixedDepthSearch(
        game.rules, plan_for(game, settings_of(evaluator="pentago-2016", order="canonical"))
    )
    kept = ahead.successors(position.snapshot)
    in_python = {move.actions for move in merged(position, list(position.legal_moves))}
    assert len(kept) == len(in_python)
    assert {len(actions) for actions in kept} == {2}


def test_the_signed_evaluation_counts_the_diagonals_too():
    """One row of three for x, and the short diagonal a5-b4-c3-d2 for o."""
    assert evaluation("pentago", "xxx3/6/6/6/6/6 x", "pentago-2016") == 3000
    assert evaluation("pentago", "xxx3/o5/1o4/2o3/3o2/6 x", "pentago-2016") == 3000 - 40_000


def test_pentago_shuffles_by_seed():
    position = load("pentago").start()
    same = [search("alphabeta:evaluator=pentago-2016,depth=2,seed=4", position).move for _ in range(2)]
    others = {
        search(f"alphabeta:evaluator=pentago-2016,depth=2,seed={seed}", position).move for seed in range(8)
    }
    assert same[0] == same[1]
    assert len(others) > 1


# -- Gomoku -------------------------------------------------------------------------------------------


def row(stones: str) -> str:
    """A row of stones in the middle of an empty 9x9 board, x to move."""
    return f"9/9/9/9/{stones}/9/9/9/9 x"


WORTH = {
    "an open four": "..xxxx...",
    "an open three": "..xxx....",
    "a four with one open end": ".oxxxx...",
    "a three with one open end": ".oxxx....",
    "an open two": "..xx.....",
    "a two with one open end": ".oxx.....",
    "a lone stone": "..x......",
}


def along(stones: str) -> float:
    """The value of the row alone. On its three other lines every stone is single, with open ends."""
    alone = 3 * 4400 * (stones.count("x") - stones.count("o"))
    return evaluation("gomoku:size=9", row(stones), "gomoku-2015") - alone


def test_gomoku_patterns_have_the_order_of_the_report():
    values = [along(stones) for stones in WORTH.values()]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)


def test_a_broken_three_is_as_good_as_an_open_one():
    assert along("..xx.x...") == along("..x.xx...") == along("..xxx....") == run_value(3, 2)
    assert along(".oxx.x...") < along("..xx.x...")


def test_runs_closed_at_both_ends_are_worth_nothing():
    assert along(".oxxxo...") == -2 * 3000  # the two o's have one open end each
    assert along(".oxxx....") == 27_000 - 3000


def test_the_base_is_the_state_of_the_cells_and_a_marked_one_is_worth_more():
    """What the report says of the base; with its order, only small bases are left."""
    assert MARKED > EMPTY > 0
    for length in (1, 2, 3, 4, 5):
        for open_ends in (1, 2):
            assert run_value(length, open_ends) == round(1000 * (MARKED + open_ends * EMPTY) ** length)
        assert run_value(length, 0) == 0
    assert MARKED + EMPTY < 27 / 8
    for half in (3.4, 5.0, 10.0):  # a larger base of a half-open run makes an empty cell worth more
        empty = half ** (4 / 3) - half  # the least that puts an open three above a half-open four
        assert empty > half - empty


def test_a_later_draw_is_better_in_gomoku():
    """No five fits on this board any more: every line ends in a draw after four moves."""
    game = load("gomoku:size=5")
    position = game.position("xxoox/ooxxo/xxoo1/ooxx1/xxo2 o")
    seen = {
        (utility, depth): search(
            f"alphabeta:evaluator=gomoku-2015,window=0,utility={utility},depth={depth}", position
        )
        for utility in ("weighted", "delayed")
        for depth in (4, 6)
    }
    assert {one.score for (utility, _), one in seen.items() if utility == "weighted"} == {0.0}
    assert seen["delayed", 4].score == 0.0
    assert seen["delayed", 6].score == -2.0
    assert settings_of(evaluator="gomoku-2015").utility == "delayed"


def test_a_local_evaluation_sees_only_the_runs_near_the_last_move():
    """After o15 the three in the other corner is out of sight; after e5 it is not."""
    game = load("gomoku")
    position = game.position("15/15/15/15/15/15/15/15/15/15/15/15/2xxx10/15/15 x")
    ahead = FixedDepthSearch(
        game.rules, plan_for(game, settings_of(evaluator="gomoku-local", window=0, depth=1), prune=0)
    )
    ahead.begin(position.snapshot, 1, 222, 1, [])
    far, near = (ahead.score(position.find(move).actions, -1e12, 1e12) for move in ("o15", "e6"))
    assert far < run_value(2, 2)
    assert near > run_value(3, 2)


def test_the_focus_on_threats_has_as_many_cells_and_finds_those_outside_the_window():
    game = load("gomoku")
    position = game.position("15/15/15/15/15/15/15/15/15/15/15/15/2xxx10/15/15 o").play("n14")
    cells = [game.board.cells[cell].name for cell in focus(position, 6, "threats")]
    assert len(cells) == len(window(position, 6)) == 36
    assert {"b3", "f3"} <= set(cells)
    assert "b3" not in [game.board.cells[cell].name for cell in window(position, 6)]
    player = "alphabeta:evaluator=gomoku-2015,depth=2,focus="
    assert search(f"{player}threats", position).move.text in ("b3", "f3")
    assert search(f"{player}last", position).move.text not in ("b3", "f3")


def test_the_focus_on_threats_needs_lines():
    with pytest.raises(Unfit, match="needs a game that is won by pieces in line"):
        parse_player("alphabeta:window=3,focus=threats").make().choose(load("hex:size=4").start())


def test_the_window_is_around_the_last_move_and_keeps_its_size():
    game = load("gomoku")

    def corners(position: Position) -> tuple[str, str, int]:
        cells = window(position, 6)
        names = [game.board.cells[cell].name for cell in cells]
        return min(names, key=_place), max(names, key=_place), len(cells)

    assert corners(game.start()) == ("e5", "j10", 36)
    assert corners(game.start().play("h8")) == ("e5", "j10", 36)
    assert corners(game.start().play("a1")) == ("a1", "f6", 36)
    assert corners(game.start().play("o15")) == ("j10", "o15", 36)


def _place(name: str) -> tuple[str, int]:
    return name[0], int(name[1:])


def test_the_window_restricts_the_search():
    position = load("gomoku").start().play("c3")
    seen = search("minimax:evaluator=gomoku-2015,depth=2", position)
    assert seen.moves == 35
    assert seen.nodes == 35 + 35 * 34
    assert search("minimax:evaluator=gomoku-2015,depth=1,window=0", position).moves == 224


def test_nearest_first_prunes_more_and_chooses_no_worse():
    position = load("gomoku").start().play_all("h8 g8 h9 h7 g9 i9 f9")
    near = search("alphabeta:evaluator=gomoku-2015,depth=3,order=nearest", position)
    plain = search("alphabeta:evaluator=gomoku-2015,depth=3,order=canonical", position)
    assert near.score == plain.score
    assert near.nodes < plain.nodes


def test_gomoku_stops_an_open_three_and_wins_with_a_four():
    game = load("gomoku")
    threatened = game.position(
        "15/15/15/15/15/15/6ooo6/15/7x7/7x7/15/15/15/15/15 x"
    )  # o has g9 h9 i9, both ends open
    player = "alphabeta:evaluator=gomoku-2015,depth=4,window=0"
    assert search(player.replace("depth=4", "depth=2"), threatened).move.text in ("f9", "j9", "e9", "k9")
    winning = game.position("15/15/15/15/15/15/6oooo5/15/6xxxx5/15/15/15/15/15/15 x")
    assert search(player.replace("depth=4", "depth=2"), winning).move.text in ("f7", "k7")


# -- Kalah --------------------------------------------------------------------------------------------


def test_kalah_counts_the_stores_and_a_hundred_at_the_end():
    assert evaluation("kalah", "4,4,4,4,4,4/4,4,0,5,5,5 x stores=1,0", "kalah-2017") == 1
    assert evaluation("kalah", "4,4,4,4,4,4/4,4,0,5,5,5 o stores=1,0", "kalah-2017") == -1
    assert evaluation("kalah", "0,0,0,0,0,0/0,0,0,0,0,0 x stores=30,18", "kalah-2017") == 100 + 12
    assert evaluation("kalah", "0,0,0,0,0,0/0,0,0,0,0,0 x stores=20,28", "kalah-2017") == -100 - 8
    assert evaluation("kalah", "0,0,0,0,0,0/0,0,0,0,0,0 x stores=24,24", "kalah-2017") == 0


def test_kalah_handles_extra_turns():
    """The report's game begins like this: pit 3 ends in the store, and the same side sows again."""
    position = load("kalah").start().play("3")
    assert position.mover == "first"
    seen = search("minimax:evaluator=kalah-2017,depth=2", load("kalah").start())
    assert seen.score == 2  # pit 3, then pit 6: two seeds stored, and nothing yet for the other side
    assert seen.move.text == "3"


def test_the_tree_in_memory_has_invalid_children_and_marks_extra_turns():
    """Pit 3 of the start ends in the store: the node has the same side to move, and an empty pit."""
    tree = build(load("kalah").start(), 2)
    assert [child is not None for child in tree.root.children] == [True] * 6
    again = tree.root.children[2]
    assert again is not None
    assert (again.player, again.again) == (0, True)
    assert [child is not None for child in again.children] == [True, True, False, True, True, True]
    assert (tree.nodes, tree.invalid, tree.extra_turns) == (1 + 6 + 5 * 6 + 5, 1, 1 + 5 + 1)


@pytest.mark.parametrize("plies", range(0, 30, 3))
def test_the_tree_in_memory_chooses_as_the_search_does(plies: int):
    position = opening(load("kalah"), plies, plies)
    pit, value = decide(build(position, 4))
    seen = search("minimax:evaluator=kalah-2017,depth=4", position)
    assert (int(seen.move.text) - 1, seen.score) == (pit, value)


def test_the_tree_in_memory_values_the_end_and_invalid_moves():
    tree = build(load("kalah").position("0,0,0,0,0,1/0,0,0,0,0,1 x stores=30,16"), 3)
    assert [child is not None for child in tree.root.children] == [False] * 5 + [True]
    assert decide(tree) == (5, 100 + 14)
    assert evaluate(tree, None, 0, 0) == -1000
    assert evaluate(tree, None, 0, 1) == 1000
    with pytest.raises(Unfit):
        build(load("tapatan").start(), 1)


# -- Hex ----------------------------------------------------------------------------------------------


def test_hex_counts_rows_for_one_side_and_columns_for_the_other():
    assert evaluation("hex:size=5", "x4/1x3/5/4o/5 x", "hex-rows") == 2 - 1
    assert evaluation("hex:size=5", "xx3/5/5/3o1/3o1 x", "hex-rows") == 1 - 1


def test_hex_counts_the_cells_of_a_bridge():
    """b4 and c2 are two rows apart, with b3 and c3 empty between them."""
    assert evaluation("hex:size=5", "5/2x2/5/1x3/5 x", "hex-2004") == 3
    assert evaluation("hex:size=5", "5/2x2/5/1x3/5 x", "hex-rows") == 2
    assert evaluation("hex:size=5", "5/2x2/1o3/1x3/5 x", "hex-2004") == 2 - 1


def test_resistance_falls_with_every_own_stone():
    empty = evaluation("hex:size=5", "5/5/5/5/5 x", "hex-resistance")
    one = evaluation("hex:size=5", "5/5/2x2/5/5 x", "hex-resistance")
    two = evaluation("hex:size=5", "5/2x2/2x2/5/5 x", "hex-resistance")
    assert empty == 0 < one < two


def test_incremental_evaluation_agrees_with_a_fresh_one():
    """Positions evaluated in any order by one search, and each by a new one."""
    game = load("hex:size=6")
    plan = plan_for(game, settings_of(evaluator="hex-resistance"))
    kept, position = FixedDepthSearch(game.rules, plan), game.start()
    line = [position := position.play(position.legal_moves[(7 * ply) % 19]) for ply in range(15)]
    for here in [*line, *reversed(line), *line[::3], *line[1::4]]:
        assert kept.evaluate(here.snapshot) == FixedDepthSearch(game.rules, plan).evaluate(here.snapshot)


@pytest.mark.parametrize("evaluator", ["hex-rows", "hex-2004", "hex-resistance"])
def test_hex_completes_and_stops_a_chain(evaluator: str):
    game = load("hex:size=5")
    player = f"alphabeta:evaluator={evaluator},depth=2,utility=weighted"
    mine = search(player, game.position("2x2/2x2/2x2/1ox2/5 x"))
    assert mine.move.text in ("b5", "c5")
    theirs = search(player, game.position("2x2/2x2/2x2/1x1o1/1o3 o"))
    assert theirs.move.text == "a5"


def test_hex_has_no_win_term_of_its_own():
    """A chain is worth its rows, as in the report: scattered stones in every row are worth the same."""
    chain, scattered = "2x2/2x2/2x2/2x2/2x2 o", "x4/3x1/1x3/4x/2x2 o"
    for evaluator in ("hex-rows", "hex-2004"):
        assert (
            evaluation("hex:size=5", chain, evaluator) == evaluation("hex:size=5", scattered, evaluator) == -5
        )
    # The network needs none: a chain has almost no resistance.
    assert evaluation("hex:size=5", chain, "hex-resistance") < evaluation(
        "hex:size=5", scattered, "hex-resistance"
    )


# -- what does not fit --------------------------------------------------------------------------------


NEEDS = [
    (
        "evaluator=gomoku-2015", "kalah",
        "the evaluator gomoku-2015 needs a grid on which five in a row win",
        "o avaliador gomoku-2015 precisa de um tabuleiro quadriculado em que cinco em linha vencem",
    ),
    (
        "evaluator=pentago-2016", "gomoku",
        "the evaluator pentago-2016 needs a grid of at most 6x6 on which five in a row win",
        "o avaliador pentago-2016 precisa de um tabuleiro de no máximo 6x6 em que cinco em linha vencem",
    ),
    (
        "evaluator=kalah-2017", "tapatan",
        "the evaluator kalah-2017 needs a board of pits and stores",
        "o avaliador kalah-2017 precisa de um tabuleiro de covas e depósitos",
    ),
    (
        "evaluator=hex-resistance", "othello",
        "the evaluator hex-resistance needs a board of hexagons on which both sides join two edges",
        "o avaliador hex-resistance precisa de um tabuleiro de hexágonos em que cada lado liga duas bordas",
    ),
    (
        "utility=graded", "hex:size=4",
        "the utility graded needs a game that is won by pieces in line",
        "a utilidade graded precisa de um jogo que se vence alinhando peças",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("option", "game", "english", "portuguese"), NEEDS)
def test_unsuitable_games_are_refused_with_the_requirement(option, game, english, portuguese):
    with pytest.raises(Unfit) as refused:
        parse_player(f"alphabeta:{option}").make().choose(load(game).start())
    assert str(refused.value) == f"{english}; {game} is another kind of game."
    assert refused.value.text("pt-BR") == f"{portuguese}; {game} é outro tipo de jogo."


def test_a_window_needs_cells():
    with pytest.raises(Unfit) as refused:
        parse_player("alphabeta:window=5").make().choose(load("oware").start())
    assert str(refused.value) == "a window needs a board with cells, not pits."
    assert refused.value.text("pt-BR") == "uma janela precisa de um tabuleiro com casas, não covas."


def test_a_graded_utility_excludes_an_evaluator():
    with pytest.raises(Unfit) as refused:
        parse_player("alphabeta:evaluator=kalah-2017,utility=graded").make()
    assert str(refused.value) == (
        "the utility graded is an evaluation itself: give it or an evaluator, not both."
    )
    assert refused.value.text("pt-BR").startswith("a utilidade graded já é uma avaliação")


def test_unknown_options_are_explained():
    with pytest.raises(UnknownPlayer, match="one of ternary, weighted, graded, delayed is expected") as wrong:
        parse_player("alphabeta:utility=binary")
    assert wrong.value.text("pt-BR").endswith("é preciso um destes: ternary, weighted, graded, delayed.")
