"""Games, positions, moves, outcomes and records can be pickled and copied."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

import pytest

from ludoteca import Record
from ludoteca.games import Game, Position, load, loads
from ludoteca.games.library import LIBRARY_DIR
from ludoteca.games.networks import Network
from ludoteca.games.tuned import Tuned
from ludoteca.kernel import LIMITS, Searcher
from tests.walking import walked

T = TypeVar("T")
PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)
NAMES = (
    "tic-tackle", "hex:size=5", "kalah/empty-capture:pits=4,seeds=3", "amazons", "pentago",
    "nine-mens-morris", "draughts", "othello", "rastros", "connect-four",
)  # fmt: skip


def tuned_game() -> Game:
    """A game with weights and a network of its own."""
    bare = load("connect-four")
    units, kinds = LIMITS["units"], LIMITS["kinds of windows"]
    network = Network(bare.windows, (3,) * units, (5,) * units, bytes(sum(bare.windows) * kinds * units))
    name = next(iter(bare.weights))
    return Game(bare.spec, bare.file, Tuned({"weights": {name: bare.weights[name] + 7}}, network))


def text_game() -> Game:
    return loads((LIBRARY_DIR / "breakthrough.toml").read_text("utf-8"), "My Game", values={"size": 5})


def again(value: T, protocol: int = pickle.HIGHEST_PROTOCOL) -> T:
    copied: T = pickle.loads(pickle.dumps(value, protocol))
    return copied


GAMES = [*(load(name) for name in NAMES), text_game(), tuned_game()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name} {game.file}")
def test_games(game: Game):
    for protocol in PROTOCOLS:
        other = again(game, protocol)
        assert other == game and hash(other) == hash(game) and other is not game
        assert (other.name, other.rules_hash, other.title()) == (game.name, game.rules_hash, game.title())
        assert (other.weights, other.network) == (game.weights, game.network)
        assert other.perft(2).counts == game.perft(2).counts
    assert copy.copy(game) is game and copy.deepcopy(game) is game


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name} {game.file}")
def test_positions(game: Game):
    for plies in (0, 1, 7, 30):
        position = walked(game, plies, plies)
        for protocol in PROTOCOLS:
            other = again(position, protocol)
            assert other == position and hash(other) == hash(position)
            assert (
                other.snapshot.same(position.snapshot) and other.snapshot.history == position.snapshot.history
            )
            assert (other.last, other.ply, other.outcome) == (position.last, position.ply, position.outcome)
            assert other.legal_moves == position.legal_moves
        assert other.play(position.legal_moves[0]) == position.play(position.legal_moves[0])
        assert other.svg() == position.svg()
        assert copy.copy(position) is position and copy.deepcopy(position) is position


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name} {game.file}")
def test_a_finished_game_stays_finished(game: Game):
    position = game.start()
    while not position.is_over:
        position = position.after(position.any_move)
    other = again(position)
    assert other.outcome == position.outcome and other.snapshot.same(position.snapshot)
    assert again(position.outcome) == position.outcome == copy.deepcopy(position.outcome)


def test_a_repetition_is_still_counted():
    position = load("tic-tackle").start()
    for move in ("a1-a2", "a5-a4", "a2-a1", "a4-a5") * 2:
        assert not position.is_over
        position = again(position).play(move)
    assert position.outcome is not None and position.outcome.reason == "repetition"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name} {game.file}")
def test_moves(game: Game):
    for move in walked(game, 6, 2).legal_moves:
        for protocol in PROTOCOLS:
            other = again(move, protocol)
            assert other == move and hash(other) == hash(move)
        assert copy.copy(move) == move == copy.deepcopy(move)


def test_records():
    record = Record("hex:size=5", moves=(), comment="x")
    record = Record.read(record.text) if hasattr(record, "text") else record
    assert record.numbers == ()
    for protocol in PROTOCOLS:
        assert again(record, protocol) == record
    assert copy.copy(record) == record == copy.deepcopy(record)


def test_snapshots():
    snapshot = walked(load("draughts"), 10, 1).snapshot
    for protocol in PROTOCOLS:
        other = again(snapshot, protocol)
        assert other.same(snapshot) and other.history == snapshot.history and other.state == snapshot.state
    assert copy.copy(snapshot) is snapshot and copy.deepcopy(snapshot) is snapshot


def test_a_pickle_contains_the_rules_once():
    positions = [walked(load("hex:size=5"), plies, 1) for plies in (0, 1, 2)]
    shared = [Position(positions[0].game, position.snapshot) for position in positions]
    assert len(pickle.dumps(shared)) < 2 * len(pickle.dumps(shared[0]))
    one, two, three = again(shared)
    assert one.game is two.game is three.game


def test_a_pickled_game_searches_like_the_original():
    game = tuned_game()
    found = [_evaluated(one) for one in (game, again(game), load("connect-four"))]
    assert found[0] == found[1] != found[2]


def _evaluated(game: Game) -> int:
    return Searcher(game.rules, 1).evaluate(walked(game, 9, 3).snapshot)


def test_a_state_of_other_rules_is_refused():
    state = load("hex:size=5").start().snapshot.state
    with load("tic-tackle").worker() as worker:
        worker.restore(state)  # as many cells, and no pieces: a position of these rules too
    with load("kalah").worker() as worker, pytest.raises(ValueError, match="cells"):
        worker.restore(state)


def test_games_and_positions_cross_processes():
    positions = [walked(game, 5, 1) for game in GAMES]
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        assert list(pool.map(_played, positions)) == [_played(position) for position in positions]


def _played(position: Position) -> Position:
    return position.play(position.legal_moves[0])
