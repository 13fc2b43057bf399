"""Levels by number and name: calibrated and default ones, and the player for a level."""

from pathlib import Path

import pytest

from ludoteca.errors import BadTuning
from ludoteca.games import ids, load
from ludoteca.games.tuned import own_path
from ludoteca.play.opponents import (
    NAMES,
    LevelPlayer,
    Offer,
    default_offer,
    level_by_place,
    level_names,
    offered,
    offered_by_id,
    place_by_level,
)
from ludoteca.play.players import UnknownPlayer, parse_player

MEASURED = """
[[levels]]
name = "Joaninha"
s = 0.0
nodes = 300
elo = 70
low = 10
high = 130

[[levels]]
name = "Onça"
s = 1.0
nodes = 5000
elo = 560
low = 500
high = 620

[levels-measured]
rules = "{rules}"
"""


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path))


@pytest.fixture
def calibrated():
    """A library game with two levels calibrated by the user."""
    game = load("tapatan")
    path = own_path(game.id)
    path.parent.mkdir()
    path.write_text(MEASURED.format(rules=game.rules_hash), "utf-8")
    return game


def test_there_are_eight_default_levels():
    offer = default_offer()
    assert not offer.measured
    assert [level.name for level in offer.levels] == list(NAMES)
    assert [level.number for level in offer.levels] == list(range(1, 9))
    assert [level.skill for level in offer.levels] == sorted(level.skill for level in offer.levels)
    assert (offer.levels[0].skill, offer.levels[-1].skill) == (0, 1000)
    assert offered(load("hex:size=3")) == offer


def test_calibrated_levels_replace_the_default_ones(calibrated):
    offer = offered(calibrated)
    assert offer.measured
    assert [(level.number, level.name, level.elo) for level in offer.levels] == [
        (1, "Joaninha", 70),
        (8, "Onça", 560),
    ]
    assert offered_by_id("tapatan") == offer
    assert offer.find(8) == offer.find("onca") == offer.levels[1]
    assert offer.find(2) is None


def test_a_number_is_the_same_animal_in_every_game():
    for game_id in ids():
        offer = offered_by_id(game_id)
        assert [NAMES[level.number - 1] for level in offer.levels] == [level.name for level in offer.levels]
        assert offer.default in offer.levels


def test_without_a_number_the_level_nearest_to_the_third_plays(calibrated):
    player = parse_player("level").for_game(calibrated, seed=1)
    assert isinstance(player, LevelPlayer)
    assert player.name == "Joaninha"
    assert offered(load("hex:size=3")).default.name == "Quati"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("level:2", "level:8"), ("level:1", "level:1"), ("level:level=2", "level:level=8"),
        ("level:2,seed=2", "level:8,seed=2"), ("level:seed=2,level=2", "level:seed=2,level=8"),
        ("level:seed=2", "level:seed=2"), ("level:Onça", "level:Onça"), ("engine:depth=2", "engine:depth=2"),
        ("human", "human"), ("level:s=0.2", "level:s=0.2"),
    ],
)  # fmt: skip
def test_numbers_by_place_become_those_of_the_animals_and_back(calibrated, old, new):
    assert level_by_place(old, calibrated) == new
    assert place_by_level(new, calibrated) == old


@pytest.mark.parametrize("name", ["Gato", "Onça"])
def test_level_names_are_known_and_in_order(calibrated, name):
    path = own_path("tapatan")
    path.write_text(path.read_text("utf-8").replace("Joaninha", name), "utf-8")
    with pytest.raises(BadTuning, match="from the weakest to the strongest"):
        offered(load("tapatan"))


def test_levels_of_other_rules_are_ignored(calibrated):
    assert not offered(load("tapatan/free")).measured
    path = own_path("tapatan")
    path.write_text(path.read_text("utf-8").replace(calibrated.rules_hash, "0" * 16), "utf-8")
    ours = offered(load("tapatan"))
    path.unlink()
    assert ours == offered(load("tapatan")), "what is shipped counts again"


def test_an_incomplete_level_is_refused(calibrated):
    path = own_path("tapatan")
    path.write_text(path.read_text("utf-8").replace("nodes = 300\n", ""), "utf-8")
    with pytest.raises(BadTuning, match="levels: each needs name, s, nodes"):
        offered(load("tapatan"))


@pytest.mark.parametrize(
    ("number", "names"),
    [
        (1, ["Onça"]),
        (2, ["Joaninha", "Onça"]),
        (3, ["Joaninha", "Graxaim", "Onça"]),
        (8, list(NAMES)),
    ],
)
def test_names_are_spread_evenly(number, names):
    assert level_names(number) == names


@pytest.mark.parametrize("number", range(1, 9))
def test_no_two_levels_share_a_name(number):
    assert len(set(level_names(number))) == number


def test_a_level_is_selected_by_number_or_name():
    for text in ("level:4", "level:Coruja", "level:coruja", "level:level=4"):
        player = parse_player(text).for_game(load("hex:size=3"), seed=1)
        assert isinstance(player, LevelPlayer)
        assert player.level is not None
        assert (player.level.number, player.name) == (4, "Coruja")
    assert parse_player("level:lobo-guara").values == {"level": "Lobo-guará"}


@pytest.mark.parametrize("text", ["level:0", "level:9", "level:gato", "level:s=2", "level:"])
def test_other_levels_are_refused(text):
    with pytest.raises(UnknownPlayer):
        parse_player(text)


def test_a_missing_level_is_refused_with_the_existing_ones(calibrated):
    with pytest.raises(UnknownPlayer, match=r"tapatan has no level 3. It has: 1 Joaninha, 8 Onça."):
        parse_player("level:3").for_game(calibrated)


def test_a_seed_determines_the_game():
    start = load("tic-tackle").start()

    def moves(text: str, seed: int | None) -> list[str]:
        return [parse_player(text).make(seed).choose(start).text for _ in range(12)]

    assert len(set(moves("level:1", 7))) == 1
    assert len(set(moves("level:1", None))) > 1


def test_the_skill_can_be_set_directly():
    player = parse_player("level:s=0.25").for_game(load("tapatan"), 1)
    assert isinstance(player, LevelPlayer)
    assert player.level is not None
    assert player.level.skill == 250
    assert player.name == ""
    assert isinstance(offered(load("tapatan")), Offer)


def test_weights_in_the_data_folder_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path))
    before = load("tic-tackle").weights
    path = own_path("tic-tackle")
    path.parent.mkdir()
    path.write_text("[weights]\ntempo = 123\n[variants.x]\nweights = { tempo = 7 }\n")
    assert load("tic-tackle").weights["tempo"] == 123
    assert load("tic-tackle").tuned.weights("x")["tempo"] == 7
    path.unlink()
    assert load("tic-tackle").weights == before
