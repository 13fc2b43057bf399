"""Compiles turns and phases into stages of the kernel."""

from __future__ import annotations

from typing import Any

from ludoteca.games.compiler.codes import CAPTURE, NEXT, OP, UNTIL
from ludoteca.games.compiler.duplicates import Duplicates
from ludoteca.games.compiler.kinds import PLAYERS, Kinds
from ludoteca.games.compiler.rule_rows import CompiledRule
from ludoteca.games.compiler.rules import RuleCompiler, filters_of
from ludoteca.games.compiler.shapes import add_windows
from ludoteca.games.spec import MOVING, Action, Draw, End, Follow, GameSpec, Turn
from ludoteca.kernel.rows import PhaseRow, StageRow


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
        if turn.then is None:
            return
        follow = turn.then
        stage.next_stage = len(self.stages)
        stage.next_when = NEXT["always"] if follow.after == "always" else NEXT[follow.after]
        if follow.shape is not None:
            stage.next_windows = add_windows(follow.shape, self.maker.layout)
        stage.next_sure = int(self._is_sure(turn, follow))
        second = self._add_stage((follow.do, follow.do), turn, first=False)
        self._check_follow(stage, second, follow)

    def _check_follow(self, first: StageRow, second: StageRow, follow: Follow) -> None:
        """Nothing can follow a sowing; a shot needs a piece that has just moved or been placed."""
        if self.maker.layout.board.shape == "pits":
            self.problems.add(follow.where, "then.after-sowing")
        shoots = any(one.action.verb == "shoot" for one in self._rules_of(second))
        arrives = all(one.action.verb in (*MOVING, "place") for one in self._rules_of(first))
        if shoots and not arrives:
            self.problems.add(follow.where, "then.shoot")

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
            self._find_duplicates(made)
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

    def _find_duplicates(self, made: list[CompiledRule]) -> None:
        if self.problems.found:
            return
        compared = Duplicates(self.maker.layout, made)
        self.can_duplicate |= compared.are_possible()
        for one in compared.ambiguous():
            if not self.problems.has(one.action.where):
                self.problems.add(one.action.where, "action.ambiguous")

    def _limit(self, side: int) -> int:
        """The number of enemies left at which a capture ends the game, or -1."""
        limit = -1
        for end in self.ends:
            applies = end.side in ("each", ("first", "second")[side])
            kinds = [k for k in range(len(self.kinds.names)) if self.kinds.code_of[1 - side][k]]
            covers = end.when.of is None or [self.kinds.names[k] for k in kinds] == [end.when.of]
            if applies and covers and end.when.enemy_left:  # with none left a chain has no more captures
                limit = max(limit, end.when.enemy_left)
        return limit

    def _is_sure(self, turn: Turn, follow: Follow) -> bool:
        """Whether the following action is always possible: a rotation, or a use of the vacated cell."""
        actions = [a for a in follow.do if isinstance(a, Action) and not filters_of(a)]
        if any(a.verb == "rotate" for a in actions):
            return True
        before = [m.action for m in self.rules]
        leaves = bool(before) and all(a.verb in MOVING and not a.trail for a in before)
        along = all(a.verb in ("step", "slide") for a in before)
        if not leaves:
            return False
        shoots = along and any(a.verb == "shoot" and a.value == ("all",) for a in actions)
        return shoots or any(a.verb == "block" and a.value == ("anywhere",) for a in actions)


def mark_progress(made: list[CompiledRule], draw: Draw, kinds: Kinds, problems: Any) -> tuple[int, int]:
    """Mark the rules that make progress; returns whether captures and promotions do."""
    by_code: dict[int, list[CompiledRule]] = {}
    for one in made:
        by_code.setdefault(one.row.code, []).append(one)
    for one in made:
        if one.pairs is None or one.row.trail:
            continue
        siblings = by_code[one.row.code]
        known = all(
            s.pairs is not None or s.row.takes or s.row.op in (OP["place"], OP["exit"]) for s in siblings
        )
        back = {(b, a) for s in siblings if s.pairs for a, b in s.pairs}
        if known and not (one.pairs & back):
            one.row.irreversible = one.row.progress = 1
    if draw.progress is None:
        return 1, 1
    wanted = set(draw.progress)
    for name in wanted - {"capture", "promotion"}:
        kinds.find(name, f"{draw.where}.progress", problems)
    for one in made:
        if one.pairs is not None or one.row.op in (
            OP["slide"],
            OP["leap"],
            OP["fly-leap"],
            OP["hop"],
            OP["fly"],
        ):
            one.row.progress = int(kinds.names[one.row.kind] in wanted)
    return int("capture" in wanted), int("promotion" in wanted)
