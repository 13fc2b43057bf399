"""Endgame tables: all positions with few pieces, agreeing with forward search, and probed by the engine."""

import random
import threading

import pytest

from ludoteca.engine import Engine, Estimate, Limits, Win
from ludoteca.errors import BadTable, Unsolvable
from ludoteca.games import ids, load
from ludoteca.play.players import EnginePlayer, parse_player
from ludoteca.play.tablebase import tablebase_of
from ludoteca.protocols.search_host import SearchHost
from ludoteca.solver import EndgameTables, Task, endgame_tables, find_endgames, find_table, make_table, verify
from ludoteca.solver.retrograde.endgames import endgame_space, largest_endgame_space, why_no_endgames
from ludoteca.solver.retrograde.tables import NEW_TABLES_VARIABLE, Table, tables_folder

SMALL = ("draughts", 3), ("alquerque", 4), ("breakthrough/6x6", 3), ("fetaix", 2), ("felli", 5)


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path))


def made(name, pieces):
    game = load(name)
    return make_table(endgame_space(game, pieces), Task(game.start(), folder=tables_folder()))[0]


@pytest.mark.parametrize(("name", "pieces"), SMALL)
def test_a_table_satisfies_its_equations(name, pieces):
    table = made(name, pieces)
    verdict = verify(table, Task(table.game.start()))
    assert verdict.positions > 50
    assert verdict.wrong == 0


@pytest.mark.parametrize(("name", "pieces"), SMALL)
def test_short_wins_are_found_by_search_without_the_table(name, pieces):
    table, rng = made(name, pieces), random.Random(1)
    compared = 0
    for _ in range(60):
        position = table.space.position(rng.randrange(table.space.ranking.total))
        value = None if position.is_over else table.value(position)
        if value is None or value.plies is None or value.plies > 5:
            continue
        best = Engine(table.game).best(position, Limits(nodes=200_000))
        assert not isinstance(best.score, Estimate)
        assert (type(best.score).__name__.lower(), best.score.plies) == (value.kind, value.plies), position
        compared += 1
    assert compared >= 5


@pytest.mark.parametrize("name", ids())
def test_the_endgames_of_a_game_lead_only_to_each_other(name):
    game = load(name)
    try:
        space = largest_endgame_space(game, 100_000)
    except Unsolvable as problem:
        assert problem.texts("en")
        return
    assert why_no_endgames(game) is None
    assert space.indices <= 100_000
    for one, after in space.slices.successors.items():
        assert sum(one.counts) <= space.pieces
        assert after <= space.slices.successors.keys()


def test_endgames_that_cannot_be_tabulated_are_refused():
    for name, pieces, reason in (
        ("tapatan", 3, "no-captures"), ("draughts", 1, "few-pieces"), ("adugo", 4, "few-pieces"),
        ("kalah", 4, "sowing"),
    ):  # fmt: skip
        with pytest.raises(Unsolvable) as refused:
            endgame_space(load(name), pieces)
        assert [why for _, why, _ in refused.value.reasons] == [f"retrograde.{reason}"]


def test_the_table_with_the_most_pieces_is_found():
    game = load("draughts")
    assert find_endgames(game, tables_folder()) is None
    made("draughts", 2)
    made("draughts", 3)
    found = find_endgames(game, tables_folder())
    assert found is not None
    assert found.space.pieces == 3
    assert find_table(game.start(), tables_folder()) is None
    ending = found.space.position(1000)
    assert find_table(ending, tables_folder()) is not None
    assert tablebase_of(game) is not None


def test_a_table_of_a_wrong_number_of_pieces_is_refused():
    table = made("draughts", 2)
    renamed = table.path.read_bytes().replace(b'"pieces": 2', b'"pieces": 3')
    other = table.path.with_name("other.table")
    other.write_bytes(renamed)
    with pytest.raises(BadTable):
        Table(other)


def test_the_engine_wins_a_long_endgame_with_the_table():
    table = made("draughts", 3)
    rng = random.Random(4)
    longest = max(
        (table.space.position(rng.randrange(table.space.ranking.total)) for _ in range(400)),
        key=lambda one: ((value := table.value(one)) and value.kind == "win" and value.plies) or 0,
    )
    value = table.value(longest)
    assert value is not None
    assert value.plies > 10
    engine = Engine(table.game, tablebase=table.knowledge())
    best = engine.best(longest, Limits(nodes=2000))
    assert best.score == Win(value.plies)


def near_the_end():
    """Two kings against one, which does not lose at once."""
    return load("draughts").position("8/8/8/2O5/8/8/8/X5X1 x")


def test_a_table_is_made_in_the_background_when_few_pieces_are_left(monkeypatch):
    game = load("draughts")
    monkeypatch.setattr(endgame_tables, "largest_endgame_space", lambda game: endgame_space(game, 2))
    tables = EndgameTables(game)
    assert tables.tablebase(game.start()) is None
    tables.wait()
    assert not list(tables_folder().glob("*"))
    tables.tablebase(near_the_end())
    tables.wait()
    assert tables.tablebase(near_the_end()) is not None
    assert EndgameTables(game).tablebase(near_the_end()) is not None  # from the file


def test_a_server_makes_no_table_in_the_background(monkeypatch, tmp_path):
    monkeypatch.setenv(NEW_TABLES_VARIABLE, str(tmp_path / "new"))
    tables = EndgameTables(load("draughts"))
    before = threading.active_count()
    assert tables.tablebase(near_the_end()) is None
    assert threading.active_count() == before


def test_making_a_table_can_be_stopped():
    tables = EndgameTables(load("draughts"))
    assert tables.tablebase(near_the_end()) is None
    tables.stop()
    assert tables.tablebase(near_the_end()) is None


@pytest.mark.parametrize(
    ("options", "uses"), [("seconds=0.02", True), ("nodes=100", False), ("seconds=0.02,tables=no", False)]
)
def test_only_a_player_limited_by_time_uses_endgame_tables(options, uses):
    made("draughts", 3)
    player = parse_player(f"engine:{options}").make(1)
    assert isinstance(player, EnginePlayer)
    position = near_the_end()
    player.choose(position)
    engine = player.engine(position.game)
    assert isinstance(engine, Engine)
    assert (engine.tablebase is not None) is uses


@pytest.mark.parametrize(("limits", "uses"), [(Limits(seconds=0.02), True), (Limits(nodes=100), False)])
def test_protocols_use_endgame_tables_for_timed_searches(limits, uses):
    made("draughts", 3)
    position = near_the_end()
    host = SearchHost(position.game)
    host.choose(position, limits, lambda info: None)
    assert isinstance(host._engine, Engine)
    assert (host._engine.tablebase is not None) is uses
