"""The compiler: turns a validated spec into tables for the kernel."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ludoteca.errors import RulesError
from ludoteca.games.cell_sets import CellSets
from ludoteca.games.compiler.boards import build_board
from ludoteca.games.compiler.codes import END, OP, OWNER_LOSES, REPEATING, RESULT
from ludoteca.games.compiler.derive_traits import traits_of
from ludoteca.games.compiler.ends import EndCompiler
from ludoteca.games.compiler.evaluation import EvalTerms, eval_terms_of
from ludoteca.games.compiler.kinds import Kinds, number_kinds
from ludoteca.games.compiler.layout import Layout
from ludoteca.games.compiler.progress import mark_progress
from ludoteca.games.compiler.rule_rows import CompiledRule
from ludoteca.games.compiler.rules import RuleCompiler
from ludoteca.games.compiler.shapes import turns
from ludoteca.games.compiler.sowing import PitLayout, sowing_row
from ludoteca.games.compiler.stages import StageCompiler
from ludoteca.games.compiler.start import Start, start_of
from ludoteca.games.compiler.traits import Traits
from ludoteca.games.problems import Problems, display_name
from ludoteca.games.spec import Draw, End, GameSpec
from ludoteca.geometry import Board, hex_rings
from ludoteca.kernel.rows import EndRow, RuleRow, RuleTables, plain


@dataclass(frozen=True)
class Compiled:
    """The tables of a game for the kernel, and what Python needs to describe them."""

    data: RuleTables
    board: Board
    kinds: Kinds
    start: Start
    layout: Layout
    rules: tuple[CompiledRule, ...]
    """The kernel's rules with the actions they come from."""
    ends: tuple[End, ...]
    """The end that each reason number stands for."""
    rules_hash: str
    """A hash of the compiled rules only: texts, weights and checks do not change it."""
    pits: PitLayout | None
    """None except in sowing games."""
    traits: Traits
    """The structural properties of the rules."""
    eval_terms: EvalTerms
    """The terms of the evaluation."""


def compile_game(spec: GameSpec, name: str) -> Compiled:
    """Compile a spec. Raises `RulesError` with all problems."""
    problems = Problems(display_name(name, spec.variant))
    board = build_board(spec.board, problems)
    if board is None:
        raise RulesError(problems.found)
    cell_sets = CellSets(board, spec.regions or {}, problems)
    layout = Layout(board, cell_sets, problems)
    kinds = number_kinds(spec, problems)
    layout.within("codes", len(kinds.who))
    layout.within("blocks", len(board.blocks), f"{spec.board.where}.block")
    start = start_of(spec, layout, kinds)
    maker = RuleCompiler(spec, layout, kinds)
    stages = StageCompiler(maker, kinds, spec.end)
    stages.add_phases(spec)
    if spec.board.tracks:
        _ = maker.tracks  # reports its problems even if no action uses the tracks
    draw = spec.draw or Draw(where="draw")
    ends, rows = _ends(spec, layout, kinds)
    cell_sets.check_all()
    if problems.found:
        raise RulesError(problems.found)
    progress = mark_progress(stages.rules, draw, spec.end, kinds, layout)
    if problems.found:
        raise RulesError(problems.found)
    data = _data(spec, layout, kinds, start, stages, rows, draw, progress)
    for what in ("rules", "stages", "phases", "ends", "tables", "regions"):
        layout.within(what, len(getattr(data, what)))
    layout.within("window sets", len(data.windows))
    if problems.found:
        raise RulesError(problems.found)
    digest = hashlib.sha256(
        json.dumps([plain(data), start.cells, start.hands, start.pits, start.mover]).encode()
    ).hexdigest()
    # Evaluation terms are not part of the rules, so they come after the hash.
    pits = PitLayout(spec.board.pits, layout.size > 2 * spec.board.pits) if spec.board.pits else None
    traits = traits_of(data, stages.rules, kinds, start, stages.can_duplicate, board)
    data = data._replace(traits=traits.kernel_bits)  # derived from the rules, so not part of their hash
    terms = eval_terms_of(traits, layout, kinds, start, data.stages, stages.rules, ends, rows)
    return Compiled(
        data, board, kinds, start, layout, tuple(stages.rules), ends, digest[:16], pits, traits, terms
    )


def _ends(spec: GameSpec, layout: Layout, kinds: Kinds) -> tuple[tuple[End, ...], list[EndRow]]:
    """ "No move" ends come last: the kernel checks them only if there is no legal move."""
    maker = EndCompiler(layout, kinds, spec.end)
    ends = sorted(spec.end, key=lambda end: end.when.no_move is not None)
    made = [(end, row) for end in ends for row in maker.rows(end)]
    return tuple(end for end, _ in made), [row for _, row in made]


def _data(
    spec: GameSpec,
    layout: Layout,
    kinds: Kinds,
    start: Start,
    stages: StageCompiler,
    ends: list[EndRow],
    draw: Draw,
    progress: tuple[int, int],
) -> RuleTables:
    captures, promotions = progress
    board = layout.board
    types = [row.type for row in ends]
    no_move = [_no_move_of(ends, mover) for mover in range(2)]
    connect = types.index(END["connect"]) if END["connect"] in types else -1
    stalled = next((row.owners for row in ends if row.type == END["stalled"]), 0)
    rules = [one.row for one in stages.rules]
    start_regions = [
        layout.region(i for i, code in enumerate(start.cells) if kinds.who[code] == side + 1)
        for side in range(2)
    ]
    actions = [one.action for one in stages.rules]
    return RuleTables(
        cells=layout.size,
        kinds=len(kinds.names),
        who=list(kinds.who),
        kind_of=list(kinds.kind_of),
        code_of=[list(kinds.code_of[0]), list(kinds.code_of[1])],
        start=start_regions,
        rules=rules,
        stages=stages.stages,
        phases=stages.phases,
        ends=ends,
        checked_ends=sum(t not in (END["no_move"], END["no_moves_at_all"]) for t in types),
        no_move=no_move,
        no_move_result=[ends[n].result if n >= 0 else OWNER_LOSES for n in no_move],
        no_moves_at_all=types.index(END["no_moves_at_all"]) if END["no_moves_at_all"] in types else -1,
        windows=layout.windows,
        near=_near(board) if layout.size <= 64 else [],
        neighbours=layout.neighbours(),
        sandwiches=layout.sandwiches,
        sowing=sowing_row(spec, actions),
        blocks=[list(block) for block in board.blocks],
        turned=turns(spec.board.block or 0),
        mirror=_mirror(board, connect >= 0 or END["join"] in types),
        repetition=draw.repetition or 0,
        repetition_result=REPEATING[draw.repeating],
        stagnation_result=RESULT[draw.stagnating],
        no_progress=draw.no_progress or 0,
        full_board=int(draw.full_board),
        length=draw.length,
        stalled_side={1: 0, 2: 1}.get(stalled, -1),
        connect_end=max(connect, 0),
        connect_fast=int(
            (types.count(END["connect"]) == 1 or bool({END["join"], END["ring"]} & set(types)))
            and all(r.op == OP["place"] and not r.flips and not r.converts for r in rules)
        ),
        shifts=_shifts(board) if any(action.flips for action in actions) else [],
        **_gravity(board, rules, start),
        tables=layout.tables,
        ray_cells=layout.ray_cells,
        regions=layout.regions,
        capture_progress=captures,
        promote_progress=promotions,
        goals=layout.goals_of_cells() if {END["join"], END["ring"]} & set(types) else [],
        around=hex_rings(board) if END["ring"] in types else [],
    )


def _no_move_of(ends: list[EndRow], mover: int) -> int:
    """The first "no move" end for this mover, or -1."""
    found = (i for i, end in enumerate(ends) if end.type == END["no_move"] and end.owners >> mover & 1)
    return next(found, -1)


def _shifts(board: Board) -> list[tuple[int, int]]:
    """The directions of a full rectangle of at most 64 cells as bitboard shifts with start masks."""
    width, height = len(board.rows[0]), len(board.rows)
    full = board.shape == "grid" and all(len(row) == width and None not in row for row in board.rows)
    if not full or width * height > 64:
        return []
    found = []
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)):
        cells = [row * width + col for row in range(height) for col in range(width)
                 if 0 <= col + dx < width and 0 <= row + dy < height]  # fmt: skip
        joined = [cell for cell in cells if cell + dy * width + dx in board.neighbours[cell]]
        if joined and len(joined) != len(cells):
            return []
        if joined:
            found.append((dy * width + dx, sum(1 << cell for cell in cells)))
    return found


def _near(board: Board) -> list[int]:
    return [sum(1 << n for n in board.neighbours[cell]) for cell in range(len(board.cells))]


def _mirror(board: Board, reflected: bool) -> list[int]:
    """The cell that a stone moves to on a swap: mirrored if the goals of the sides are."""
    if not reflected or any(len(row) != len(board.rows) for row in board.rows):
        return list(range(len(board.cells)))
    place = {
        cell: (r, c) for r, row in enumerate(board.rows) for c, cell in enumerate(row) if cell is not None
    }
    mirrored = [board.rows[column][row] for row, column in (place[i] for i in range(len(board.cells)))]
    return [number if mirror is None else mirror for number, mirror in enumerate(mirrored)]


def _gravity(board: Board, rules: list[RuleRow], start: Start) -> dict[str, Any]:
    """The next cell below each cell; on a full rectangle of at most 64 cells where no empty cell is ever
    below a piece, also as a bitboard shift."""
    if not any(row.gravity for row in rules):
        return {"gravity_width": 0, "gravity_floor": 0, "below": []}
    columns: dict[int, list[int]] = {}
    for number in sorted(range(len(board.cells)), key=lambda n: board.cells[n].y):
        columns.setdefault(round(board.cells[number].x), []).append(number)
    below = [-1] * len(board.cells)
    for column in columns.values():
        for under, cell in pairwise(column):
            below[cell] = under
    width = len(board.rows[0])
    full = all(len(row) == width and None not in row for row in board.rows)
    rests = all(row.gravity for row in rules) and all(
        not code or under == -1 or start.cells[under] for code, under in zip(start.cells, below, strict=True)
    )
    fast = full and rests and len(board.cells) <= 64
    floor = sum(1 << i for i, under in enumerate(below) if under == -1)
    return {"gravity_width": width if fast else 0, "gravity_floor": floor if fast else 0, "below": below}
