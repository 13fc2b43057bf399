"""Moves that can be made in several ways: equal ones are listed once, different ones are refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from itertools import combinations

from ludoteca.games.compiler.codes import CONDITION, OP
from ludoteca.games.compiler.layout import Layout, Targets
from ludoteca.games.compiler.rule_rows import CompiledRule, leapt_to, reachable
from ludoteca.kernel.constants import NO_CELL, PATH_CELL
from ludoteca.kernel.rows import RuleRow

_STEPS, _SLIDES, _LEAPS = (
    {OP[name] for name in names}
    for names in (("step", "sandwich"), ("slide", "counted", "loop"), ("leap", "fly-leap"))
)
_PLACING, _BLOCKING = {OP["place"], OP["pair"]}, {OP["shoot"], OP["block"]}
_RAYS = {OP[name]: stride for name, stride in (("slide", 3), ("shoot", 3), ("fly-leap", 3), ("counted", 5))}
_ANYWHERE = {OP[name] for name in ("shoot", "block", "rotate", "sow")}
_WITHOUT_TABLE = {OP[name] for name in ("place", "pair", "fly", "block", "remove", "rotate", "sow", "exit")}
_MOVING = {OP[name] for name in ("step", "sandwich", "slide", "counted", "hop", "fly", "approach")}


class Duplicates:
    """The rules of one stage and side, compared with each other."""

    def __init__(self, layout: Layout, rules: Sequence[CompiledRule], captures_first: bool) -> None:
        self.layout, self.rules, self.captures_first = layout, rules, captures_first

    def are_possible(self) -> bool:
        """Whether one move can be generated twice."""
        hop = OP["hop"]  # lists only what no rule before it has listed
        met = any(hop not in (one.row.op, other.row.op) for one, other in self._meeting())
        return met or any(map(self._repeats_itself, range(len(self.rules))))

    def ambiguous(self) -> Iterable[CompiledRule]:
        """Rules whose moves another action, or the rule itself, can make with another effect."""
        for number, one in enumerate(self.rules):
            if one.row.op in _LEAPS | {OP["approach"]} and self._repeats_itself(number):
                yield one
        pairs = () if self.captures_first else combinations(range(len(self.rules)), 2)
        for a, b in pairs:
            if _may_capture(self.rules[a].row, self.rules[b].row) and self._targets(a) & self._targets(b):
                yield self.rules[b]
        for one, other in self._meeting():
            if one.action is not other.action and _effect(one.row) != _effect(other.row):
                yield other

    def _meeting(self) -> Iterable[tuple[CompiledRule, CompiledRule]]:
        """Pairs of rules that can make the same move."""
        for a, b in combinations(range(len(self.rules)), 2):
            one, other = self.rules[a].row, self.rules[b].row
            if not _texts(one) & _texts(other) or _exclude_each_other(one, other):
                continue
            if one.op in _ANYWHERE or self._targets(a) & self._targets(b):
                yield self.rules[a], self.rules[b]

    def _repeats_itself(self, number: int) -> bool:
        """Whether a rule can make a move in two ways. Loops and leaps without capture list a target once."""
        if self.rules[number].row.op in (OP["hop"], OP["loop"]):
            return False
        if self.rules[number].row.op in _WITHOUT_TABLE | _STEPS:
            return False
        targets = targets_of(self.rules[number].row, self.layout)
        return len(targets) < targets.total()

    def _targets(self, number: int) -> Set[tuple[int, int]]:
        return targets_of(self.rules[number].row, self.layout).keys()


def targets_of(row: RuleRow, layout: Layout) -> Targets:
    """All pairs (from, to) that a rule can make on any position; NO_CELL for no cell."""
    key = row.op, row.table, row.origin, row.region, row.chain, row.least, row.most_over
    if key not in layout.targets:
        layout.targets[key] = _targets(row, layout)
    return layout.targets[key]


def _targets(row: RuleRow, layout: Layout) -> Targets:
    sources, goals = _cells(row.origin, layout), _cells(row.region, layout)
    if row.op in _WITHOUT_TABLE:
        origins = {OP["fly"]: sources, OP["exit"]: sources}.get(row.op, {NO_CELL})
        ends = {NO_CELL} if row.op == OP["exit"] else goals
        return Counter((a, b) for a in origins for b in ends)
    if row.op == OP["hop"] and row.chain:
        return Counter(reachable(layout, row))
    first, items = layout.tables[row.table]
    return Counter(
        (cell, goal)
        for cell in sources
        for goal in _reached(row, items[first[cell] : first[cell + 1]], layout)
        if goal in goals
    )


def _reached(row: RuleRow, items: list[int], layout: Layout) -> Iterable[int]:
    """The targets in the items of one cell."""
    op = row.op
    if op in _STEPS:
        return items
    if op in (OP["leap"], OP["hop"]):
        return leapt_to(row, items, layout)
    if op == OP["approach"]:
        return [layout.ray_cells[place] for place in items[::5]]
    stride, near = _RAYS.get(op, 3), int(op == OP["fly-leap"]) or max(row.least - 1, 0)
    rays = zip(items[::stride], items[1::stride], strict=True)
    return [layout.ray_cells[place + k] & PATH_CELL for place, length in rays for k in range(near, length)]


def _cells(region: int, layout: Layout) -> set[int]:
    cells = set(range(layout.size))
    return {cell for cell in cells if layout.regions[region] >> cell & 1} if region >= 0 else cells


def is_quiet(row: RuleRow) -> bool:
    """Whether a rule can move a piece to an empty cell without jumping over a captured piece."""
    return row.op in _MOVING and bool(row.onto_empty or row.op not in _STEPS | _SLIDES)


def _texts(row: RuleRow) -> set[tuple[str, int]]:
    """The forms of text that a rule's moves have: only moves of the same form can be equal."""
    if row.op in _PLACING:
        return {("place", row.code)}
    if row.op in _BLOCKING:
        return {("block", 0)}
    if row.op in _LEAPS:
        return {("leap", row.code)}
    if row.op not in _MOVING | {OP["loop"]}:
        return {(str(row.op), row.wanted)}
    quiet = {("quiet", row.code)} if is_quiet(row) else set()
    return quiet | ({("onto", row.code)} if row.onto_enemy or row.op == OP["loop"] else set())


def _effect(row: RuleRow) -> tuple[int, ...]:
    """What a move does besides moving, placing or capturing the pieces that its text names."""
    kind = row.op if row.op in (OP["sandwich"], OP["approach"]) else 0
    marks = (row.by_approach, row.by_withdrawal, row.flips)
    return kind, row.trail, row.converts, row.sandwich, *marks


def _may_capture(one: RuleRow, other: RuleRow) -> bool:
    """Whether a leap may capture where another action takes the piece to the same cell without: their texts
    differ, but not their paths. (What slides there crosses empty cells only.)"""
    leap, quiet = (one, other) if one.op in _LEAPS else (other, one)
    if leap.op not in _LEAPS or leap.code != quiet.code or _exclude_each_other(one, other):
        return False
    if quiet.op == OP["hop"]:
        return bool(leap.over & quiet.over)
    return quiet.op in (OP["fly"], OP["step"]) and bool(quiet.onto_empty)


def _exclude_each_other(one: RuleRow, other: RuleRow) -> bool:
    """Whether two rules never apply at the same time."""
    if one.op == OP["approach"] or other.op == OP["approach"]:
        return one.op != other.op  # quiet moves are legal only without a capture
    conditions = {one.condition, other.condition}
    left = CONDITION["left"], CONDITION["not left"]
    return conditions == set(left) and one.condition_n == other.condition_n
