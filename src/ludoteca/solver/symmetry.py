"""Symmetries of board and rules: rotations and reflections, and the exchange of the sides.

They preserve the value of every position; the initial set-up need not be symmetric. All tables that the
kernel reads are mapped and compared; a table of unknown form counts as not symmetric.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ludoteca.games import Game
from ludoteca.games.compiler.codes import END, OP, PROMOTE
from ludoteca.kernel.rows import EndRow, RuleRow, RuleTables, plain_rule

Image = tuple[int, ...]
"""A permutation of the cells."""

_STRIDES = {
    OP["step"]: 1, OP["leap"]: 3, OP["hop"]: 3, OP["slide"]: -3, OP["fly-leap"]: -3, OP["counted"]: -5,
    OP["shoot"]: -3, OP["pair"]: 1,
}  # fmt: skip
"""Entries per target in a rule's table; negative if the first two are a ray's start and length."""
_NEUTRAL = {OP["place"], OP["fly"], OP["remove"], OP["exit"], OP["block"], OP["rotate"]}
"""Actions whose tables, if any, are not used."""
_PLAIN_ENDS = {END[name] for name in ("enemy_left", "own_left", "each_left", "board_full", "no_move",
                                      "no_moves_at_all", "one_group", "ring")}  # fmt: skip
_OWN_FIELDS = ("code", "region", "origin", "table", "promote_code", "promote_region", "promote_rule",
               "forbids", "spare", "sandwich", "not_start")  # fmt: skip
"""Fields of a rule that refer to other tables; all others must be equal."""


@dataclass(frozen=True)
class Symmetry:
    """The value-preserving symmetries of a game."""

    images: tuple[Image, ...]
    """The identity comes first."""
    swap: Image | None
    """The permutation that goes with exchanging the sides; None if they cannot be exchanged."""
    partner: tuple[int, ...]
    """For each piece code, its code after exchanging the sides."""

    @property
    def inverse(self) -> list[int]:
        """For each image, the index of its inverse."""
        return [
            self.images.index(tuple(image.index(cell) for cell in range(len(image)))) for image in self.images
        ]

    @property
    def after(self) -> list[list[int]]:
        """[first][second]: the index of the composition."""
        numbers = {image: number for number, image in enumerate(self.images)}
        return [
            [numbers[tuple(second[cell] for cell in first)] for second in self.images]
            for first in self.images
        ]


def identity(game: Game) -> Symmetry:
    """The identity only."""
    return Symmetry((tuple(range(len(game.board.cells))),), None, tuple(range(len(game.compiled.kinds.who))))


@lru_cache(maxsize=64)
def symmetry_of(game: Game) -> Symmetry:
    """All symmetries of a game's board and rules."""
    tables = _Tables(game.compiled.data)
    same = tuple(range(len(game.compiled.kinds.who)))
    partner = _partners(game)
    images = tuple(image for image in game.board_symmetries if tables.invariant(image, same, (0, 1)))
    swaps = (
        [] if partner is None else [i for i in game.board_symmetries if tables.invariant(i, partner, (1, 0))]
    )
    if not images:
        return identity(game)
    if partner is None or not swaps:
        return Symmetry(images, None, same)
    return Symmetry(images, swaps[0], partner)


def _partners(game: Game) -> tuple[int, ...] | None:
    """For each piece code, the same kind of the other side; None if a kind belongs to one side only."""
    kinds = game.compiled.kinds
    found = list(range(len(kinds.who)))
    for code, who in enumerate(kinds.who):
        if who in (1, 2):
            other = kinds.code_of[2 - who][kinds.kind_of[code]]
            if not other:
                return None
            found[code] = other
    return tuple(found)


class _Tables:
    """A game's compiled tables in a form that can be mapped and compared."""

    def __init__(self, data: RuleTables) -> None:
        self.data = data
        self.cells = range(data.cells)

    def invariant(self, image: Image, codes: tuple[int, ...], sides: tuple[int, int]) -> bool:
        """Whether all tables stay the same when cells, piece codes and sides are mapped."""
        here = self._mapped(tuple(self.cells), tuple(range(len(codes))), (0, 1))
        there = self._mapped(image, codes, sides)
        return here is not None and here == there

    def _mapped(self, image: Image, codes: tuple[int, ...], sides: tuple[int, int]) -> Any:
        """All tables after mapping; None if one has an unknown form."""
        data = self.data
        if data.sowing or any(table.exact for table in data.windows):
            return None
        # A block rotates both ways, so its orientation does not matter.
        blocks = sorted(sorted(image[cell] for cell in block) for block in data.blocks)
        below = sorted((image[a], image[b] if b >= 0 else -1) for a, b in enumerate(data.below))
        phases = [
            (until, plies, [self._stage(number, side, image, codes, sides) for side in sides])
            for until, plies, number in data.phases
        ]
        ends = [self._end(row, image, codes, sides) for row in data.ends]
        if None in ends or any(None in both for _, _, both in phases):
            return None
        near = {(image[a], image[b]) for a in self.cells for b in self._items(data.neighbours, a, 1)}
        stuck = [data.no_move_result[side] for side in sides]
        return phases, ends, sorted(near), blocks, below, stuck, [data.start[s] >= 0 for s in sides]

    def _stage(
        self, number: int, side: int, image: Image, codes: tuple[int, ...], sides: tuple[int, int]
    ) -> Any:
        stage = self.data.stages[number]
        first, many = stage.first_rule[side], stage.rules[side]
        rules = [self._rule(row, image, codes, sides) for row in self.data.rules[first : first + many]]
        if None in rules or stage.swap:
            return None
        windows = self._windows(stage.next_windows, image) if stage.next_when == 2 else None
        after = None
        if stage.next_when:
            after = self._stage(stage.next_stage, side, image, codes, sides)
            if after is None:
                return None
        fields = [
            getattr(stage, key)
            for key in ("capture", "next_when", "pass_forced", "pass_allowed", "ends_checked")
        ]
        # The order of rules affects move order only.
        return [fields, stage.capture_limit[side], windows, after, sorted(rules, key=repr)]

    def _rule(self, row: RuleRow, image: Image, codes: tuple[int, ...], sides: tuple[int, int]) -> Any:
        if row.op not in _STRIDES and row.op not in _NEUTRAL:
            return None
        if row.sandwich >= 0 or row.not_start or row.filters or (row.most_over and row.op == OP["hop"]):
            return None
        mapped = {key: value for key, value in plain_rule(row).items() if key not in _OWN_FIELDS}
        mapped["code"] = codes[row.code]
        mapped["promote_code"] = codes[row.promote_code]
        for key in ("region", "origin", "promote_region"):
            mapped[key] = self._region(getattr(row, key), image)
        for key in ("forbids", "spare"):
            mapped[key] = self._windows(getattr(row, key), image) if getattr(row, key) >= 0 else None
        if row.promote_code and row.promote_mode == PROMOTE["it arrives and goes on"]:
            return None
        mapped["table"] = self._table(row, image)
        return sorted(mapped.items(), key=repr)

    def _table(self, row: RuleRow, image: Image) -> Any:
        if (row.op in _NEUTRAL and not row.flips) or (row.op == OP["pair"] and not row.together):
            return None
        stride = _STRIDES[OP["slide"]] if row.flips else _STRIDES[row.op]
        table = self.data.tables[row.table]
        found: list[Any] = []
        directions: dict[int, set[tuple[Any, ...]]] = {}
        for cell in self.cells:
            items = self._items(table, cell, 1)
            for i in range(0, len(items), abs(stride)):
                if stride == 1:
                    step = (image[cell], image[items[i]])
                    # Two pieces placed at once are unordered.
                    found.append((min(step), max(step)) if row.op == OP["pair"] else step)
                elif stride == 3:
                    entry: tuple[Any, ...] = (image[cell], image[items[i]], image[items[i + 1]])
                    found.append(entry)
                    directions.setdefault(items[i + 2], set()).add(entry)
                else:
                    entry = (image[cell], self._ray(items[i], items[i + 1], image))
                    if stride == -5:
                        entry += (self._ray(items[i + 3], items[i + 4], image),)
                    found.append(entry)
                    directions.setdefault(items[i + 2], set()).add(entry)
        # Directions may be renumbered, but targets in one direction must stay in one direction.
        return sorted(found), sorted(sorted(group) for group in directions.values())

    def _ray(self, start: int, length: int, image: Image) -> tuple[int, ...]:
        return tuple(image[cell] for cell in self.data.ray_cells[start : start + length])

    def _items(self, table: Any, cell: int, _: int) -> list[int]:
        first, items = table
        return list(items[first[cell] : first[cell + 1]])

    def _region(self, number: int, image: Image) -> int:
        if number < 0:
            return -1
        mask = self.data.regions[number]
        return sum(1 << image[cell] for cell in self.cells if mask >> cell & 1)

    def _windows(self, number: int, image: Image) -> Any:
        row = self.data.windows[number]
        size, cells = row.size, row.cells
        sets = [cells[i * size : (i + 1) * size] for i in range(row.count)]
        return sorted(sorted(image[cell] for cell in one if cell < len(image)) for one in sets)

    def _end(self, row: EndRow, image: Image, codes: tuple[int, ...], sides: tuple[int, int]) -> Any:
        owners = sum(1 << new for new, side in enumerate(sides) if row.owners >> side & 1)
        mapped: list[Any] = [
            row.type,
            row.n,
            owners,
            row.result,
            row.both,
            row.after_move,
            row.exactly,
        ]
        mapped.append([codes[row.code[side]] for side in sides])
        if row.neither:
            return None
        if row.type == END["window"]:
            return [*mapped, self._windows(row.windows, image)]
        if row.type in (END["reach"], END["fill"], END["fill_any"]):
            return [*mapped, [self._region(row.region[side], image) for side in sides]]
        if row.type == END["connect"]:
            # The two edges of a side are interchangeable.
            edges = [
                [self._region(getattr(row, edge)[side], image) for edge in ("region", "far")]
                for side in sides
            ]
            return [*mapped, [sorted(pair) for pair in edges]]
        if row.type == END["join"]:
            # The goals of a side are interchangeable.
            return [*mapped, [self._goals(row.goals[side], side, image) for side in sides]]
        return mapped if row.type in _PLAIN_ENDS else None

    def _goals(self, wanted: int, side: int, image: Image) -> list[list[int]]:
        """The cells of each goal of a connection."""
        reached = self.data.goals[side]
        return sorted(
            sorted(image[cell] for cell in self.cells if reached[cell] >> bit & 1)
            for bit in range(wanted.bit_length())
            if wanted >> bit & 1
        )
