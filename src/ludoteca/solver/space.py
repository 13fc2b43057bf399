"""All positions that a game can come to, numbered: whether that can be done, and the numbers."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

from ludoteca.games import Game, Position
from ludoteca.games.compiler.codes import END, OP, OPS, RESULT
from ludoteca.kernel import Ranking
from ludoteca.solver.material import Slice, Slices, TooManySlices, clock_of, slice_of, swapped
from ludoteca.solver.symmetry import Symmetry, none, symmetry_of

LARGEST_LEAD = 1 << 25
"""Sets of cells that are looked at for their symmetries."""

_NUMBERED = {
    "place", "step", "slide", "leap", "fly-leap", "hop", "fly", "remove", "exit", "pair", "approach",
    "sandwich", "counted", "loop",
}  # fmt: skip
_COUNTING_ENDS = {END["still_in"]: "turns", END["connect"]: "connect",
                  END["side_empty"]: "sowing", END["stored"]: "sowing"}  # fmt: skip


def why_not(game: Game) -> str | None:
    """What a position of this game has that its number could not tell; None if there is nothing."""
    data = game.compiled.data
    if data["sowing"]:
        return "sowing"
    if data["cells"] > 64:
        return "large"
    if data["repetition"] and data["repetition_result"] != RESULT["draw"]:
        return "repetition"
    if data["no_progress"] and data["stagnation_result"] != RESULT["draw"]:
        return "progress"
    if any(stage["swap"] for stage in data["stages"]):
        return "swap"
    if any(row["trail"] for row in data["rules"]):
        return "trail"
    for row in data["rules"]:
        if OPS[row["op"]] not in _NUMBERED:
            return "trail" if row["op"] in (OP["shoot"], OP["block"]) else "action"
    if data["connect_fast"]:
        return "connect"
    if 1 in game.compiled.start.cells:
        return "blocked"
    return next((_COUNTING_ENDS[end["type"]] for end in data["ends"] if end["type"] in _COUNTING_ENDS), None)


@dataclass(frozen=True)
class Group:
    """Slices that are solved together, as a range of indices."""

    first: int
    last: int
    cyclic: bool
    """Its positions can lead to each other; otherwise one look settles them."""
    reversible: bool
    """Its moves can be taken back."""


class Space:
    """The positions that can follow those of a slice, and their numbers. Raises `TooManySlices`."""

    def __init__(self, game: Game, start: Slice, symmetric: bool = True) -> None:
        self.game = game
        self.symmetry: Symmetry = symmetry_of(game) if symmetric else none(game)
        partner = self.symmetry.partner if self.symmetry.swap is not None else None
        self.slices = Slices(game, start, partner)
        self.cells = len(game.board.cells)

    @classmethod
    def after(cls, position: Position, symmetric: bool = True) -> Space:
        """The positions that can follow one."""
        return cls(position.game, slice_of(position), symmetric)

    def covers(self, position: Position) -> bool:
        """Whether the position is one of these."""
        return self.slices.own(slice_of(position)) in self.slices.onward

    @property
    def is_symmetric(self) -> bool:
        """Whether one index may stand for several positions."""
        return len(self.symmetry.images) > 1 or self.symmetry.swap is not None

    @cached_property
    def placements(self) -> int:
        """Positions of all slices, before symmetries; the mover's side counted once."""
        return sum(one.placements(self.cells) for one in self.slices.onward)

    @cached_property
    def indices(self) -> int:
        """How many indices there will be: the classes of each slice's lead, times the rest."""
        found = 0
        for one in self.slices.onward:
            lead = next((one.counts[code] for code in self._order(one)), 0)
            found += self._classes(lead) * (one.placements(self.cells) // comb(self.cells, lead))
        return found

    def _classes(self, count: int) -> int:
        """Sets of so many cells, up to symmetry: the mean of those that each image leaves as they are."""
        still = 0
        for image in self.symmetry.images:
            ways = [1] + [0] * count
            for length in _cycles(image):
                for n in range(count, length - 1, -1):
                    ways[n] += ways[n - length]
            still += ways[count]
        return still // len(self.symmetry.images)

    @cached_property
    def ranking(self) -> Ranking:
        """The numbers. Takes a moment, and memory, for the classes of sets of cells."""
        rows = [self._row(one, group) for group in self.slices.groups for one in group]
        data = {
            "images": self.symmetry.images, "swap": self.symmetry.swap, "partner": self.symmetry.partner,
            "after": self.symmetry.after, "inverse": self.symmetry.inverse, "slices": rows,
            "clock": clock_of(self.game),
        }  # fmt: skip
        return Ranking(self.game.rules, data)

    def _row(self, one: Slice, group: list[Slice]) -> dict[str, object]:
        outside = any(other not in group for other in self.slices.onward[one])
        return {
            "counts": one.counts, "hands": one.hands, "mover": one.mover, "order": self._order(one),
            "outside": int(outside), "stalled": one.stalled, "clock": one.clock,
        }  # fmt: skip

    def _order(self, one: Slice) -> list[int]:
        """The codes on the board. The lead should have many classes, but no table that is too large."""
        codes = [code for code, count in enumerate(one.counts) if count]
        return sorted(codes, key=lambda code: (self._lead_size(one.counts[code]), code), reverse=True)

    def _lead_size(self, count: int) -> int:
        size = comb(self.cells, count)
        return size if size <= LARGEST_LEAD else 0

    @cached_property
    def weights(self) -> list[int]:
        """For each slice, in their order: 2 if it stands for one of the other side's turn as well, else 1."""
        real = Slices(self.game, self.slices.start, None).onward if self.slices.partner else {}
        found = Counter(self.slices.own(one) for one in real)
        return [found[one] or 1 for group in self.slices.groups for one in group]

    @cached_property
    def comes_back(self) -> bool:
        """Whether some positions can come back."""
        onward = self.slices.onward
        return any(other in group for group in self.slices.groups for one in group for other in onward[one])

    @cached_property
    def groups(self) -> list[Group]:
        """The ranges of indices in the order in which they are solved."""
        found, at = [], 0
        ranges = self.ranking.slices
        for group in self.slices.groups:
            first, last = ranges[at][0], sum(ranges[at + len(group) - 1])
            at += len(group)
            cyclic = any(other in group for one in group for other in self.slices.onward[one])
            found.append(Group(first, last, cyclic, self._is_reversible(group)))
        return found

    def _is_reversible(self, group: list[Slice]) -> bool:
        """Whether every move within the group is one piece that moves without a trace."""
        partner = self.slices.partner
        material = {(one.counts, one.hands) for one in group}
        if partner is not None:
            pairs = [(one, swapped(one, partner)) for one in group]
            material = {min((a.counts, a.hands), (b.counts, b.hands)) for a, b in pairs}
        if len(material) > 1 or len({one.stalled for one in group}) > 1:
            return False
        # Moves of several actions are understood only where the later ones take pieces off.
        data = self.game.compiled.data
        return all(
            not stage["next_when"]
            or all(
                data["rules"][number]["op"] == OP["remove"]
                for side in range(2)
                for number in _numbers(data["stages"][stage["next_stage"]], side)
            )
            for stage in data["stages"]
        )

    def index(self, position: Position) -> int | None:
        """The number of a position; None if it is none of these."""
        return self.ranking.index(position.snapshot)

    def position(self, index: int) -> Position:
        """The position with a number."""
        cells, mover, hands, clock = self.ranking.place(index)
        return self.game.set_up(cells, mover, hands, [], clock)


def _cycles(image: tuple[int, ...]) -> list[int]:
    """The lengths of the rounds in which an image moves the cells."""
    found, seen = [], set[int]()
    for cell in range(len(image)):
        length = 0
        while cell not in seen:
            seen.add(cell)
            cell = image[cell]
            length += 1
        if length:
            found.append(length)
    return found


def _numbers(stage: dict[str, Any], side: int) -> range:
    return range(stage["first_rule"][side], stage["first_rule"][side] + stage["rules"][side])


__all__ = ["Group", "Space", "TooManySlices", "why_not"]
