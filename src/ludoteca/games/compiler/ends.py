"""Compiles end conditions into rows of the kernel's table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ludoteca.games.compiler.codes import DRAWN, END, OWNER_LOSES, OWNER_WINS, RESULT, SHARED
from ludoteca.games.compiler.kinds import Kinds
from ludoteca.games.compiler.layout import Layout
from ludoteca.games.compiler.shapes import add_windows, windows_of
from ludoteca.games.spec import End, When
from ludoteca.kernel.rows import EndRow


class EndCompiler:
    """Compiles the ends of one game."""

    def __init__(self, layout: Layout, kinds: Kinds, ends: Sequence[End]) -> None:
        self.layout = layout
        self._several = any(
            end.when.ring or end.when.at_least or end.when.no_corners or _connects_several(end.when)
            for end in ends
        )
        """Whether chains are followed with all the goals they have reached, not just between two sides."""
        self.kinds = kinds
        self.problems = layout.problems
        self._stalled_before = False

    def rows(self, end: End) -> list[EndRow]:
        """The rows of an end: one, or one for each side if its cells depend on the side."""
        if end.when.inside is None or end.side != "each":
            return [self.row(end)]
        return [self.row(replace(end, side=side)) for side in ("first", "second")]

    def row(self, end: End) -> EndRow:
        when = end.when
        condition = when.conditions()[0]
        row = EndRow(
            owners={"each": 3, "first": 1, "second": 2}[end.side],
            result=self._result(end, condition),
            both=DRAWN if end.both == "draw" else 0,
            after_move=int(end.checked == "after the move"),
            exactly=int(when.exactly),
        )
        if end.side != "each" and when.no_move == "both":
            self.problems.add(f"{end.where}.side", "end.side-of-both")
        if self.layout.board.shape == "pits" and condition not in ("side_empty", "stored", "no_move"):
            self.problems.add(when.where, "board.needs-cells", word=condition.replace("_", "-"))
            return row
        getattr(self, f"_{condition}", self._plain)(row, when, condition)
        return row

    def _result(self, end: End, condition: str) -> int:
        """The result for the owner; for "no move" the owner is the mover."""
        about_mover = condition == "no_move"
        if end.result in ("mover wins", "mover loses") and not about_mover:
            self.problems.add(f"{end.where}.result", "end.result-of-mover", result=end.result)
        if end.result in ("owner wins", "owner loses") and about_mover:
            self.problems.add(f"{end.where}.result", "end.result-of-owner", result=end.result)
        if end.result == "most seeds" and self.layout.board.shape != "pits":
            self.problems.add(f"{end.where}.result", "end.no-seeds")
        if end.result in ("most pieces", "fewest pieces") and self.layout.board.shape == "pits":
            self.problems.add(f"{end.where}.result", "end.no-pieces")
        return {"mover wins": OWNER_WINS, "mover loses": OWNER_LOSES}.get(end.result) or RESULT[end.result]

    # -- one method for each condition ----------------------------------------------------------------

    def _plain(self, row: EndRow, when: When, condition: str) -> None:
        row.type = END[condition]
        value = getattr(when, condition)
        row.n = value if isinstance(value, int) and not isinstance(value, bool) else 0

    def _align(self, row: EndRow, when: When, condition: str) -> None:
        if self.layout.size <= 64 or when.gaps or when.inside:
            self._shape(row, when, condition)
            return
        if not windows_of(when, self.layout):
            self.problems.add(when.where, "shape.line-too-long", length=when.align)
        along = when.along or ("all",)
        fits = self.layout.cell_sets.step_filter(along, 0, f"{when.where}.along")
        row.type = END["align"]
        row.n = when.align or 0
        row.table = self.layout.axis_table(fits, when.on == "anywhere", both_ways=False)

    def _shape(self, row: EndRow, when: When, condition: str) -> None:
        inside = None
        if when.inside is not None:
            side = 0 if row.owners == 1 else 1
            inside = self.layout.cell_sets.cells(
                when.inside[side] or "anywhere", side, f"{when.where}.inside"
            )
        row.type = END["window"]
        row.windows = add_windows(when, self.layout, inside)

    _filled_line = _shape
    _pattern = _shape

    def _reach(self, row: EndRow, when: When, condition: str) -> None:
        row.type = END["reach"]
        row.region = self._regions(when.reach, f"{when.where}.reach")
        if when.of in self.kinds.names and self.kinds.is_shared(when.of):
            row.code = [self.kinds.who.index(SHARED)] * 2
        else:
            self._of(row, when, own=True)

    def _fill(self, row: EndRow, when: When, condition: str) -> None:
        row.type = END["fill_any" if when.by_anyone else "fill"]
        row.region = self._regions(when.fill, f"{when.where}.fill")
        for side in range(2):
            if when.fill is not None and when.fill[side] is None:
                row.owners &= ~(1 << side)
        row.neither = int(when.not_at_start)

    def _enemy_left(self, row: EndRow, when: When, condition: str) -> None:
        row.type = END["enemy_left"]
        row.n = when.enemy_left or 0
        self._of(row, when, own=False)

    def _own_left(self, row: EndRow, when: When, condition: str) -> None:
        row.type = END["own_left"]
        row.n = when.own_left or 0
        self._of(row, when, own=True)

    def _connect(self, row: EndRow, when: When, condition: str) -> None:
        goals = [self._goals_of(row, when, side) for side in range(2)]
        fewest = min((len(cells) for cells in goals if cells), default=2)
        row.n = when.at_least or max(len(cells) for cells in goals)
        if self.problems.has(f"{when.where}.connect"):
            return
        if fewest < row.n or fewest < 2:
            self.problems.add(f"{when.where}.connect", "end.few-goals", n=max(row.n, 2), found=fewest)
            return
        if row.n == 2 and all(len(cells) in (0, 2) for cells in goals) and not self._several:
            row.type, row.n = END["connect"], 0
            for side, cells in enumerate(goals):
                if cells:
                    row.region[side], row.far[side] = map(self.layout.region, cells)
            return
        row.type = END["join"]
        row.goals = [self.layout.goals(side, cells) for side, cells in enumerate(goals)]

    def _goals_of(self, row: EndRow, when: When, side: int) -> list[frozenset[int]]:
        """The sides and corners that a side connects, each as a set of cells."""
        words = (when.connect or (None, None))[side]
        if not words:
            row.owners &= ~(1 << side)
            return []
        board, found = self.layout.board, dict[frozenset[int], None]()
        corners = self.layout.cell_sets.cells("corners", side, f"{when.where}.connect")
        for word in words:
            if word == "corners":
                found |= dict.fromkeys(frozenset((cell,)) for cell in sorted(corners))
                continue
            for name in board.sides if word == "sides" else (word,):
                cells = frozenset(board.sides.get(name, ())) - (corners if when.no_corners else frozenset())
                if not cells:
                    self.problems.add(f"{when.where}.connect", "board.no-such-side", side=name)
                found[cells] = None
        return list(found)

    def _ring(self, row: EndRow, when: When, condition: str) -> None:
        row.type = END["ring"]
        if self.layout.board.shape != "hex":
            self.problems.add(f"{when.where}.ring", "end.ring-needs-hexagons")

    def _still_in(self, row: EndRow, when: When, condition: str) -> None:
        row.type = END["still_in"]
        row.n = when.after_turn or 0
        row.region = self._regions(when.still_in, f"{when.where}.still-in")

    def _stored(self, row: EndRow, when: When, condition: str) -> None:
        row.type = END["stored"]
        row.n = (when.stored or 1) - 1

    def _passed(self, row: EndRow, when: When, condition: str) -> None:
        """For each cell the region further in the direction, which must be free of enemies."""
        cells = self.layout.board.cells
        across, up = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}[when.passed or "left"]
        along = [cell.x * across + cell.y * up for cell in cells]
        values = [self.layout.region(i for i, b in enumerate(along) if b > a + 1e-9) for a in along]
        row.type = END["passed"]
        row.table = self.layout.value_table(values)

    def _stalled(self, row: EndRow, when: When, condition: str) -> None:
        row.type = END["stalled"]
        row.n = when.stalled or 0
        if row.owners == 3 or self._stalled_before:
            self.problems.add(when.where, "end.stalled")
        self._stalled_before = True

    def _no_move(self, row: EndRow, when: When, condition: str) -> None:
        row.type = END["no_move" if when.no_move == "mover" else "no_moves_at_all"]

    # -- what conditions share ------------------------------------------------------------------------

    def _regions(self, phrases: Any, where: str) -> list[int]:
        """The regions of both sides; the empty set for a side without one."""
        found = []
        for side in range(2):
            phrase = phrases[side]
            cells = frozenset() if phrase is None else self.layout.cell_sets.cells(phrase, side, where)
            if phrase is not None and not cells and not self.problems.has(where):
                self.problems.add(where, "region.empty", phrase=phrase)
            found.append(self.layout.region(cells))
        return found

    def _of(self, row: EndRow, when: When, own: bool) -> None:
        """The piece codes that an end refers to: of the owner, or of the opponent."""
        if when.of is None:
            return
        kind = self.kinds.find(when.of, f"{when.where}.of", self.problems)
        if kind is None:
            return
        for owner in range(2):
            code = self.kinds.code_of[owner if own else 1 - owner][kind]
            row.code[owner] = code
            if not code:
                row.owners &= ~(1 << owner)
        if not row.owners:
            self.problems.add(f"{when.where}.of", "end.nobody-has", kind=when.of)


def _connects_several(when: When) -> bool:
    """Whether a condition is about more than two sides of the board."""
    return any(
        words and (len(words) != 2 or {"sides", "corners"} & set(words)) for words in when.connect or ()
    )
