"""Records of random games of every game round-trip."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.games import Position, all_names, load
from ludoteca.play.record import Record, RecordedMove

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


def random_game(name: str, seed: int, plies: int = 60) -> tuple[Record, list[Position]]:
    dice, game = random.Random(seed), load(name)
    line, moves = [game.start()], list[RecordedMove]()
    while not line[-1].is_over and len(moves) < plies:
        move = dice.choice(line[-1].legal_moves)
        moves.append(RecordedMove(move.text, line[-1].mover))
        line.append(line[-1].play(move))
    return Record(game.name, game.rules_hash, moves=tuple(moves), result=line[-1].outcome), line


@pytest.mark.parametrize("name", all_names())
def test_a_random_game_of_every_game_round_trips(name):
    record, line = random_game(name, seed=7)
    assert Record.from_text(record.to_text()) == record
    assert Record.from_json(record.to_json()) == record
    assert list(record.positions()) == line


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32), name=st.sampled_from(all_names()), plies=st.integers(0, 40))
def test_unfinished_games_round_trip(seed, name, plies):
    record, line = random_game(name, seed, plies)
    text = record.to_text()
    assert Record.from_text(text).to_text() == text
    assert max(map(len, text.splitlines())) <= 80
    assert Record.from_text(text).positions()[-1] == line[-1]


@given(comments=st.lists(TEXTS, max_size=4), name=TEXTS, intro=TEXTS)
def test_any_comments_round_trip(comments, name, intro):
    moves = tuple(RecordedMove("a1", ("first", "second")[n % 2], c) for n, c in enumerate(comments))
    record = Record("hex", first=name, moves=moves, comment=intro)
    assert Record.from_text(record.to_text()) == record
    assert Record.from_json(record.to_json()) == record


@given(text=st.text(st.sampled_from('[]{}"\\ \n.…*1aGame'), max_size=40))
def test_any_text_is_a_record_or_raises_bad_record(text):
    from ludoteca.errors import BadRecord

    try:
        record = Record.read('[Game "hex"]\n' + text)
    except BadRecord:
        return
    assert Record.from_text(record.to_text()) == record
