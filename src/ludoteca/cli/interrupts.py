"""Ctrl-C as a flag instead of an exception, for code that must not be interrupted just anywhere.

An exception raised by a signal handler while `threading` starts or joins a thread can leave its locks in a
wrong state ("release unlocked lock"). Code that waits for threads therefore polls a flag.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interrupt_flag() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C was pressed inside the block. A second Ctrl-C raises `KeyboardInterrupt` at once."""
    pressed: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        if pressed:
            raise KeyboardInterrupt
        pressed.append(number)

    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN  # in a background job of a shell
    if ignored or threading.current_thread() is not threading.main_thread():  # only that one gets signals
        yield lambda: False
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def interrupts_deferred() -> Iterator[None]:
    """Raise `KeyboardInterrupt` after the block if Ctrl-C was pressed inside it."""
    with interrupt_flag() as pressed:
        yield
    if pressed():
        raise KeyboardInterrupt
