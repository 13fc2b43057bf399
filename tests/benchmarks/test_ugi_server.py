"""Other programs as UGI engines: the protocol, the notations, and another version of Ludoteca as a player."""

import shlex
import sys
from pathlib import Path

import pytest

from benchmarks.versus.fairy_stockfish import PASSES, VARIANTS
from benchmarks.versus.ugi_server import read_limits, read_position
from ludoteca.games import load
from ludoteca.play.players import parse_player

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "versus" / "older_version.py"


def test_a_position_is_read():
    assert read_position(["startpos"]) == ("", ())
    assert read_position(["startpos", "moves", "a1", "b2"]) == ("", ("a1", "b2"))
    assert read_position(["fen", "xo/2", "x", "moves", "a1"]) == ("xo/2 x", ("a1",))


def test_limits_are_read():
    assert read_limits(["movetime", "500"]) == {"seconds": 0.5}
    assert read_limits(["nodes", "100", "depth", "3"]) == {"nodes": 100, "depth": 3}


@pytest.mark.parametrize(
    ("game", "ours", "theirs"),
    [
        ("breakthrough", "a2xb3", "a2b3"),
        ("clobber", "a1xa2", "a6a5"),
        ("ataxx", "b2", "P@b2"),
        ("ataxx", "a7-a5", "a7a5"),
        ("othello", "c4", "P@c5"),
        ("othello", "pass", "0000"),
        ("amazons", "d1-d7/g7", "d1d7,d7g7"),
    ],
)
def test_the_notation_of_fairy_stockfish(game: str, ours: str, theirs: str):
    assert VARIANTS[game].move(ours) == theirs


@pytest.mark.parametrize(
    ("game", "moves", "fen"),
    [
        ("breakthrough", "a2-a3", "pppppppp/pppppppp/8/8/8/P7/1PPPPPPP/PPPPPPPP b - - 0 1"),
        ("ataxx", "b6", "P5p/1P5/7/7/7/7/p5P b - - 0 1"),
        ("amazons", "", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1"),
    ],
)
def test_the_positions_of_fairy_stockfish(game: str, moves: str, fen: str):
    position = load(game).start()
    for text in moves.split():
        position = position.play(text)
    assert VARIANTS[game].fen(position.text) == fen


def test_a_pocket_has_a_piece_for_every_empty_cell():
    board, _, pocket = VARIANTS["othello"].fen(load("othello").start().text).partition("[")
    assert board == "8/8/8/3pP3/3Pp3/8/8/8"
    assert pocket == "P" * 60 + "p" * 60 + "] w - - 0 1"


def test_the_passes_of_fairy_stockfish():
    assert PASSES.match("a1a1")
    assert PASSES.match("0000")
    assert not PASSES.match("a1a2")


@pytest.mark.parametrize("name", list(VARIANTS))
def test_every_variant_is_a_game(name: str):
    legal = load(name).start().legal_moves
    assert len({VARIANTS[name].move(move.text) for move in legal}) == len(legal)


def test_another_version_plays():
    command = f"{shlex.quote(sys.executable)} {shlex.quote(str(SCRIPT))} --method search"
    game = load("tic-tac-toe")
    player = parse_player(f"ugi:command='{command}',nodes=2000").for_game(game, 1)
    position = game.start().play("a1").play("a2").play("b1").play("b2")
    try:
        assert player.choose(position).text == "c1"
    finally:
        player.close()  # type: ignore[attr-defined]
