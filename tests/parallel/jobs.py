"""Task functions for the tests of the pool. Worker processes import them."""

from __future__ import annotations

import os
import time
from pathlib import Path

from ludoteca.errors import LudotecaError


def square(number):
    return number * number


def process_id():
    return os.getpid()


def sleep(seconds):
    time.sleep(seconds)
    return seconds


def spin():
    while True:
        pass


def allocate(megabytes):
    return len(bytearray(megabytes << 20))


def write(path):
    Path(path).write_text("written")


def die_once(marker):
    """Ends the process the first time."""
    if not Path(marker).exists():
        Path(marker).touch()
        os._exit(3)
    return "alive"


def die():
    os._exit(3)


def refuse():
    raise LudotecaError("session.over")


def fail():
    raise ZeroDivisionError("no")


def unpicklable():
    return lambda: None


def count_up(to, report):
    for number in range(to):
        report(number)
    return to


def ready_then_wait(marker, seconds):
    """Says that it runs, then waits."""
    Path(marker).write_text(str(os.getpid()))
    time.sleep(seconds)
