"""What the kernel is told of a judge. The numbers follow the enumerations in its `classics/types.pxi`."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ludoteca.errors import LudotecaError

Judging = dict[str, Any]
"""The kind of judge, and the tables that it reads."""


class Unfit(LudotecaError):
    """An evaluator or utility does not fit a game; the message says what it needs."""


class Kind(IntEnum):
    """What is thought of a position at the horizon."""

    NOTHING = 0
    LINES = 1
    RUNS = 2
    LONGEST = 3
    STORES = 4
    BANDS = 5
    CURRENT = 6


class Utility(IntEnum):
    """What a finished game is worth."""

    TERNARY = 0
    WEIGHTED = 1
    JUDGED = 2


class Order(IntEnum):
    """In what order moves are looked at."""

    CANONICAL = 0
    NEAREST = 1
    SHUFFLED = 2
