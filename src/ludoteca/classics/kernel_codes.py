"""Settings of the kernel's fixed-depth search, by their constants."""

from __future__ import annotations

from enum import IntEnum

from ludoteca.errors import LudotecaError
from ludoteca.kernel import constants as k


class Unfit(LudotecaError):
    """An evaluator or utility does not fit a game; the message says what it needs."""


class Kind(IntEnum):
    """Evaluation at the horizon."""

    NOTHING = k.FIXED_EVAL_NONE
    LINES = k.FIXED_EVAL_LINES
    RUNS = k.FIXED_EVAL_RUNS
    LONGEST = k.FIXED_EVAL_LONGEST
    STORES = k.FIXED_EVAL_STORES
    BANDS = k.FIXED_EVAL_BANDS
    CURRENT = k.FIXED_EVAL_CURRENT
    TERMS = k.FIXED_EVAL_TERMS


class Utility(IntEnum):
    """Utility of a finished game."""

    TERNARY = k.UTILITY_TERNARY
    WEIGHTED = k.UTILITY_WEIGHTED
    GRADED = k.UTILITY_GRADED
    DELAYED = k.UTILITY_DELAYED


class Order(IntEnum):
    """Move order."""

    CANONICAL = k.FIXED_ORDER_CANONICAL
    NEAREST = k.FIXED_ORDER_NEAREST
    SHUFFLED = k.FIXED_ORDER_SHUFFLED
