"""Evaluation terms derived from the ends of a game, with default weights; `games.tuned` holds better ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludoteca.games.compiler.codes import END, FIRST, NEXT, OWNER_LOSES, OWNER_WINS
from ludoteca.games.compiler.kinds import Kinds
from ludoteca.games.compiler.layout import Layout
from ludoteca.games.compiler.rule_rows import CompiledRule
from ludoteca.games.compiler.shapes import add_neighbours, add_turned, add_windows
from ludoteca.games.compiler.start import Start
from ludoteca.games.compiler.symmetry import CellSymmetry
from ludoteca.games.compiler.traits import Traits
from ludoteca.games.spec import End
from ludoteca.kernel import EvalWeights
from ludoteca.kernel.constants import LACKS, MAX_EVAL_SETS, MAX_WINDOW
from ludoteca.kernel.rows import EndRow, StageRow

LINE = (0, 150, 40, 10, 3)
"""Open lines of the side to move that lack 0 to 4 pieces, where a line wins."""
LINE_WAITING = (0, 120, 30, 8, 2)
"""The same for the side that is not to move."""
TURNED = (400, 300, 30, 8, 2)
"""Lines of the side to move after the rotation of one block."""
TURNED_WAITING = (150, 120, 25, 6, 2)
MILL = (40, 25, 6, 1, 0)
"""Lines that earn a further action (mills)."""
COMPANY = (20, 0, 0, 0, 0)
"""Two neighbouring pieces of one side protect each other."""
_USUAL = {
    "line": (LINE, LINE_WAITING), "turned": (TURNED, TURNED_WAITING), "mill": (MILL, MILL),
    "company": (COMPANY, COMPANY),
}  # fmt: skip
FAR = 40
_RACES = (END["reach"], END["fill"], END["fill_any"])


@dataclass(frozen=True)
class EvalTerms:
    """The evaluation terms of a game. Combined with weights they become the kernel's `EvalWeights`."""

    weights: Mapping[str, int]
    """The default weights by name."""
    lines: tuple[tuple[int, str, int], ...]
    """Window sets with the name of their weights and a sign: -1 where a line loses."""
    alone: Mapping[int, int]
    """Window sets that one side's pieces alone decide, with that side."""
    races: tuple[tuple[int, list[list[int]]], ...]
    furthest: int
    captures: bool
    names: tuple[str, ...]
    """The names of the piece kinds."""
    who: tuple[int, ...]
    kind_of: tuple[int, ...]
    cell_symmetry: CellSymmetry

    def eval_weights(self, weights: Mapping[str, int] | None = None) -> EvalWeights:
        """The kernel's weights, with some replaced. Unknown names are ignored: a variant may lack
        terms of the game."""
        given = {
            **self.weights,
            **{name: value for name, value in (weights or {}).items() if self.knows(name)},
        }
        both = {
            name: [given.get(name, 0), given.get(f"{name}-second", given.get(name, 0))] for name in _BY_SIDE
        }
        return EvalWeights(
            windows=[self._line(given, *line) for line in self.lines],
            alone=[self.alone.get(number, 0) for number, _, _ in self.lines],
            cells=[self._cells(given, code) for code in range(len(self.who))],
            hands=[self._piece(given, code) for code in range(len(self.who))],
            races=self.races,
            furthest=self.furthest,
            captures=self.captures,
            turned=next((i for i, (_, name, _) in enumerate(self.lines) if name == "turned"), 0),
            hanging=[[given.get(f"hanging-{row}{side}", 0) for row in ("odd", "even")] for side in _SIDES],
            mobility=both["mobility"],
            room=both["room"],
            tempo=given.get("tempo", 0),
            squeeze=given.get("squeeze", 0),
            foremost=given.get("foremost", 0),
            link=given.get("link", 0),
            group=given.get("group", 0),
            store=given.get("store", 0),
            seeds=given.get("seeds", 0),
            territory=given.get("territory", 0),
            nearness=given.get("nearness", 0),
        )

    def windows(self, layout: Layout) -> tuple[int, ...]:
        """The number of windows in each set."""
        return tuple(layout.windows[number].count for number, _, _ in self.lines)

    def knows(self, name: str) -> bool:
        return name in self.weights or (name.startswith("cell-") and name in self.cell_symmetry.weight_names)

    def _line(
        self, given: Mapping[str, int], number: int, name: str, sign: int
    ) -> tuple[int, list[int], list[int]]:
        mine = [sign * given.get(f"{name}-{lack}", 0) for lack in range(LACKS)]
        theirs = [
            sign * given.get(f"{name}-{lack}-waiting", given.get(f"{name}-{lack}", 0))
            for lack in range(LACKS)
        ]
        return number, mine, theirs

    def _piece(self, given: Mapping[str, int], code: int) -> int:
        """The value of a piece from the first player's point of view."""
        if self.who[code] not in (1, 2):
            return 0
        name = f"piece-{self.names[self.kind_of[code]]}"
        second = self.who[code] == 2
        return -given.get(f"{name}-second", given.get(name, 0)) if second else given.get(name, 0)

    def _cells(self, given: Mapping[str, int], code: int) -> list[int]:
        side = self.who[code] - 1
        if side not in (0, 1):
            return [0] * self.cell_symmetry.size
        values = [self._piece(given, code)] * self.cell_symmetry.size
        sign = -1 if side else 1
        learnt = any(name.startswith("cell-") for name in given)
        for cell in range(self.cell_symmetry.size):
            if learnt:
                values[cell] += sign * given.get(self.cell_symmetry.name(code, cell), 0)
            for _, distances in self.races:
                values[cell] += sign * given.get("race", 0) * max(0, self.furthest - distances[side][cell])
        return values


_SIDES = ("", "-second")
_BY_SIDE = ("mobility", "room")


def eval_terms_of(
    traits: Traits, layout: Layout, kinds: Kinds, start: Start, stages: Sequence[StageRow],
    made: list[CompiledRule], ends: tuple[End, ...], rows: list[EndRow],
) -> EvalTerms:  # fmt: skip
    """The evaluation terms of a game with default weights."""
    races = tuple(
        (i, _distances(layout, kinds, made, row)) for i, row in enumerate(rows) if row.type in _RACES
    )[:4]
    furthest = max((d for _, pair in races for side in pair for d in side if d < FAR), default=0)
    lines = _lines(traits, layout, stages, ends, rows)
    weights: dict[str, int] = {"tempo": 0}
    for _, name, _ in lines:
        usual = _USUAL[name]
        for lack in range(LACKS):
            weights.setdefault(f"{name}-{lack}", usual[0][lack])
            weights.setdefault(f"{name}-{lack}-waiting", usual[1][lack])
    if lines and traits.pieces_fall:
        weights |= {
            "hanging-odd": 60,
            "hanging-even": 15,
            "hanging-odd-second": 15,
            "hanging-even-second": 45,
            "squeeze": 150,
        }
    weights |= _pieces(traits, kinds, made)
    if races:
        weights |= {"race": 6, "foremost": 20}
    if traits.connects:
        weights["link"] = 100
    if traits.unites:
        weights["group"] = 40
    if traits.sows:
        weights |= {"store": 100, "seeds": 1}
    weights |= _space(traits, rows)
    cell_symmetry = CellSymmetry(layout, kinds, start, made, rows)
    alone = _alone(ends, rows) if traits.captures_by_replacement else {}
    return EvalTerms(
        weights,
        lines,
        alone,
        races,
        furthest,
        traits.captures,
        kinds.names,
        kinds.who,
        kinds.kind_of,
        cell_symmetry,
    )


def _lines(
    traits: Traits, layout: Layout, stages: Sequence[StageRow], ends: tuple[End, ...], rows: list[EndRow]
) -> tuple[tuple[int, str, int], ...]:
    """The windows to evaluate: those that end the game, directly or after a block rotation, and mills."""
    found: dict[int, tuple[int, str, int]] = {}
    for end, row in zip(ends, rows, strict=True):
        if row.type in (END["window"], END["align"]) and row.result in (OWNER_WINS, OWNER_LOSES):
            # Large boards count runs along rays in the rules; the evaluation needs windows.
            number = row.windows if row.type == END["window"] else add_windows(end.when, layout)
            found.setdefault(number, (number, "line", -1 if row.result == OWNER_LOSES else 1))
    if traits.blocks_turn:
        for number, name, sign in tuple(found.values()):
            turned = add_turned(number, layout) if name == "line" else None
            if turned is not None:
                found[turned] = (turned, "turned", sign)
    for stage in stages:
        if stage.next_when == NEXT["a shape"]:
            number = stage.next_windows
            found.setdefault(number, (number, "mill", 1))
    if not found and traits.stuck_decides and traits.captures_by_replacement:
        # The last capture wins and both sides have the same moves: pairs of neighbours count.
        pairs = add_neighbours(layout)
        if pairs is not None:
            found[pairs] = (pairs, "company", 1)
    small = (one for one in found.values() if layout.windows[one[0]].size <= MAX_WINDOW)
    return tuple(small)[:MAX_EVAL_SETS]


def _alone(ends: tuple[End, ...], rows: list[EndRow]) -> dict[int, int]:
    """Lines with gaps are not blocked by enemies if the side can capture them by replacement."""
    found = {}
    for end, row in zip(ends, rows, strict=True):
        if row.type == END["window"] and end.when.gaps and row.owners in (1, 2):
            found[row.windows] = FIRST + row.owners - 1
    return found


def _distances(layout: Layout, kinds: Kinds, made: list[CompiledRule], row: EndRow) -> list[list[int]]:
    """The distance from each cell to the region of an end, for each owner."""
    found = []
    for owner in range(2):
        codes = {kinds.code(owner, kind) for kind in kinds.of_side(owner)}
        pairs = {pair for one in made if one.row.code in codes and one.pairs for pair in one.pairs}
        if not pairs:
            pairs = {(a, b) for a in range(layout.size) for b in layout.board.neighbours[a]}
        back: dict[int, list[int]] = {}
        for a, b in pairs:
            back.setdefault(b, []).append(a)
        region = layout.regions[row.region[owner]]
        distance = [0 if region >> cell & 1 else FAR for cell in range(layout.size)]
        waiting = [cell for cell in range(layout.size) if distance[cell] == 0]
        for cell in waiting:
            for before in back.get(cell, ()):
                if distance[before] == FAR:
                    distance[before] = distance[cell] + 1
                    waiting.append(before)
        # No distance for a side that does not own the end.
        found.append(distance if row.owners >> owner & 1 else [FAR] * layout.size)
    return found


def _pieces(traits: Traits, kinds: Kinds, made: list[CompiledRule]) -> dict[str, int]:
    """The value of a piece: zero where none is ever lost or no end counts pieces, higher if promoted."""
    promoted = {one.row.promote_code for one in made if one.row.promote_code}
    plain = -200 if traits.sheds_pieces else 100 if traits.removes_pieces and traits.material_decides else 0
    if traits.counts_pieces or traits.unites:
        plain = 5  # pieces count only at the end, or are a liability
    found: dict[str, int] = {}
    for code in range(2, len(kinds.who)):
        if kinds.who[code] in (1, 2):
            name = f"piece-{kinds.names[kinds.kind_of[code]]}"
            found.setdefault(name, 3 * plain if code in promoted else plain)
    return found


def _space(traits: Traits, rows: list[EndRow]) -> dict[str, int]:
    """The value of mobility, where having no move ends the game; higher if nothing else does."""
    stuck = [row for row in rows if row.type == END["no_move"]]
    others = [row for row in rows if row.type not in (END["no_move"], END["no_moves_at_all"])]
    if traits.counts_pieces:
        return {"mobility": 20}
    if not stuck:
        return {}
    sign = 1 if stuck[0].result == OWNER_LOSES else -1
    if traits.enclosure:
        return {"territory": 25 * sign, "nearness": 4 * sign, "mobility": 0}
    if traits.hunted:
        # A hunt: only the mobility of the smaller side counts.
        few = ("first", "second").index(traits.hunted)
        theirs = next((row for row in stuck if row.owners >> few & 1), None)
        sign = -1 if theirs and theirs.result == OWNER_WINS else 1
        alone = {"mobility": 6 * sign, "room": 3 if sign > 0 else 0}
        return {name + ("-second" if side else ""): weight if side == few else 0
                for name, weight in alone.items() for side in range(2)}  # fmt: skip
    return {"mobility": sign * (4 if others else 10)} if sign > 0 or not others else {}
