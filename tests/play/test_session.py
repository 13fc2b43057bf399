"""The state machine of a game in progress: commands, offers and clocks, without any front end."""

from dataclasses import replace

import pytest

from ludoteca.errors import IllegalMove
from ludoteca.games import Outcome, load
from ludoteca.play.clock import Clock
from ludoteca.play.session import HUMAN, GameIsOver, GameSession, NotAllowedNow, Offer, Seat

GAME = load("tic-tac-toe")
BOTH = ("first", "second")


def session(first: str = HUMAN, second: str = HUMAN, **more) -> GameSession:
    seats = {"first": Seat(first, "Ana"), "second": Seat(second, "Bia")}
    return GameSession(GAME, GAME.start(), seats, GAME.start().play_all, **more)


def clocks(seconds: float = 60.0, increment: float = 2.0) -> Clock:
    return Clock({"first": seconds, "second": seconds}, increment)


def test_a_command_leaves_the_session_before_it_unchanged():
    before = session()
    after = before.play("b2")
    assert (before.texts, after.texts) == ((), ("b2",))
    with pytest.raises(IllegalMove):
        after.play("b2")


def test_undo_goes_back_to_the_last_choice_of_those_who_ask():
    played = session(second="level:1").play("b2").play("a1")
    back = played.undo(BOTH)
    assert (back.plies, back.undone) == (0, ("b2", "a1"))
    assert back.redo(BOTH).texts == ("b2", "a1")
    with pytest.raises(NotAllowedNow, match="nothing to take back"):
        back.undo(BOTH)
    assert back.play("c3").undone == ()


def test_between_two_screens_the_opponent_is_asked_for_an_undo():
    played = session(asks_for_undo=True).play("b2").play("a1")
    asked = played.undo(["first"])
    assert (asked.plies, asked.offer) == (2, Offer("undo", "first"))
    assert asked.answer(False) == played
    assert asked.answer(True).plies == 0
    assert played.undo(BOTH).plies == 1
    with pytest.raises(NotAllowedNow):
        session(asks_for_undo=True).undo(["first"])


def test_a_draw_is_offered_answered_and_taken_back():
    offered = session().play("b2").offer_draw("first")
    assert offered.answer(True).outcome == Outcome(None, "agreement")
    assert offered.answer(False).outcome is None
    assert offered.play("a1").offer is None
    reopened = offered.answer(True).undo(BOTH)
    assert (reopened.outcome, reopened.plies) == (None, 1)
    with pytest.raises(NotAllowedNow):
        session().answer(True)


def test_nothing_but_undo_is_allowed_when_the_game_is_over():
    over = session().play("b2").resign("second")
    assert over.outcome == Outcome("first", "resignation")
    for command in (
        lambda: over.play("a1"),
        lambda: over.resign("first"),
        lambda: over.offer_draw("first"),
        lambda: over.adjudicate(None),
        lambda: over.redo(BOTH),
    ):
        with pytest.raises(GameIsOver, match="the game is over"):
            command()
    assert over.flag(1e9) is over


def test_the_clock_starts_with_the_first_move_and_is_paid_for_each():
    one = session(clock=clocks()).play("b2", at=100.0)
    assert one.clock == Clock({"first": 60.0, "second": 60.0}, 2.0, 100.0)
    two = one.play("a1", at=110.0)
    assert two.clock == Clock({"first": 60.0, "second": 52.0}, 2.0, 110.0)
    assert two.moves[1].seconds == 10.0


def test_a_move_after_the_time_is_up_loses():
    late = session(clock=clocks(5.0)).play("b2", at=100.0).play("a1", at=106.0)
    assert (late.plies, late.outcome) == (1, Outcome("first", "time"))
    assert late.clock is not None and late.clock.started == 0.0


def test_a_flag_counts_only_when_the_clock_says_so():
    running = session(clock=clocks(5.0)).play("b2", at=100.0)
    assert running.flag(104.0) is running
    assert running.flag(105.0).outcome == Outcome("first", "time")


def test_the_clock_stands_while_a_computer_thinks():
    waiting = session(second="level:1", clock=clocks()).play("b2", at=100.0)
    assert waiting.clock is not None and waiting.clock.started == 0.0
    moved = waiting.play("a1", at=500.0, seconds=0.4)
    assert moved.moves[1].seconds == 0.4
    assert moved.clock == Clock({"first": 60.0, "second": 60.0}, 2.0, 500.0)


def test_an_undo_gives_no_time_back():
    waiting = session(clock=clocks()).play("b2", at=100.0).play("a1", at=110.0)
    back = waiting.undo(BOTH, at=125.0)
    assert back.clock == Clock({"first": 45.0, "second": 52.0}, 2.0, 125.0)
    asked = replace(waiting, asks_for_undo=True).undo(["first"], at=125.0)
    assert asked.clock == waiting.clock
    assert asked.answer(True, at=130.0).clock == Clock({"first": 40.0, "second": 52.0}, 2.0)


def test_undo_of_the_first_move_stops_the_clock():
    back = session(clock=clocks()).play("b2", at=100.0).undo(BOTH)
    assert back.clock is not None and back.clock.started == 0.0


def test_a_paused_game_refuses_the_moves_of_its_loop_only():
    paused = session("level:1", "level:1", paused=True)
    with pytest.raises(NotAllowedNow, match="paused"):
        paused.play("b2", if_running=True)
    assert paused.play("b2").plies == 1


def test_who_resigns_is_the_mover_if_seated():
    played = session().play("b2")
    assert [played.acting_side(sides) for sides in (BOTH, ["first"], [])] == ["second", "first", None]


def test_a_game_lost_on_time_cannot_be_taken_back():
    played = session(clock=clocks(seconds=10)).play("b2", 100.0).play("a1", 101.0)
    lost = played.flag(200.0)
    assert lost.outcome == Outcome("second", "time")
    assert lost.lost_on_time
    with pytest.raises(NotAllowedNow, match="lost on time"):
        lost.undo(BOTH)
    with pytest.raises(NotAllowedNow, match="lost on time"):
        played.play("c3", 200.0).undo(BOTH)
    assert played.resign("first").undo(BOTH).outcome is None, "a resignation can be taken back"


def test_an_offer_has_the_number_it_was_made_with():
    assert session().offer_draw("first", 7).offer == Offer("draw", "first", 7)
    assert session(asks_for_undo=True).play("b2").undo(["first"], 8).offer == Offer("undo", "first", 8)


def test_a_pause_stops_the_clock_and_the_moves_of_people():
    running = session(clock=clocks()).play("b2", at=100.0)
    paused = running.pause(at=110.0)
    assert paused.clock == Clock({"first": 60.0, "second": 50.0}, 2.0)
    assert paused.pause(at=500.0) == paused
    assert paused.flag(1000.0) is paused
    with pytest.raises(NotAllowedNow, match="paused"):
        paused.play("a1", at=120.0)
    resumed = paused.resume(at=1000.0)
    assert (resumed.paused, resumed.clock) == (False, Clock({"first": 60.0, "second": 50.0}, 2.0, 1000.0))
    assert resumed.play("a1", at=1010.0).clock == Clock({"first": 60.0, "second": 42.0}, 2.0, 1010.0)


def test_a_pause_before_the_first_move_does_not_start_the_clock():
    again = session(clock=clocks()).pause(at=100.0).resume(at=200.0)
    assert again.clock == clocks()


def test_two_people_at_two_screens_cannot_pause():
    with pytest.raises(NotAllowedNow, match="two screens"):
        session(asks_for_undo=True).pause(at=100.0)


def test_a_variation_begins_before_the_last_choice():
    played = session(second="level:1").play("a1").play("a2").play("b1").play("b2").play("c1")
    assert played.is_over
    assert played.variation(BOTH) == ("a1", "a2", "b1", "b2")
    resigned = session().play("b2").resign("second")
    assert resigned.variation(BOTH) == ("b2",)


def test_games_without_draws_have_no_draw_offers():
    game = load("hex:size=3")
    hex_ = replace(session(), game=game, position=game.start())
    with pytest.raises(NotAllowedNow, match="draw"):
        hex_.offer_draw("first")
