"""Which moves make progress: by default those that can never be taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ludoteca.games.compiler.codes import OP
from ludoteca.games.compiler.duplicates import is_quiet, targets_of
from ludoteca.games.compiler.kinds import Kinds
from ludoteca.games.compiler.layout import Layout
from ludoteca.games.compiler.rule_rows import CompiledRule
from ludoteca.games.spec import Draw, End

_PLACING = {OP["place"], OP["pair"]}
_WITHOUT_PIECE = {OP[name] for name in ("shoot", "block", "remove", "rotate", "sow")}


def mark_progress(
    made: Sequence[CompiledRule], draw: Draw, ends: Sequence[End], kinds: Kinds, layout: Layout
) -> tuple[int, int]:
    """Mark the rules that make progress; returns whether captures and promotions do."""
    by_default = bool(draw.no_progress) and draw.progress is None
    counted = by_default or any(end.when.stalled for end in ends)
    _mark_one_way(made, layout, counted)
    if draw.progress is None:
        return 1, 1
    wanted = set(draw.progress)
    for name in wanted - {"capture", "promotion"}:
        kinds.find(name, f"{draw.where}.progress", layout.problems)
    for one in made:
        if one.row.op not in _PLACING:
            named = one.row.op not in _WITHOUT_PIECE and kinds.names[one.row.kind] in wanted
            one.row.progress, one.row.one_way_progress = int(named), 0
    return int("capture" in wanted), int("promotion" in wanted)


def _mark_one_way(made: Sequence[CompiledRule], layout: Layout, counted: bool) -> None:
    """Mark the rules whose moves can never be taken back. Where such moves are `counted`, also those of which
    only some can; elsewhere the mark only saves work, and regions do not matter."""
    by_code: dict[int, list[CompiledRule]] = {}
    for one in made:
        if is_quiet(one.row) and one.row.op != OP["approach"] and not one.row.trail:
            by_code.setdefault(one.row.code, []).append(one)
    for rules in by_code.values():
        rows = [one.row if counted else replace(one.row, origin=-1, region=-1) for one in rules]
        targets = [targets_of(row, layout).keys() for row in rows]
        group = _components({pair for pairs in targets for pair in pairs}, layout.size)
        for one, pairs in zip(rules, targets, strict=True):
            final = [(a, b) for a, b in pairs if group[a] != group[b]]
            if pairs and len(final) == len(pairs):
                one.row.irreversible = one.row.progress = 1
            elif final and counted:
                one.row.one_way, one.row.one_way_progress = layout.pair_table(final), 1


def _components(pairs: Iterable[tuple[int, int]], size: int) -> list[int]:
    """For each cell a number of its strongly connected component: the cells among which a piece can go to
    and fro (Kosaraju's algorithm)."""
    onward: list[list[int]] = [[] for _ in range(size)]
    back: list[list[int]] = [[] for _ in range(size)]
    for start, end in pairs:
        onward[start].append(end)
        back[end].append(start)
    group = [-1] * size
    for root in reversed(_finished(onward)):
        waiting = [root] if group[root] < 0 else []
        while waiting:
            cell = waiting.pop()
            if group[cell] < 0:
                group[cell] = root
                waiting += back[cell]
    return group


def _finished(onward: list[list[int]]) -> list[int]:
    """The cells in the order in which a depth-first search leaves them."""
    order: list[int] = []
    seen = [False] * len(onward)
    for root in range(len(onward)):
        waiting = [(root, False)]
        while waiting:
            cell, is_left = waiting.pop()
            if is_left:
                order.append(cell)
            elif not seen[cell]:
                seen[cell] = True
                waiting += [(cell, True), *((end, False) for end in onward[cell] if not seen[end])]
    return order
