"""Both languages say everything, and what lower rooms say in English is said in Portuguese too."""

import pytest

from ludoteca.errors import BadRecord, IllegalMove, LudotecaError, UnknownGame
from ludoteca.games import load, loads
from ludoteca.games.compiler.codes import REASONS
from ludoteca.games.spec import CONDITIONS, FAMILIES, VERBS
from ludoteca.messages import LANGUAGES
from ludoteca.play import terms
from ludoteca.play.players import UnknownPlayer, parse_player
from ludoteca.play.record import OFF_BOARD, Record, RecordedMove
from ludoteca.play.terms import MESSAGES
from tests.games.error_cases import MOVES


def test_everything_a_game_can_be_or_do_has_a_term():
    endings = {name.replace("_", "-") for name in CONDITIONS} - {"no-move"}
    wanted = {f"reason.{word}" for word in {*endings, *REASONS.values(), *OFF_BOARD}}
    wanted |= {f"family.{word}" for word in FAMILIES}
    done = {*VERBS, "pass", "swap", "capture", "flip"}
    wanted |= {f"{kind}.{word}" for kind in ("figure", "task") for word in done}
    assert wanted <= set(MESSAGES)


def test_sides_are_called_as_the_game_calls_them():
    game = load("hex:size=3")
    assert terms.side("pt-BR", game, "first") == "Brancas"
    assert terms.mark("en", game, "second") == "Black o"
    assert terms.mark("en", load("tic-tac-toe"), "first") == "x"
    assert terms.mark("en", load("kalah"), "first") == "South"


# -- errors -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "position", "move", "message", "reason"), MOVES)
def test_every_reason_for_refusing_a_move_is_translated(game, position, move, message, reason):
    with pytest.raises(IllegalMove) as error:
        loads(game).position(position).play(move)
    assert error.value.text("en") == message
    assert all(error.value.text(lang) != message for lang in LANGUAGES[1:])


def refused(game: str, move: str, position: str | None = None, by: str | None = None) -> IllegalMove:
    opened = load(game)
    start = opened.position(position) if position else opened.start()
    with pytest.raises(IllegalMove) as error:
        start.play(move, by)
    return error.value


@pytest.mark.parametrize(
    ("game", "move", "position", "says"),
    [
        ("tic-tac-toe", "a1", "3/3/x2 o", "a1: a1 está ocupada."),
        ("tic-tac-toe", "d4", None, "d4: d4 não está no tabuleiro."),
        ("tic-tac-toe", "a1", "3/3/xxx o", "a1: a partida acabou."),
        ("tic-tackle", "c3-c4", None, "c3-c4: não há peça em c3."),
        ("tic-tackle", "b1-b2", None, "b1-b2: a peça em b1 não é sua."),
        ("tic-tackle", "a1-c3", None, "a1-c3: não se chega a c3 a partir de a1."),
        ("tic-tackle", "c1", None, "c1: pode ser qualquer um destes: c1-b2, c1-c2, c1-d2."),
        ("kalah", "9", None, "9: essa cova não existe; elas vão de 1 a 6."),
        ("kalah", "1", "4,4,4,4,4,4/0,4,4,4,4,4 x stores=4,0", "1: essa cova está vazia."),
        ("kalah", "a1", None, "a1: um lance é o número de uma cova, de 1 a 6."),
    ],
)
def test_a_refused_move_is_explained_in_portuguese_with_its_cells(game, move, position, says):
    assert refused(game, move, position).text("pt-BR") == says


def test_a_compulsory_capture_names_the_captures():
    with pytest.raises(IllegalMove) as error:
        load("alquerque/compulsory").start().play_all("d2-c3 a4-a3")
    assert error.value.text("pt-BR") == "a4-a3: a captura é obrigatória: b4xd2, d4xd2."
    assert error.value.text("en") == str(error.value)


def test_a_move_out_of_turn():
    assert (
        refused("hex:size=3", "a1", by="second").text("pt-BR")
        == "é a vez do primeiro jogador, não do segundo."
    )


def test_the_code_of_an_extension_is_shown_as_it_is():
    """Another package may raise an error that no catalogue has."""
    assert LudotecaError("something new").text("pt-BR") == "something new"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("tic-tacle", 'não há jogo chamado "tic-tacle". Você quis dizer "tic-tackle"? Veja: ludoteca list.'),
        ("hex/swop", 'hex não tem a variante "swop". Você quis dizer "swap"? Tem: swap.'),
        ("hex:size=99", "hex: size = 99 está fora da faixa. Permitido: de 2 a 19."),
        ("hex:sice=9", 'hex não tem o parâmetro "sice". Você quis dizer "size"? Tem: size, swap.'),
        ("hex:size", '"size" não é um parâmetro: escreva "nome=número".'),
    ],
)
def test_an_unknown_game_is_explained_in_portuguese(name, says):
    with pytest.raises(UnknownGame) as error:
        load(name)
    assert error.value.text("pt-BR") == says


def test_an_unknown_player_and_a_bad_record_are_explained_in_portuguese():
    with pytest.raises(UnknownPlayer) as player:
        parse_player("ramdom")
    assert player.value.text("pt-BR").startswith(
        'não há jogador chamado "ramdom". Você quis dizer "random"? Conhecidos: alphabeta, '
    )
    record = Record("tic-tac-toe", moves=(RecordedMove("z9", "first"),))
    with pytest.raises(BadRecord) as bad:
        record.positions()
    assert bad.value.text("pt-BR") == "o lance 1 não é possível. z9: z9 não está no tabuleiro."
