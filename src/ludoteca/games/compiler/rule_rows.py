"""Rule rows under compilation, and overlaps between the rules of one stage."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.games.compiler.codes import CONDITION, OP
from ludoteca.games.compiler.layout import Layout
from ludoteca.games.spec import Action
from ludoteca.kernel.rows import RuleRow


@dataclass
class CompiledRule:
    """A rule row with its action."""

    row: RuleRow
    action: Action
    pairs: set[tuple[int, int]] | None = None
    """All pairs (from, to) of the rule, if they are a fixed set."""


def resolve_overlaps(made: list[CompiledRule], layout: Layout) -> list[CompiledRule]:
    """Drop steps that a `fly` rule of the piece covers; mark hops that may duplicate another rule."""
    flights = [m.row for m in made if m.row.op == OP["fly"]]
    kept = []
    for one in made:
        row = one.row
        flight = next((f for f in flights if f.code == row.code), None)
        if flight and row.op in (OP["step"], OP["slide"], OP["hop"]) and flight.region == -1:
            if flight.condition != CONDITION["left"]:
                continue
            if row.condition == 0:
                row.condition, row.condition_n = CONDITION["not left"], flight.condition_n
        kept.append(one)
    hops = [one for one in kept if one.row.op == OP["hop"]]
    for one in hops:
        others = [o for o in kept if o is not one and o.row.code == one.row.code]
        one.row.may_repeat = int(any(_may_meet(one, other, layout) for other in others))
    return [one for one in kept if one not in hops] + hops


def _may_meet(hop: CompiledRule, other: CompiledRule, layout: Layout) -> bool:
    """Whether a hop and another rule can lead the same piece to the same cell."""
    if other.pairs is None:
        return other.row.op in (OP["slide"], OP["hop"], OP["fly"], OP["counted"])
    if hop.row.chain:
        grid = layout.board.shape == "grid"
        return not grid or bool(reachable(layout, hop.row) & other.pairs)
    first, items = layout.tables[hop.row.table]
    ends = {
        (cell, land)
        for cell in range(len(first) - 1)
        for land in leapt_to(hop.row, items[first[cell] : first[cell + 1]], layout)
    }
    return bool(ends & other.pairs)


def leapt_to(row: RuleRow, items: list[int], layout: Layout) -> list[int]:
    """The landing cells in the items of one cell: of leaps over one piece, or over rows along rays."""
    if not row.most_over:
        return items[1::3]
    rays = zip(items[::3], items[1::3], strict=True)
    return [
        layout.ray_cells[place + k]
        for place, length in rays
        for k in range(1, min(length, row.most_over + 1))
    ]


def reachable(layout: Layout, row: RuleRow) -> set[tuple[int, int]]:
    """All pairs (from, to) that chains of leaps can make on any position."""
    first, items = layout.tables[row.table]
    onward = {
        cell: set(leapt_to(row, items[first[cell] : first[cell + 1]], layout)) for cell in range(layout.size)
    }
    found = set()
    for start in range(layout.size):
        seen, waiting = {start}, [start]
        while waiting:
            for land in onward[waiting.pop()] - seen:
                seen.add(land)
                waiting.append(land)
                found.add((start, land))
    return found
