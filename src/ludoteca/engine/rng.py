"""Dice that fall alike on every machine: whole numbers only, and nothing remembered between throws."""

from __future__ import annotations

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def throw(*parts: int | str, after: int = 0) -> int:
    """A number of 64 bits that depends on all the parts and looks like chance. With `after`, as if the parts
    that gave that number had come before."""
    state = after
    for part in parts:
        for piece in part.encode() if isinstance(part, str) else (part & _MASK,):
            state = _mixed(state + _STEP ^ piece)
        state = _mixed(state + _STEP)
    return state


def _mixed(state: int) -> int:
    """Every bit of the answer depends on every bit of the question."""
    state &= _MASK
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    state = (state ^ state >> 27) * 0x94D049BB133111EB & _MASK
    return state ^ state >> 31


def below(limit: int, *parts: int | str, after: int = 0) -> int:
    """A whole number from 0, all below the limit alike."""
    return throw(*parts, after=after) * limit >> 64


def swing(reach: int, *parts: int | str) -> int:
    """A whole number within ±reach, the middle likelier than the ends: two dice, added."""
    bits = throw(*parts)
    one, two = bits >> 32, bits & 0xFFFFFFFF
    return ((one + two) * reach >> 32) - reach
