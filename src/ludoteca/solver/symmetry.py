"""Turns and reflections of the board that the rules share, and whether the sides could change places.

What a position is worth does not change when the board is turned so; the set-up need not be symmetric for it.
Everything the kernel reads is compared, number by number: what is not understood counts as different.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludoteca.games import Game
from ludoteca.games.compiler.codes import END, OP, PROMOTE

Image = tuple[int, ...]
"""Where each cell goes."""

_STRIDES = {
    OP["step"]: 1, OP["leap"]: 3, OP["hop"]: 3, OP["slide"]: -3, OP["fly-leap"]: -3, OP["counted"]: -5,
    OP["shoot"]: -3, OP["pair"]: 1,
}  # fmt: skip
"""Entries of a rule's table for each target; negative where the first of them names a ray."""
_NEUTRAL = {OP["place"], OP["fly"], OP["remove"], OP["exit"], OP["block"], OP["rotate"]}
"""Actions whose tables, if they have any, say nothing."""
_PLAIN_ENDS = {END[name] for name in ("enemy_left", "own_left", "each_left", "board_full", "no_move",
                                      "no_moves_at_all", "one_group")}  # fmt: skip
_OWN_FIELDS = ("code", "region", "origin", "table", "promote_code", "promote_region", "promote_rule",
               "forbids", "spare", "sandwich", "not_start")  # fmt: skip
"""Fields of a rule that are numbers of something else; all others must be equal as they stand."""


@dataclass(frozen=True)
class Symmetry:
    """What leaves the values of positions as they are."""

    images: tuple[Image, ...]
    """The identity comes first."""
    swap: Image | None
    """How the board is turned while the sides change places; None where they cannot."""
    partner: tuple[int, ...]
    """For each code the code it becomes when the sides change places."""

    @property
    def inverse(self) -> list[int]:
        """For each image the number of the one that undoes it."""
        return [
            self.images.index(tuple(image.index(cell) for cell in range(len(image)))) for image in self.images
        ]

    @property
    def after(self) -> list[list[int]]:
        """[first][second]: the number of the image that does what both do."""
        numbers = {image: number for number, image in enumerate(self.images)}
        return [
            [numbers[tuple(second[cell] for cell in first)] for second in self.images]
            for first in self.images
        ]


def none(game: Game) -> Symmetry:
    """As if nothing were symmetric."""
    return Symmetry((tuple(range(len(game.board.cells))),), None, tuple(range(len(game.compiled.kinds.who))))


def symmetry_of(game: Game) -> Symmetry:
    """All that the rules share."""
    facts = _Facts(game.compiled.data)
    same = tuple(range(len(game.compiled.kinds.who)))
    partner = _partners(game)
    images = tuple(image for image in game.board_symmetries if facts.hold(image, same, (0, 1)))
    swaps = [] if partner is None else [i for i in game.board_symmetries if facts.hold(i, partner, (1, 0))]
    if not images:
        return none(game)
    if partner is None or not swaps:
        return Symmetry(images, None, same)
    return Symmetry(images, swaps[0], partner)


def _partners(game: Game) -> tuple[int, ...] | None:
    """For each code the same kind of the other side; None if a kind belongs to one side alone."""
    kinds = game.compiled.kinds
    found = list(range(len(kinds.who)))
    for code, who in enumerate(kinds.who):
        if who in (1, 2):
            other = kinds.code_of[2 - who][kinds.kind_of[code]]
            if not other:
                return None
            found[code] = other
    return tuple(found)


class _Facts:
    """A game's tables, as facts that can be turned."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.cells = range(data["cells"])

    def hold(self, image: Image, codes: tuple[int, ...], sides: tuple[int, int]) -> bool:
        """Whether all facts stay the same when the board is turned, and codes and sides are renamed."""
        here = self._told(tuple(self.cells), tuple(range(len(codes))), (0, 1))
        there = self._told(image, codes, sides)
        return here is not None and here == there

    def _told(self, image: Image, codes: tuple[int, ...], sides: tuple[int, int]) -> Any:
        """All that is said, after turning; None if something is not understood."""
        data = self.data
        if data["sowing"] or any(table["exact"] for table in data["windows"]):
            return None
        # A block turns both ways, so that it does not matter which way round it is.
        blocks = sorted(sorted(image[cell] for cell in block) for block in data["blocks"])
        below = sorted((image[a], image[b] if b >= 0 else -1) for a, b in enumerate(data["below"]))
        phases = [
            (until, plies, [self._stage(number, side, image, codes, sides) for side in sides])
            for until, plies, number in data["phases"]
        ]
        ends = [self._end(row, image, codes, sides) for row in data["ends"]]
        if None in ends or any(None in both for _, _, both in phases):
            return None
        near = {(image[a], image[b]) for a in self.cells for b in self._items(data["neighbours"], a, 1)}
        stuck = [data["no_move_result"][side] for side in sides]
        return phases, ends, sorted(near), blocks, below, stuck, [data["start"][s] >= 0 for s in sides]

    def _stage(
        self, number: int, side: int, image: Image, codes: tuple[int, ...], sides: tuple[int, int]
    ) -> Any:
        stage = self.data["stages"][number]
        first, many = stage["first_rule"][side], stage["rules"][side]
        rules = [self._rule(row, image, codes, sides) for row in self.data["rules"][first : first + many]]
        if None in rules or stage["swap"]:
            return None
        windows = self._windows(stage["next_windows"], image) if stage["next_when"] == 2 else None
        after = None
        if stage["next_when"]:
            after = self._stage(stage["next_stage"], side, image, codes, sides)
            if after is None:
                return None
        said = [stage[key] for key in ("capture", "next_when", "pass_forced", "pass_allowed", "ends_checked")]
        # The order of rules is an order of moves, not of values.
        return [said, stage["capture_limit"][side], windows, after, sorted(rules, key=repr)]

    def _rule(self, row: dict[str, Any], image: Image, codes: tuple[int, ...], sides: tuple[int, int]) -> Any:
        if row["op"] not in _STRIDES and row["op"] not in _NEUTRAL:
            return None
        if row["sandwich"] >= 0 or row["not_start"]:
            return None
        told = {key: value for key, value in row.items() if key not in _OWN_FIELDS}
        told["code"] = codes[row["code"]]
        told["promote_code"] = codes[row["promote_code"]]
        for key in ("region", "origin", "promote_region"):
            told[key] = self._region(row[key], image)
        for key in ("forbids", "spare"):
            told[key] = self._windows(row[key], image) if row[key] >= 0 else None
        if row["promote_code"] and row["promote_mode"] == PROMOTE["it arrives and goes on"]:
            return None
        told["table"] = self._table(row, image)
        return sorted(told.items(), key=repr)

    def _table(self, row: dict[str, Any], image: Image) -> Any:
        if (row["op"] in _NEUTRAL and not row["flips"]) or (row["op"] == OP["pair"] and not row["together"]):
            return None
        stride = _STRIDES[OP["slide"]] if row["flips"] else _STRIDES[row["op"]]
        table = self.data["tables"][row["table"]]
        found: list[Any] = []
        directions: dict[int, set[tuple[Any, ...]]] = {}
        for cell in self.cells:
            items = self._items(table, cell, 1)
            for i in range(0, len(items), abs(stride)):
                if stride == 1:
                    step = (image[cell], image[items[i]])
                    # Of two pieces placed at once neither is the first.
                    found.append((min(step), max(step)) if row["op"] == OP["pair"] else step)
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
        # Directions may have other numbers, but what goes one way must still go one way.
        return sorted(found), sorted(sorted(group) for group in directions.values())

    def _ray(self, start: int, length: int, image: Image) -> tuple[int, ...]:
        return tuple(image[cell] for cell in self.data["ray_cells"][start : start + length])

    def _items(self, table: Any, cell: int, _: int) -> list[int]:
        first, items = table
        return list(items[first[cell] : first[cell + 1]])

    def _region(self, number: int, image: Image) -> int:
        if number < 0:
            return -1
        mask = self.data["regions"][number]
        return sum(1 << image[cell] for cell in self.cells if mask >> cell & 1)

    def _windows(self, number: int, image: Image) -> Any:
        row = self.data["windows"][number]
        size, cells = row["size"], row["cells"]
        sets = [cells[i * size : (i + 1) * size] for i in range(row["count"])]
        return sorted(sorted(image[cell] for cell in one if cell < len(image)) for one in sets)

    def _end(self, row: dict[str, Any], image: Image, codes: tuple[int, ...], sides: tuple[int, int]) -> Any:
        owners = sum(1 << new for new, side in enumerate(sides) if row["owners"] >> side & 1)
        told = [row["type"], row["n"], owners, row["result"], row["both"], row["after_move"], row["exactly"]]
        told.append([codes[row["code"][side]] for side in sides])
        if row["neither"]:
            return None
        if row["type"] == END["window"]:
            return [*told, self._windows(row["windows"], image)]
        if row["type"] in (END["reach"], END["fill"], END["fill_any"]):
            return [*told, [self._region(row["region"][side], image) for side in sides]]
        if row["type"] == END["connect"]:
            # The two edges of a side may change places.
            edges = [[self._region(row[edge][side], image) for edge in ("region", "far")] for side in sides]
            return [*told, [sorted(pair) for pair in edges]]
        return told if row["type"] in _PLAIN_ENDS else None
