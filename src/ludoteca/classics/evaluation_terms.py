"""An evaluation term by term: what each term adds, and which cells it comes from.

The kernel adds up these evaluations at once; here every part is computed apart, and a test checks that the
parts add up to the kernel's number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from ludoteca.classics.alignment import (
    FIVE,
    PATTERNS,
    pattern_value,
)
from ludoteca.classics.evaluators import default_evaluator
from ludoteca.classics.kernel_codes import Kind
from ludoteca.classics.plans import plan_for, settings_of
from ludoteca.games import SIDES, Position
from ludoteca.kernel import FixedDepthSearch
from ludoteca.kernel.constants import LACKS
from ludoteca.kernel.fixed_rows import FixedConfig, FixedEvaluation

FIRST, SECOND = 1, 2


@dataclass(frozen=True)
class Term:
    """One term of an evaluation, for the side to move."""

    name: str
    """The key of its description, with a number where a term has several kinds: `run-open-3`."""
    value: float
    count: int | None = None
    """How often it occurs, own less the opponent's, if it is counted."""
    cells: Mapping[int, float] = field(default_factory=dict)
    """What each cell adds to the term, where that can be said."""


@dataclass(frozen=True)
class EvaluationReport:
    """A static evaluation, for the side to move, in the units of its evaluator."""

    evaluator: str
    side: str
    value: float
    terms: tuple[Term, ...]

    @property
    def cells(self) -> dict[int, float]:
        """What each cell adds to the evaluation, as far as that can be said."""
        found: dict[int, float] = defaultdict(float)
        for term in self.terms:
            for cell, value in term.cells.items():
                found[cell] += value
        return {cell: value for cell, value in sorted(found.items()) if value}

    @property
    def is_on_board(self) -> bool:
        """Whether the cells explain the whole evaluation."""
        return abs(sum(self.cells.values()) - self.value) < 1e-6


def explain(position: Position, evaluator: str = "") -> EvaluationReport:
    """The static evaluation of a position that is not over, by an evaluator of the reports or by `terms`, the
    engine's own; by default the one that fits the game. Raises `Unfit`."""
    game = position.game
    name = evaluator or default_evaluator(game)
    config = plan_for(game, settings_of(evaluator=name))
    value = _value(position, config)
    sign = 1 if position.mover == SIDES[0] else -1
    parts = _PARTS[config.evaluation.kind](position, config.evaluation)
    terms = [_for_side(part, sign) for part in parts]
    rest = value - sum(term.value for term in terms)
    if abs(rest) > 1e-6:
        terms.append(Term(_REST.get(config.evaluation.kind, "rest"), rest))
    terms.sort(key=lambda term: (-abs(term.value), term.name))
    return EvaluationReport(name, position.mover, value, tuple(terms))


_REST: Mapping[int, str] = {Kind.CURRENT: "conductance", Kind.TERMS: "network"}
"""What has no parts that add up."""


def _value(position: Position, config: FixedConfig) -> float:
    return FixedDepthSearch(position.game.rules, config).evaluate(position.snapshot)


def _for_side(term: Term, sign: int) -> Term:
    """A term of the first player's point of view, for the side to move."""
    count = None if term.count is None else sign * term.count
    return Term(term.name, sign * term.value, count, {cell: sign * one for cell, one in term.cells.items()})


def owners(position: Position) -> list[int]:
    """Who has each cell: 0, or the number of a side or another owner."""
    who = position.game.compiled.kinds.who
    return [who[code] for code in position.snapshot.cells[: len(position.game.board.cells)]]


class _Sums:
    """Adds up parts of the same name, for the first player."""

    def __init__(self) -> None:
        self._value: dict[str, float] = defaultdict(float)
        self._count: dict[str, int] = defaultdict(int)
        self._cells: dict[str, dict[int, float]] = defaultdict(lambda: defaultdict(float))

    def add(self, name: str, side: int, worth: float, cells: list[int]) -> None:
        """A part that is worth so much for a side, shared evenly among some cells."""
        sign = 1 if side == FIRST else -1
        self._value[name] += sign * worth
        self._count[name] += sign
        for cell in cells:
            self._cells[name][cell] += sign * worth / len(cells)

    def terms(self) -> Iterator[Term]:
        for name, value in self._value.items():
            yield Term(name, value, self._count[name], dict(self._cells[name]))


# -- rows of pieces -----------------------------------------------------------------------------------


def _pattern_parts(position: Position, tables: FixedEvaluation) -> Iterator[Term]:
    """The best pattern of each side on each line."""
    sums, owner = _Sums(), owners(position)
    for line in tables.lines:
        contents = tuple(owner[cell] % 3 for cell in line)
        for side in (FIRST, SECOND):
            worth = pattern_value(contents, side)
            if worth:
                number = next(n for n, one in PATTERNS.items() if one == worth)
                sums.add(f"pattern-{number}", side, worth, [cell for cell in line if owner[cell] == side])
    return sums.terms()


def _run_parts(position: Position, tables: FixedEvaluation) -> Iterator[Term]:
    """Every run with an open end."""
    sums, owner = _Sums(), owners(position)
    for line in tables.lines:
        at = 0
        while at < len(line):
            side = owner[line[at]]
            if side not in (FIRST, SECOND):
                at += 1
                continue
            at = _add_run(sums, tables, [owner[cell] for cell in line], line, at)
    return sums.terms()


def _add_run(sums: _Sums, tables: FixedEvaluation, owner: list[int], line: object, at: int) -> int:
    """Add the run that starts at a place of a line; the place after it."""
    cells: list[int] = list(line)  # type: ignore[call-overload]
    side, run = owner[at], _length(owner, at)
    ends = (at > 0 and owner[at - 1] == 0) + (at + run < len(owner) and owner[at + run] == 0)
    if tables.broken and ends == 2 and at + run + 1 < len(owner) and owner[at + run + 1] == side:
        second = _length(owner, at + run + 1)
        end = at + run + 1 + second
        if run + second == tables.broken and end < len(owner) and owner[end] == 0:
            own = [cell for cell, one in zip(cells[at:end], owner[at:end], strict=True) if one == side]
            sums.add(f"run-broken-{tables.broken}", side, tables.run_open[tables.broken], own)
            return end
    worth = {2: tables.run_open, 1: tables.run_half}.get(ends)
    if worth:
        length = min(run, len(worth) - 1)
        name = f"run-{'open' if ends == 2 else 'half'}-{min(run, FIVE)}"
        sums.add(name, side, worth[length], cells[at : at + run])
    return at + run


def _length(owner: list[int], at: int) -> int:
    end = at
    while end < len(owner) and owner[end] == owner[at]:
        end += 1
    return end - at


# -- stores -------------------------------------------------------------------------------------------


def _store_parts(position: Position, tables: FixedEvaluation) -> Iterator[Term]:
    pits = position.game.pits
    assert pits is not None
    on_board = {pits.pit(cell): cell for cell in range(len(position.game.board.cells))}
    for side, sign in ((0, 1), (1, -1)):
        pit = pits.stores[side]
        seeds = position.snapshot.pits[pit]
        cells = {on_board[pit]: float(sign * seeds)} if pit in on_board and seeds else {}
        yield Term(f"store-{SIDES[side]}", float(sign * seeds), sign * seeds, cells)


# -- connections --------------------------------------------------------------------------------------


def _band_parts(position: Position, tables: FixedEvaluation) -> Iterator[Term]:
    """Rows or columns that are occupied or bridged; what is missing counts against a side."""
    sums, owner = _Sums(), owners(position)
    for side in (FIRST, SECOND):
        band_of, held = tables.band_of[side - 1], defaultdict[int, list[int]](list)
        for cell, one in enumerate(owner):
            if one == side:
                held[band_of[cell]].append(cell)
        bridged = defaultdict[int, list[int]](list)
        for a, b, c, d in tables.bridges:
            if owner[a] == owner[b] == side and owner[c] == owner[d] == 0:
                for cell in (c, d):
                    bridged[band_of[cell]].append(cell)
        for cells in held.values():
            sums.add("band-held", side, 1.0, cells)
        for band, cells in bridged.items():
            if band not in held:
                sums.add("band-bridged", side, 1.0, sorted(set(cells)))
    yield from sums.terms()
    if tables.bands[0] != tables.bands[1]:
        yield Term("band-board", float(tables.bands[1] - tables.bands[0]))


def _circuit_parts(position: Position, tables: FixedEvaluation) -> Iterator[Term]:
    """None: it is the ratio of two conductances."""
    return iter(())


# -- the engine's terms -------------------------------------------------------------------------------


def _engine_parts(position: Position, tables: FixedEvaluation) -> Iterator[Term]:
    """The evaluation is linear in its weights: each part is the evaluation with one weight alone."""
    game = position.game
    weights = {name: value for name, value in game.weights.items() if value}
    groups: dict[str, dict[str, int]] = defaultdict(dict)
    for name, value in weights.items():
        groups["cell" if name.startswith("cell-") else name][name] = value
    for name, group in groups.items():
        term = _engine_part(position, name, dict.fromkeys(game.weights, 0) | group)
        if term.value:
            yield term


def _engine_part(position: Position, name: str, weights: Mapping[str, int]) -> Term:
    game = position.game
    row = game.compiled.eval_terms.eval_weights(weights)
    config = plan_for(game, settings_of(evaluator="terms"))
    value = _value(position, config._replace(evaluation=FixedEvaluation(kind=Kind.TERMS, weights=row)))
    first = value if position.mover == SIDES[0] else -value
    codes = position.snapshot.cells[: len(game.board.cells)]
    cells = {cell: float(row.cells[code][cell]) for cell, code in enumerate(codes) if row.cells[code][cell]}
    cells = cells or _window_cells(position, row.windows, row.alone)
    if abs(sum(cells.values()) - first) > 1e-6:
        cells = {}
    return Term(name, first, None, cells)


def _window_cells(position: Position, sets: object, alone: object) -> dict[int, float]:
    """What each piece adds through the open windows it is in."""
    found: dict[int, float] = defaultdict(float)
    owner, mover = owners(position), SIDES.index(position.mover) + 1
    layout = position.game.compiled.layout
    for (number, mine, theirs), only in zip(sets, alone, strict=True):  # type: ignore[call-overload]
        row = layout.windows[number]
        for at in range(row.count):
            cells = [cell for cell in row.cells[at * row.size : (at + 1) * row.size] if cell < len(owner)]
            holders = {owner[cell] for cell in cells} - {0}
            side = next(iter(holders)) if len(holders) == 1 else 0
            own = [cell for cell in cells if owner[cell] == side]
            lack = row.size - len(own)
            if only or side not in (FIRST, SECOND) or lack >= LACKS:
                continue
            worth = mine[lack] if side == mover else theirs[lack]
            for cell in own:
                found[cell] += (1 if side == FIRST else -1) * worth / len(own)
    return {cell: value for cell, value in found.items() if value}


_Parts = Callable[[Position, FixedEvaluation], Iterator[Term]]
_PARTS: Mapping[int, _Parts] = {
    Kind.LINES: _pattern_parts,
    Kind.RUNS: _run_parts,
    Kind.STORES: _store_parts,
    Kind.BANDS: _band_parts,
    Kind.CURRENT: _circuit_parts,
    Kind.TERMS: _engine_parts,
}
