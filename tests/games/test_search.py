"""Searching the library by words and by board."""

import pytest

from ludoteca.games import ids, load
from ludoteca.games.collections import board_collections, boards, regions_of, starters
from ludoteca.games.search import corrected, fold, search, search_boards
from ludoteca.games.spec import FAMILIES
from ludoteca.messages import LANGUAGES


def found(words: str) -> list[str]:
    """The games in order, each with the variant that was searched for."""
    return [f"{one.id}/{one.variant}".rstrip("/") for one in search(words)]


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("checkers", "draughts/english"), ("damas", "draughts"), ("dama", "draughts"), ("reversi", "othello"),
        ("five in a row", "gomoku"), ("jogo da velha", "tic-tac-toe"), ("tictactoe", "tic-tac-toe"),
        ("onça", "adugo"), ("ONCA", "adugo"), ("moinho", "nine-mens-morris"), ("trilha", "nine-mens-morris"),
        ("mancala", "kalah"), ("alquerque", "alquerque"), ("brasil", "adugo"), ("lig 4", "connect-four"),
        ("tigres", "bagh-chal"), ("nine mens", "nine-mens-morris"), ("molino", "nine-mens-morris"),
        ("tres en raya", "tic-tac-toe"), ("viking", "tablut"), ("LOA", "lines-of-action"),
    ],
)  # fmt: skip
def test_the_game_that_people_mean_comes_first(words, first):
    assert found(words)[0] == first


def test_a_name_in_full_comes_before_longer_names():
    assert found("jogo da velha") == ["tic-tac-toe", "jogo-da-velha-4"]
    assert found("trilha")[0] == "nine-mens-morris"
    assert {"six-mens-morris", "three-mens-morris", "twelve-mens-morris"} <= set(found("trilha"))


@pytest.mark.parametrize("words", ["caça", "caca", "CAZA", "hunt", "hunting"])
def test_a_family_is_found_in_every_language(words):
    hunts = {game_id for game_id in ids() if load(game_id).spec.family == "hunt"}
    assert set(found(words)) == hunts


def test_places_and_materials_are_found():
    assert set(found("brasil")) == {"adugo", "draughts"}
    assert found("mancala") == ["kalah", "oware"]
    assert "othello" in found("tabuleiro de xadrez")
    assert {"oware", "achi", "seega", "fanorona"} <= set(found("áfrica"))
    assert set(found("jogos africanos")) == set(found("áfrica"))
    assert "mu-torere" not in found("africa")
    assert found("feijão") == found("beans") == ["kalah", "oware"]
    assert set(found("race")) == {game_id for game_id in ids() if load(game_id).spec.family == "displacement"}


def test_every_place_is_in_a_region():
    places = {load(game_id).spec.origin for game_id in ids()} - {""}
    assert [place for place in places if not regions_of(place)] == []


def test_articles_and_prepositions_need_not_be_found():
    assert found("played on the 5x5 Alquerque board") == found("5x5 Alquerque board") != []
    assert set(found("games from Brazil")) == set(found("Brazil"))
    assert found("go")[0] == "gomoku", "fillers alone are searched"


@pytest.mark.parametrize(
    ("words", "right"),
    [
        ("gomoko", "gomoku"), ("tick tack toe", "tic tac toe"), ("amazonz", "amazons"),
        ("alquerqe", "alquerque"), ("zzzzzzzz", ""), ("", ""), ("日本", ""),
    ],
)  # fmt: skip
def test_a_misspelt_search_is_corrected(words, right):
    assert corrected(words) == right
    assert not right or found(right)


def test_boards_are_found_by_their_titles_in_all_languages():
    for words in ("5x5 alquerque board", "tabuleiro de alquerque 5x5", "tablero de Alquerque de 5×5"):
        assert [one.board.id for one in search_boards(words)] == ["alquerque-5x5"]
    assert search_boards("chessboard")[0].board.id == "squares-8x8"
    assert search_boards("") == search_boards("gomoku") == []


def test_every_word_must_match():
    assert found("damas brasileiras") == ["draughts"]
    assert found("damas zzz") == []
    assert len(found("")) == len(found("  ")) == len(ids())
    assert found("x" * 10_000) == []


@pytest.mark.parametrize(
    ("text", "plain"),
    [("Nine Men's Morris", "nine mens morris"), ("Mū  Tōrere!", "mu torere"), ("5×5", "5x5"), ("日本", "")],
)
def test_case_accents_and_punctuation_do_not_matter(text, plain):
    assert fold(text) == plain


def test_games_on_one_board_are_a_collection():
    alquerque = board_collections()["alquerque-5x5"]
    assert len(alquerque.games) == 21
    points = {(cell.x, cell.y) for cell in load("alquerque").board.cells}
    for game_id, variant in alquerque.games.items():
        board = load(f"{game_id}/{variant}".rstrip("/")).board
        assert {(cell.x, cell.y) for cell in board.cells} <= points
        if not alquerque.ignores_lines(game_id):
            assert board.neighbours == load("alquerque").board.neighbours or game_id == "fox-and-hounds"
    assert alquerque.games["alquerque"] == alquerque.games["bagh-chal"] == ""
    assert alquerque.games["halma"] == alquerque.games["fox-and-hounds"] == "5x5"
    assert {one for one in alquerque.games if alquerque.ignores_lines(one)} == {
        "breakthrough",
        "seega",
        "teeko",
    }
    assert {load(game_id).spec.family for game_id in alquerque.games} == set(FAMILIES)
    assert alquerque.variants("amazons")[:2] == ("alquerque-5x5", "alquerque-5x5-one")
    assert alquerque.variants("alquerque") == ("",), "only variants with a name of their own have a card"


def test_every_shared_board_has_a_title_in_every_language():
    assert next(iter(board_collections())) == "alquerque-5x5", "most games first"
    for lang in LANGUAGES:
        titles = [one.board.title(lang) for one in board_collections().values()]
        assert len(set(titles)) == len(titles)
        assert all(kind.words(lang) for kind in boards().values())


def test_the_first_games_are_in_the_library():
    assert 3 <= len(starters()) <= 8
    assert set(starters()) <= set(ids())
