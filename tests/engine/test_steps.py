"""Every step of the search saves work and changes no value: minimax, alpha-beta and the full search agree."""

import pytest

from ludoteca.engine import Engine, Limits, Win
from ludoteca.games import Game, Position, load
from ludoteca.kernel import SEARCH_OPTIONS, SEARCH_PARAMETERS, Searcher

EXACT = {"table", "ordering", "continuation", "aspiration", "scaled-window"}
"""Steps that change the order of the moves, the window, or what is searched twice."""
GUESSING = set(SEARCH_OPTIONS) - EXACT
"""Steps that reduce, prune or extend some lines."""
SMALL = (
    "tic-tac-toe", "mnk:width=4,height=3,in-a-row=3", "connect-four:width=4,height=4", "rastros:size=4",
    "kalah:pits=3,seeds=1", "hex:size=3", "othello:size=4", "breakthrough:size=4", "dodgem",
)  # fmt: skip
MIDDLE = (
    "tic-tackle", "alquerque", "kalah", "othello", "breakthrough", "pentago", "amazons/alquerque-5x5",
    "hex:size=5", "nine-mens-morris", "connect-four", "tonkin", "gomoku:size=7",
)  # fmt: skip


def searched(
    game: Game, position: Position, depth: int, disabled: set[str], first: int | None = None
) -> tuple[int, int]:
    """Score and nodes of a fixed-depth search with an empty hash, deepened from `first` on."""
    searcher = Searcher(game.rules, 8)
    searcher.disable(disabled)
    searcher.begin(position.snapshot, 10**9)
    for shallow in range(first or depth, depth):
        searcher.search(shallow)
    found = searcher.search(depth)
    assert found is not None
    return found.score, searcher.nodes


def walked(game: Game, plies: int, step: int) -> Position:
    """A position after some moves, always the same one."""
    position = game.start()
    for ply in range(plies):
        if not position.is_over:
            position = position.play(position.legal_moves[(step + 7 * ply) % len(position.legal_moves)])
    return position


def minimax(searcher: Searcher, position: Position, depth: int, ply: int = 0) -> int:
    """Plain minimax to a fixed depth, with the kernel's static evaluation at the leaves."""
    if position.outcome:
        winner = position.outcome.winner
        return 0 if winner is None else 30_000 - ply if winner == position.mover else ply - 30_000
    if ply and seen_before(position):
        return 0
    if depth == 0:
        return searcher.evaluate(position.snapshot)
    values = []
    for move in position.legal_moves:
        after = position.play(move)
        value = minimax(searcher, after, depth - 1, ply + 1)
        values.append(value if after.mover == position.mover else -value)
    return max(values)


def seen_before(position: Position) -> bool:
    return position.snapshot.history.count(position.snapshot.key) > 1


@pytest.mark.parametrize("name", MIDDLE)
@pytest.mark.parametrize("depth", [1, 2])
def test_alpha_beta_is_minimax(name: str, depth: int):
    game = load(name)
    position = walked(game, 6, 3)
    if len(position.legal_moves) ** depth > 3000 or position.is_over:
        depth = 1
    plain = minimax(Searcher(game.rules, 0), position, depth)
    if len(position.legal_moves) == 1:
        return  # a single choice is looked at one move further
    assert searched(game, position, depth, GUESSING | EXACT)[0] == plain
    assert searched(game, position, depth, GUESSING)[0] == plain


@pytest.mark.parametrize("step", ["ordering", "continuation", "aspiration"])
@pytest.mark.parametrize("name", MIDDLE)
def test_order_and_window_change_nodes_and_not_the_value(name: str, step: str):
    game = load(name)
    depth = 2 if name.startswith(("amazons", "pentago", "gomoku")) else 4
    values, nodes = set(), []
    for disabled in ({"table"}, {"table", step}):
        value, spent = searched(game, walked(game, 5, 1), depth, GUESSING | disabled)
        values.add(value)
        nodes.append(spent)
    assert len(values) == 1
    assert step != "ordering" or nodes[0] != nodes[1]


@pytest.mark.parametrize("name", SMALL)
def test_no_step_changes_a_proved_value(name: str):
    game = load(name)
    position = walked(game, 2, 1)
    values = set()
    for disabled in ((), *((step,) for step in SEARCH_OPTIONS), SEARCH_OPTIONS):
        searcher = Searcher(game.rules, 16)
        searcher.disable(disabled)
        searcher.begin(position.snapshot, 40_000_000)
        for depth in range(1, 40):
            found = searcher.search(depth)
            assert found is not None
            if abs(found.score) > 28_000 or found.proved:
                break
            if disabled != SEARCH_OPTIONS and found.score == 0 and depth > 12:
                found = searcher.verify(0, depth) or found
                if found.proved:
                    break
        else:
            pytest.fail(f"nothing was proved without {disabled}")
        values.add((found.score > 0) - (found.score < 0))
    assert len(values) == 1


def test_steps_save_nodes():
    """In the games that they were added for."""
    saved = {
        "table": ("tic-tackle", 8), "ordering": ("breakthrough", 5), "reductions": ("othello", 8),
        "pruning": ("gomoku", 3), "null-move": ("hex", 6), "threats": ("gomoku:size=9", 4),
        "futility": ("surakarta", 8), "razoring": ("surakarta", 8), "probcut": ("othello", 8),
        "internal-reduction": ("othello", 8), "history-reductions": ("surakarta", 8),
        "verified-null-move": ("surakarta", 8),
    }  # fmt: skip
    plain = GUESSING - {"reductions", "pruning", "threats"}
    for step, (name, depth) in saved.items():
        game = load(name)
        whole, without = (
            sum(searched(game, walked(game, 6, walk), depth, out, 1)[1] for walk in (1, 2, 3))
            for out in (plain - {step}, plain | {step})
        )
        if step == "threats":  # looks further for about the same price
            assert whole != without
        else:
            assert whole < without, step


def test_the_constants_of_the_search_can_be_changed():
    game = load("othello")
    searcher = Searcher(game.rules, 4)
    nodes = []
    for changes in ({}, {"futility-margin": 1}, {}):
        searcher.clear_hash()
        searcher.set_parameters(changes)
        searcher.begin(walked(game, 6, 2).snapshot, 10**9)
        for depth in range(1, 9):
            searcher.search(depth)
        nodes.append(searcher.nodes)
    assert nodes[0] == nodes[2] != nodes[1]
    for wrong in ({"futility": 1}, {"futility-margin": 0}, {"futility-margin": 10**9}):
        with pytest.raises(ValueError):
            searcher.set_parameters(wrong)
    assert all(value > 0 for value in SEARCH_PARAMETERS.values())


def test_root_moves_can_be_restricted():
    for name in ("tic-tackle", "amazons/alquerque-5x5", "pentago", "alquerque", "kalah"):
        game = load(name)
        position = walked(game, 2, 1)
        for only in (position.legal_moves[:1], position.legal_moves[2:5], position.legal_moves[-3:]):
            best = Engine(game, 1).best(position, Limits(nodes=3000), only=only)
            assert best.move in only
            assert best.continuation[0] == best.move


@pytest.mark.parametrize("name", ["tic-tackle", "amazons/alquerque-5x5", "connect-four", "nine-mens-morris"])
def test_multi_pv_lines_are_distinct_and_sorted(name: str):
    game = load(name)
    position = walked(game, 4, 1)
    lines = Engine(game, 4).lines(position, Limits(depth=2), 4)  # too shallow for reductions
    assert len({line.move for line in lines}) == len(lines) == min(4, len(position.legal_moves))
    assert [line.units for line in lines] == sorted((line.units for line in lines), reverse=True)
    assert lines[0].units == Engine(game, 4).lines(position, Limits(depth=2), 1)[0].units


def test_shortest_wins_are_found():
    """A known shortest win: the first player of Rastros 7x7 needs fifteen plies."""
    game = load("rastros")
    assert Engine(game).best(game.start(), Limits(nodes=2_000_000)).score == Win(15)
