"""The library: games, names, sizes and texts."""

from __future__ import annotations

import tomllib
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from ludoteca.games import Game, aliases, all_names, ids, load, variants
from ludoteca.games.library import LIBRARY_DIR, kebab, raw_game
from ludoteca.games.parameters import limits
from ludoteca.games.reader import variants_of
from ludoteca.messages import LANGUAGES

# The required games and variants.
PROMISED = {
    "tapatan": "placement free",
    "jogo-da-velha-4": "any-diagonal",
    "tic-tackle": "",
    "tonkin": "long-lines",
    "alquerque": "compulsory majority single",
    "fetaix": "majority immediate-promotion",
    "amazons": "6x6 alquerque-5x5 alquerque-5x5-one",
    "rastros": "centre 7x7 8x8",
    "halma": "5x5 8x8 10x10",
    "coyote": "forward single",
    "fox-and-hounds": "5x5 full-lines-4 full-lines-5",
    "bagh-chal": "no-repeat",
    "gomoku": "standard 19x19 9x9",
    "pentago": "after-rotation",
    "kalah": "empty-capture",
    "hex": "swap",
    "tic-tac-toe": "",
    "mnk": "",
    "draughts": "english",
    "teeko": "",
    "marelle-quadruple": "",
    "tsoro-yematatu": "5x5 5x5-jumps",
    "five-field-kono": "",
    "breakthrough": "6x6 5x5",
    "fanorona": "5x5",
    "seega": "",
    "kulaochal": "",
    "snort": "",
    "isola": "",
    "adugo": "all-dogs",
    "nine-mens-morris": "",
    "six-mens-morris": "",
    "twelve-mens-morris": "",
    "three-mens-morris": "no-diagonals nine-holes",
    "connect-four": "",
    "othello": "6x6",
    "oware": "",
    "mu-torere": "two-turns first-move",
    "konane": "6x6",
    "surakarta": "",
    "hare-and-hounds": "",
    "shisima": "",
    "achi": "three-pieces",
    "picaria": "nine-points",
    "pong-hau-ki": "alternating",
    "yote": "5x5",
    "fox-and-geese": "",
    "asalto": "",
    "dara": "longer-rows",
    "lines-of-action": "",
    "hasami-shogi": "dai dai-not-across",
    "brandubh": "",
    "tablut": "defenders-first",
    "felli": "",
    "lau-kata-kati": "",
    "pretwa": "",
    "dodgem": "",
    "clobber": "8x8",
    "domineering": "6x6 5x5 cram",
    "ataxx": "four-walls hexagon",
    "three-musketeers": "",
    "neutron": "7x7 bobail",
    "hobak-gonu": "",
    "latrunculi": "",
}

# The required parameter values.
SIZES: dict[str, list[int]] = {
    "hex:size": [*range(2, 20)],
    "hex:swap": [0, 1],
    "y:size": [*range(3, 21)],
    "y:swap": [0, 1],
    "havannah:size": [*range(3, 11)],
    "havannah:swap": [0, 1],
    "mnk:width": [*range(3, 20)],
    "mnk:height": [*range(3, 20)],
    "mnk:in-a-row": [*range(3, 6)],
    "kalah:pits": [*range(1, 11)],
    "kalah:seeds": [*range(1, 13)],
    "othello:size": [4, 6, 8, 10],
    "breakthrough:size": [*range(3, 11)],
    "connect-four:width": [*range(4, 11)],
    "connect-four:height": [*range(4, 11)],
    "dodgem:size": [*range(3, 9)],
    "gomoku:size": [*range(5, 20)],
    "halma:size": [5, 8, 10, 16],
    "rastros:size": [*range(3, 10)],
    "domineering:size": [*range(2, 17)],
}


def test_every_promised_game_is_there_with_its_variants():
    assert set(PROMISED) <= set(ids())
    assert {
        game: set(variants(game)) for game in PROMISED if set(PROMISED[game].split()) - set(variants(game))
    } == {}


def test_the_folder_is_the_list():
    assert ids() == sorted(file.stem for file in LIBRARY_DIR.glob("*.toml") if "." not in file.stem)
    assert all(kebab(game_id) == game_id for game_id in ids())


@pytest.mark.parametrize(
    "name", [f"{parameter}={value}" for parameter, values in SIZES.items() for value in values]
)
def test_every_size_loads_and_can_be_begun(name: str):
    assert load(name).start().legal_moves


@pytest.mark.parametrize("parameter", SIZES)
def test_no_other_size_is_offered(parameter: str):
    game, name = parameter.split(":")
    offered = (load(game).spec.parameters or {})[name]
    if offered.variants is not None:
        assert sorted(map(int, offered.variants)) == SIZES[parameter]
    elif name != "in-a-row":  # the largest `in-a-row` depends on the board
        least, most = limits(offered)
        assert [*range(least, most + 1, offered.step)] == SIZES[parameter]


def test_every_parameter_of_the_library_is_in_the_list():
    found = {f"{game_id}:{name}" for game_id in ids() for name in load(game_id).spec.parameters or {}}
    assert found - set(SIZES) <= {"connect-four:in-a-row"}


# -- names --------------------------------------------------------------------------------------------


def names_of(table: dict[str, Any]) -> list[str]:
    return [
        name
        for words in table.get("text", {}).values()
        for name in (words.get("name", ""), *words.get("aliases", ()))
        if name
    ]


@pytest.mark.parametrize("game_id", ids())
def test_every_name_in_every_language_opens_the_game_with_or_without_accents(game_id: str):
    tables = {"": raw_game(game_id), **variants_of(raw_game(game_id))}
    for variant, table in tables.items():
        for name in names_of(table):
            for spelling in (name, name.upper(), without_accents(name), kebab(name)):
                game = load(spelling)
                assert (game.id, game.spec.variant) == (game_id, variant), spelling


def without_accents(name: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c))


def test_no_two_games_share_a_name():
    owners: dict[str, set[str]] = {}
    for game_id in ids():
        for variant, table in {"": raw_game(game_id), **variants_of(raw_game(game_id))}.items():
            for name in (*names_of(table), *([] if variant else [game_id])):
                owners.setdefault(kebab(name), set()).add(f"{game_id}/{variant}".rstrip("/"))
    assert {name: games for name, games in owners.items() if len(games) > 1} == {}
    assert set(aliases()) <= set(owners)


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("Jogo da Velha", "tic-tac-toe"),
        ("avanço", "breakthrough"),
        ("avanco", "breakthrough"),
        ("Coiote e Galinhas", "coyote"),
        ("tigres-e-vacas", "bagh-chal"),
        ("Amazonas", "amazons/alquerque-5x5"),
        ("raposa e cachorros", "fox-and-hounds/5x5"),
        ("HEX:size=5", "hex:size=5"),
        ("damas", "draughts"),
        ("draughts/english", "draughts/english"),
        (" hex ", "hex"),
    ],
)
def test_names_are_matched_loosely(alias: str, name: str):
    assert load(alias).name == name


# -- texts --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", ids())
def test_the_texts_are_complete(game_id: str, language: str):
    game = load(game_id)
    words = (game.spec.text or {})[language]
    for key in ("name", "summary", "goal", "play", "hint"):
        assert getattr(words, key), key
    assert all(words.sides)
    assert len(set(words.sides)) == 2
    assert not words.summary.endswith("..")
    kinds = game.compiled.kinds.names
    assert set(words.pieces or {}) <= set(kinds)
    assert kinds == ("piece",) or set(words.pieces or {}) == set(kinds)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", ids())
def test_every_language_has_the_texts_that_english_has(game_id: str, language: str):
    raw = raw_game(game_id)
    missing = [
        f"{where} {key}"
        for where, texts in [("", raw["text"]), *_texts_of_variants(raw)]
        for key in _keys(texts["en"]) - _keys(texts.get(language, {}))
    ]
    assert missing == []


def _keys(table: dict[str, Any], prefix: str = "") -> set[str]:
    """The keys of nested tables. Aliases are optional in a language."""
    inner = [_keys(value, f"{key}.") for key, value in table.items() if isinstance(value, dict)]
    return {f"{prefix}{key}" for key in table if key != "aliases"}.union(*inner)


def _texts_of_variants(raw: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(name, table["text"]) for name, table in variants_of(raw).items() if "text" in table]


@pytest.mark.parametrize("name", [name for name in all_names() if "/" in name])
def test_every_variant_says_what_is_different(name: str):
    assert all(load(name).words(language).note for language in LANGUAGES)


@pytest.mark.parametrize("game_id", ids())
def test_sources_are_given_and_checks_are_there(game_id: str):
    game = load(game_id)
    assert game.spec.source
    assert game.spec.checks is not None
    assert game.spec.checks.perft


# -- one file -----------------------------------------------------------------------------------------

MINE = """\
parameters.size = { default = 3, least = 3, most = 5 }
board.grid = ["$size", "$size"]
turn.do = "place"
end = { when = { align = 3 }, result = "owner wins" }
variants.twice.turn.do = { place = "anywhere", pieces = 2 }
"""


@pytest.fixture
def mine(tmp_path: Path) -> str:
    file = tmp_path / "My own gáme.toml"
    file.write_text(MINE, "utf-8")
    return str(file)


def test_adding_a_game_is_one_file(mine: str):
    assert opened(mine) == ("my-own-game", 9)
    assert opened(f"{mine}/twice") == ("my-own-game/twice", 36)
    assert opened(f"{mine}:size=4") == ("my-own-game:size=4", 16)
    assert opened(f"{mine}/twice:size=4") == ("my-own-game/twice:size=4", 120)


def opened(name: str) -> tuple[str, int]:
    game: Game = load(name)
    return game.name, len(game.start().legal_moves)


def test_library_files_are_plain_toml():
    for file in LIBRARY_DIR.glob("*.toml"):
        text = file.read_text("utf-8")
        assert tomllib.loads(text)
        assert "\t" not in text and "\r" not in text, file.name
