"""The strength benchmark: matches, notations, stored games and published totals."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.versus import foreign, known, render, results
from benchmarks.versus.command import missing_player
from benchmarks.versus.foreign import Disagreement, Foreign
from benchmarks.versus.playing import Finished, beginning, key_of, play
from benchmarks.versus.rows import FOREIGN, PROGRAMS, Row, races, read, with_programs
from benchmarks.versus.signature import signature
from benchmarks.versus.translation import EASYAI, OPENSPIEL, our_rows
from ludoteca.games import load
from ludoteca.tournament.balance import BALANCED, BalanceMeter
from tests.accept import SIGNATURE

ROW = Row("random tapatan", "random", "tapatan", "engine:nodes=500", "random", games=4, opening=0, wanted=100)


def test_every_match_can_be_played_and_has_a_target():
    for row in read():
        load(row.game)
        assert row.wanted is not None or row.losses is not None, row.id
        commands = dict.fromkeys(PROGRAMS, "true")
        assert "{" not in with_programs(row.a, commands) + with_programs(row.b, commands), row.id
        assert row.openings in ("any", "even"), row.id
        if row.b in FOREIGN:
            assert row.game in {"openspiel": OPENSPIEL, "easyai": EASYAI}[FOREIGN[row.b]], row.id
    assert {row.opponent for row in read()} >= {"openspiel-mcts", "easyai", "classics", "engine-time"}
    for race in races():
        load(race.game)


def test_another_time_applies_to_players_without_one():
    paces = {row.opponent: row.a for row in read(0.05)}
    assert paces["easyai"] == "engine:seconds=0.05"
    assert paces["engine-time"] == "engine:seconds=1"


# -- notations of other programs --------------------------------------------------------------------------

# From OpenSpiel 2.0.2: the action for our move, and its name.
SPOKEN = [
    ("connect-four", "d1", (3,)),  # x3
    ("othello", "d3", (19,)),  # d3
    ("othello", "pass", (64,)),
    ("hex", "k11", (120,)),  # k11
    ("breakthrough", "a2-a3", (98,)),  # a7a6
    ("breakthrough", "h2-g3", (180,)),  # h7g6
    ("breakthrough", "a7-b6", (586,)),  # a2b3
    ("breakthrough", "d4xe5", (329,)),  # d5e4*
    ("pentago/after-rotation", "a6/1-", (0,)),  # a1s
    ("pentago/after-rotation", "f1/3+", (287,)),  # f6z
    ("amazons", "a4-a5/a4", (60, 50, 60)),  # From (7, 1), …
]


@pytest.mark.parametrize(("game", "move", "words"), SPOKEN)
def test_a_move_as_openspiel_actions(game: str, move: str, words: tuple[int, ...]):
    assert OPENSPIEL[game].move(move) == words


@pytest.mark.parametrize("name", OPENSPIEL)
def test_distinct_moves_have_distinct_actions(name: str):
    position = load(name).start()
    assert len({OPENSPIEL[name].move(move.text) for move in position.legal_moves}) == len(
        position.legal_moves
    )


def test_boards_are_parsed():
    drawn = "Black (x) to play:\n  a b c d e f g h  \n"
    empty = [f"{row} - - - - - - - - {row}" for row in (1, 2, 3, 6, 7, 8)]
    middle = ["4 - - - o x - - - 4", "5 - - - x o - - - 5"]
    drawn += "\n".join([*empty[:3], *middle, *empty[3:]]) + "\n  a b c d e f g h  "
    assert OPENSPIEL["othello"].rows(drawn) == our_rows(load("othello").start())
    hexes = "\n".join(" " * row + "y . o " + ". " * 8 for row in range(11))
    assert OPENSPIEL["hex"].rows(hexes) == ["x.o" + "." * 8] * 11


CHILD = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    board = "\\n".join(["......."] * 6)
    moves = [[0], [1], [2], [3], [4], [5]] + {more}
    answer = {{"moves": moves, "board": board, "over": False, "winner": None, "mover": {mover}}}
    print(json.dumps(answer if asked["do"] == "look" else {{}}), flush=True)
"""


def agree(folder: Path, monkeypatch: pytest.MonkeyPatch, more: str, mover: int) -> int:
    script = folder / "child.py"
    script.write_text(CHILD.format(more=more, mover=mover))
    monkeypatch.setitem(foreign.SCRIPTS, "openspiel", script)
    with Foreign(sys.executable, "openspiel", OPENSPIEL["connect-four"], seed=1) as other:
        return len(other.agree(load("connect-four").start()))


def test_agreeing_programs_continue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert agree(tmp_path, monkeypatch, "[[6]]", 0) == 7


@pytest.mark.parametrize(
    ("more", "mover", "complaint"),
    [("[]", 0, "only here"), ("[[6], [7]]", 0, "only there"), ("[[6]]", 1, "mover")],
)
def test_disagreeing_programs_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: str, mover: int, complaint: str
):
    with pytest.raises(Disagreement, match=complaint):
        agree(tmp_path, monkeypatch, more, mover)


# -- games ------------------------------------------------------------------------------------------------


def test_every_opening_is_played_from_both_sides():
    row = replace(ROW, game="tonkin", opening=4)
    game = load("tonkin")
    begun = [beginning(row, game, number) for number in range(4)]
    assert [side for _, _, side in begun] == ["first", "second"] * 2
    assert begun[0][1] == begun[1][1] != begun[2][1]
    assert len(begun[0][1]) == 4


def test_a_match_can_use_balanced_openings():
    usual = replace(ROW, game="gomoku", opening=4)
    even = replace(usual, openings="even")
    game = load("gomoku")
    begun = [beginning(even, game, number)[1] for number in range(4)]
    assert begun[0] == begun[1] != begun[2] == begun[3]
    assert begun != [beginning(usual, game, number)[1] for number in range(4)]
    assert all(BalanceMeter(game).imbalance(game.start().play_all(opening)) <= BALANCED for opening in begun)
    assert key_of(even) != key_of(usual)


def test_a_game_is_played_and_timed():
    done = play(ROW, 1, "x", "")
    assert (done.side, done.number, done.signature) == ("second", 1, "x")
    assert done.result in ("win", "draw", "loss")
    assert sum(done.choices) == len(done.moves)
    assert all(seconds >= 0 for seconds in done.seconds)
    load("tapatan").position(done.position).play_all(done.moves)


def test_a_game_that_is_too_long_is_a_draw():
    done = play(replace(ROW, a="random", within=1), 0, "x", "")
    assert (done.result, done.reason, len(done.moves)) == ("draw", "too long", 2)


def test_positions_that_are_not_lost_are_played():
    row = replace(ROW, positions="tapatan", b="table")
    done = play(row, 3, "x", "")
    assert done.position == known.not_lost("tapatan")[3]
    assert done.side == load("tapatan").position(done.position).mover


@pytest.mark.parametrize("number", range(6))
def test_the_perfect_player_never_loses_from_drawn_positions(number: int):
    position = load("tapatan").position(known.not_lost("tapatan")[number])
    side, perfect = position.mover, known.Perfect("tapatan", number)
    while not position.is_over and position.ply < 200:
        moves = position.legal_moves
        move = perfect.choose(position) if position.mover == side else moves[position.ply % len(moves)]
        position = position.play(move)
    assert position.outcome is None or position.outcome.winner in (side, None)


def test_another_program_plays_behind_a_protocol():
    """This version drives itself, as it drives an older one."""
    row = replace(ROW, a="engine:nodes=50", b='ugi:command="{baseline}",nodes=50')
    done = play(row, 0, "x", "", {"baseline": sys.executable})
    assert done.players == key_of(row)
    assert "{baseline}" in done.players, "no path of this machine is stored"
    assert sum(done.choices) == len(done.moves)


def test_a_program_that_is_not_named_is_left_out():
    row = replace(ROW, b='ugi:command="{grhino}",seconds=1')
    assert "grhino" in missing_player(row, {})
    assert missing_player(row, {"grhino": "true"}) == ""


# -- stored games and totals ------------------------------------------------------------------------------


def finished(number: int, result: str, signature: str = "x") -> Finished:
    done = play(replace(ROW, a="random", within=1), number, signature, "")
    return replace(done, result=result, players=key_of(ROW), seconds=[1.0, 3.0], choices=[2, 1])


def test_a_run_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(results, "GAMES", tmp_path / "games")
    assert results.kept(ROW, "x") == []
    for done in (finished(2, "win"), finished(0, "loss"), finished(1, "win", "another engine")):
        results.keep(ROW, done)
    assert [done.number for done in results.kept(ROW, "x")] == [0, 2]
    assert results.kept(replace(ROW, b="alphabeta"), "x") == []


def test_a_match_has_the_signature_of_its_game():
    numbers = dict(line.split() for line in SIGNATURE.read_text("utf-8").splitlines())
    assert signature("tapatan") == numbers["tapatan"]
    assert signature("hex:size=7") == signature("hex") == numbers["hex"]
    assert signature("pentago/after-rotation") == numbers["pentago"]


def test_totals_include_the_target():
    done = [finished(0, "win"), finished(1, "win"), finished(2, "draw"), finished(3, "loss")]
    found = results.summary(ROW, done, "x")
    assert (found.whole, found.points, found.holds) == ("2-1-1", 62.5, False)
    assert (found.our_seconds, found.their_seconds) == (0.5, 3.0)
    assert results.summary(replace(ROW, wanted=60), done, "x").holds
    assert not results.summary(replace(ROW, wanted=60, losses=0), done, "x").holds


def test_the_page_shows_played_and_missing_matches():
    done = results.summary(ROW, [finished(0, "loss")], "x")
    known_sums = {"machine": {}, "rows": {ROW.id: vars(done)}, "races": {}}
    page = render.tables(known_sums, [ROW, replace(ROW, id="random tonkin", game="tonkin")], [])
    assert "| 0-0-1 | 0 % (0 to 88.5) | 100 % | MISSED |" in page
    assert "Not played yet: tonkin." in page
    assert "Not measured yet." in page
