"""Margins of sowing games with few seeds: exact, refused where they would not be, and probed."""

import random
import threading
from functools import cache
from itertools import combinations_with_replacement

import pytest

from ludoteca.engine import Engine, Estimate, Limits, Win
from ludoteca.engine.scores import win_chance
from ludoteca.games import Game, Position, load, loads
from ludoteca.kernel import MarginProver, MarginTable, Searcher
from ludoteca.kernel.constants import PROVED
from ludoteca.play.players import EnginePlayer, parse_player
from ludoteca.solver import EndgameTables, endgame_tables
from ludoteca.solver.endgame_tables import margins_of
from ludoteca.solver.proving.convergence import rules_without_counters
from ludoteca.solver.proving.margins import new_margin_table, why_no_margins, why_not_scored
from ludoteca.solver.retrograde.tables import NEW_TABLES_VARIABLE
from ludoteca.solver.symmetry import symmetry_of
from tests.oracle import Oracle, State

SOW = 'sow = "counter-clockwise", into-store = true'
SIDE_EMPTY = 'when = { side-empty = true }\nresult = "most seeds"'
NO_MOVE = 'when = "no move"\nresult = "most seeds"'
COUNTING = (
    f"[turn]\ndo = {{ {SOW}, take-counts = [2, 3], skip-origin = true, no-grand-slam = true, feed = true }}"
)
PASSING = f'[turn]\npass = "forced"\ndo = {{ {SOW}, again = true, take-opposite = "always" }}'
BOTH_STUCK = 'when = "no move for both"\nresult = "most seeds"'


def rules(turn: str, end: str, more: str = "", pits: int = 3) -> Game:
    """A sowing game of the workshop."""
    text = f'family = "capture"\n[board]\npits = {pits}\n[setup]\nseeds = 3\n{turn}\n[[end]]\n{end}\n{more}\n'
    return loads(text + '[text.en]\nname = "Sowing"\nsummary = "Sow."\ngoal = "Win."\nplay = ["Sow."]\n')


def per_side(game: Game) -> int:
    assert game.pits is not None
    return game.pits.per_side


GAMES = {
    "kalah": load("kalah:pits=3,seeds=3"),
    "empty-capture": load("kalah/empty-capture:pits=3,seeds=3"),
    "wide": load("kalah"),
    "counting": rules(COUNTING, NO_MOVE),
    "passing": rules(PASSING, BOTH_STUCK),
}
REFUSED = {
    "oware": load("oware"),
    "othello": load("othello"),
    "stored": rules(
        f"[turn]\ndo = {{ {SOW} }}", SIDE_EMPTY, '[[end]]\nwhen = { stored = 8 }\nresult = "most seeds"'
    ),
    "one side": rules(f"[turn]\ndo = {{ {SOW} }}", SIDE_EMPTY + '\nside = "first"'),
    "stuck": rules(f"[turn]\ndo = {{ {SOW} }}", BOTH_STUCK),
    "no progress": rules(f"[turn]\ndo = {{ {SOW} }}", SIDE_EMPTY, "[draw]\nno-progress = 20"),
}


def solved(game: Game, seeds: int) -> MarginTable:
    table = MarginTable(rules_without_counters(game), seeds)
    assert table.solve()
    return table


def distributions(pits: int, seeds: int) -> list[tuple[int, ...]]:
    """All distributions of a number of seeds over the pits."""
    return [tuple(map(laid.count, range(pits))) for laid in combinations_with_replacement(range(pits), seeds)]


def position_of(game: Game, laid: tuple[int, ...], mover: str, stores: tuple[int, int] = (0, 0)) -> Position:
    row = len(laid) // 2
    rows = [laid[:row], laid[row:]] if mover == "x" else [laid[row:], laid[:row]]
    south, north = (",".join(map(str, one)) for one in (rows[0], rows[1][::-1]))
    return game.position(f"{north}/{south} {mover} stores={stores[0]},{stores[1]}")


class Minimax:
    """The margin of every position, by the oracle's rules."""

    def __init__(self, game: Game) -> None:
        self.oracle = Oracle(game.spec)
        self.margin = cache(self._margin)

    def of(self, laid: tuple[int, ...], mover: int, stores: tuple[int, int]) -> int:
        row = len(laid) // 2
        rows = (laid[:row], laid[row:]) if mover == 0 else (laid[row:], laid[:row])
        lead = stores[mover] - stores[1 - mover]
        return lead + self.margin(rows, mover)

    def _margin(self, rows: tuple[tuple[int, ...], tuple[int, ...]], mover: int) -> int:
        """What the mover still gains."""
        before = State(
            self.oracle.start().cells, self.oracle.start().hands, rows, (0, 0), mover, seen=(object(),)
        )
        margins = []
        for text in self.oracle.moves(before):
            after = self.oracle.play(before, text)
            gained = after.stores[mover] - after.stores[1 - mover]
            rest = 0 if after.over else self.margin(after.pits, after.mover)
            margins.append(gained + (rest if after.mover == mover else -rest))
        return max(margins)


@pytest.mark.parametrize("name", GAMES)
def test_every_position_with_few_seeds_agrees_with_the_oracle(name: str):
    game, compared = GAMES[name], 0
    most = 3 if name == "wide" else 5
    table, minimax = solved(game, most), Minimax(game)
    for seeds in range(most + 1):
        for laid in distributions(2 * per_side(game), seeds):
            for mover in (0, 1):
                position = position_of(game, laid, "xo"[mover], (5, 3))
                if not position.is_over:
                    assert table.margin(position.snapshot) == minimax.of(laid, mover, (5, 3)), position
                    compared += 1
    assert compared > 100


@pytest.mark.parametrize("name", GAMES)
def test_random_positions_agree_with_the_oracle(name: str):
    game, rng = GAMES[name], random.Random(name)
    seeds = 5 if name == "wide" else 8
    table, minimax = solved(game, seeds), Minimax(game)
    for _ in range(12):
        laid = rng.choice(distributions(2 * per_side(game), seeds))
        position = position_of(game, laid, "o")
        if not position.is_over:
            assert table.margin(position.snapshot) == minimax.of(laid, 1, (0, 0)), position


@pytest.mark.parametrize("name", ["kalah", "kalah/empty-capture"])
def test_random_positions_agree_with_a_search_without_a_table(name: str):
    game, rng = load(name), random.Random(3)
    table = solved(game, 10)
    prover = MarginProver(rules_without_counters(game), symmetry_of(game).images, 1 << 24)
    for _ in range(100):
        laid = [rng.randrange(12) for _ in range(10)]
        position = position_of(game, tuple(map(laid.count, range(12))), rng.choice("xo"), (20, 18))
        margin = table.margin(position.snapshot)
        assert margin is not None
        if not position.is_over:
            prover.begin(position.snapshot)
            least, most = prover.prove(margin), prover.prove(margin + 1)
            assert least is not None and most is not None
            assert most <= margin <= least


def test_a_table_knows_how_many_seeds_it_has():
    game = load("kalah")
    table = new_margin_table(game)
    assert (table.seeds, table.positions) == (14, 9_657_700)
    assert table.margin(game.start().snapshot) is None
    assert new_margin_table(load("kalah:pits=10")).positions < 1 << 24


@pytest.mark.parametrize("name", REFUSED)
def test_games_decided_by_more_than_the_pits_are_refused(name: str):
    game = REFUSED[name]
    assert why_no_margins(game)
    assert EndgameTables(game).tablebase(game.start()) is None
    for fits in GAMES.values():
        assert why_no_margins(fits) is None


@pytest.mark.parametrize(("name", "proof"), [("stored", False), ("one side", False), ("no progress", True)])
def test_proofs_of_margins_need_the_same_except_for_counters(name: str, proof: bool):
    assert (why_not_scored(REFUSED[name]) is None) is proof


# -- the search -------------------------------------------------------------------------------------------


def near_the_end(game: Game, seeds: int, rng: random.Random) -> Position:
    """A position that is not over."""
    pits = 2 * per_side(game)
    while True:
        laid = [rng.randrange(pits) for _ in range(seeds)]
        held = 24 - seeds // 2 + rng.randrange(-2, 3)
        stores = (held, 48 - seeds - held)
        position = position_of(game, tuple(map(laid.count, range(pits))), rng.choice("xo"), stores)
        if not position.is_over:
            return position


def proved_score(searcher: Searcher, position: Position, most: int) -> tuple[int, bool]:
    """The score of the deepest search, and whether it is a proof."""
    searcher.clear_hash()
    searcher.begin(position.snapshot, 10**9)
    score = 0
    for depth in range(1, most):
        found = searcher.search(depth)
        assert found is not None
        score = found.score
        if abs(score) > PROVED or (found.proved and score == 0):
            return score, True
    return score, False


@pytest.mark.parametrize("disabled", [(), ("reductions", "pruning", "futility", "razoring")])
def test_searches_with_and_without_the_table_prove_the_same(disabled: tuple[str, ...]):
    game, rng = load("kalah"), random.Random(5)
    table = solved(game, 7)
    searchers = [Searcher(game.rules, 4) for _ in range(2)]
    searchers[1].set_tablebase(table)
    proofs = 0
    for _ in range(25):
        position = near_the_end(game, 9, rng)
        scores = []
        for searcher in searchers:
            searcher.disable(disabled)
            scores.append(proved_score(searcher, position, 14))
        (plain, is_plain), (probed, is_probed) = scores
        if is_plain:
            assert (plain > 0) - (plain < 0) == (probed > 0) - (probed < 0), position
            proofs += is_probed
    assert proofs > 5


def test_the_score_tells_the_winner_and_the_margin():
    game, rng = load("kalah"), random.Random(8)
    table = solved(game, 9)
    engine = Engine(game, tablebase=table)
    for _ in range(20):
        position = near_the_end(game, 9, rng)
        best = engine.best(position, Limits(depth=1))
        margin = table.margin(position.snapshot)
        assert margin is not None
        if not isinstance(best.score, Estimate):
            assert win_chance(best.score) == (1 if margin > 0 else 0 if margin < 0 else 0.5)
        elif margin:
            assert abs(best.score.units) == abs(margin) + 24_000 < PROVED
            assert win_chance(best.score) == (margin > 0) == (best.score.units > 0)
        else:
            assert best.score.units == 0


def test_a_shorter_win_is_still_found():
    """The score of a margin is a bound, so the search goes on to the end of the game."""
    game = load("kalah")
    position = game.position("0,0,0,0,0,1/0,0,0,0,1,1 x stores=25,20")
    plain = Engine(game).best(position, Limits(nodes=100_000))
    probed = Engine(game, tablebase=solved(game, 6)).best(position, Limits(nodes=100_000))
    assert isinstance(plain.score, Win)
    assert probed.score == plain.score


def test_a_game_that_may_be_cut_short_is_not_probed():
    """The table does not know the maximum length."""
    short = rules(f"[turn]\ndo = {{ {SOW} }}", SIDE_EMPTY, "[draw]\nlength = 8")
    assert why_no_margins(short) is None
    position = short.start()
    nodes = set()
    for table in (None, solved(short, 9)):
        searcher = Searcher(short.rules, 1)
        searcher.set_tablebase(table)
        searcher.begin(position.snapshot, 10**9)
        for depth in range(1, 8):
            found = searcher.search(depth)
        assert found is not None
        nodes.add((found.score, searcher.nodes))
    assert len(nodes) == 1


def test_a_table_is_probed_only_when_it_is_complete():
    game = load("kalah")
    table = MarginTable(rules_without_counters(game), 5)
    searcher = Searcher(game.rules, 1)
    with pytest.raises(ValueError, match="not complete"):
        searcher.set_tablebase(table)
    assert table.margin(position_of(game, (0,) * 11 + (1,), "x").snapshot) is None
    table.solve()
    searcher.set_tablebase(table)
    with pytest.raises(ValueError, match="other rules"):
        Searcher(load("oware").rules, 1).set_tablebase(table)


# -- in the background ------------------------------------------------------------------------------------


@pytest.fixture
def small(monkeypatch):
    """Small tables, of this test alone."""
    monkeypatch.setattr(
        endgame_tables, "new_margin_table", lambda game: MarginTable(rules_without_counters(game), 6)
    )
    margins_of.cache_clear()
    yield
    margins_of.cache_clear()


def test_a_table_is_made_in_the_background_and_shared(small):
    game = load("kalah")
    first, second = EndgameTables(game), EndgameTables(load("kalah"))
    first.tablebase(game.start())
    second.tablebase(game.start())
    first.wait()
    second.wait()
    assert first.tablebase(game.start()) is second.tablebase(game.start()) is margins_of(game)


def test_a_server_makes_no_table(small, monkeypatch, tmp_path):
    monkeypatch.setenv(NEW_TABLES_VARIABLE, str(tmp_path))
    before = threading.active_count()
    assert EndgameTables(load("kalah")).tablebase(load("kalah").start()) is None
    assert threading.active_count() == before


def test_solving_can_be_stopped_and_goes_on():
    game = load("kalah")
    table = MarginTable(rules_without_counters(game), 6)
    table.stop()
    assert not table.solve()
    assert table.solve()
    table.stop()  # too late
    assert table.margin(position_of(game, (0,) * 11 + (1,), "x").snapshot) == -1


def test_one_user_may_stop_while_another_one_waits(small):
    game = load("kalah")
    first, second = EndgameTables(game), EndgameTables(game)
    with endgame_tables._solving_margins:
        for tables in (first, second):
            tables.tablebase(game.start())
        first._stop.set()
        margins_of(game).stop()
    first.wait()
    second.wait()
    assert second.tablebase(game.start()) is not None


@pytest.mark.parametrize(
    ("options", "uses"), [("seconds=0.02", True), ("nodes=100", False), ("seconds=0.02,tables=no", False)]
)
def test_only_a_player_limited_by_time_uses_the_table(small, options: str, uses: bool):
    game = load("kalah")
    margins_of(game).solve()
    player = parse_player(f"engine:{options}").make(1)
    assert isinstance(player, EnginePlayer)
    player.choose(game.start())
    if player._endgames is not None:
        player._endgames.wait()
    player.choose(game.start())
    engine = player.engine(game)
    assert isinstance(engine, Engine)
    assert (engine.tablebase is not None) is uses


def test_threads_share_the_table():
    game, rng = load("kalah"), random.Random(2)
    engine = Engine(game, threads=3, tablebase=solved(game, 8))
    for _ in range(10):
        position = near_the_end(game, 10, rng)
        alone = Engine(game, tablebase=engine.tablebase).best(position, Limits(depth=8))
        together = engine.best(position, Limits(depth=8))
        assert (win_chance(alone.score) > 0.5) == (win_chance(together.score) > 0.5), position
