"""Properties of every game, variant and some sizes, tested in random games."""

from __future__ import annotations

from itertools import islice, permutations
from random import Random

import pytest

from ludoteca.errors import IllegalMove
from ludoteca.games import Game, Move, Position
from tests.games.catalogue import opened
from tests.games.random_games import random_games, sample
from tests.games.symmetry import claimed, image_of, successors
from tests.oracle import Oracle

# -- the oracle ---------------------------------------------------------------------------------------


def test_moves_outcome_and_text_are_the_oracles(game: Game):
    oracle = Oracle(game.spec)
    for walk in random_games(game):
        state = oracle.start()
        for position in walk:
            if position.last:
                state = oracle.play(state, position.last.text)
            line = f"{game.name}, ply {position.ply}: {position.text}"
            assert position.text == oracle.text(state), line
            assert outcome_of(position) == oracle.outcome(state), line
            assert {move.text for move in position.legal_moves} == oracle.moves(state), line


def outcome_of(position: Position) -> tuple[str, str] | None:
    outcome = position.outcome
    return (outcome.winner or "draw", outcome.reason) if outcome else None


# -- moves found without listing all ------------------------------------------------------------------


def test_targeted_move_generation_agrees_with_the_full_list(game: Game):
    for position in sample(game, 10, most_moves=700):
        moves = position.legal_moves
        assert position.move_count == len(moves)
        assert position.first_clicks() == list(dict.fromkeys(move.path[0] for move in moves))
        cells = game.board.index
        beside = dict.fromkeys(click for move in moves for click in move.path if click not in cells)
        assert position.buttons() == list(beside)
        for move in Random(position.text).sample(moves, min(len(moves), 6)):
            unlisted = Position(game, position.snapshot, position.last)
            for one in (position, unlisted):
                assert one.find(move) == one.find(move.text) == move
                assert one.find(move.path).path == move.path
            for n in range(len(move.path) + 1):
                begun = [other for other in moves if other.path[:n] == move.path[:n]]
                assert unlisted.moves_along(move.path[:n]) == begun
            assert "legal_moves" not in vars(unlisted)


# -- make and unmake ----------------------------------------------------------------------------------


def test_unmake_restores_the_position_bit_for_bit_and_keys_stay_fresh(game: Game):
    for position in sample(game, 12):
        with game.worker() as worker:
            worker.load(position.snapshot)
            try_actions(worker, Random(position.text), deeper=2)
            assert worker.snapshot().same(position.snapshot)


def try_actions(worker, chance: Random, deeper: int) -> None:
    """Make and unmake some actions, recursively."""
    before = worker.snapshot()
    actions = worker.actions() if not before.outcome else []
    for action in chance.sample(actions, min(len(actions), 12)):
        worker.make(action)
        after = worker.snapshot()
        assert after.key == worker.compute_key()
        if deeper and not after.outcome:
            try_actions(worker, chance, deeper - 1)
        worker.unmake()
        assert worker.snapshot().same(before)
        assert worker.compute_key() == before.key


def test_whole_games_can_be_taken_back(game: Game):
    for walk in random_games(game)[:3]:
        with game.worker() as worker:
            worker.load(walk[0].snapshot)
            past = []
            for position in walk[1:]:
                assert position.last
                for action in position.last.actions:
                    past.append(worker.snapshot())
                    worker.make(action)
                worker.resolve()
                assert worker.snapshot().same(position.snapshot)
            for before in reversed(past):
                worker.unmake()
                assert worker.snapshot().same(before)


# -- moves as text and path ---------------------------------------------------------------------------


def test_every_move_survives_text_and_path(game: Game):
    for position in sample(game, 15):
        chance = Random(position.text)
        for move in chance.sample(position.legal_moves, min(len(position.legal_moves), 12)):
            assert position.find(move.text) == move
            assert position.find(move.path) == move
            assert position.find(list(move.path)) == move
            assert str(move) == move.text


def test_legal_moves_are_distinct_and_in_the_order_of_their_paths(game: Game):
    cells = {cell.name: number for number, cell in enumerate(game.board.cells)}

    def order(move: Move):
        return [(0, cells[click], "") if click in cells else (1, 0, click) for click in move.path]

    for position in sample(game, 20):
        moves = position.legal_moves
        assert len({move.text for move in moves}) == len(moves)
        assert len({move.path for move in moves}) == len(moves)
        assert list(moves) == sorted(moves, key=order)


def test_a_move_is_legal_just_if_it_is_among_the_legal_moves(game: Game):
    chosen = sample(game, 8)
    texts = [move.text for other in chosen for move in islice(other.legal_moves, 0, None, 7)]
    for position in chosen:
        chance = Random(position.text)
        legal = {move.text for move in position.legal_moves}
        for text in chance.sample(texts, min(len(texts), 25)):
            for tried in (text, mutated(text, chance), mutated(text, chance)):
                if tried in legal:
                    assert position.is_legal(tried)
                    assert position.find(tried).text == tried
                elif position.is_legal(tried):
                    assert is_short_for(tried, position), f"{tried!r} taken for {position.find(tried)}"
                else:
                    assert_refused(position, tried)


def mutated(text: str, chance: Random) -> str:
    """The text with one character swapped, doubled or deleted."""
    place = chance.randrange(len(text))
    other = chance.choice([*"abcde12345-x*/+", text[place] * 2, ""])
    return f"{text[:place]}{other}{text[place + 1 :]}"


def is_short_for(text: str, position: Position) -> bool:
    """Lenient parsing must be unambiguous."""
    found = position.find(text)
    said = [letter for letter in text.lower() if letter.isalnum()]
    written = iter(letter for letter in found.text.lower() if letter.isalnum())
    return found in position.legal_moves and all(letter in written for letter in said if letter != "x")


def assert_refused(position: Position, text: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        position.play(text)
    assert refusal.value.reason
    assert str(refusal.value)


# -- positions as text --------------------------------------------------------------------------------


def test_every_position_survives_text(game: Game):
    remembers = game.spec.draw is not None and game.spec.draw.repeating == "forbidden"
    for position in sample(game, 25):
        read = game.position(position.text)
        assert read.text == position.text
        assert read == position
        if not position.is_over and not remembers:
            assert read.snapshot.key == position.snapshot.key
            assert [move.text for move in read.legal_moves] == [move.text for move in position.legal_moves]


def test_positions_in_the_middle_of_a_move_survive_text(game: Game):
    for position in sample(game, 6):
        with game.worker() as worker:
            worker.load(position.snapshot)
            for action in worker.actions()[:8] if not position.is_over else []:
                worker.make(action)
                if worker.mid_move:
                    middle = Position(game, worker.snapshot())
                    read = game.position(middle.text)
                    assert read.text == middle.text
                    assert [m.text for m in read.legal_moves] == [m.text for m in middle.legal_moves]
                worker.unmake()


# -- ends ---------------------------------------------------------------------------------------------


def test_a_game_is_over_just_if_there_are_no_moves(game: Game):
    for walk in random_games(game):
        for position in walk:
            assert position.is_over == (position.legal_moves == ())
            assert (position.outcome is None) == bool(position.legal_moves)
        assert not any(position.is_over for position in walk[:-1])


def test_nothing_is_legal_once_the_game_is_over(game: Game):
    for walk in random_games(game):
        if walk[-1].is_over:
            for before in walk[-3:-1]:
                assert not any(walk[-1].is_legal(move.text) for move in before.legal_moves[:5])


def test_every_game_ends_within_its_length(game: Game):
    length = game.spec.draw.length if game.spec.draw else 2000
    played = game.playouts(12, seed=5)
    assert played.first + played.draw + played.second == played.playouts == 12
    assert played.moves <= 12 * length


REASONABLE = 400
"""Mean length of random games, which are longer than real ones."""


def test_random_games_have_a_reasonable_length(game: Game):
    played = game.playouts(60, seed=5)
    assert played.moves / played.playouts < REASONABLE


# -- the same position, however reached ---------------------------------------------------------------


def test_equal_positions_have_equal_keys_and_equal_moves_in_the_same_order(game: Game):
    known: dict[str, Position] = {}
    keys: dict[int, str] = {}
    for position in [*transposed(game), *(p for walk in random_games(game) for p in walk)]:
        if position.is_over:
            continue
        other = known.setdefault(position.text, position)
        assert other.snapshot.key == position.snapshot.key
        assert keys.setdefault(position.snapshot.key, position.text) == position.text
        if other is not position and not remembers_the_past(game):
            assert [move.text for move in other.legal_moves] == [move.text for move in position.legal_moves]


def remembers_the_past(game: Game) -> bool:
    return game.spec.draw is not None and game.spec.draw.repeating == "forbidden"


def transposed(game: Game) -> list[Position]:
    """Transpositions: the next moves of a random game in other orders."""
    found: list[Position] = []
    walk = random_games(game)[0]
    for start in range(0, min(len(walk) - 4, 25), 4):
        moves = [position.last.text for position in walk[start + 1 : start + 5] if position.last]
        for order in permutations(moves):
            position = walk[start]
            for text in order:
                if text not in {move.text for move in position.legal_moves}:
                    break
                position = position.play(text)
            else:
                found.append(position)
    return found


def test_some_positions_are_reached_in_several_orders():
    """The test above needs transpositions to occur."""
    texts = [position.text for position in transposed(opened("tic-tac-toe"))]
    assert len(set(texts)) < len(texts)


# -- symmetry -----------------------------------------------------------------------------------------


def test_symmetry_commutes_with_play(game: Game):
    """For each symmetry of the spec, successors of the image are images of the successors."""
    rules = Oracle(game.spec).rules
    for symmetry in claimed(game):
        for position in sample(game, 3, most_moves=80)[-3:]:
            image = game.position(image_of(rules, symmetry, position.text))
            fresh = game.position(position.text)
            expected = sorted(
                (image_of(rules, symmetry, text), turned(symmetry, winner))
                for text, winner in successors(fresh)
            )
            assert successors(image) == expected, f"{position.text} and its image {image.text}"


def turned(symmetry, winner: str) -> str:
    return {"first": "second", "second": "first"}.get(winner, winner) if symmetry.exchanges else winner
