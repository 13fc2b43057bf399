"""MCTS: legal moves, the same result for the same seed, and correct proofs."""

from math import exp, inf, nan
from typing import Any

import pytest

from ludoteca.engine import Draw, Engine, Estimate, Limits, Loss, MctsEngine, MctsOptions, SearchResult, Win
from ludoteca.engine.mcts import mcts_options_for
from ludoteca.games import Move, Position, ids, load
from ludoteca.kernel import MctsSearcher, Searcher
from ludoteca.kernel.results import RootChild
from ludoteca.play.players import parse_player

VARIANTS = {
    "to the end": MctsOptions(),
    "with evaluation": MctsOptions(
        eval_weight=0.3, rollout_cutoff=3, rave_bias=0.001, amaf_prior=10, expand_after=1
    ),
    "with priors": MctsOptions(prior_weight=1.0, rollout_cutoff=0, quiescence=True, expand_after=2),
    "mixed": MctsOptions(
        eval_weight=0.3, prior_weight=0.5, rollout_cutoff=2, rollout_weight=0.5, expand_after=1
    ),
}
EVALUATED = MctsOptions(eval_weight=0.5, prior_weight=1.0, rollout_cutoff=0, quiescence=True, expand_after=1)
SCALE = 250


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


@pytest.mark.parametrize(
    "name",
    [
        "tic-tackle",
        "kalah",
        "draughts",
        "pentago",
        "hex:size=5",
        "amazons/6x6",
        "othello",
        "breakthrough",
        "gomoku",
    ],
)
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
@pytest.mark.parametrize("variant", [None, *VARIANTS])
def test_proofs_agree_with_exhaustive_search(name: str, variant: str | None):
    game = load(name)
    options = VARIANTS[variant] if variant else None
    position, proved = game.start(), 0
    while not position.is_over:
        score = MctsEngine(game, options=options, seed=position.ply).best(position, Limits(nodes=3000)).score
        if not isinstance(score, Estimate):
            proved += 1
            truth = Engine(game).best(position, Limits(depth=60)).score
            assert type(score) is type(truth), (position.text, score, truth)
        position = position.play(position.legal_moves[(7 * position.ply + 3) % len(position.legal_moves)])
    assert proved


def children_after(
    position: Position, playouts: int, options: MctsOptions, only: Move | None = None
) -> list[RootChild]:
    """The root's children after some playouts, in the order of the actions."""
    searcher = MctsSearcher(position.game.rules, 1)
    searcher.begin(position.snapshot, 1, options)
    if only:
        searcher.restrict([only.actions])
    searcher.simulate(playouts)
    return searcher.root_children()


def visited(position: Position, playouts: int, options: MctsOptions) -> str:
    """The move whose root action has most visits."""
    child = max(children_after(position, playouts, options), key=lambda child: child.visits)
    return next(move.text for move in position.legal_moves if move.actions[0] == child.action)


def static_chance(position: Position, side: str) -> float:
    """The winning probability of a side, by the static evaluation."""
    units = Searcher(position.game.rules, 0).evaluate(position.snapshot)
    chance = 1 / (1 + exp(-units / SCALE))
    return chance if position.mover == side else 1 - chance


@pytest.mark.parametrize(
    ("name", "position", "best"),
    [
        ("othello", "8/8/8/2oxx3/2ooo3/1o3o2/8/8 x", None),
        ("breakthrough", "oooooooo/oooooo1o/8/6o1/5x2/8/xxxxx1xx/xxxxxxxx x", "f4xg5"),
        ("lines-of-action", None, None),
        ("kalah", None, None),
        ("draughts/english", None, None),
    ],
)
def test_the_child_with_the_best_evaluation_is_visited_first(
    name: str, position: str | None, best: str | None
):
    game = load(name)
    place = game.position(position) if position else game.start()
    found = children_after(place, 1, EVALUATED)
    after = {move.actions[0]: place.play(move) for move in place.legal_moves}
    chances = [static_chance(after[child.action], place.mover) for child in found]
    first = next(i for i, child in enumerate(found) if child.visits)
    assert chances[first] == pytest.approx(max(chances))
    for child, chance in zip(found, chances, strict=True):
        assert child.visits or child.eval == pytest.approx(chance, abs=1e-5)
    assert best is None or visited(place, 1, EVALUATED) == best


def test_priors_alone_guide_the_visits():
    position = load("breakthrough").position("oooooooo/oooooo1o/8/6o1/5x2/8/xxxxx1xx/xxxxxxxx x")
    flat, sharp = (
        children_after(position, 200, EVALUATED._replace(eval_weight=0, prior_sharpness=sharpness))
        for sharpness in (0.0, 4.0)
    )
    assert visited(position, 200, EVALUATED._replace(eval_weight=0)) == "f4xg5"
    assert max(child.visits for child in sharp) > max(child.visits for child in flat)
    assert sum(child.visits for child in sharp) == sum(child.visits for child in flat) == 200


def test_a_cut_off_is_evaluated_by_a_quiescence_search():
    """A pawn takes a defended pawn: the reply takes it back."""
    position = load("breakthrough").position("oooooooo/ooooo2o/5o2/6o1/5x2/8/xxxxx1xx/xxxxxxxx x")
    move = position.find("f4xg5")
    chance = static_chance(position.play(move), position.mover)
    static, quiet = (
        max(
            children_after(position, 1, EVALUATED._replace(quiescence=quiescence), only=move),
            key=lambda child: child.visits,
        )
        for quiescence in (False, True)
    )
    assert static.visits == quiet.visits == 1
    assert static.mean == pytest.approx(chance, abs=1e-5)
    assert quiet.mean < chance - 0.05
    assert quiet.mean == pytest.approx(quiet.eval, abs=1e-5)


@pytest.mark.parametrize("name", ["amazons/6x6", "pentago"])
def test_nothing_is_evaluated_in_the_middle_of_a_move(name: str):
    position = load(name).start()
    units = Searcher(position.game.rules, 0).evaluate(position.snapshot)
    searcher = MctsSearcher(position.game.rules, 1)
    searcher.begin(position.snapshot, 1, EVALUATED)
    here = pytest.approx(1 / (1 + exp(-units / SCALE)), abs=1e-5)
    assert all(child.eval == here for child in searcher.root_children())
    searcher.simulate(1)
    move = max(searcher.root_children(), key=lambda child: child.visits)
    chances = [
        static_chance(position.play(one), position.mover)
        for one in position.legal_moves
        if one.actions[0] == move.action
    ]
    assert move.visits == 1
    assert min(chances) - 1e-5 <= move.eval <= max(chances) + 1e-5
    assert move.mean == pytest.approx(max(chances), abs=0.2)


def test_a_rollout_is_mixed_with_its_evaluation():
    position = load("othello").start()
    options = EVALUATED._replace(quiescence=False)
    evaluated, mixed, played = (
        max(
            children_after(position, 1, options._replace(rollout_weight=weight)),
            key=lambda child: child.visits,
        )
        for weight in (0.0, 0.25, 1.0)
    )
    assert played.mean in (0, 0.5, 1)
    assert any(
        mixed.mean == pytest.approx(0.75 * evaluated.mean + 0.25 * result, abs=1e-5) for result in (0, 0.5, 1)
    )


def test_connection_games_have_neither_priors_nor_cut_offs():
    for name in ("hex", "y", "havannah"):
        options = mcts_options_for(load(name))
        assert (options.prior_weight, options.eval_weight, options.rollout_cutoff) == (0, 0, -1)
    assert mcts_options_for(load("othello")).prior_weight > 0


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("exploration", -0.1), ("exploration", nan), ("rave_bias", inf), ("eval_weight", 1.5),
        ("eval_scale", 0), ("eval_scale", -250.0), ("prior_weight", -1), ("prior_weight", nan),
        ("prior_sharpness", -1), ("prior_sharpness", 1e9), ("rollout_cutoff", -2), ("rollout_cutoff", 2**40),
        ("rollout_weight", -0.5), ("rollout_weight", 1.01), ("expand_after", 0), ("amaf_prior", -1),
        ("connection_visits", -1),
    ],
)  # fmt: skip
def test_options_out_of_range_are_refused(name: str, value: Any):
    game = load("othello")
    engine = MctsEngine(game, 1, MctsOptions()._replace(**{name: value}))
    with pytest.raises(ValueError, match=f"{name} must be from"):
        engine.best(game.start(), Limits(nodes=1))


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
