"""Evaluations term by term: the parts add up to the kernel's number, on every game."""

from __future__ import annotations

import random
from importlib.resources import files

import pytest

from ludoteca.classics import evaluation_text
from ludoteca.classics.alignment import tactical_runs
from ludoteca.classics.evaluation_terms import explain
from ludoteca.classics.evaluators import EVALUATORS, default_evaluator, fitting
from ludoteca.classics.kernel_codes import Unfit
from ludoteca.classics.plans import plan_for, settings_of
from ludoteca.games import Game, Position, ids, load, loads
from ludoteca.kernel import FixedDepthSearch
from ludoteca.messages import LANGUAGES
from ludoteca.play.players import kinds, parse_player


def positions(game: Game, count: int = 4) -> list[Position]:
    """Unfinished positions of random games."""
    rng = random.Random(game.name)
    found: list[Position] = []
    while len(found) < count:
        position = game.start()
        for _ in range(rng.randrange(1, 16)):
            after = position.play(rng.choice(position.legal_moves))
            if after.is_over:
                break
            position = after
        found.append(position)
    return found


@pytest.mark.parametrize("called", ids())
def test_the_terms_add_up(called: str) -> None:
    game = load(called)
    for name in fitting(game):
        ahead = FixedDepthSearch(game.rules, plan_for(game, settings_of(evaluator=name)))
        for position in positions(game):
            report = explain(position, name)
            assert report.value == ahead.evaluate(position.snapshot)
            assert sum(term.value for term in report.terms) == pytest.approx(report.value)
            for term in report.terms:
                if term.cells:
                    assert sum(term.cells.values()) == pytest.approx(term.value)
            whole = {"conductance", "network"} & {term.name for term in report.terms}
            assert "rest" not in {term.name for term in report.terms}
            assert not whole or name == "hex-resistance" or game.network


@pytest.mark.parametrize("name", ["gomoku-2015", "pentago-2016", "kalah-2017", "hex-rows", "hex-2004"])
def test_evaluators_of_the_reports_are_explained_on_the_board(name: str) -> None:
    game = load(name.partition("-")[0])
    assert all(explain(position, name).is_on_board for position in positions(game))


def test_the_evaluation_is_that_of_the_side_to_move() -> None:
    position = load("kalah").start().play_all(["3", "6"])
    assert (position.mover, position.snapshot.pits[6]) == ("second", 2)
    report = explain(position)
    assert (report.side, report.value) == ("second", -2)


def test_a_run_of_three_with_two_open_ends() -> None:
    position = load("gomoku").start().play_all(["h8", "a1", "i8", "a3", "j8"])
    report = explain(position)
    three = next(term for term in report.terms if term.name == "run-open-3")
    worth = tactical_runs(position.game).run_open[3]
    assert (three.value, three.count, report.side) == (-worth, -1, "second")
    assert {position.game.board.cells[cell].name for cell in three.cells} == {"h8", "i8", "j8"}


# -- the default evaluator ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "called, name",
    [
        ("gomoku", "gomoku-2015"), ("pentago", "pentago-2016"), ("hex", "hex-2004"),
        ("hex:size=5", "hex-2004"),
        ("kalah", "kalah-2017"), ("oware", "kalah-2017"), ("tapatan", "terms"), ("othello", "terms"),
    ],
)  # fmt: skip
def test_the_default_evaluator_fits_the_structure_of_the_game(called: str, name: str) -> None:
    assert default_evaluator(load(called)) == name


def test_rules_that_nobody_has_seen_have_an_evaluator() -> None:
    """Chosen by the board and the ends alone: the id of the game says nothing."""
    text = files("ludoteca.games").joinpath("library/hex.toml").read_text("utf-8")
    game = loads(text, "never-seen")
    assert default_evaluator(game) == "hex-2004"


def test_a_report_s_evaluator_refuses_other_games() -> None:
    with pytest.raises(Unfit):
        explain(load("draughts").start(), "hex-2004")


@pytest.mark.parametrize("word", [word for word, kind in kinds().items() if "evaluator" in kind.options])
@pytest.mark.parametrize("called", ["hex:size=5", "draughts", "lines-of-action", "kalah"])
def test_no_player_is_blind(word: str, called: str) -> None:
    """Positions at the horizon differ for every player with an evaluator, unless it asks for none."""
    game = load(called)
    position = positions(game)[0]
    seeing = parse_player(f"{word}:depth=1,seed=1").for_game(game)
    assert seeing.evaluator if word == "breadth-first" else seeing.settings.evaluator  # type: ignore[attr-defined]
    blind = parse_player(f"{word}:depth=1,seed=1,evaluator=none").for_game(game)
    assert blind.search(position).score in (0, 1)  # type: ignore[attr-defined]
    named = parse_player(f"{word}:depth=1,seed=1,evaluator={default_evaluator(game)}").for_game(game)
    assert named.search(position).score == seeing.search(position).score  # type: ignore[attr-defined]


def test_a_player_that_is_not_prepared_is_as_in_its_report() -> None:
    """Experiments make players without a game, and name what they need."""
    player = parse_player("alphabeta:depth=2").make()
    assert player.settings.evaluator == ""  # type: ignore[attr-defined]


# -- words --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_term_has_words(lang: str) -> None:
    for called in ids():
        game = load(called)
        for name in fitting(game):
            assert evaluation_text.evaluator_about(lang, name) != name
            position = positions(game, 1)[0]
            for term in explain(position, name).terms:
                assert evaluation_text.label(lang, position, term) != term.name


def test_the_picture_has_the_numbers_of_the_cells() -> None:
    position = load("gomoku").start().play_all(["h8", "a1", "i8", "a3", "j8"])
    drawn = evaluation_text.svg(explain(position), position, "en")
    assert 'class="label" data-cell="h8"' in drawn


def test_numbers_have_signs() -> None:
    assert evaluation_text.signed(-12.5, "pt-BR") == "−12,5"
    assert (evaluation_text.signed(30, "en"), evaluation_text.signed(0, "en")) == ("+30", "0")
    assert evaluation_text.short(15625 / 3) == "+5208"
    assert evaluation_text.short(-500_000.0) == "−500k"


def test_every_evaluator_is_a_choice_of_the_players() -> None:
    for name in EVALUATORS:
        parse_player(f"minimax:evaluator={name}")
