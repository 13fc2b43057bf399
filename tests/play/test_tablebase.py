"""Tablebases: the engine and reviews use the proved values."""

import pytest

from ludoteca.engine import Draw, Engine, Limits, Win
from ludoteca.games import load
from ludoteca.play.analysis import Analyser
from ludoteca.play.players import EnginePlayer, parse_player
from ludoteca.play.record import Record
from ludoteca.play.tablebase import tablebase_of
from ludoteca.solver import Task, table_for, tables_folder


@pytest.fixture(scope="module", autouse=True)
def own_folder(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUDOTECA_DATA", str(tmp_path_factory.mktemp("data")))
        yield


def made(name):
    game = load(name)
    return game, table_for(game.start(), Task(game.start(), folder=tables_folder()))


def test_there_is_no_tablebase_without_a_table():
    assert tablebase_of(load("shisima")) is None


@pytest.mark.parametrize(("name", "score"), [("three-mens-morris", Win(9)), ("tapatan", Draw(1))])
def test_the_engine_probes_the_tablebase(name, score):
    game, _ = made(name)
    engine = Engine(game, tablebase=tablebase_of(game))
    best = engine.best(game.start(), Limits(nodes=1000))
    assert best.score == score
    assert best.nodes < 100


def test_the_engine_agrees_with_the_table_throughout_a_game():
    game, table = made("achi")
    engine = Engine(game, tablebase=tablebase_of(game))
    position = game.start()
    for turn in range(14):
        if position.is_over:
            break
        value, best = table.value(position), engine.best(position, Limits(nodes=1000))
        assert value is not None
        assert type(best.score).__name__.lower() == value.kind
        if value.plies is not None:
            assert best.score.plies == value.plies  # type: ignore[union-attr]
        position = position.play(position.legal_moves[turn % len(position.legal_moves)])


def test_a_review_reports_a_missed_win():
    made("three-mens-morris")
    text = '[Game "three-mens-morris"]\n\n1. a1 b2 2. c3 *\n'
    analysis = Analyser(Record.read(text), Limits(nodes=1000)).run()
    review = analysis.reviews[0]
    assert review is not None
    assert review.mark == "blunder"
    assert review.best.move.text == "b2"
    assert "misses-win" in [fault.kind for fault in review.faults]


def test_the_player_probes_tablebases_on_request():
    game, _ = made("three-mens-morris")
    known = {}
    for said in ("yes", "no"):
        player = parse_player(f"engine:nodes=300,tables={said}").make(1)
        assert isinstance(player, EnginePlayer)
        engine = player.engine(game)
        assert isinstance(engine, Engine)
        known[said] = engine.tablebase is not None
    assert known == {"yes": True, "no": False}
