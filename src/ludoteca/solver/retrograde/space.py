"""The dense index of all positions that can follow a position, up to symmetry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from zlib import crc32

from ludoteca.games import Game, Position
from ludoteca.kernel import Ranking
from ludoteca.kernel.ranking_rows import RankingTables, SliceRow
from ludoteca.solver.retrograde.material import Slice, SliceGraph, TooManySlices, clock_of, slice_of, swapped
from ludoteca.solver.symmetry import Symmetry, identity, symmetry_of

LARGEST_LEAD = 1 << 25
"""Largest number of cell sets whose symmetry classes are tabulated."""

MOST_CELLS = 64
_NOT_INDEXABLE = {
    "sows": "sowing", "repetition_decides": "repetition", "stagnation_decides": "progress", "swap": "swap",
    "blocks_cells": "trail", "blocks_turn": "action", "connects": "connect", "blocked_cells": "blocked",
    "counts_turns": "turns",
}  # fmt: skip
"""Traits that need more than an index, in the order in which they are reported, with the reason."""


def why_not_indexable(game: Game) -> str | None:
    """The part of a position's state that an index cannot represent; None if there is none."""
    traits = game.traits
    if len(game.board.cells) > MOST_CELLS and not traits.sows:
        return "large"
    return next((reason for trait, reason in _NOT_INDEXABLE.items() if getattr(traits, trait)), None)


@dataclass(frozen=True)
class Group:
    """Slices that are solved together, as a range of indices."""

    first: int
    last: int
    cyclic: bool
    """Its positions can lead to each other; otherwise initialisation settles them."""
    reversible: bool
    """Its moves have unmoves."""


class Space:
    """The positions that can follow those of some slices, with their indices. Raises `TooManySlices`."""

    def __init__(self, game: Game, starts: Sequence[Slice], symmetric: bool = True, pieces: int = 0) -> None:
        """`pieces`: the space has all endgames with at most this many pieces; 0 for other spaces."""
        self.game = game
        self.pieces = pieces
        self.symmetry: Symmetry = symmetry_of(game) if symmetric else identity(game)
        partner = self.symmetry.partner if self.symmetry.swap is not None else None
        self.slices = SliceGraph(game, starts, partner)
        self.cells = len(game.board.cells)

    @classmethod
    def after(cls, position: Position, symmetric: bool = True) -> Space:
        """The positions that can follow a position."""
        return cls(position.game, [slice_of(position)], symmetric)

    @property
    def start(self) -> Slice:
        """The slice that the space was built from; of endgames, one of them."""
        return self.slices.starts[0]

    def covers(self, position: Position) -> bool:
        """Whether the position belongs to the space."""
        return self.slices.canonical(slice_of(position)) in self.slices.successors

    @property
    def is_symmetric(self) -> bool:
        """Whether one index may represent several positions."""
        return len(self.symmetry.images) > 1 or self.symmetry.swap is not None

    @cached_property
    def placements(self) -> int:
        """Positions of all slices, not reduced by symmetry."""
        return sum(one.placements(self.cells) for one in self.slices.successors)

    @cached_property
    def indices(self) -> int:
        """Number of indices: per slice, symmetry classes of the lead piece times placements of the rest."""
        total = 0
        for one in self.slices.successors:
            lead = next((one.counts[code] for code in self._order(one)), 0)
            total += self._classes(lead) * (one.placements(self.cells) // comb(self.cells, lead))
        return total

    def _classes(self, count: int) -> int:
        """Number of cell sets of this size up to symmetry, by Burnside's lemma."""
        fixed = 0
        for image in self.symmetry.images:
            ways = [1] + [0] * count
            for length in _cycles(image):
                for n in range(count, length - 1, -1):
                    ways[n] += ways[n - length]
            fixed += ways[count]
        return fixed // len(self.symmetry.images)

    @cached_property
    def ranking(self) -> Ranking:
        """The kernel's index. Building the table of symmetry classes takes time and memory."""
        rows = [self._row(one, group) for group in self.slices.groups for one in group]
        tables = RankingTables(
            images=self.symmetry.images,
            swap=self.symmetry.swap,
            partner=self.symmetry.partner,
            after=self.symmetry.after,
            inverse=self.symmetry.inverse,
            slices=rows,
            clock=clock_of(self.game),
        )
        return Ranking(self.game.rules, tables)

    def _row(self, one: Slice, group: list[Slice]) -> SliceRow:
        outside = any(other not in group for other in self.slices.successors[one])
        return SliceRow(
            one.counts, one.hands, one.mover, self._order(one), int(outside), one.stalled, one.clock
        )

    def _order(self, one: Slice) -> list[int]:
        """Piece codes, lead first: the one with the most symmetry classes that can be tabulated."""
        codes = [code for code, count in enumerate(one.counts) if count]
        return sorted(codes, key=lambda code: (self._lead_size(one.counts[code]), code), reverse=True)

    def _lead_size(self, count: int) -> int:
        size = comb(self.cells, count)
        return size if size <= LARGEST_LEAD else 0

    @cached_property
    def weights(self) -> list[int]:
        """For each slice, in order: 2 if it also represents a slice with the other side to move, else 1."""
        real = SliceGraph(self.game, self.slices.starts, None).successors if self.slices.partner else {}
        represented = Counter(self.slices.canonical(one) for one in real)
        return [represented[one] or 1 for group in self.slices.groups for one in group]

    @cached_property
    def may_repeat(self) -> bool:
        """Whether some positions can repeat."""
        successors = self.slices.successors
        return any(
            other in group for group in self.slices.groups for one in group for other in successors[one]
        )

    @cached_property
    def groups(self) -> list[Group]:
        """The index ranges in solving order."""
        groups, at = [], 0
        ranges = self.ranking.slices
        for group in self.slices.groups:
            first, last = ranges[at][0], sum(ranges[at + len(group) - 1])
            at += len(group)
            cyclic = any(other in group for one in group for other in self.slices.successors[one])
            groups.append(Group(first, last, cyclic, self._is_reversible(group)))
        return groups

    def _is_reversible(self, group: list[Slice]) -> bool:
        """Whether every move within the group only moves one piece."""
        partner = self.slices.partner
        material = {(one.counts, one.hands) for one in group}
        if partner is not None:
            pairs = [(one, swapped(one, partner)) for one in group]
            material = {min((a.counts, a.hands), (b.counts, b.hands)) for a, b in pairs}
        if len(material) > 1 or len({one.stalled for one in group}) > 1:
            return False
        # Of moves with several actions, unmoves exist only where the later actions remove pieces.
        return not self.game.traits.follow_up_acts

    def index(self, position: Position) -> int | None:
        """The index of a position; None if it is not in the space."""
        return self.ranking.rank(position.snapshot)

    def position(self, index: int) -> Position:
        """The position at an index."""
        found = self.ranking.unrank(index)
        return self.game.set_up(found.cells, found.mover, found.hands, [], found.clock)

    @property
    def file_stem(self) -> str:
        """Common prefix of the names of all files about the space: game, rules hash, and the start slice or
        the number of pieces."""
        if self.pieces:
            return f"{game_stem(self.game)}-endgames{self.pieces}"
        start = self.start
        key = repr((start.counts, start.hands, start.mover, start.stalled, start.clock))
        return f"{game_stem(self.game)}-{crc32(key.encode()):08x}"


def game_stem(game: Game) -> str:
    """Common prefix of the names of all files about a game with its rules."""
    name = "".join(char if char.isalnum() or char in "-." else "_" for char in game.name)
    return f"{name}-{game.rules_hash}"


def _cycles(image: tuple[int, ...]) -> list[int]:
    """Cycle lengths of a permutation of the cells."""
    lengths, seen = [], set[int]()
    for cell in range(len(image)):
        length = 0
        while cell not in seen:
            seen.add(cell)
            cell = image[cell]
            length += 1
        if length:
            lengths.append(length)
    return lengths


__all__ = ["Group", "Space", "TooManySlices", "game_stem", "why_not_indexable"]
