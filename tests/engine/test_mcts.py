"""MCTS: legal moves, the same result for the same seed, and correct proofs."""

import pytest

from ludoteca.engine import Draw, Engine, Estimate, Limits, Loss, MctsEngine, MctsOptions, SearchResult, Win
from ludoteca.games import ids, load
from ludoteca.kernel import MctsSearcher
from ludoteca.play.players import parse_player

VARIANTS = {
    "to the end": MctsOptions(),
    "with evaluation": MctsOptions(
        eval_weight=0.3, rollout_cutoff=3, rave_bias=0.001, amaf_prior=10, expand_after=1
    ),
}


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("game_id", ids())
def test_the_move_is_legal_in_every_game(game_id: str, variant: str):
    game = load(game_id)
    engine, position = MctsEngine(game, megabytes=1, options=VARIANTS[variant]), game.start()
    for limits in (Limits(seconds=0), Limits(nodes=1), Limits(nodes=7), Limits(nodes=30), Limits(nodes=60)):
        if position.is_over:
            break
        best = engine.best(position, limits)
        assert best.move in position.legal_moves
        assert best.continuation[0] == best.move
        position = position.play(best.move)


@pytest.mark.parametrize("name", ["tic-tackle", "kalah", "draughts", "pentago", "hex:size=5", "amazons/6x6"])
def test_the_same_seed_and_playouts_give_the_same_move(name: str):
    game = load(name)
    first, second = (MctsEngine(game, seed=3).best(game.start(), Limits(nodes=2000)) for _ in range(2))
    assert (first.move, first.score, first.continuation, first.nodes) == (
        second.move, second.score, second.continuation, second.nodes,
    )  # fmt: skip
    assert first.nodes == 2000 or not isinstance(first.score, Estimate)


@pytest.mark.parametrize(
    ("name", "position", "best", "plies"),
    [
        ("tic-tac-toe", "xx1/oo1/3 x", "c3", 1),
        ("tic-tackle", "2o2/o4/xxx1o/o2x1/x1o2 x", "d2-d3", 1),
        ("connect-four", "7/7/7/7/2oo3/2xxx2 x", None, 1),
        ("connect-four", "7/7/7/7/3o3/2xx3 x", None, 3),
        ("tic-tac-toe", "x2/1o1/2x o", None, None),
        ("hex:size=3", "1x1/1x1/3 x", None, 1),
        ("hex:size=4", "4/1x2/4/4 x", None, 3),
        ("y:size=4", "1/2/1x1/1o2 x", None, 3),
        ("havannah:size=4", "4/5/2xx2/2x1x2/3x2/5/4 x", "c5", 1),
        ("mnk:width=5,height=5,in-a-row=4", "5/5/1xx2/1oo2/5 x", None, 3),
        ("breakthrough:size=5", "5/1x3/5/4o/5 x", None, 1),
    ],
)
def test_a_forced_win_is_found_and_proved(name: str, position: str, best: str | None, plies: int | None):
    game = load(name)
    found = MctsEngine(game).best(game.position(position), Limits(nodes=60_000))
    if plies is None:
        assert isinstance(found.score, Draw)
        return
    assert isinstance(found.score, Win)
    assert found.score.plies >= plies
    assert found.score.plies == plies or plies > 1
    assert best is None or found.move.text == best
    # A proved win can be played out against the defence of the alpha-beta search.
    place, mover = game.position(position), game.position(position).mover
    for _ in range(40):
        if place.is_over:
            break
        thinker = MctsEngine(game) if place.mover == mover else Engine(game)
        place = place.play(thinker.best(place, Limits(nodes=60_000)).move)
    assert place.outcome and place.outcome.winner == mover


@pytest.mark.parametrize(
    "name",
    ["tic-tac-toe", "rastros", "rastros/centre", "kalah:pits=2,seeds=2", "kalah:pits=3,seeds=1",
     "hex:size=3", "y:size=4", "othello:size=4", "amazons/alquerque-5x5-one", "dodgem", "tapatan"],
)  # fmt: skip
def test_proofs_agree_with_exhaustive_search(name: str):
    game = load(name)
    position, proved = game.start(), 0
    while not position.is_over:
        score = MctsEngine(game, seed=position.ply).best(position, Limits(nodes=3000)).score
        if not isinstance(score, Estimate):
            proved += 1
            truth = Engine(game).best(position, Limits(depth=60)).score
            assert type(score) is type(truth), (position.text, score, truth)
        position = position.play(position.legal_moves[(7 * position.ply + 3) % len(position.legal_moves)])
    assert proved


def test_root_moves_can_be_restricted():
    game = load("tic-tac-toe")
    position = game.position("xx1/oo1/3 x")
    engine = MctsEngine(game)
    assert engine.best(position, Limits(nodes=500)).move.text == "c3"
    some = [move for move in position.legal_moves if move.text in ("a1", "b1")]
    best = engine.best(position, Limits(nodes=500), only=some)
    assert best.move in some
    assert isinstance(best.score, Loss)


@pytest.mark.parametrize("name", ["amazons/6x6", "pentago", "nine-mens-morris"])
def test_root_moves_of_several_stages_can_be_restricted(name: str):
    game = load(name)
    position = game.start()
    for number in (0, len(position.legal_moves) // 2, len(position.legal_moves) - 1):
        move = position.legal_moves[number]
        assert MctsEngine(game).best(position, Limits(nodes=100), only=[move]).move == move


def test_the_tree_stays_within_its_memory():
    game = load("gomoku")
    searcher = MctsSearcher(game.rules, megabytes=1)
    searcher.begin(game.start().snapshot, 1, MctsOptions(expand_after=1))
    searcher.simulate(6000)
    assert searcher.playouts == 6000
    assert searcher.capacity - 225 < searcher.nodes <= searcher.capacity
    assert searcher.capacity * 40 < 2**20


def test_progress_is_reported():
    game = load("hex:size=7")
    seen: list[SearchResult] = []
    best = MctsEngine(game).best(game.start(), Limits(nodes=9000), watch=seen.append)
    assert [one.nodes for one in seen] == [1000, 2000, 4000, 8000]
    assert best.nodes == 9000
    assert all(one.move in game.start().legal_moves for one in seen)


def test_a_finished_game_has_no_best_move():
    game = load("tic-tac-toe")
    with pytest.raises(ValueError, match="the game is over"):
        MctsEngine(game).best(game.position("xxx/oo1/3 o"))


def test_the_player_takes_its_limits():
    position = load("hex:size=5").start()
    for text in ("mcts:playouts=50,seed=4", "mcts:seconds=0.01", "mcts:playouts=20,seconds=5,megabytes=1"):
        assert parse_player(text).make().choose(position) in position.legal_moves
    assert parse_player("mcts:playouts=50").make(seed=4).choose(position) == parse_player(
        "mcts:playouts=50,seed=4"
    ).make().choose(position)
