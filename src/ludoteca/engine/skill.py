"""Playing strength as one number, `skill` from 0 to 1000, and the limits that follow from it.

Integers only, so that a level plays the same on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass

TOP = 1000
"""The highest skill: no handicap."""
FULL_ATTENTION = 572
"""From this skill on the player considers every move; only its search is shorter than the best."""

_NODES = (300, 400, 500, 630, 800, 980, 1200, 1550, 2000, 4500, 10_000, 22_000, 50_000, 110_000, 250_000)
_DEPTH = (2000, 2000, 2000, 2500, 4000)
_OWN_WIN = (600, 850, 1000, 1000, 1000)
_THREAT = (250, 500, 800, 950, 1000)
_ATTENTION = (400, 600, 800, 1000, 1000)
_NOISE = (300, 220, 150, 100, 60, 30, 10, 0)
_UNLIMITED = 100_000


@dataclass(frozen=True)
class SkillProfile:
    """What a player of some skill can do. Probabilities and shares are in thousandths."""

    nodes: int
    """Nodes per move."""
    depth: int
    """Search depth of a careful move, in thousandths of a ply."""
    own_win: int
    """The probability of noticing an immediate win."""
    threat: int
    """The probability of considering the opponent's replies before a move."""
    attention: int
    """The share of the legal moves that the player considers."""
    noise: int
    """The largest error in the evaluation of a move, in thousandths of the win chance."""
    weight_noise: int
    """How far the evaluation weights are perturbed for a whole game."""

    @property
    def has_full_attention(self) -> bool:
        """Whether only the length of the search limits the player."""
        return self.depth >= _UNLIMITED


def profile_of(skill: int, nodes: int | None = None) -> SkillProfile:
    """The profile of a skill; `nodes` overrides the nodes per move, for calibrated levels."""
    if not 0 <= skill <= TOP:
        raise ValueError(f"skill is a number from 0 to {TOP}, not {skill}")
    weak = skill * TOP // FULL_ATTENTION if skill < FULL_ATTENTION else TOP
    return SkillProfile(
        nodes=nodes if nodes is not None else interpolate(_NODES, skill),
        depth=interpolate(_DEPTH, weak) if skill < FULL_ATTENTION else _UNLIMITED,
        own_win=interpolate(_OWN_WIN, weak),
        threat=interpolate(_THREAT, weak),
        attention=interpolate(_ATTENTION, weak),
        noise=interpolate(_NOISE, skill),
        weight_noise=interpolate(_NOISE, skill),
    )


def interpolate(values: tuple[int, ...], skill: int) -> int:
    """Linear interpolation in a table whose values are spread evenly over the skill range."""
    parts = len(values) - 1
    place, rest = divmod(skill * parts, TOP)
    if place == parts:
        return values[-1]
    return values[place] + (values[place + 1] - values[place]) * rest // TOP
