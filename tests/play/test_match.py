"""Matches: events, and taking moves back."""

from collections.abc import Iterable

import pytest

from ludoteca.errors import IllegalMove, LudotecaError
from ludoteca.games import Move, Outcome, Position, load
from ludoteca.play.match import (
    Asked,
    DrawDeclined,
    DrawOffered,
    Ended,
    Event,
    Match,
    Moved,
    Replayed,
    TakenBack,
    Thinking,
)
from ludoteca.play.players import Human, Random

GAME = load("tic-tac-toe")


class FirstMove:
    """Plays the first legal move."""

    def choose(self, position: Position) -> Move:
        return position.legal_moves[0]


class Agreeable(FirstMove):
    def accepts_draw(self, position: Position) -> bool:
        return True


def hot_seat() -> Match:
    return Match(GAME, Human(), Human())


def names(events: Iterable[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def until_asked(match: Match) -> list[str]:
    """The events up to the next `Asked`."""
    seen = []
    for event in match.events():
        seen.append(type(event).__name__)
        if isinstance(event, Asked | Ended):
            break
    return seen


def test_computers_play_to_the_end():
    events = list(Match(GAME, FirstMove(), FirstMove()).events())
    assert names(events) == ["Thinking", "Moved"] * 7 + ["Ended"]
    assert isinstance(events[-1], Ended)
    assert events[-1].outcome == Outcome("first", "align")


def test_a_person_is_asked_and_answers():
    match = Match(GAME, Human(), FirstMove())
    for event in match.events():
        if isinstance(event, Asked):
            assert event.by == "first"
            match.play(match.position.legal_moves[-1])
    assert match.outcome is not None
    assert match.record.positions()[-1] == match.position


def test_an_illegal_move_changes_nothing():
    match = hot_seat()
    match.play("a1")
    with pytest.raises(IllegalMove):
        match.play("a1")
    assert match.plies == 1


def test_the_record_of_a_match():
    match = Match(GAME, Human(), Human(), names=("Ana", "Bia"))
    for move in ("a1", "b1", "a2", "b2", "a3"):
        match.play(move)
    record = match.record
    assert (record.first, record.second, record.position) == ("Ana", "Bia", "")
    assert record.result == Outcome("first", "align")
    assert record.rules == GAME.rules_hash


def test_the_record_of_a_match_from_another_position():
    match = Match(GAME, Human(), Human(), GAME.position("3/1x1/3 o"))
    match.play("a1")
    assert match.record.position == "3/1x1/3 o"
    assert match.record.moves[0].by == "second"
    assert match.record.positions()[-1].text == "3/1x1/o2 x"


def test_undo_and_redo_between_people_are_single_moves():
    match = hot_seat()
    match.play("a1")
    match.play("b1")
    assert match.undo()
    assert match.position.text == "3/3/x2 o"
    assert match.undo()
    assert not match.undo()
    assert match.redo()
    assert match.redo()
    assert not match.redo()
    assert match.position.text == "3/3/xo1 x"
    assert [type(event) for event in match._events] == [
        Moved,
        Moved,
        TakenBack,
        TakenBack,
        Replayed,
        Replayed,
    ]


def test_undo_against_a_computer_goes_back_to_the_persons_last_choice():
    match = Match(GAME, Human(), FirstMove())
    until_asked(match)
    match.play("b2")
    assert until_asked(match) == ["Moved", "Thinking", "Moved", "Asked"]
    assert match.undo()
    assert match.position == GAME.start()
    assert match.redo()
    assert match.position.text == "3/1x1/o2 x"


def test_there_is_nothing_to_undo_before_the_first_choice():
    match = Match(GAME, FirstMove(), Human())
    until_asked(match)
    assert match.plies == 1
    assert not match.undo()
    assert match.plies == 1


def test_another_move_clears_the_redo_stack():
    match = hot_seat()
    match.play("a1")
    match.undo()
    match.play("b1")
    assert not match.redo()


def test_resigning_loses_and_can_be_taken_back():
    match = hot_seat()
    match.play("a1")
    match.resign()
    assert match.outcome == Outcome("first", "resignation")
    with pytest.raises(LudotecaError, match="the game is over"):
        match.play("b1")
    assert match.undo()
    assert match.outcome is None
    assert match.plies == 1


def test_a_draw_between_people_is_offered_and_answered():
    match = hot_seat()
    match.play("a1")
    match.offer_draw()
    assert DrawOffered("second", answers=True) in match._events
    match.answer_draw(False)
    assert DrawDeclined("first") in match._events
    assert match.outcome is None
    match.offer_draw()
    match.answer_draw(True)
    assert match.outcome == Outcome(None, "agreement")
    assert match.record.result == Outcome(None, "agreement")


def test_an_offer_lapses_with_the_next_move():
    match = hot_seat()
    match.offer_draw()
    match.play("a1")
    with pytest.raises(LudotecaError, match="no draw has been offered"):
        match.answer_draw(True)


def test_a_computer_answers_an_offer_at_once():
    match = Match(GAME, Human(), Agreeable())
    match.offer_draw()
    assert match.outcome == Outcome(None, "agreement")


def test_a_computer_without_an_answer_of_its_own_accepts_unless_it_is_better_off():
    game = load("tic-tac-toe")
    drawn, lost = game.position("xox/1x1/2o x ply=6"), game.position("oo1/1x1/x2 x ply=4")
    match = Match(game, Human(), FirstMove(), drawn)
    match.offer_draw()
    assert match.outcome == Outcome(None, "agreement")
    match = Match(game, Human(), FirstMove(), lost.play("b1"))
    match.offer_draw("first")
    assert names(match._events) == ["DrawOffered", "DrawDeclined"]


def test_a_match_can_be_resumed():
    match = Match(GAME, Human(), Random(3), names=("Ana", "random"))
    until_asked(match)
    match.play("b2")
    until_asked(match)
    again = Match.resume(match.record, Human(), Random(3), GAME)
    assert again.position == match.position
    assert again.record == match.record
    assert again.undo()
    assert again.position == GAME.start()


def test_move_numbers():
    match = hot_seat()
    assert (match.number(), match.number(coming=True)) == ("", "1.")
    match.play("a1")
    assert (match.number(), match.number(coming=True)) == ("1.", "1…")
    match.play("b1")
    assert (match.number(), match.number(coming=True)) == ("1…", "2.")


def test_an_extra_turn_asks_the_same_player_again():
    match = Match(load("kalah"), Human(), Human())
    match.play("3")  # the last seed falls into the store
    assert match.mover == "first"
    assert match.number(coming=True) == "2."
    assert [one.by for one in match.record.moves] == ["first"]


def test_a_thinking_event_precedes_a_computers_move():
    match = Match(GAME, FirstMove(), Human())
    assert isinstance(next(iter(match.events())), Thinking)
