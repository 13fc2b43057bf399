"""How a game ended, in one or two sentences."""

import pytest

from ludoteca.games import Outcome, load
from ludoteca.messages import LANGUAGES
from ludoteca.play.endings import final_score, headline
from tests.games.catalogue import names, opened
from tests.games.random_games import random_games


def over(game, position, move=""):
    found = load(game).position(position)
    return found.play(move) if move else found


ENDS = {
    "line": ("gomoku:size=6", "6/6/6/6/6/xxxx2 x", "e1"),
    "count": ("othello", "8/8/8/8/8/8/8/xx6 o", ""),
    "seeds": ("kalah", "1,0,0,0,0,0/0,0,0,0,0,1 x stores=40,6", "6"),
    "tie": ("kalah", "0,0,0,0,0,0/0,0,0,0,0,0 x stores=24,24", ""),
    "dogs": ("adugo", "ooooo/oooo1/5/5/2x2/1o1/3 x", "c1xg2"),
    "stuck": ("adugo", "ooooo/o4/5/5/2o2/o2/xoo x", ""),
    "three sides": ("y:size=3", "x/x1/x2 o", ""),
    "corners": ("havannah:size=3", "xx1/4/5/4/3 x", "c1"),
    "fork": ("havannah:size=4", "1o2/ooooo/6/7/6/5/4 x", ""),
    "ring": ("havannah:size=3", "3/1xx1/1x1x1/1x2/3 x", "c4"),
    "off the board": ("dodgem", "2x/3/1oo x", "c3-off"),
    "full": ("tic-tac-toe", "xox/xoo/oxx o", ""),
}


@pytest.mark.parametrize(
    ("end", "lang", "you", "said"),
    [
        ("line", "en", "first", "You win! Five in a row."),
        ("line", "en", "second", "You lose. Five in a row."),
        ("line", "en", "", "Black wins. Five in a row."),
        ("line", "pt-BR", "first", "Você venceu! Cinco em linha."),
        ("line", "pt-BR", "", "Vitória das Pretas. Cinco em linha."),
        ("line", "es", "first", "¡Ganaste! Cinco en línea."),
        ("count", "en", "first", "You win 2–0!"),
        ("seeds", "pt-BR", "first", "Você venceu por 41 a 7!"),
        ("seeds", "es", "second", "Perdiste por 41 a 7."),
        ("tie", "en", "first", "Draw, 24–24."),
        ("dogs", "en", "first", "You win! Five dogs captured."),
        ("dogs", "pt-BR", "second", "Você perdeu. Captura de cinco cachorros."),
        ("stuck", "en", "", "Dogs win. The opponent cannot move."),
        ("stuck", "en", "first", "You lose. You cannot move."),
        ("three sides", "en", "first", "You win! Three sides connected."),
        ("three sides", "pt-BR", "", "Vitória das Brancas. Três lados ligados."),
        ("corners", "es", "first", "¡Ganaste! Dos esquinas conectadas."),
        ("fork", "en", "", "Black wins. Three sides connected."),
        ("ring", "pt-BR", "first", "Você venceu! Um anel fechado."),
        ("ring", "en", "second", "You lose. A closed ring."),
        ("off the board", "en", "first", "You win! All your pieces are off the board."),
        ("off the board", "es", "second", "Perdiste. Todas sus piezas están fuera del tablero."),
        ("full", "es", "first", "Empate: tablero lleno."),
    ],
)
def test_headlines(end, lang, you, said):
    position = over(*ENDS[end])
    assert headline(lang, position, position.outcome, {}, you) == said


def test_a_name_instead_of_the_side():
    position = over(*ENDS["seeds"])
    assert headline("en", position, position.outcome, {"first": "Ana"}) == "Ana wins 41–7."
    assert final_score(position, position.outcome) == (41, 7)


def test_ends_that_the_board_does_not_show():
    start = load("kalah").start()
    resigned = Outcome("second", "resignation")
    assert headline("en", start, resigned, {}, "first") == "You lose. You resigned."
    assert headline("en", start, resigned, {"second": "Ana"}) == "Ana wins. The opponent resigned."
    assert (
        headline("en", start, Outcome("first", "time"), {}, "first")
        == "You win! The opponent ran out of time."
    )
    assert headline("en", start, Outcome(None, "agreement")) == "Draw: agreement."


@pytest.mark.parametrize("name", names())
def test_every_end_of_random_games_has_a_headline(name):
    for walk in random_games(opened(name)):
        position = walk[-1]
        if not position.outcome:
            continue
        for lang in LANGUAGES:
            for you in ("", "first", "second"):
                said = headline(lang, position, position.outcome, {}, you)
                assert "{" not in said and said[-1] in ".!" and ".." not in said
