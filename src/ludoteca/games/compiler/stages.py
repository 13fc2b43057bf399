"""Compiles turns and phases into stages of the kernel."""

from __future__ import annotations

from typing import Any

from ludoteca.games.compiler.codes import CAPTURE, NEXT, OP, OVER, UNTIL
from ludoteca.games.compiler.duplicates import Duplicates
from ludoteca.games.compiler.kinds import PLAYERS, Kinds
from ludoteca.games.compiler.rule_rows import CompiledRule
from ludoteca.games.compiler.rules import RuleCompiler, filters_of
from ludoteca.games.compiler.shapes import add_windows
from ludoteca.games.spec import MOVING, Action, End, Follow, GameSpec, Turn
from ludoteca.kernel.rows import PhaseRow, StageRow

_STAYING = ("shoot", "block", "remove", "rotate")
"""Actions after which the piece that has moved is where it was."""
_CHAINS = {OP[name] for name in ("leap", "fly-leap", "approach", "sandwich")}


class StageCompiler:
    """Compiles the rules, stages and phases of one game."""

    def __init__(self, maker: RuleCompiler, kinds: Kinds, ends: tuple[End, ...]) -> None:
        self.maker = maker
        self.kinds = kinds
        self.ends = ends
        self.rules: list[CompiledRule] = []
        self.stages: list[StageRow] = []
        self.phases: list[PhaseRow] = []
        self.problems = maker.problems
        self.can_duplicate = False
        """Whether two actions of a position can be the same move."""

    def add_phases(self, spec: GameSpec) -> None:
        turns = spec.phase or ((spec.turn or Turn(where="turn")),)
        if spec.phase and spec.turn:
            self.problems.add("turn", "turn.and-phase")
        for number, turn in enumerate(turns):
            last = number == len(turns) - 1
            if last and turn.until:
                self.problems.add(f"{turn.where}.until", "turn.until-last")
            if not last and not turn.until:
                self.problems.add(turn.where, "turn.needs-until")
            if (turn.until == "moves are made") != (turn.moves is not None):
                self.problems.add(turn.where, "turn.moves")
            self.phases.append(PhaseRow(UNTIL[turn.until], turn.moves or 0, len(self.stages)))
            self._add_turn(turn)
        self.maker.layout.within("phases", len(self.phases))
        self.maker.layout.within("stages", len(self.stages))
        self.maker.layout.within("rules", len(self.rules))

    def _add_turn(self, turn: Turn) -> None:
        stage = self._add_stage(turn.do, turn, first=True)
        for one in self._rules_of(stage):
            if one.action.verb == "shoot":
                self.problems.add(one.action.where, "action.shoot-first")
        if turn.swap:
            self.maker.need_equal_kinds(f"{turn.where}.swap", "pieces.kinds-to-swap")
        follow, is_second, arrived = turn.then, True, False
        while follow is not None:
            stage.next_stage = len(self.stages)
            stage.next_when = NEXT["always"] if follow.after == "always" else NEXT[follow.after]
            if follow.shape is not None:
                stage.next_windows = add_windows(follow.shape, self.maker.layout)
            stage.next_sure = int(self._is_sure(follow, is_second))
            arriving = (*MOVING, "place", *(_STAYING if arrived else ()))
            arrived = all(one.action.verb in arriving for one in self._rules_of(stage))
            stage = self._add_stage((follow.do, follow.do), turn, first=False)
            self._check_follow(stage, follow, arrived)
            follow, is_second = follow.then, False

    def _check_follow(self, stage: StageRow, follow: Follow, arrived: bool) -> None:
        """Nothing can follow a sowing; a shot needs a piece that has moved or been placed before."""
        if self.maker.layout.board.shape == "pits":
            self.problems.add(follow.where, "then.after-sowing")
        shoots = any(one.action.verb == "shoot" for one in self._rules_of(stage))
        if shoots and not arrived:
            self.problems.add(follow.where, "then.shoot")
        if any(one.row.op == OP["approach"] for one in self._rules_of(stage)):
            self.problems.add(follow.where, "then.approach")

    def _rules_of(self, stage: StageRow) -> list[CompiledRule]:
        spans = zip(stage.first_rule, stage.rules, strict=True)
        return [one for start, number in spans for one in self.rules[start : start + number]]

    def _add_stage(self, do: Any, turn: Turn, first: bool) -> StageRow:
        row = StageRow(
            first_rule=[0, 0],
            rules=[0, 0],
            capture=CAPTURE[turn.capture] if first else 0,
            capture_limit=[self._limit(0), self._limit(1)],
            pass_forced=int(first and turn.pass_ == "forced"),
            pass_allowed=int(first and turn.pass_ == "allowed"),
            swap=int(first and turn.swap),
            ends_checked=int(any(end.checked == "at once" for end in self.ends)),
        )
        for side in range(2):
            made = self.maker.stage_rows(do[side] or (), turn, side)
            row.first_rule[side], row.rules[side] = len(self.rules), len(made)
            self.rules += made
            self._find_promoted(made, row.first_rule[side])
            self._find_duplicates(made, row.capture in (CAPTURE["compulsory"], CAPTURE["most"]))
            self._check_chain(made, side)
            if first and not made and not self.problems.found:
                self.problems.add(turn.where, "turn.nothing-to-do", player=PLAYERS[side])
        self.stages.append(row)
        return row

    def _find_promoted(self, made: list[CompiledRule], first: int) -> None:
        """A piece promoted during a chain continues with the leaps of its new kind."""
        for one in made:
            leaps = [i for i, other in enumerate(made) if other.row.code == one.row.promote_code
                     and other.row.op in (OP["leap"], OP["fly-leap"])]  # fmt: skip
            one.row.promote_rule = first + (leaps[0] if leaps else made.index(one))

    def _find_duplicates(self, made: list[CompiledRule], captures_first: bool) -> None:
        if self.problems.found:
            return
        compared = Duplicates(self.maker.layout, made, captures_first)
        self.can_duplicate |= compared.are_possible()
        for one in compared.ambiguous():
            if not self.problems.has(one.action.where):
                self.problems.add(one.action.where, "action.ambiguous")

    def _limit(self, side: int) -> int:
        """The number of enemies left at which a capture ends the game, or -1."""
        limit = -1
        for end in self.ends:
            left = self._enemies_left(end, side)
            if left and self._counts_all(end, 1 - side):  # with none left a chain has no more captures
                limit = max(limit, left)
        return limit

    def _enemies_left(self, end: End, side: int) -> int | None:
        """The number of the opponent's pieces at which an end stops a chain of captures."""
        owners = (0, 1) if end.side == "each" else (("first", "second").index(end.side),)
        if end.checked != "at once":
            return None
        return max(
            (
                left
                for owner in owners
                for left in [end.when.enemy_left if owner == side else end.when.own_left]
                if left is not None
            ),
            default=None,
        )

    def _counts_all(self, end: End, side: int) -> bool:
        """Whether an end counts all pieces of a side, whatever their kind."""
        kinds = [name for k, name in enumerate(self.kinds.names) if self.kinds.code_of[side][k]]
        return end.when.of is None or kinds == [end.when.of]

    def _check_chain(self, made: list[CompiledRule], side: int) -> None:
        """Refuse ends that would have to stop a chain of captures by a count that chains do not keep."""
        chains = [one for one in made if one.row.chain and one.row.op in _CHAINS]
        own = any(one.row.over & OVER["own"] for one in chains)
        for end in self.ends if chains else ():
            counted = end.when.each_left is not None or self._enemies_left(end, side) is not None
            partial = end.when.each_left is not None or not self._counts_all(end, 1 - side)
            if end.checked == "at once" and counted and (partial or own):
                if not self.problems.has(end.where):
                    self.problems.add(end.where, "end.left-in-chain")

    def _is_sure(self, follow: Follow, is_second: bool) -> bool:
        """Whether the following action is always possible: a rotation, or the second action of a turn, which
        can use the cell that the first has vacated."""
        actions = [a for a in follow.do if isinstance(a, Action) and not filters_of(a)]
        if any(a.verb == "rotate" for a in actions):
            return True
        if not is_second:
            return False
        before = [m.action for m in self.rules]
        leaves = bool(before) and all(a.verb in MOVING and not a.trail for a in before)
        along = all(a.verb in ("step", "slide") for a in before)
        if not leaves:
            return False
        shoots = along and any(a.verb == "shoot" and a.value == ("all",) for a in actions)
        return shoots or any(a.verb == "block" and a.value == ("anywhere",) for a in actions)
