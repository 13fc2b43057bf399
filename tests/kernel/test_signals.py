"""Signal handlers run during long kernel calls of the main thread, and their exceptions end the calls.

Each call would run for minutes; without the handlers the exception would come only at its end.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable

import pytest

from ludoteca.classics.players import AlphaBeta
from ludoteca.engine import Engine, Limits
from ludoteca.engine.mcts import MctsEngine
from ludoteca.games import load

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers")

FOR_LONG = Limits(seconds=100)
SOON = 50.0
"""Seconds: less than the calls take, and far more than they may take."""


class Interrupted(Exception):
    """Raised by the signal handler."""


def alpha_beta(game: str) -> None:
    Engine(load(game)).best(load(game).start(), FOR_LONG)


CALLS: dict[str, Callable[[], object]] = {
    "alpha-beta": lambda: alpha_beta("amazons"),
    "alpha-beta with line threats": lambda: alpha_beta("gomoku"),
    "alpha-beta with rotations": lambda: alpha_beta("pentago"),
    "several threads": lambda: Engine(load("othello"), threads=2).best(load("othello").start(), FOR_LONG),
    "MCTS": lambda: MctsEngine(load("hex")).best(load("hex").start(), FOR_LONG),
    "perft": lambda: load("amazons").perft(6),
    "plain perft": lambda: load("hex").perft(9, bulk=False),
    "playouts": lambda: load("amazons").playouts(2_000_000_000, 1),
    "fixed depth": lambda: AlphaBeta(depth=30).search(load("connect-four").start()),
}


# Python ignores an exception raised in a finalizer or during garbage collection; the next signal
# ends the call.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_an_exception_of_a_handler_ends_the_call(call):
    def interrupt(number, frame):
        raise Interrupted

    before = signal.signal(signal.SIGALRM, interrupt)
    started = time.monotonic()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.5, 3.0)
        with pytest.raises(Interrupted):
            call()
        assert time.monotonic() - started < SOON
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_handler_without_an_exception_does_not_end_the_call():
    heard: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, frame: heard.append(number))
    game = load("hex:size=5")
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
        counts = game.perft(5, bulk=False).counts
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert counts == (25, 600, 13800, 303600, 6375600)
    assert heard


def test_the_same_worker_counts_again_after_an_exception():
    test_an_exception_of_a_handler_ends_the_call(CALLS["perft"])
    assert load("amazons").perft(1).counts == (2176,)


def test_calls_of_other_threads_leave_signals_to_the_main_thread():
    answers: list[object] = []
    thread = threading.Thread(target=lambda: answers.append(load("hex:size=5").perft(3).counts))
    thread.start()
    thread.join()
    assert answers == [(25, 600, 13800)]
