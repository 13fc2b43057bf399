"""Convergence: whether every move makes irreversible progress, so that no position can repeat."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.games.compiler.codes import NEXT, OP
from ludoteca.games.compiler.rule_rows import CompiledRule
from ludoteca.kernel.rows import RuleRow, RuleTables, SowingRow

_REMOVING = {OP[name] for name in ("leap", "fly-leap", "approach", "loop", "remove", "exit")}
_PLACING = {OP["place"], OP["pair"]}
_BLOCKING = {OP["shoot"], OP["block"]}


def removes_pieces(row: RuleRow) -> bool:
    """Whether a rule can take pieces off the board."""
    removes = row.op in _REMOVING or row.op == OP["sandwich"] or row.sandwich >= 0
    return bool(removes or row.onto_enemy or row.takes)


def makes_progress(data: RuleTables, rules: Sequence[CompiledRule]) -> bool:
    """Whether no sequence of moves leads back to a position."""
    if data.sowing:
        return _sowing_converges(data.sowing)
    progress = _Progress(data, rules)
    sides = [progress.in_every_move(side) for side in range(2)]
    passes = any(stage.pass_forced for stage in data.stages)
    # Progress by one side is enough if the sides strictly alternate.
    return all(sides) or (any(sides) and not passes)


def _sowing_converges(sowing: SowingRow) -> bool:
    """Whether a full lap drops a seed in the sower's store."""
    return all(sowing.store[side] in sowing.next_pit[side] for side in range(2))


class _Progress:
    """The irreversible progress that each rule makes."""

    def __init__(self, data: RuleTables, rules: Sequence[CompiledRule]) -> None:
        self.data, self.rules = data, rules
        rows = data.rules
        self.removes = any(removes_pieces(row) for row in rows)
        self.refills = any(row.op in _PLACING and not row.hand for row in rows)
        self.converts = any(row.converts or row.flips for row in rows)
        self.one_way = self._one_way_codes()

    def in_every_move(self, side: int) -> bool:
        """Whether every complete move of a side makes progress."""
        return all(self._stage(number, side) for _, _, number in self.data.phases)

    def _stage(self, number: int, side: int) -> bool:
        stage = self.data.stages[number]
        first, count = stage.first_rule[side], stage.rules[side]
        if all(self._rule(i) for i in range(first, first + count)):
            return True
        sure = stage.next_when == NEXT["always"] and stage.next_sure
        return bool(sure) and self._stage(stage.next_stage, side)

    def _rule(self, number: int) -> bool:
        row = self.data.rules[number]
        if row.trail or row.op in _BLOCKING:
            return True
        if row.op in _PLACING:
            return bool(row.hand) or not self.removes
        if self.refills or self.converts:
            return False
        if row.op in _REMOVING or (row.onto_enemy and not row.onto_empty):
            return True
        return self.rules[number].pairs is not None and row.code in self.one_way

    def _one_way_codes(self) -> set[int]:
        """Piece codes whose steps form an acyclic graph."""
        steps: dict[int, set[tuple[int, int]]] = {}
        for rule in self.rules:
            steps.setdefault(rule.row.code, set()).update(rule.pairs or ())
        return {code for code, pairs in steps.items() if pairs and not _has_cycle(pairs)}


def _has_cycle(pairs: set[tuple[int, int]]) -> bool:
    """Whether the graph of steps has a cycle, by removing sources repeatedly."""
    left = set(pairs)
    while left:
        reached = {to for _, to in left}
        kept = {(start, to) for start, to in left if start in reached}
        if len(kept) == len(left):
            return True
        left = kept
    return False
