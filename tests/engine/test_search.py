"""The search finds the minimax value, known values, and immediate wins."""

import pytest

from ludoteca.engine import Draw, Engine, Estimate, Limits, Loss, Win
from ludoteca.games import Position, ids, load


def minimax(position: Position, known: dict[str, int]) -> int:
    """1, 0 or -1 for the mover, by exhaustive search."""
    if position.outcome:
        winner = position.outcome.winner
        return 0 if winner is None else 1 if winner == position.mover else -1
    if position.text not in known:
        values = []
        for move in position.legal_moves:
            after = position.play(move)
            value = minimax(after, known)
            values.append(value if after.mover == position.mover else -value)
        known[position.text] = max(values)
    return known[position.text]


def sign(position: Position, engine: Engine) -> int:
    score = engine.best(position, Limits(depth=60)).score
    assert not isinstance(score, Estimate), (position.text, score)
    return {Win: 1, Loss: -1, Draw: 0}[type(score)]


@pytest.mark.parametrize(
    "name",
    ["tic-tac-toe", "mnk:width=4,height=3,in-a-row=3", "rastros", "rastros/centre", "kalah:pits=2,seeds=2",
     "kalah:pits=3,seeds=1", "hex:size=3", "othello:size=4", "amazons/alquerque-5x5-one"],
)  # fmt: skip
def test_the_search_agrees_with_plain_minimax(name: str):
    game = load(name)
    position = game.start()
    # Near enough to the end for exhaustive search.
    while name.startswith(("amazons", "othello")) and len(position.legal_moves) and position.ply < 8:
        position = position.play(position.legal_moves[len(position.legal_moves) // 2])
    known: dict[str, int] = {}
    value = minimax(position, known)
    assert sign(position, Engine(game)) == value
    for move in position.legal_moves[:3]:
        after = position.play(move)
        if not after.is_over:
            assert sign(after, Engine(game)) == minimax(after, known)


@pytest.mark.parametrize(
    ("name", "position", "best", "plies"),
    [
        ("tic-tac-toe", "xx1/oo1/3 x", "c3", 1),
        ("tic-tackle", "2o2/o4/xxx1o/o2x1/x1o2 x", "d2-d3", 1),
        ("connect-four", "7/7/7/7/2oo3/2xxx2 x", None, 1),
        ("hex:size=3", "1x1/1x1/3 x", None, 1),
    ],
)
def test_an_immediate_win_is_found(name: str, position: str, best: str | None, plies: int):
    game = load(name)
    found = Engine(game).best(game.position(position), Limits(depth=4))
    assert found.score == Win(plies)
    assert best is None or found.move.text == best
    after = game.position(position).play(found.move)
    assert after.outcome and after.outcome.winner == "first"


def test_a_threat_is_blocked():
    game = load("tic-tac-toe")
    assert Engine(game).best(game.position("x2/1o1/x2 o"), Limits(depth=6)).move.text == "a2"


@pytest.mark.parametrize("game_id", ids())
def test_the_move_is_legal_at_every_limit(game_id: str):
    game = load(game_id)
    position = game.start()
    for limits in (Limits(seconds=0), Limits(nodes=1), Limits(depth=1), Limits(nodes=500)):
        best = Engine(game, megabytes=1).best(position, limits)
        assert best.move in position.legal_moves
        assert best.continuation[0] == best.move


@pytest.mark.parametrize("name", ["tic-tackle", "kalah", "draughts", "pentago", "hex:size=5", "amazons/6x6"])
def test_the_same_nodes_give_the_same_move(name: str):
    game = load(name)
    first, second = (Engine(game).best(game.start(), Limits(nodes=20_000)) for _ in range(2))
    assert (first.move, first.score, first.continuation, first.nodes) == (
        second.move, second.score, second.continuation, second.nodes,
    )  # fmt: skip


def test_the_principal_variation_is_legal():
    game = load("coyote")
    best = Engine(game).best(game.start(), Limits(nodes=30_000))
    position = game.start()
    for move in best.continuation:
        position = position.play(move)


@pytest.mark.parametrize("name", ["tic-tackle", "tapatan", "tonkin", "alquerque", "fetaix"])
def test_the_engine_makes_progress_against_a_random_player(name: str):
    """Moving to and fro without a plan is the classic failure of a search without progress."""
    game = load(name)
    engine = Engine(game)
    for number in range(4):
        mine = ("first", "second")[number % 2]
        position = game.start()
        while not position.is_over:
            if position.mover == mine:
                position = position.play(engine.best(position, Limits(nodes=4000)).move)
            else:
                position = position.play(
                    position.legal_moves[(7 * position.ply + number) % len(position.legal_moves)]
                )
        assert position.outcome and position.outcome.winner == mine
        assert position.ply <= 120
