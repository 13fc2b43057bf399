"""Compiles actions into rows of the kernel's rule table."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from ludoteca.games.cell_sets import StepFilter
from ludoteca.games.compiler.codes import CHAIN, CONDITION, OP, OVER, PROMOTE
from ludoteca.games.compiler.duplicates import targets_of
from ludoteca.games.compiler.kinds import PLAYERS, Kinds
from ludoteca.games.compiler.layout import Layout
from ludoteca.games.compiler.rule_rows import CompiledRule, resolve_overlaps
from ludoteca.games.compiler.shapes import add_windows
from ludoteca.games.spec import MOVING, Action, Custody, GameSpec, Turn
from ludoteca.kernel import FILTERS
from ludoteca.kernel.rows import CustodyRow, RuleRow
from ludoteca.messages import Alternatives, WordList

_FILTER_BITS = {name: bit for name, bit in FILTERS.items() if name not in ("apart", "not_back_to_start")}
"""Filters without a field of their own in the row."""
_FILTER_KEYS = [name.replace("_", "-") for name in _FILTER_BITS]


def filters_of(action: Action) -> list[str]:
    """The keywords of an action that rule out some of its targets."""
    return [name for name in FILTERS if getattr(action, name)]


class RuleCompiler:
    """Compiles the actions of one game."""

    def __init__(self, spec: GameSpec, layout: Layout, kinds: Kinds) -> None:
        self.spec = spec
        self.layout = layout
        self.kinds = kinds
        self.problems = layout.problems

    def stage_rows(self, do: tuple[Action | str, ...], turn: Turn, side: int) -> list[CompiledRule]:
        """The rows of one stage for one side."""
        made: list[CompiledRule] = []
        for item in do:
            if isinstance(item, str):
                for kind in self.kinds.of_side(side):
                    for action in self.kinds.specs[kind].moves:
                        if action.kind is not None:
                            where = f"{action.where}.kind"
                            self.problems.add(where, "pieces.own-moves")
                        if action.verb not in (*MOVING, "exit"):
                            self.problems.add(action.where, "pieces.moves-no-piece", verb=action.verb)
                            continue
                        made += self.rows(action, turn, side, kind)
            elif item.verb in (*MOVING, "exit"):
                for kind in self._movable(item, side):
                    made += self.rows(item, turn, side, kind)
            elif (named := self._kind(item, side)) is not None:
                made += self.rows(item, turn, side, named)
        return resolve_overlaps(made, self.layout)

    def _movable(self, action: Action, side: int) -> list[int]:
        """The kinds that an action can move: the named one, else all of the side."""
        if action.kind is None:
            return self.kinds.of_side(side)
        found = self.kinds.find(action.kind, f"{action.where}.kind", self.problems)
        if found is None or found in self.kinds.of_side(side):
            return [] if found is None else [found]
        self._lacks(action, side)
        return []

    def _lacks(self, action: Action, side: int) -> None:
        where = f"{action.where}.kind"
        self.problems.add(where, "pieces.side-has-no-kind", player=PLAYERS[side], kind=action.kind)

    def _kind(self, action: Action, side: int) -> int | None:
        """The kind of an action that moves no piece: the named one, else the side's first."""
        if action.kind is None:
            return next((k for k, code in enumerate(self.kinds.code_of[side]) if code), 0)
        found = self.kinds.find(action.kind, f"{action.where}.kind", self.problems)
        if found is not None and not self.kinds.code_of[side][found]:
            self._lacks(action, side)
            return None
        return found

    def rows(self, action: Action, turn: Turn, side: int, kind: int) -> list[CompiledRule]:
        if self.layout.board.shape == "pits" and action.verb != "sow":
            self.problems.add(action.where, "board.needs-cells", word=action.verb)
            return []
        self._check_combinations(action)
        made: list[CompiledRule] = list(getattr(self, f"_{action.verb}")(action, turn, side, kind))
        bits = sum(bit for name, bit in _FILTER_BITS.items() if getattr(action, name))
        for one in made:
            one.row.filters = bits
        return made

    def _check_combinations(self, action: Action) -> None:
        """Refuse modifiers whose combination has no defined meaning."""
        stepping = [key for key in ("custody", "approach", "withdraw") if getattr(action, key)]
        changing = [key for key in ("converts", "flips") if getattr(action, key)] + stepping
        if action.without and changing:
            where = f"{action.where}.without"
            self.problems.add(where, "action.not-with-without", words=WordList(changing))
        if action.custody and len(stepping) > 1:
            where = f"{action.where}.custody"
            self.problems.add(where, "action.not-with-custody", words=WordList(stepping[1:]))
        if action.onto != "empty" and stepping:
            self.problems.add(f"{action.where}.onto", "action.not-with-onto", words=WordList(stepping))

    # -- one method for each verb ---------------------------------------------------------------------

    def _place(self, action: Action, turn: Turn, side: int, kind: int) -> list[CompiledRule]:
        code = self.kinds.code_of[side][kind]
        if not code:
            self.problems.add(action.where, "pieces.none-to-place", player=PLAYERS[side])
            return []
        pair = action.pieces == 2
        alone = ("falls", "flips", "apart", "without", "when", "converts", *_FILTER_KEYS)
        used = [key for key in alone if getattr(action, key.replace("-", "_"))]
        if pair and used:
            self.problems.add(f"{action.where}.pieces", "action.not-with-two", words=WordList(used))
        row = RuleRow(op=OP["pair" if pair else "place"], code=code, kind=kind)
        row.condition, row.condition_n = self._condition(action)
        self._convert(action, row)
        if action.together:
            row.together = 1
            row.table, _ = self.layout.step_table(
                self._steps(action.together, side, f"{action.where}.together")
            )
            if not pair:
                self.problems.add(f"{action.where}.together", "action.needs-two")
        row.hand = int(self.spec.setup is not None and bool(self.spec.setup.hand or self.spec.setup.hands))
        row.region = self._region(action.value, side, f"{action.where}.place")
        row.apart, row.gravity, row.flips = int(action.apart), int(action.falls), int(action.flips)
        if action.falls and self.layout.board.shape != "grid":
            self.problems.add(f"{action.where}.falls", "action.falls-on-grid")
        if action.flips:
            self.need_equal_kinds(f"{action.where}.flips", "pieces.kinds-to-flip")
            row.table = self.layout.ray_table(lambda a, b: True)
        if action.without:
            row.forbids = add_windows(action.without, self.layout)
        row.progress = row.irreversible = 1
        return [CompiledRule(row, action)]

    def _step(self, action: Action, turn: Turn, side: int, kind: int) -> list[CompiledRule]:
        row = self._moving(action, turn, side, kind)
        fits = self._fits(action, side)
        row.table, pairs = self.layout.step_table(fits)
        row.onto_empty, row.onto_enemy = int("empty" in action.onto), int("enemy" in action.onto)
        if action.not_back_to_start:
            row.not_start = 1
        if action.approach or action.withdraw:
            return self._approach(action, turn, row, pairs, side)
        if action.custody:
            row.sandwich = self._sandwich(action.custody, side)
            if row.chain == CHAIN["straight"]:
                self.problems.add(f"{action.where}.custody", "action.custody-straight")
            if row.chain or turn.capture != "optional":
                row.op = OP["sandwich"]
                return [CompiledRule(row, action)]
        row.op = OP["step"]
        if row.onto_enemy and row.onto_empty and turn.capture in ("compulsory", "most"):
            return [
                CompiledRule(replace(row, onto_empty=0, takes=1), action, pairs),
                CompiledRule(replace(row, onto_enemy=0), action, pairs),
            ]
        row.takes = int(bool(row.onto_enemy) and not row.onto_empty)
        return [CompiledRule(row, action, pairs)]

    def _approach(
        self, action: Action, turn: Turn, row: RuleRow, pairs: set[tuple[int, int]], side: int
    ) -> list[CompiledRule]:
        if turn.capture not in ("compulsory", "most"):
            self.problems.add(action.where, "action.needs-compulsory")
        plain = replace(row, op=OP["step"], chain=0)
        taking = replace(
            row,
            op=OP["approach"],
            takes=1,
            by_approach=int(action.approach),
            by_withdrawal=int(action.withdraw),
            once=int(action.never_twice),
            turn=int(action.must_turn),
        )
        taking.table = self.layout.axis_table(self._fits(action, side))
        return [CompiledRule(taking, action), CompiledRule(plain, action, pairs)]

    def _slide(self, action: Action, turn: Turn, side: int, kind: int) -> list[CompiledRule]:
        row = self._moving(action, turn, side, kind)
        row.op = OP["slide"]
        row.onto_empty, row.onto_enemy = int("empty" in action.onto), int("enemy" in action.onto)
        row.takes = int(bool(row.onto_enemy) and not row.onto_empty)
        if (action.loops or action.counted) and (action.distance or action.up_to):
            self.problems.add(action.where, "action.two-distances")
        if action.loops:
            row.op = OP["loop"]
            row.takes = 1
            row.table = self.layout.track_table(self.tracks)
            return [CompiledRule(row, action)]
        if action.counted:
            row.op = OP["counted"]
            row.table = self.layout.axis_table(self._fits(action, side))
            row.over = OVER[action.over]
            return [CompiledRule(row, action)]
        if action.over != "enemy":
            self.problems.add(f"{action.where}.over", "action.over-uncounted")
        row.table = self._rays(action, side)
        row.whole_way = int(action.whole_way)
        row.least = action.distance or 0
        if action.distance and (action.up_to or action.whole_way):
            self.problems.add(f"{action.where}.distance", "action.two-distances")
        if action.custody:
            row.sandwich = self._sandwich(action.custody, side)
            if turn.capture != "optional":
                self.problems.add(f"{action.where}.custody", "action.custody-slide")
        pairs = set(targets_of(replace(row, region=-1, origin=-1), self.layout)) if row.least else None
        return [CompiledRule(row, action, pairs)]

    def _rays(self, action: Action, side: int) -> int:
        """The table of the rays along which a piece slides or shoots."""
        longest = action.distance or action.up_to
        table = self.layout.ray_table(self._fits(action, side), action.distance or 1, longest)
        if action.distance and not self.layout.tables[table][1] and not self.problems.found:
            self.problems.add(f"{action.where}.distance", "action.distance", distance=action.distance)
        return table

    def _leap(self, action: Action, turn: Turn, side: int, kind: int) -> list[CompiledRule]:
        row = self._moving(action, turn, side, kind)
        row.over = OVER[action.over]
        fits = self._fits(action, side)
        row.most_over = action.row if action.row > 1 else 0
        if not action.take:
            row.op = OP["hop"]
            if action.run_up != "none" or action.land != "next":
                self.problems.add(action.where, "action.long-leap")
            row.table = self.layout.ray_table(fits, 2) if row.most_over else self.layout.leap_table(fits)[0]
            return [CompiledRule(row, action)]
        row.takes = 1
        row.removal_at_end = int(action.removal == "at the end")
        row.run_up, row.land = int(action.run_up == "any"), int(action.land == "any")
        if row.run_up or row.land or row.most_over:
            row.op, row.table = OP["fly-leap"], self.layout.ray_table(fits)
        else:
            row.op = OP["leap"]
            row.table, _ = self.layout.leap_table(fits)
        return [CompiledRule(row, action)]

    def _fly(self, action: Action, turn: Turn, side: int, kind: int) -> list[CompiledRule]:
        row = self._moving(action, turn, side, kind)
        row.op = OP["fly"]
        cells = self._cells(action.value, side, f"{action.where}.fly")
        if action.to:
            cells &= self._cells((action.to,), side, f"{action.where}.to")
        row.region = -1 if len(cells) == self.layout.size else self.layout.region(cells)
        if action.distance is None:
            return [CompiledRule(row, action)]
        # With a distance the targets are a fixed set, as for a step.
        row.op = OP["step"]
        row.table, pairs = self.layout.distance_table(action.distance)
        if not pairs:
            self.problems.add(f"{action.where}.distance", "action.distance", distance=action.distance)
        return [CompiledRule(row, action, pairs)]

    def _shoot(self, action: Action, turn: Turn, side: int, kind: int) -> list[CompiledRule]:
        table = self._rays(action, side)
        return [CompiledRule(RuleRow(op=OP["shoot"], table=table, progress=1, irreversible=1), action)]

    def _block(self, action: Action, turn: Turn, side: int, kind: int) -> list[CompiledRule]:
        region = self._region(action.value, side, f"{action.where}.block")
        return [CompiledRule(RuleRow(op=OP["block"], region=region, progress=1, irreversible=1), action)]

    def _remove(self, action: Action, turn: Turn, side: int, kind: int) -> list[CompiledRule]:
        row = RuleRow(
            op=OP["remove"], wanted=1 if action.value == ("own",) else 2, progress=1, irreversible=1
        )
        if action.from_:
            row.region = self._region((action.from_,), side, f"{action.where}.from")
        if action.when is not None:
            row.condition, row.condition_n = self._condition(action)
        if action.spare:
            row.spare = add_windows(action.spare, self.layout)
            row.spare_all = int(action.spare_all)
        return [CompiledRule(row, action)]

    def _rotate(self, action: Action, turn: Turn, side: int, kind: int) -> list[CompiledRule]:
        if not self.layout.board.blocks:
            self.problems.add(action.where, "action.no-blocks")
        return [CompiledRule(RuleRow(op=OP["rotate"]), action)]

    def _sow(self, action: Action, turn: Turn, side: int, kind: int) -> list[CompiledRule]:
        if self.layout.board.shape != "pits":
            self.problems.add(action.where, "action.no-pits")
        if turn.capture != "optional":
            self.problems.add(f"{turn.where}.capture", "turn.capture-sowing")
        return [CompiledRule(RuleRow(op=OP["sow"]), action)]

    def _exit(self, action: Action, turn: Turn, side: int, kind: int) -> list[CompiledRule]:
        row = self._moving(action, turn, side, kind)
        words = {"forward": ("top", "bottom")[side], "backward": ("bottom", "top")[side], "up": "top",
                 "down": "bottom", "left": "left", "right": "right"}  # fmt: skip
        cells = {cell for word in action.value for cell in self.layout.board.sides.get(words[word], ())}
        if action.from_:
            cells &= self._cells((action.from_,), side, f"{action.where}.from")
        if not cells:
            self.problems.add(action.where, "action.no-exit")
        row.op = OP["exit"]
        row.origin = self.layout.region(cells)
        row.progress = 1
        row.irreversible = 1
        return [CompiledRule(row, action)]

    # -- what verbs share -----------------------------------------------------------------------------

    def need_equal_kinds(self, where: str, code: str) -> None:
        """Kinds of pieces that can change sides must exist on both sides."""
        for name, kind in zip(self.kinds.names, self.kinds.specs, strict=True):
            if kind.side in ("first", "second"):
                self.problems.add(where, code, kind=name)
                return

    def _convert(self, action: Action, row: RuleRow) -> None:
        if action.converts:
            self.need_equal_kinds(f"{action.where}.converts", "pieces.kinds-to-convert")
            row.converts = 1

    def _fits(self, action: Action, side: int) -> StepFilter:
        return self._steps(action.value, side, f"{action.where}.{action.verb}")

    def _steps(self, phrases: tuple[str, ...], side: int, where: str) -> StepFilter:
        """A filter for steps in these directions; adds a problem if there is none."""
        fits = self.layout.cell_sets.step_filter(phrases, side, where)
        steps = (
            (cell, other) for cell, beside in enumerate(self.layout.board.neighbours) for other in beside
        )
        if not self.problems.found and not any(fits(*step) for step in steps):
            self.problems.add(where, "direction.none", phrases=Alternatives(phrases))
        return fits

    def _cells(self, phrases: tuple[str, ...], side: int, where: str) -> frozenset[int]:
        cells: frozenset[int] = frozenset()
        for phrase in phrases:
            cells |= self.layout.cell_sets.cells(phrase, side, where)
        if not cells and not self.problems.has(where):
            self.problems.add(where, "region.empty", phrase=" ".join(phrases))
        return cells

    def _region(self, phrases: tuple[str, ...], side: int, where: str) -> int:
        """The index of a set of cells; -1 for all cells."""
        cells = self._cells(phrases, side, where)
        return -1 if len(cells) == self.layout.size else self.layout.region(cells)

    def _condition(self, action: Action) -> tuple[int, int]:
        when = action.when
        if when is None:
            return 0, 0
        if (when.left is None) == (when.beside is None):
            self.problems.add(when.where, "action.left-or-beside")
            return 0, 0
        if when.left is not None:
            return CONDITION["left"], when.left
        return CONDITION[f"beside {when.beside}"], 0

    def _moving(self, action: Action, turn: Turn, side: int, kind: int) -> RuleRow:
        """The row fields that all moving verbs share."""
        row = RuleRow(code=self.kinds.code(side, kind), kind=kind, trail=int(action.trail))
        row.chain = CHAIN[action.chain or turn.chain]
        row.condition, row.condition_n = self._condition(action)
        if action.to:
            row.region = self._region((action.to,), side, f"{action.where}.to")
        if action.from_:
            row.origin = self._region((action.from_,), side, f"{action.where}.from")
        if action.without:
            row.forbids = add_windows(action.without, self.layout)
        if action.trail:
            row.progress = row.irreversible = 1
        self._convert(action, row)
        self._promotion(row, side, kind)
        return row

    def _promotion(self, row: RuleRow, side: int, kind: int) -> None:
        promote = self.kinds.specs[kind].promote
        if promote is None:
            return
        to = self.kinds.find(promote.to, f"{promote.where}.to", self.problems)
        if to is None:
            return
        if not self.kinds.code_of[side][to]:
            where = f"{promote.where}.to"
            self.problems.add(where, "pieces.side-has-no-kind", player=PLAYERS[side], kind=promote.to)
            return
        row.promote_code = self.kinds.code_of[side][to]
        row.promote_region = self.layout.region(self._cells((promote.at,), side, f"{promote.where}.at"))
        row.promote_mode = PROMOTE[promote.when]

    def _sandwich(self, custody: Custody, side: int) -> int:
        """The index of a custody rule."""
        layout, where = self.layout, custody.where
        along = layout.cell_sets.step_filter(custody.along, side, f"{where}.along")
        row = CustodyRow(layout.ray_table(along), int(custody.runs), int(custody.corners), [0, 0])
        first, _ = layout.tables[row.table]
        two = {cell for cell in range(layout.size) if first[cell + 1] - first[cell] == 2 * 3}
        if custody.corners and two != layout.cell_sets.cells("corners", side, f"{where}.corners"):
            self.problems.add(f"{where}.corners", "action.custody-corners")
        for key, phrase in (("hostile", custody.hostile), ("safe", custody.safe)):
            if phrase:
                setattr(row, key, layout.region(self._cells((phrase,), side, f"{where}.{key}")))
        if custody.royal:
            royal = self.kinds.find(custody.royal, f"{where}.royal", self.problems)
            if royal is not None:
                row.royal = [self.kinds.code_of[0][royal], self.kinds.code_of[1][royal]]
        if custody.fort:
            fort = self._cells((custody.fort,), side, f"{where}.fort")
            row.royal_fort = layout.region(fort)
            row.royal_beside = layout.region(
                {
                    n
                    for cell in fort
                    for n in layout.board.neighbours[cell]
                    if abs(layout.board.cells[n].x - layout.board.cells[cell].x)
                    + abs(layout.board.cells[n].y - layout.board.cells[cell].y)
                    < 1.01
                }
            )
        return layout.sandwich_index(row, where)

    @cached_property
    def tracks(self) -> list[list[tuple[int, bool]]]:
        """The closed tracks of the board: each cell with whether a loop comes just before it."""
        tracks = []
        for number, text in enumerate(self.spec.board.tracks):
            track, loop = [], False
            for name in text.split():
                if name == "~":
                    loop = True
                    continue
                if name not in self.layout.board.index:
                    self.problems.add(f"board.tracks[{number + 1}]", "board.no-such-cell", cell=name)
                    return []
                track.append((self.layout.board.index[name], loop))
                loop = False
            if len(track) < 3:
                self.problems.add(f"board.tracks[{number + 1}]", "board.short-track")
                return []
            if loop:
                track[0] = (track[0][0], True)
            tracks.append(track)
        if not tracks:
            self.problems.add("board.tracks", "board.no-tracks")
        return tracks
