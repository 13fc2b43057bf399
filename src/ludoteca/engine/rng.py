"""A stateless pseudo-random generator: SplitMix64 over its arguments, the same on every machine."""

from __future__ import annotations

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


def random_bits(*parts: int | str, state: int = 0) -> int:
    """64 pseudo-random bits determined by all the parts; `state` continues from an earlier result."""
    for part in parts:
        for piece in part.encode() if isinstance(part, str) else (part & _MASK,):
            state = _mix(state + _GAMMA ^ piece)
        state = _mix(state + _GAMMA)
    return state


def _mix(state: int) -> int:
    """The finalizer of SplitMix64."""
    state &= _MASK
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    state = (state ^ state >> 27) * 0x94D049BB133111EB & _MASK
    return state ^ state >> 31


def randbelow(limit: int, *parts: int | str, state: int = 0) -> int:
    """A uniform integer from 0 to `limit` - 1."""
    return random_bits(*parts, state=state) * limit >> 64


def triangular(reach: int, *parts: int | str) -> int:
    """An integer within ±`reach`, triangular distribution: the sum of two uniform numbers."""
    bits = random_bits(*parts)
    high, low = bits >> 32, bits & 0xFFFFFFFF
    return ((high + low) * reach >> 32) - reach
