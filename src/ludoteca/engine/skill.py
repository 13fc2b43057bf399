"""One knob for strength, and what follows from it: how far a player looks, how much it notices.

The knob runs from 0 to 1000. Everything here is whole numbers, so that a level is the same everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass

TOP = 1000
"""The knob's end: all there is."""
THINKER = 572
"""From here on nothing escapes the player's notice; it is weaker than the best by its horizon alone."""

_NODES = (300, 400, 500, 630, 800, 980, 1200, 1550, 2000, 4500, 10_000, 22_000, 50_000, 110_000, 250_000)
_DEPTH = (2000, 2000, 2000, 2500, 4000)
_OWN_WIN = (600, 850, 1000, 1000, 1000)
_THREAT = (250, 500, 800, 950, 1000)
_ATTENTION = (400, 600, 800, 1000, 1000)
_NOISE = (300, 220, 150, 100, 60, 30, 10, 0)
_ENDLESS = 100_000


@dataclass(frozen=True)
class Skill:
    """What a player of some strength can do. Chances and shares are in thousandths."""

    nodes: int
    """Positions it looks at for a move."""
    depth: int
    """Thousandths of a move that it looks ahead when it is careful."""
    own_win: int
    """The chance to notice a win at hand."""
    threat: int
    """The chance to think, before a move, of what the other side could do next."""
    attention: int
    """The share of its moves that it notices."""
    noise: int
    """How much it may misjudge a move, in thousandths of the chance to win."""
    taste: int
    """How far its likes and dislikes are from the game's own weights, for a whole game."""

    @property
    def is_thinker(self) -> bool:
        """Whether only its horizon is short."""
        return self.depth >= _ENDLESS


def skill(knob: int, nodes: int | None = None) -> Skill:
    """What follows from the knob; `nodes` as they were measured, if they were."""
    if not 0 <= knob <= TOP:
        raise ValueError(f"the knob runs from 0 to {TOP}, not to {knob}")
    weak = knob * TOP // THINKER if knob < THINKER else TOP
    return Skill(
        nodes=nodes if nodes is not None else between(_NODES, knob),
        depth=between(_DEPTH, weak) if knob < THINKER else _ENDLESS,
        own_win=between(_OWN_WIN, weak),
        threat=between(_THREAT, weak),
        attention=between(_ATTENTION, weak),
        noise=between(_NOISE, knob),
        taste=between(_NOISE, knob),
    )


def between(values: tuple[int, ...], knob: int) -> int:
    """The value at the knob's place, `values` being spread evenly over its way."""
    parts = len(values) - 1
    place, rest = divmod(knob * parts, TOP)
    if place == parts:
        return values[-1]
    return values[place] + (values[place + 1] - values[place]) * rest // TOP
