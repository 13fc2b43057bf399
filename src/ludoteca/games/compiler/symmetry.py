"""Symmetries of the rules, within and between the sides: symmetric cells share their weights."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ludoteca.games.compiler.codes import END
from ludoteca.games.compiler.kinds import Kinds
from ludoteca.games.compiler.layout import Layout
from ludoteca.games.compiler.rule_rows import CompiledRule
from ludoteca.games.compiler.start import Start
from ludoteca.geometry import symmetries
from ludoteca.kernel.rows import EndRow

_WITH_REGIONS = {END["reach"], END["fill"], END["fill_any"], END["connect"]}


class CellSymmetry:
    """Weight names of (piece, cell) pairs: equal for symmetric ones. Computed on first use."""

    def __init__(
        self, layout: Layout, kinds: Kinds, start: Start, made: list[CompiledRule], rows: list[EndRow]
    ) -> None:
        self.size = layout.size
        self._game = layout, kinds, start, made, rows

    def name(self, code: int, cell: int) -> str:
        return self._names[code][cell]

    @cached_property
    def weight_names(self) -> frozenset[str]:
        """All weight names."""
        return frozenset(name for row in self._names for name in row)

    @cached_property
    def rule_symmetries(self) -> list[tuple[int, ...]]:
        """The board symmetries that preserve the rules, as permutations."""
        layout, kinds, start, made, rows = self._game
        same = list(range(len(kinds.who)))
        images = (tuple(image) for image in symmetries(layout.board))
        return [
            image for image in images if _is_rule_symmetry(image, same, (0, 1), layout, start, made, rows)
        ]

    @cached_property
    def _names(self) -> list[list[str]]:
        """[code][cell]; empty for codes that belong to no side."""
        layout, kinds, start, made, rows = self._game
        partner = _partners(kinds)
        images = [tuple(image) for image in symmetries(layout.board)]
        swapping = [
            image for image in images if _is_rule_symmetry(image, partner, (1, 0), layout, start, made, rows)
        ]
        found: list[list[str]] = []
        for code, who in enumerate(kinds.who):
            found.append([])
            if who not in (1, 2):
                continue
            tied = who == 2 and bool(swapping)
            mark = f"cell-{kinds.names[kinds.kind_of[code]]}-{'' if who == 1 or tied else 'second-'}"
            for cell in range(layout.size):
                # A cell of the second player is tied to its image for the first player.
                at = swapping[0].index(cell) if tied else cell
                found[-1].append(
                    mark + layout.board.cells[min(image[at] for image in self.rule_symmetries)].name
                )
        return found


def _partners(kinds: Kinds) -> list[int]:
    """For each code, the code of the same kind on the other side."""
    found = list(range(len(kinds.who)))
    for code, who in enumerate(kinds.who):
        if who in (1, 2):
            found[code] = kinds.code_of[2 - who][kinds.kind_of[code]] or code
    return found


def _is_rule_symmetry(
    image: tuple[int, ...], codes: list[int], sides: tuple[int, int], layout: Layout, start: Start,
    made: list[CompiledRule], rows: list[EndRow],
) -> bool:  # fmt: skip
    """Whether a symmetry (with a change of sides) preserves set-up, fixed steps and goals."""
    if any(start.cells[image[cell]] != codes[code] for cell, code in enumerate(start.cells)):
        return False
    return _keeps_goals_and_steps(image, codes, sides, layout, made, rows)


def keeps_goals_and_steps(
    image: tuple[int, ...], swaps: bool, layout: Layout, kinds: Kinds, made: Sequence[CompiledRule],
    rows: list[EndRow],
) -> bool:  # fmt: skip
    """Whether a symmetry (with a change of sides or without) preserves fixed steps and goals."""
    codes = _partners(kinds) if swaps else list(range(len(kinds.who)))
    return _keeps_goals_and_steps(image, codes, (1, 0) if swaps else (0, 1), layout, made, rows)


def _keeps_goals_and_steps(
    image: tuple[int, ...], codes: list[int], sides: tuple[int, int], layout: Layout,
    made: Sequence[CompiledRule], rows: list[EndRow],
) -> bool:  # fmt: skip
    goals = layout.goals_of_cells()
    for row in rows:
        if row.type == END["join"] and not _keeps_goals(image, sides, row, goals):
            return False
        if row.type not in _WITH_REGIONS:
            continue
        joins = row.type == END["connect"]
        for what in ("region", "far") if joins else ("region",):
            for side in range(2):
                here, there = (
                    layout.regions[getattr(row, what)[side]],
                    layout.regions[getattr(row, what)[sides[side]]],
                )
                turned = sum(1 << image[cell] for cell in range(layout.size) if here >> cell & 1)
                # The two edges of a connection may be exchanged.
                other = layout.regions[(row.far if what == "region" and joins else row.region)[sides[side]]]
                if turned not in (there, other):
                    return False
    steps: dict[int, set[tuple[int, int]]] = {}
    for one in made:
        if one.pairs:
            steps.setdefault(one.row.code, set()).update(one.pairs)
    return all(
        {(image[a], image[b]) for a, b in pairs} == steps.get(codes[code], set())
        for code, pairs in steps.items()
    )


def _keeps_goals(image: tuple[int, ...], sides: tuple[int, int], row: EndRow, goals: list[list[int]]) -> bool:
    """Whether a symmetry maps the goals of a connection to goals of it, in any order."""
    for side, other in enumerate(sides):
        here, there = _goal_cells(goals[side], row.goals[side]), _goal_cells(goals[other], row.goals[other])
        if {frozenset(image[cell] for cell in cells) for cells in here} != there:
            return False
    return True


def _goal_cells(goals: list[int], wanted: int) -> set[frozenset[int]]:
    """The cells of each of these goals."""
    return {
        frozenset(cell for cell, bits in enumerate(goals) if bits >> bit & 1)
        for bit in range(wanted.bit_length())
        if wanted >> bit & 1
    }
