"""Players by name: parsing, errors, and legal moves in every game."""

import importlib.metadata

import pytest

from ludoteca.errors import LudotecaError
from ludoteca.games import ids, load
from ludoteca.play import players
from ludoteca.play.perfect import NoTable
from ludoteca.play.players import UnknownPlayer, decimal, kinds, parse_player, register, whole


def test_human_and_random_players():
    assert {"human", "random"} <= kinds().keys()
    assert all(kind.about for kind in kinds().values())
    assert parse_player("human").is_person
    assert not parse_player("random").is_person


# Small limits for players that would be slow.
HURRIED = {
    "minimax": "depth=1", "negamax": "depth=1", "expectiminimax": "depth=1", "timeout": "seconds=0.01",
    "breadth-first": "nodes=1000", "explosion-guard": "depth=2", "perfect": "most=20000,seconds=0",
}  # fmt: skip


@pytest.mark.parametrize("game_id", ids())
@pytest.mark.parametrize("word", [word for word in kinds() if word != "human"])
def test_every_player_chooses_legal_moves_in_every_game(word, game_id, monkeypatch, tmp_path):
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path))
    wanted = f"{word}:{HURRIED[word]}" if word in HURRIED else word
    position = load(game_id).start()
    try:
        player = parse_player(wanted).for_game(position.game, seed=5)
    except NoTable:
        return  # it plays what is solved, and says so
    for _ in range(6):
        if position.is_over:
            break
        move = player.choose(position)
        assert move in position.legal_moves
        position = position.play(move)


def test_the_same_seed_plays_the_same_game():
    def game(text: str, seed: int | None = None) -> list[str]:
        position, player, moves = load("hex:size=4").start(), parse_player(text).make(seed), []
        while not position.is_over:
            move = player.choose(position)
            moves.append(move.text)
            position = position.play(move)
        return moves

    assert game("random:seed=7") == game("random:seed=7") == game("random", 7)
    assert game("random:seed=7", 8) == game("random:seed=7")
    assert game("random:seed=7") != game("random:seed=8")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "ramdom",
            'there is no player called "ramdom". Did you mean "random"? Known players: .*human.*random',
        ),
        ("", 'there is no player called ""'),
        ("random:sed=1", 'the player random has no option "sed". Did you mean "seed"? It has: seed.'),
        ("random:7", 'the player random has no option "7"'),
        ("human:seed=1", 'the player human has no option "seed". It has none.'),
        ("random:seed=x", 'random: seed: "x" is not valid: a whole number from 0 to'),
        ("random:seed=-1", 'random: seed: "-1" is not valid'),
        ("random:", 'the player random has no option ""'),
    ],
)
def test_errors_of_player_specifications(text, says):
    with pytest.raises(UnknownPlayer, match=says.replace("?", r"\?").replace(".*", ".*")):
        parse_player(text)


def test_a_person_chooses_in_a_front_end():
    with pytest.raises(LudotecaError, match="user interface"):
        parse_player("human").make().choose(load("hex:size=2").start())


@pytest.fixture
def own_players(monkeypatch):
    monkeypatch.setattr(players, "_kinds", dict(players._kinds))


def test_a_class_becomes_a_player_with_options(own_players):
    @register("first-move", bare="level", level=whole(1, 9), per_cent=decimal(0, 100))
    class FirstMove:
        """Plays the first move.

        More about it."""

        def __init__(self, level: int = 1, per_cent: float = 50.0) -> None:
            self.level, self.per_cent = level, per_cent

        def choose(self, position):
            return position.legal_moves[0]

    made = parse_player("first-move:3,per-cent=12.5").make()
    assert (made.level, made.per_cent) == (3, 12.5)  # type: ignore[attr-defined]
    assert kinds()["first-move"].about == "Plays the first move."
    with pytest.raises(UnknownPlayer, match=r"a number from 0 to 100 is expected"):
        parse_player("first-move:per-cent=nan")


def test_players_of_other_packages_are_loaded_from_entry_points(own_players, monkeypatch):
    class Entry:
        def __init__(self, name, load):
            self.name, self.load = name, load

    def good():
        register("newcomer")(players.Random)

    def bad():
        raise ImportError("no such module")

    entries = [Entry("newcomer", good), Entry("limping", bad)]
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: entries)
    monkeypatch.setattr(players, "broken", {})
    players._load_others.cache_clear()
    assert "newcomer" in kinds()
    with pytest.raises(
        UnknownPlayer, match='the player "limping" cannot be loaded: ImportError: no such module'
    ):
        parse_player("limping")
    players._load_others.cache_clear()
