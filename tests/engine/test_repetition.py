"""Players avoid repetitions (contempt); analysis scores a repetition as a draw."""

import pytest

from ludoteca.engine import Engine, Limits, Loss, Win
from ludoteca.games import Position, load
from ludoteca.play.players import parse_player


def after(name: str, moves: str) -> Position:
    position = load(name).start()
    for move in moves.split():
        position = position.play(move)
    return position


def test_the_side_with_fewer_pieces_avoids_repetition():
    """Sixteen against nine: by material alone a repetition is good for the nine."""
    position = after("tablut", "f9-g9 f5-f2 g9-f9")
    neutral = Engine(position.game).best(position, Limits(nodes=20_000))
    assert str(neutral.move) == "f2-f5"
    assert position.play(neutral.move).text.split()[0] == position.game.start().text.split()[0]
    avoiding = Engine(position.game, avoid_repetition=True).best(position, Limits(nodes=20_000))
    assert avoiding.move != neutral.move


def test_players_avoid_repetition():
    position = after("tablut", "f9-g9 f5-f2 g9-f9")
    assert str(parse_player("engine:nodes=20000").make(1).choose(position)) != "f2-f5"


@pytest.mark.parametrize("name", ["tapatan", "three-mens-morris"])
def test_proved_scores_are_not_affected(name: str):
    """Forced wins and losses keep their scores."""
    game = load(name)
    neutral, avoiding = Engine(game, 4), Engine(game, 4, avoid_repetition=True)
    position, seen = game.start(), 0
    chance = parse_player("random").make(5)
    for _ in range(120):
        position = position.play(chance.choose(position))
        if position.is_over:
            position = game.start()
            continue
        found = neutral.best(position, Limits(nodes=30_000)).score
        if isinstance(found, Win | Loss):
            assert avoiding.best(position, Limits(nodes=30_000)).score == found, position.text
            seen += 1
    assert seen > 20
