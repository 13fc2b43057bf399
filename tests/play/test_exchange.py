"""Export and import of records, and invalid files."""

from __future__ import annotations

import random
import re
from datetime import date
from io import BytesIO
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.errors import BadRecord, LudotecaError
from ludoteca.games import Outcome, ids, load
from ludoteca.play.exchange import FORMATS, LARGEST, CannotExport, export, formats_for, import_record
from ludoteca.play.exchange.pictures import MAX_FRAMES
from ludoteca.play.exchange.sgf import read_nodes
from ludoteca.play.record import IllegalRecord, Record, RecordedMove

SGF = ("gomoku", "gomoku/standard:size=19", "hex:size=7", "hex/swap:size=5", "amazons", "amazons/6x6")


def played(name: str, moves: int = 400, seed: int = 1, **headers: object) -> Record:
    """A random game."""
    game, dice = load(name), random.Random(seed)
    position, made = game.start(), list[RecordedMove]()
    while not position.is_over and len(made) < moves:
        move = dice.choice(position.legal_moves)
        made.append(RecordedMove(move.text, position.mover))
        position = position.play(move)
    record = Record(game.name, game.rules_hash, result=position.outcome, moves=tuple(made), **headers)  # type: ignore[arg-type]
    return record


def bare(sgf: bytes) -> str:
    """SGF as another program writes it, without our private properties."""
    return re.sub(r"L[GHPR]\[[^\]]*\]", "", sgf.decode())


# -- round trips --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", ids())
@pytest.mark.parametrize("name", ["text", "json"])
def test_our_own_formats_are_lossless(game_id, name):
    """In every game."""
    record = played(game_id, 30, first="Ana", second="Caio", date=date(2026, 11, 16))
    assert import_record(export(record, name)) == record


@pytest.mark.parametrize("name", SGF)
def test_our_sgf_is_lossless(name):
    record = played(
        name, 40, first="Ana [1]", second="back\\slash", comment="a ] b: c", date=date(2026, 11, 16)
    )
    assert import_record(export(record, "sgf")) == record


@pytest.mark.parametrize("name", SGF)
def test_sgf_of_other_programs_gives_the_same_moves(name):
    record = played(name, 20)
    again = import_record(bare(export(record, "sgf")))
    assert [one.move for one in again.moves] == [one.move for one in record.moves]
    assert load(again.game).board.cells == load(record.game).board.cells


@settings(max_examples=10, deadline=None)
@given(
    seed=st.integers(0, 10**6), moves=st.integers(0, 40), size=st.integers(5, 19), text=st.text(max_size=40)
)
def test_any_game_round_trips_through_sgf(seed, moves, size, text):
    simple = " ".join(text.split())
    record = played(f"gomoku:size={size}", moves, seed, first=simple, comment=text.strip().replace("\r", ""))
    again = import_record(export(record, "sgf"))
    assert (again.moves, again.result, again.game, again.first) == (
        record.moves, record.result, record.game, record.first,
    )  # fmt: skip


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 60), size=st.integers(5, 19))
def test_any_game_round_trips_through_piskvork(seed, moves, size):
    record = played(f"gomoku:size={size}", moves, seed, first="A", second="B")
    again = import_record(export(record, "piskvork"))
    assert (again.moves, again.game, again.first, again.second) == (record.moves, record.game, "A", "B")


def test_results_off_the_board():
    for reason in ("resignation", "time", "adjudication"):
        record = played("hex:size=7", 3)
        ended = Record(**{**record.__dict__, "result": Outcome("second", reason)})
        assert import_record(export(ended, "sgf")).result == ended.result


def test_start_positions():
    game = load("gomoku:size=5")
    start = game.position("5/5/2xo1/5/5 o")
    record = Record(game.name, game.rules_hash, position=start.text, moves=(RecordedMove("a1", "second"),))
    written = export(record, "sgf")
    assert b"AB[cc]AW[dc]PL[W]" in written
    assert import_record(written) == record
    other = import_record(bare(written))
    assert other.moves[0].move == "a1"
    with pytest.raises(BadRecord):
        export(record, "piskvork")


# -- files of other programs --------------------------------------------------------------------------


def test_a_file_with_branches_gives_its_main_line():
    record = import_record("(;GM[4]SZ[15];B[hh](;W[ii];B[hi])(;W[jj]))")
    assert [one.move for one in record.moves] == ["h8", "i7", "h7"]


def test_white_can_move_first():
    record = import_record("(;GM[4]SZ[15];W[hh];B[ii])")
    assert [one.by for one in record.moves] == ["first", "second"]


def test_the_example_of_the_specification():
    record = import_record("(;FF[4]GM[18];B[djddgd];W[addgad];B[gjehea])")
    assert record.game == "amazons"
    assert record.moves[0].move == "d1-d7/g7"


def test_both_ways_to_swap():
    pieces = import_record("(;GM[11]SZ[5];B[b4];W[swap-pieces];B[a1])")
    sides = import_record("(;GM[11]SZ[5];B[b4];W[swap-sides];W[a2];B[c5])")
    assert [one.move for one in pieces.moves] == ["b4", "swap", "a1"]
    assert [(one.move, one.by) for one in sides.moves] == [
        ("b4", "first"), ("swap", "second"), ("b1", "first"), ("e3", "second"),
    ]  # fmt: skip
    assert pieces.game == "hex/swap:size=5"


def test_a_piskvork_file_with_paths_and_scores():
    players = "C:\\brains\\pbrain-a.exe\r\nb.zip\r\n0,1\r\n-1\r\n"
    record = import_record("Piskvorky 15x15, 11:11, 0\r\n5,5,100\r\n6,6,20\r\n" + players)
    assert (record.first, record.second) == ("pbrain-a", "b")
    assert [one.move for one in record.moves] == ["e11", "f10"]


def test_an_illegal_move_keeps_the_moves_before_it():
    with pytest.raises(IllegalRecord) as refused:
        import_record("(;GM[4]SZ[15];B[hh];W[hh];B[aa])")
    assert refused.value.number == 2
    assert [one.move for one in refused.value.legal_part.moves] == ["h8"]


# -- invalid files ------------------------------------------------------------------------------------

BAD = [
    "", "(", "(;", "()", ";;;", "(;GM[99];B[aa])", "(;GM[4]SZ[99];B[aa])", "(;GM[4]SZ[x])", "(;GM[4];B[zzz])",
    "(;GM[x])", "(;GM[4]SZ[15];B[zz])", "(B[aa])", "(" * 5000, "(;C[" + "x" * 1000, "Piskvorky",
    "piskvorky 99x99, 1", "Piskvorky 15x15, 0\n16,1,0\n", "Piskvorky 7x9, 0\n1,1,0\n", "{", "[Game]",
    "\0\1\2", "(;GM[11]SZ[5];B[swap])",
]  # fmt: skip


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_invalid_files_are_refused(text):
    with pytest.raises(LudotecaError):
        record = import_record(text)
        record.positions()


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=80).map(lambda junk: b"(;GM[4]SZ[15];B[hh]" + junk))
def test_random_bytes_never_crash_the_parser(junk):
    try:
        import_record(junk)
    except LudotecaError:
        pass


def test_large_files_are_refused():
    with pytest.raises(BadRecord, match="larger than"):
        import_record(b"(" * (LARGEST + 1))


def test_deep_branches_are_refused():
    with pytest.raises(BadRecord, match="deep"):
        read_nodes("(;" * 2000)


# -- pictures -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tapatan", "hex:size=5", "kalah", "pentago"])
def test_pictures(name):
    from PIL import Image

    record = played(name, 6)
    picture = ElementTree.fromstring(export(record, "svg", width=300))
    assert picture.get("width") == "300"
    text = export(record, "svg").decode()
    assert "<script" not in text and "var(" not in text and "href" not in text
    assert Image.open(BytesIO(export(record, "png", width=300))).width == 300
    moving = Image.open(BytesIO(export(record, "gif", width=120)))
    assert moving.n_frames == len(record.moves) + 1  # type: ignore[attr-defined]


def test_a_picture_of_an_earlier_position():
    record = played("tapatan", 6)
    assert export(record, "svg", ply=0) != export(record, "svg")


def test_animations_have_a_limit():
    record = played("tic-tac-toe", 1)
    line = record.positions()
    from ludoteca.play.exchange.pictures import animation

    with pytest.raises(BadRecord, match="at most"):
        animation([line[0]] * (MAX_FRAMES + 1))


def test_a_replay_is_standalone_and_escapes_its_data():
    record = played("tic-tac-toe", first="</script><script>alert(1)</script>")
    page = export(record, "html", lang="pt-BR").decode()
    assert page.count("<script") == 1
    assert "src=" not in page and "http://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "Avançar" in page


# -- which formats ------------------------------------------------------------------------------------


def test_formats_depend_on_the_game():
    assert {"sgf", "piskvork"} <= set(formats_for(load("gomoku")))
    assert not {"sgf", "piskvork"} & set(formats_for(load("tapatan")))
    with pytest.raises(CannotExport, match="tapatan"):
        export(played("tapatan", 2), "sgf")
    with pytest.raises(CannotExport, match="no format"):
        export(played("tapatan", 2), "docx")
    assert {one.ending for one in FORMATS.values()} == {
        "txt",
        "json",
        "sgf",
        "psq",
        "svg",
        "png",
        "gif",
        "html",
    }
