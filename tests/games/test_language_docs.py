"""The reference and the schema are fresh and complete, and every example works."""

from __future__ import annotations

import re
import tomllib

import jsonschema
import pytest

from ludoteca.games import ids, loads
from ludoteca.games import reference_prose as prose
from ludoteca.games.cell_sets import CELL_WORDS, DIRECTION_WORDS, CellSets
from ludoteca.games.fields import Table, keys_of
from ludoteca.games.keyword_usage import CELL_PATTERNS, keywords_of
from ludoteca.games.library import LIBRARY_DIR
from ludoteca.games.problems import Problems
from ludoteca.games.reference import reference
from ludoteca.games.schema import json_schema
from ludoteca.games.spec import RESULTS, VERBS, GameSpec
from ludoteca.geometry import REGION_WORDS, grid
from tests.games.examples import TABLES, around, examples

PAGE = reference()
SCHEMA = jsonschema.Draft202012Validator(json_schema())


# -- the reference ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("table", "key", "example"), examples())
def test_examples_work(table: type, key: str, example: str):
    text = around(table, key, example)
    assert example in text
    game = loads(text)
    assert game.start().draw()
    assert problems_of(text) == []


def test_every_key_has_an_example_that_shows_it():
    assert [key for _, key, example in examples() if not re.search(rf"\b{key}\b", example)] == []


def test_every_table_verb_and_key_is_on_the_page():
    for table in TABLES:
        assert table.__doc__ and table.__doc__ in PAGE
        for key, known in keys_of(table).items():
            assert f"**`{key}`** {known.metadata['doc']}" in PAGE
    for verb, meaning in VERBS.items():
        assert f"**`{verb}`** {meaning}" in PAGE


def test_every_word_of_a_phrase_is_on_the_page():
    assert set(prose.DIRECTIONS) == set(DIRECTION_WORDS)
    assert set(prose.CELLS) >= {*REGION_WORDS, *CELL_WORDS}
    assert set(prose.CELLS) == set(CELL_PATTERNS)
    assert set(prose.RESULTS) == set(RESULTS)


@pytest.mark.parametrize("word", prose.CELLS)
def test_phrases_for_cells_mean_something(word: str):
    meaning, phrase = prose.CELLS[word]
    problems = Problems("")
    assert CellSets(grid(5, 5), {}, problems).cells(phrase, 0, "")
    assert problems.found == []
    assert re.search(CELL_PATTERNS[word], phrase)
    assert meaning.endswith(".")


def test_the_games_on_the_page_are_games():
    small, chosen = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert small == prose.SMALL_GAME
    game = loads(small)
    assert game.spec.checks is not None
    assert game.perft(2).counts == game.spec.checks.perft
    assert loads(chosen, values={"size": 7}).board.index["g7"]
    assert loads(chosen, variant="wide-and-free", values={"size": 3}).start().legal_moves


def test_games_are_listed_under_their_keywords():
    entry = PAGE[PAGE.index("**`wheel`**") :].split("\n\n")[0]
    wheels = [game_id for game_id in ids() if ("Board", "wheel") in keywords_of(game_id)]
    assert wheels
    assert all(game_id in entry for game_id in wheels[:6])


# -- positions and moves ------------------------------------------------------------------------------

FIVE = 'board.grid = [5, 5]\nturn.do = "place"\n'
THREE = 'board.grid = [3, 3]\nturn.do = "place"\n'
KINDS = 'pieces = { man = {}, king = {}, stone = { side = "both" } }\n'
SHOOTING = 'board.grid = [4, 4]\nsetup.board = "4/4/1x2/4"\nturn = { do = "step", then = "shoot" }\n'
LATE = 'end = { when = { still-in = "near row", after-turn = 20 }, result = "owner loses" }\n'

POSITIONS = {
    "x3o/5/2x2/5/o3x o": FIVE,
    "X2/1#*/2o x": THREE + KINDS,
    "3/3/3 x hand=x3,o2": THREE + "setup.hand = 3\n",
    "4,4,4/4,0,5 o stores=1,0": 'board.pits = 3\nsetup.seeds = 4\nturn.do = "sow"\n',
    "4/1x2/4/4 x ply=7": 'board.grid = [4, 4]\nturn.do = "place"\n' + LATE,
    "4/1x2/4/4 x stage=shoot moved=b3": SHOOTING,
}

LEAPING = 'turn = { do = { leap = "all", take = true }, chain = "free" }\n'
APPROACHING = 'turn = { do = { step = "all", approach = true, withdraw = true }, capture = "compulsory" }\n'
TURNING = 'turn = { do = "place", then = "rotate" }\n'
MILLS = 'turn = { do = "step", then = { do = "remove", after = "a shape", shape = { align = 3 } } }\n'

MOVES = {
    "a1": (FIVE, "5/5/5/5/5 x"),
    "king@a1": (
        'board.grid = [3, 3]\nturn.do = [{ place = "all", kind = "man" }, { place = "all", kind = "king" }]\n'
        "pieces = { man = {}, king = {} }\n",
        "3/3/3 x",
    ),
    "a1+b2": ('board.grid = [3, 3]\nturn.do = { place = "anywhere", pieces = 2 }\n', "3/3/3 x"),
    "a1-b2+c3-c1": (
        'board.grid = [3, 3]\nturn = { do = "step", then = { slide = "all", whole-way = true } }\n',
        "2x/3/x2 x",
    ),
    "a1-b2": ('board.grid = [3, 3]\nturn.do = "step"\n', "3/3/x2 x"),
    "a1xb2": ('board.grid = [3, 3]\nturn.do = { step = "all", onto = "enemy" }\n', "3/1o1/x2 x"),
    "a1xc3xe1": (f"board.grid = [5, 5]\n{LEAPING}", "5/5/5/1o1o1/x4 x"),
    "b2-c3>": (f"board.grid = [5, 5]\n{APPROACHING}", "5/3o1/5/1x3/o4 x"),
    "a1-off": ('board.grid = [3, 3]\nturn.do = { exit = "down" }\n', "3/3/x2 x"),
    "a1-b2/c3": ('board.grid = [3, 3]\nturn = { do = "step", then = "shoot" }\n', "3/3/x2 x"),
    "a1/1+": (f"board = {{ grid = [4, 4], block = 2 }}\n{TURNING}", "4/4/4/4 x"),
    "a1-a2*c3": (f"board.grid = [3, 3]\n{MILLS}", "2o/1xx/x2 x"),
    "3": ('board.pits = 3\nsetup.seeds = 4\nturn.do = "sow"\n', "4,4,4/4,4,4 x"),
    "pass": ('board.grid = [3, 3]\nturn = { do = "place", pass = "allowed" }\n', "3/3/3 x"),
    "swap": ('board.grid = [3, 3]\nturn = { do = "place", swap = true }\n', ""),
}


@pytest.mark.parametrize("text", prose.POSITIONS)
def test_positions_on_the_page_are_read_and_written_so(text: str):
    assert loads(POSITIONS[text]).position(text).text == text


@pytest.mark.parametrize("move", prose.MOVES)
def test_moves_on_the_page_are_written_so(move: str):
    toml, text = MOVES[move]
    game = loads(toml)
    position = game.position(text) if text else game.start().play("a1")
    assert move in {legal.text for legal in position.legal_moves}


# -- the schema ---------------------------------------------------------------------------------------


def problems_of(text: str) -> list[str]:
    """The schema errors of a file."""
    return [error.message for error in SCHEMA.iter_errors(tomllib.loads(text))]


def test_the_schema_is_valid():
    jsonschema.Draft202012Validator.check_schema(json_schema())


@pytest.mark.parametrize("game_id", ids())
def test_every_file_of_the_library_fits_the_schema(game_id: str):
    assert problems_of((LIBRARY_DIR / f"{game_id}.toml").read_text("utf-8")) == []


def test_every_key_is_described():
    definitions = json_schema()["$defs"]
    tables = [json_schema(), *(table for table in definitions.values() if "properties" in table)]
    assert len(tables) > 20
    for table in tables:
        assert all(key.get("description") for key in table["properties"].values())
    assert set(keys_of(GameSpec)) | {"variants"} == set(json_schema()["properties"])


@pytest.mark.parametrize(
    "line",
    [
        'board.gird = [3, 3]',
        'family = "hunts"',
        "board.grid = [3, 99]",
        "board.grid = [3]",
        'turn.do = "stepp"',
        'turn.do = { step = "all", falls = true }',
        'end = [{ when = { align = 3 } }]',
        'variants.wide.board.gird = [3, 3]',
        'variants.wide.end = [{ when = { align = 3 } }]',
        "parameters.size.least = 3",
        'parameters.size.default = "$width"',
        'board.grid = ["size", 3]',
    ],
)  # fmt: skip
def test_the_schema_rejects_errors(line: str):
    parts = ["board.grid = [3, 3]", 'turn.do = "place"', line]
    text = "\n".join(part for part in parts if part is line or not line.startswith(part.split(" =")[0]))
    assert problems_of(text)


@pytest.mark.parametrize(
    "line",
    [
        'board.grid = ["$size", "${size + 1}"]',
        'variants.wide = { based-on = "tall", end = [{ when = "no move", result = "draw" }] }',
        'variants.wide.pieces.man.promote.when = "the move ends"',
        "variants.wide.parameters.size.most = 5",
        'variants.wide.turn.do.chain = "free"',
    ],
)
def test_the_schema_allows_parameters_and_changes(line: str):
    board = "" if line.startswith("board") else "board.grid = [3, 3]\n"
    assert problems_of(f'{board}turn.do = "place"\n{line}') == []


def test_the_tables_of_the_language_are_all_in_the_examples():
    assert {table.__name__ for table in TABLES} >= {
        reader.of.__name__
        for table in TABLES
        for known in keys_of(table).values()
        if isinstance(reader := known.metadata["reader"], Table)
    }
