"""Puzzles: mining on small games, symmetric duplicates, files, and checks that find planted errors."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from ludoteca import load
from ludoteca.cli.main import main
from ludoteca.games.library import LIBRARY_DIR
from ludoteca.puzzles import (
    BadPuzzles,
    Collection,
    Problem,
    Puzzle,
    check_puzzles,
    games_with_puzzles,
    mine,
    puzzles_path,
    read_puzzles,
    write_puzzles,
)
from ludoteca.puzzles.canonical import canonical_key
from ludoteca.puzzles.proof import LEAST_STEPS, only_move, prove
from ludoteca.puzzles.puzzle import SUFFIX
from ludoteca.solver import ExactSource, Value

GAME = "picaria"


@pytest.fixture(scope="module")
def mined() -> list[Puzzle]:
    return list(mine(GAME, 4, seed=5, seconds=120))


def problems(puzzles: list[Puzzle]) -> list[Problem]:
    return [one for one in check_puzzles(GAME, puzzles) if one is not None]


# -- mining -------------------------------------------------------------------------------------------


def test_mined_puzzles_hold(mined):
    assert len(mined) == 4
    assert problems(mined) == []
    for puzzle in mined:
        assert len(puzzle.steps) >= LEAST_STEPS
        assert puzzle.steps[0].also == ()
        assert puzzle.value.kind == "draw" or puzzle.value.plies >= 2 * LEAST_STEPS - 1
        position = load(GAME).position(puzzle.position)
        assert set(puzzle.steps[0].wrong) == {move.text for move in position.legal_moves} - {puzzle.solution}


def test_the_same_seed_finds_the_same_puzzles(mined):
    assert list(mine(GAME, 1, seed=5, seconds=120)) == mined[:1]


def test_known_puzzles_are_not_found_again(mined):
    more = next(mine(GAME, 5, seed=5, seconds=120, known=mined))
    assert more.position not in {one.position for one in mined}


def test_mining_stops_when_the_time_is_up():
    assert list(mine("pong-hau-ki", 5, seconds=0.5)) == []


def test_other_processes_mine(mined):
    assert next(mine(GAME, 1, seed=5, seconds=120, workers=1)) == mined[0]


# -- proofs -------------------------------------------------------------------------------------------


def test_a_position_with_two_winning_moves_is_no_puzzle():
    game = load("tic-tac-toe")
    source = ExactSource(game)
    assert only_move(source, game.position("xx1/x1o/oo1 x")) is None  # two ways to complete a line
    assert prove(source, game.position("xx1/oo1/3 x")) is None  # too short
    assert prove(source, game.start()) is None  # every move draws


def test_a_forward_proof_agrees_with_the_table():
    game = load("tic-tac-toe")
    table, proof = ExactSource(game), ExactSource(game, most=0, most_endgame=0)
    position = game.position("x2/1o1/2x o")
    assert (table.method(position), proof.method(position)) == ("retrograde", "lines")
    assert table.moves(position) == proof.moves(position)
    assert {move.text: value for move, value in table.moves(position) or ()}["a1"] == Value("loss", 4)


# -- duplicates ---------------------------------------------------------------------------------------


def test_symmetric_positions_have_the_same_key():
    game = load("tic-tac-toe")
    keys = {canonical_key(game.position(text)) for text in ("x2/1o1/3 x", "2x/1o1/3 x", "3/1o1/2x x")}
    assert len(keys) == 1
    assert canonical_key(game.position("1x1/1o1/3 x")) not in keys


def test_both_sides_of_a_mancala_board_are_alike():
    game = load("kalah")
    one, other = "0,2,1,0,0,2/0,1,0,2,1,5 x stores=20,14", "5,1,2,0,1,0/2,0,0,1,2,0 o stores=14,20"
    assert canonical_key(game.position(one)) == canonical_key(game.position(other))
    assert canonical_key(game.position(one)) != canonical_key(game.position(one.replace("x", "o")))


def test_symmetric_duplicates_and_continuations_are_refused(mined):
    game = load(GAME)
    puzzle = mined[0]
    rows = puzzle.position.split(" ")[0].split("/")
    turned = " ".join(["/".join(reversed(rows)), *puzzle.position.split(" ")[1:]])
    mirrored = replace(puzzle, position=turned, line=())
    assert turned != puzzle.position
    assert not Collection(game, [puzzle]).add(mirrored)
    later = replace(puzzle, position=puzzle.positions(game)[2].text, line=puzzle.line[2:])
    assert not Collection(game, [puzzle]).add(later)
    assert not Collection(game, [later]).add(puzzle)


# -- checks -------------------------------------------------------------------------------------------


def planted(puzzle: Puzzle) -> dict[str, Puzzle]:
    """The puzzle with an error of each kind."""
    step = puzzle.steps[0]
    move, refutation = next(iter(step.wrong.items()))
    wrong = {**step.wrong, move: replace(refutation, reply="")}
    start = load(GAME).start()
    return {
        "illegal": replace(puzzle, line=("z9", *puzzle.line[1:])),
        "not-proved": replace(puzzle, position=start.text, mover=start.mover, line=()),
        "value": replace(puzzle, value=Value("win", 99)),
        "line": replace(puzzle, line=puzzle.line[:-1]),
        "refutations": replace(puzzle, steps=(replace(step, wrong=wrong), *puzzle.steps[1:])),
    }


@pytest.mark.parametrize("code", ["illegal", "not-proved", "value", "line", "refutations"])
def test_a_check_finds_a_planted_error(mined, code):
    assert problems([mined[0], planted(mined[1])[code]]) == [Problem(2, code)]


def test_a_check_finds_duplicates_and_easy_collections(mined):
    assert problems([mined[0], mined[0]]) == [Problem(2, "duplicate")]
    easy = [replace(puzzle, levels=(1, *puzzle.levels)) for puzzle in mined]
    assert problems(easy) == [Problem(0, "easy")]


# -- files --------------------------------------------------------------------------------------------


def test_files_are_read_back_and_refused_for_other_rules(mined, tmp_path):
    file = tmp_path / f"{GAME}{SUFFIX}"
    assert read_puzzles(file, load(GAME)) == ()
    write_puzzles(file, load(GAME), mined)
    found = read_puzzles(file, load(GAME))
    assert list(found) == sorted(mined, key=lambda one: (one.difficulty, one.value.plies or 0, one.position))
    with pytest.raises(BadPuzzles, match="other rules"):
        read_puzzles(file, load("tapatan"))


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": 2, "rules": "", "puzzles": []}', '{"format": 1']
)
def test_damaged_files_are_refused(tmp_path, text):
    file = tmp_path / f"{GAME}{SUFFIX}"
    file.write_text(text)
    with pytest.raises(BadPuzzles):
        read_puzzles(file, load(GAME))


def test_the_file_lies_beside_the_game(tmp_path):
    assert puzzles_path("dodgem") == LIBRARY_DIR / "dodgem.puzzles.json"
    assert puzzles_path("dodgem:size=4") == LIBRARY_DIR / "dodgem.size=4.puzzles.json"
    assert puzzles_path(str(tmp_path / "mine.toml")) == tmp_path / "mine.puzzles.json"


# -- the command --------------------------------------------------------------------------------------


def test_the_command_mines_and_checks(tmp_path, capsys):
    own = tmp_path / "small.toml"
    own.write_text((LIBRARY_DIR / f"{GAME}.toml").read_text("utf-8"), "utf-8")
    assert main(["puzzles", str(own), "-n", "1", "--processes", "1", "--seconds", "120", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["file"] == str(tmp_path / "small.puzzles.json")
    keys = {"position", "mover", "solution", "value", "plies", "difficulty"}
    assert [keys - puzzle.keys() for puzzle in found["puzzles"]] == [set()]
    assert main(["puzzles", str(own), "--check", "--processes", "1"]) == 0
    file = tmp_path / "small.puzzles.json"
    raw = json.loads(file.read_text("utf-8"))
    raw["puzzles"][0]["steps"][0]["wrong"].popitem()
    file.write_text(json.dumps(raw), "utf-8")
    assert main(["puzzles", str(own), "--check", "--processes", "1", "--json"]) == 1
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["games"][0]["problems"] == [
        {"puzzle": 1, "code": "refutations"}
    ]


def test_the_command_needs_a_game(capsys):
    assert main(["puzzles"]) == 2
    assert main(["puzzles", "tapatan", "--check"]) == 1  # it has none


# -- the library --------------------------------------------------------------------------------------


def test_many_games_have_puzzles():
    assert len(games_with_puzzles()) >= 25


@pytest.mark.parametrize("name", games_with_puzzles())
def test_the_puzzles_of_the_library_are_distinct_and_legal(name):
    """`make check-puzzles` proves all of them; this is the part that takes no time."""
    game = load(name)
    puzzles = read_puzzles(puzzles_path(name), game)
    collection = Collection(game)
    assert len(puzzles) >= 20
    assert all(collection.add(puzzle) for puzzle in puzzles)
    assert sum(1 in puzzle.levels for puzzle in puzzles) <= len(puzzles) / 10
    difficulties = [puzzle.difficulty for puzzle in puzzles]
    assert difficulties == sorted(difficulties), "the easiest first"
    for puzzle in puzzles:
        position = game.position(puzzle.position)
        assert position.mover == puzzle.mover
        if puzzle.value.kind == "win":
            assert (puzzle.value.plies or 0) >= 2 * LEAST_STEPS - 1
        wrong = {refutation.value.kind for refutation in puzzle.steps[0].wrong.values()}
        assert wrong <= ({"draw", "loss"} if puzzle.value.kind == "win" else {"loss"})
        assert {puzzle.solution, *puzzle.steps[0].wrong} == {move.text for move in position.legal_moves}
        assert len(puzzle.steps) >= LEAST_STEPS


@pytest.mark.parametrize("name", ["connect-four", "felli", "isola", "picaria"])
def test_a_sample_of_the_library_is_proved_again(name):
    puzzles = read_puzzles(puzzles_path(name), load(name))
    assert [one for one in check_puzzles(name, puzzles[:2]) if one is not None] == []
