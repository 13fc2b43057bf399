"""What files name in one language is known in both."""

import re

import pytest

from ludoteca.games import ids, load, loads
from ludoteca.play import labels, terms
from ludoteca.play.catalogue import cards


def test_every_variant_parameter_place_and_time_of_the_library_is_known():
    unknown = []
    for card in cards("pt-BR"):
        spec = load(card.id).spec
        words = [f"variant.{one.id}" for one in card.variants if not one.name]
        words += [f"parameter.{one.name}" for one in card.parameters]
        words += [f"place.{spec.origin}"] if spec.origin else []
        unknown += [
            word for word in words if word not in labels.MESSAGES and not re.fullmatch(r"\S+\.\d+x\d+", word)
        ]
    assert unknown == []


def test_times_are_said_in_portuguese():
    said = {labels.time("pt-BR", load(game).spec.year) for game in ids()}
    assert "tradicional" in said
    for english in ("traditional", "recorded", "before", "about", "century", "early", "BC"):
        assert not any(english in text for text in said), english
    assert labels.time("en", "before 1283") == "before 1283"
    assert labels.time("pt-BR", 1942) == "1942"
    assert labels.time("pt-BR", None) == ""


def test_what_is_not_known_stays_as_it_is():
    assert labels.variant("pt-BR", "8x8") == "8×8"
    assert labels.variant("pt-BR", "swap", "Torta") == "Torta"
    assert labels.parameter("pt-BR", "colour") == "colour"
    assert labels.place("pt-BR", "Atlantis") == "Atlantis"


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ("The first player to move.", "The second player wins", "First player (moves first)")),
        ("pt-BR", ("Vez do primeiro jogador.", "Vitória do segundo jogador", "Primeiro jogador (começa)")),
        ("es", ("Turno del primer jugador.", "Victoria del segundo jugador", "Primer jugador (empieza)")),
    ],
)
def test_sides_without_a_name_are_called_players(lang, said):
    game = loads(
        'board.grid = [3, 3]\nturn.do = "place"\n[[end]]\nwhen = { align = 3 }\nresult = "owner wins"',
        "unnamed",
    )
    found = (
        terms.turn(lang, game, "first"),
        terms.wins(lang, game, "second"),
        terms.begins(lang, game, "first"),
    )
    assert found == said
