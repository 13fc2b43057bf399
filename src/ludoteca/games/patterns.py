"""Patterns of a board: small sets of places whose contents are looked up together in a table of weights.

They are found in the board graph alone: straight lines, blocks of two by three, a cell with its neighbours,
pits in a row. Symmetric patterns share a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import acos, degrees, hypot

from ludoteca.games.compiler import Compiled
from ludoteca.games.compiler.codes import BLOCKED, OP
from ludoteca.geometry import Board
from ludoteca.kernel import PatternRow

Places = tuple[int, ...]
Key = frozenset[object]

MOST_ENTRIES = 20_000
"""A table has at most this many entries: more could not be learnt from a few hundred thousand positions."""
MOST_IN_ALL = 1_000_000
"""The most entries of all tables together; patterns that need more are left out."""
MOST_PATTERNS = 1200
"""More look-ups would make an evaluation too slow."""
SEEDS = 14
"""Pits with at least this many seeds are alike where a pit is looked up alone."""
FEW_SEEDS = 6
"""The same where several pits are looked up together."""
FAMILIES = ("lines", "blocks", "diamonds", "stars", "pits", "hands")


@dataclass(frozen=True)
class Symmetry:
    """A map of the board to itself that keeps the rules."""

    image: Places
    """The image of each place."""
    swaps: bool
    """Whether the sides are exchanged."""


@dataclass(frozen=True)
class PatternForm:
    """Which patterns an evaluation uses; stored with the weights."""

    families: tuple[str, ...]
    """Names from `FAMILIES`; a number after a colon is the largest number of cells: `lines:5`."""
    shared: bool = False
    """Whether a table is shared by all places of the board, not only by symmetric ones."""
    stages: int = 1
    """The number of stages of the game, by occupied cells, each with weights of its own."""
    plain: bool = False
    """Whether the scalar terms of the evaluation are left out, which makes it faster."""

    @property
    def text(self) -> str:
        more = [word for word in ("shared", "plain") if getattr(self, word)] + (
            [f"stages={self.stages}"] if self.stages > 1 else []
        )
        return " ".join([*self.families, *more])


def read_form(text: str) -> PatternForm:
    """The form that a text describes. Raises ValueError."""
    families: list[str] = []
    flags, stages = set[str](), 1
    for word in text.split():
        name, _, value = word.partition("=")
        if word in ("shared", "plain"):
            flags.add(word)
        elif name == "stages" and value.isdecimal() and 1 <= int(value) <= 8:
            stages = int(value)
        elif _family(word):
            families.append(word)
        else:
            raise ValueError(word)
    return PatternForm(tuple(families), "shared" in flags, stages, "plain" in flags)


def _family(word: str) -> tuple[str, int] | None:
    name, colon, size = word.partition(":")
    if name not in FAMILIES or (colon and not (size.isdecimal() and 2 <= int(size) <= 12)):
        return None
    return name, int(size) if colon else 0


@dataclass
class _Table:
    """A table under construction."""

    places: Places
    parent: int = -1
    ties: set[tuple[Places, bool]] = field(default_factory=set)


class PatternBoard:
    """The places of a game: which contents each can have, and where each is."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.board: Board = compiled.board
        self.cells = compiled.layout.size
        self.pits = len(compiled.start.pits)
        self.kinds = len(compiled.kinds.names)
        self.places = self.cells + self.pits + 2 * self.kinds

    @cached_property
    def codes(self) -> list[int]:
        """The codes that a cell can hold, in the order of their digits: 0 first."""
        found = {0, *self.compiled.start.cells}
        for one in self.compiled.rules:
            found |= {one.row.code, one.row.promote_code}
            if one.row.op in (OP["shoot"], OP["block"]) or one.row.trail:
                found.add(self.compiled.kinds.who.index(BLOCKED))
        return sorted(found)

    @property
    def states(self) -> int:
        """The number of contents of a cell."""
        return len(self.codes)

    @cached_property
    def hands(self) -> list[tuple[int, int]]:
        """The places of pieces in hand, and the most pieces there."""
        found = []
        for side in range(2):
            for kind in range(self.kinds):
                most = self.compiled.start.hands[side][kind]
                if most:
                    found.append((self.cells + self.pits + side * self.kinds + kind, most))
        return found

    @cached_property
    def partner(self) -> list[int]:
        """For each code, the code of the same kind on the other side; itself if there is none."""
        kinds = self.compiled.kinds
        found = list(range(len(kinds.who)))
        for code, who in enumerate(kinds.who):
            if who in (1, 2):
                found[code] = kinds.code_of[2 - who][kinds.kind_of[code]] or code
        return found

    def digits(self, alone: bool) -> list[bytes]:
        """The digit of each contents of each place."""
        cell = bytearray(256)
        for digit, code in enumerate(self.codes):
            cell[code] = digit
        most = SEEDS if alone else FEW_SEEDS
        pit = bytes(min(seeds, most) for seeds in range(256))
        found = [bytes(cell)] * self.cells + [pit] * self.pits
        hands = dict(self.hands)
        for place in range(self.cells + self.pits, self.places):
            found.append(bytes(min(n, hands.get(place, 0)) for n in range(256)))
        return found

    def swapped(self) -> list[bytes]:
        """The digit of each digit when the sides are exchanged."""
        cell = bytes(self._digit(self.partner[code]) for code in self.codes)
        return [cell] * self.cells + [bytes(range(256))] * (self.places - self.cells)

    def _digit(self, code: int) -> int:
        return self.codes.index(code) if code in self.codes else 0

    @property
    def can_swap(self) -> bool:
        """Whether every code that can appear has a partner that can."""
        who = self.compiled.kinds.who
        return all(
            self.partner[code] in self.codes and (who[code] not in (1, 2) or self.partner[code] != code)
            for code in self.codes
        )

    def largest(self, limit: int = MOST_ENTRIES) -> int:
        """The most cells that a pattern can have."""
        n = 1
        while self.states ** (n + 1) <= limit and n < 10:
            n += 1
        return n

    # -- families -------------------------------------------------------------------------------------

    def lines(self, size: int = 0) -> list[Places]:
        """All straight lines of at least three cells; parts of those that are too long for one table."""
        most = min(size or 8, self.largest())
        found: dict[frozenset[int], Places] = {}
        for line in {*self.board.lines, *self.board.wide_lines}:
            cells = line.cells
            if line.closed and len(cells) > most:
                cells = cells + cells[: most - 1]
            for part in _parts(cells, most):
                if len(set(part)) == len(part) >= min(3, most):
                    found.setdefault(frozenset(part), part)
        return _without_parts(found)

    def blocks(self, size: int = 0) -> list[Places]:
        """Parallelograms of two by three cells along the grid; smaller ones where a cell has many states."""
        return self._parallelograms(size, lambda one, two: not _is_oblique(one) and not _is_oblique(two))

    def diamonds(self, size: int = 0) -> list[Places]:
        """The same along the diagonals."""
        return self._parallelograms(size, lambda one, two: _is_oblique(one) and _is_oblique(two))

    def _parallelograms(self, size: int, wanted: Callable[[_Vector, _Vector], bool]) -> list[Places]:
        most = min(size or 6, self.largest())
        width, height = next(
            ((w, h) for w, h in ((2, 5), (2, 4), (3, 3), (2, 3), (2, 2)) if w * h <= most), (1, 2)
        )
        if size == 9 and most >= 9:
            width, height = 3, 3
        at = {(round(c.x, 3), round(c.y, 3)): n for n, c in enumerate(self.board.cells)}
        steps = sorted({step for step in self._steps() if wanted(step, step)})
        found: dict[frozenset[int], Places] = {}
        for one, two in ((a, b) for a in steps for b in steps if 59 <= _angle(a, b) <= 91):
            for cell in self.board.cells:
                coordinates = (
                    (cell.x + i * one[0] + j * two[0], cell.y + i * one[1] + j * two[1])
                    for j in range(height)
                    for i in range(width)
                )
                places = [at.get((round(x, 3), round(y, 3))) for x, y in coordinates]
                block = tuple(place for place in places if place is not None)
                if len(block) == len(places) == len(set(block)):
                    found.setdefault(frozenset(block), block)
        return list(found.values())

    def _steps(self) -> set[_Vector]:
        """The vectors between consecutive cells of lines."""
        cells = self.board.cells
        found = set()
        for line in {*self.board.lines, *self.board.wide_lines}:
            for a, b in zip(line.cells, line.cells[1:], strict=False):
                step = (round(cells[b].x - cells[a].x, 3), round(cells[b].y - cells[a].y, 3))
                found |= {step, (-step[0], -step[1])}
        return found if len(found) <= 24 else set()

    def stars(self, size: int = 0) -> list[Places]:
        """Each cell with its neighbours, the nearest ones if they are too many for one table."""
        most = min(size or 9, self.largest())
        found: dict[frozenset[int], Places] = {}
        for cell, around in enumerate(self.board.neighbours):
            if not around:
                continue
            for some in self._nearest(cell, around, most - 1):
                star = (cell, *some)
                if len(star) >= 3:
                    found.setdefault(frozenset(star), star)
        return list(found.values())

    def _nearest(self, cell: int, around: frozenset[int], most: int) -> Iterator[Places]:
        """The neighbours at the least distance, then the others, in groups that fit."""
        here = self.board.cells[cell]
        rings: dict[float, list[int]] = {}
        for other in sorted(around):
            there = self.board.cells[other]
            rings.setdefault(round(hypot(there.x - here.x, there.y - here.y), 3), []).append(other)
        if len(around) <= most:
            yield tuple(other for length in sorted(rings) for other in rings[length])
            return
        for length in sorted(rings):
            if len(rings[length]) <= most:
                yield tuple(rings[length])

    def pit_patterns(self) -> list[Places]:
        """Neighbouring pits of a row, opposite pits, and pairs of a pit and a store."""
        layout = self.compiled.pits
        if layout is None or not self.pits:
            return []
        row = self.pits // 2 - 1
        rows = [[self.cells + side * (row + 1) + i for i in range(row)] for side in range(2)]
        found = [tuple(pits[i : i + 3]) for pits in rows for i in range(row - 2)]
        found += [(rows[0][i], rows[1][row - 1 - i]) for i in range(row)]
        return [*found, *self._beside_opposite(rows, row)]

    def _beside_opposite(self, rows: list[list[int]], row: int) -> list[Places]:
        """Two pits of a row and the two opposite them."""
        return [
            (rows[0][i], rows[0][i + 1], rows[1][row - 1 - i], rows[1][row - 2 - i]) for i in range(row - 1)
        ]

    def hand_patterns(self) -> list[Places]:
        """The numbers of pieces in hand, side by side."""
        places = [place for place, _ in self.hands]
        pairs: list[Places] = [pair for pair in combinations(places, 2) if self.entries(pair) <= MOST_ENTRIES]
        return pairs or [(place,) for place in places]

    def entries(self, places: Sequence[int]) -> int:
        """The number of entries of a table for a pattern."""
        hands = dict(self.hands)
        size = 1
        for place in places:
            size *= self.states if place < self.cells else hands.get(place, FEW_SEEDS) + 1
        return size

    def family(self, word: str) -> list[Places]:
        """The patterns of a family. Raises ValueError if there is no such family."""
        found = _family(word)
        if found is None:
            raise ValueError(word)
        name, size = found
        if name == "pits":
            return self.pit_patterns()
        if name == "hands":
            return self.hand_patterns()
        if self.pits:
            return []
        makers = {"lines": self.lines, "blocks": self.blocks, "diamonds": self.diamonds, "stars": self.stars}
        return makers[name](size)


_Vector = tuple[float, float]


def _is_oblique(step: _Vector) -> bool:
    """Whether a step is a diagonal of a square grid."""
    return abs(abs(step[0]) - abs(step[1])) < 0.01


def _angle(a: _Vector, b: _Vector) -> float:
    """The angle between two steps in degrees, counter-clockwise from the first; 0 if they are clockwise."""
    if a[0] * b[1] - a[1] * b[0] <= 0:
        return 0.0
    cosine = (a[0] * b[0] + a[1] * b[1]) / (hypot(*a) * hypot(*b))
    return degrees(acos(max(-1.0, min(1.0, cosine))))


def _parts(cells: Places, most: int) -> list[Places]:
    """A line, or its parts of the largest size."""
    return [cells] if len(cells) <= most else [cells[i : i + most] for i in range(len(cells) - most + 1)]


def _without_parts(found: dict[frozenset[int], Places]) -> list[Places]:
    """Leave out lines that are part of another one."""
    return [line for key, line in found.items() if not any(key < other for other in found)]


def pattern_row(board: PatternBoard, form: PatternForm, symmetries: Sequence[Symmetry]) -> PatternRow:
    """The patterns of a form, and what symmetric places share. The first symmetry is the identity."""
    patterns: dict[frozenset[int], Places] = {}
    for word in form.families:
        for places in board.family(word):
            patterns.setdefault(frozenset(places), places)
    maker = _TableMaker(board, form.shared, symmetries)
    found = [maker.assign(one) for one in list(patterns.values())[:MOST_PATTERNS] if maker.has_room(one)]
    # The empty pattern is the advantage of the side to move.
    found.append(maker.assign(()))
    tables = maker.tables
    return PatternRow(
        digits=board.digits(alone=False),
        swapped=board.swapped(),
        tables=[table.places for table in tables],
        patterns=found,
        ties=[sorted(table.ties) for table in tables],
        parents=[table.parent for table in tables],
        stages=stages_of(board, form.stages),
    )


def stages_of(board: PatternBoard, stages: int) -> bytes:
    """The stage for each number of occupied cells: equal spans between the fewest and the most."""
    first = sum(code != 0 for code in board.compiled.start.cells)
    low, high = (first, board.cells) if first * 2 < board.cells else (0, max(first, 1))
    span = max(1, high - low)
    return bytes(
        max(0, min(stages - 1, (n - low) * stages // span)) if stages > 1 else 0
        for n in range(board.cells + 1)
    )


class _TableMaker:
    """Puts patterns into tables: one for all patterns that symmetries map to each other."""

    def __init__(self, board: PatternBoard, shared: bool, symmetries: Sequence[Symmetry]) -> None:
        self.tables: list[_Table] = []
        self._board, self._shared = board, shared
        self._keeping = [one.image for one in symmetries if not one.swaps]
        self._swapping = [one.image for one in symmetries if one.swaps]
        self._known: dict[Key, tuple[int, tuple[object, ...]]] = {}
        self._entries = 0

    def has_room(self, places: Places) -> bool:
        """Whether there is a table for a pattern, or room for one more and its image."""
        size = self._board.entries(places)
        return self._key(places) in self._known or self._entries + 2 * size <= MOST_IN_ALL

    def assign(self, places: Places) -> tuple[int, Places]:
        """The table of a pattern, and its places in the table's order."""
        if self._key(places) not in self._known:
            self._add(places)
        table, order = self._known[self._key(places)]
        coordinates = self._coordinates(places)
        return table, tuple(places[coordinates.index(one)] for one in order)

    def _coordinates(self, places: Places) -> list[object]:
        """Where each place is: absolutely, or relative to the pattern where all places share a table."""
        cells = self._board.board.cells
        if not self._shared or any(place >= self._board.cells for place in places) or not places:
            return list(places)
        x, y = min(cells[p].x for p in places), min(cells[p].y for p in places)
        return [(round(cells[p].x - x, 3), round(cells[p].y - y, 3)) for p in places]

    def _key(self, places: Places) -> Key:
        return frozenset(self._coordinates(places))

    def _add(self, places: Places) -> None:
        number = self._add_table(places, -1)
        table = self.tables[number]
        for image, swaps in self._images(places):
            if self._known.get(self._key(image), (-1,))[0] != number:
                continue
            order = self._known[self._key(image)][1]
            coordinates = self._coordinates(image)
            tie = tuple(coordinates.index(one) for one in order)
            if swaps or tie != tuple(range(len(places))):
                table.ties.add((tie, swaps))
        for image, swaps in self._images(places):
            if swaps and self._key(image) not in self._known:
                self._add_table(image, number)

    def _images(self, places: Places) -> Iterable[tuple[Places, bool]]:
        for images, swaps in ((self._keeping, False), (self._swapping, True)):
            for image in images:
                yield tuple(image[place] for place in places), swaps

    def _add_table(self, places: Places, parent: int) -> int:
        """A table for a pattern and its images that do not exchange the sides."""
        self.tables.append(_Table(places, parent))
        self._entries += self._board.entries(places)
        number = len(self.tables) - 1
        for image in self._keeping:
            moved = tuple(image[place] for place in places)
            self._known.setdefault(self._key(moved), (number, tuple(self._coordinates(moved))))
        return number
