"""Derives the traits of a game from its compiled tables."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from ludoteca.games.compiler.board_topology import exactly_one_connects
from ludoteca.games.compiler.codes import (
    CAPTURE,
    DRAWN,
    END,
    FEWEST_PIECES,
    MOST_PIECES,
    MOST_SEEDS,
    NEXT,
    OP,
    OPS,
    OWNER_LOSES,
    OWNER_WINS,
    REPEATING,
    RESULT,
    SHARED,
    UNTIL,
)
from ludoteca.games.compiler.convergence import makes_progress, removes_pieces
from ludoteca.games.compiler.kinds import Kinds
from ludoteca.games.compiler.rule_rows import CompiledRule
from ludoteca.games.compiler.start import Start
from ludoteca.games.compiler.traits import Traits
from ludoteca.geometry import Board
from ludoteca.kernel.constants import MAX_WINDOW
from ludoteca.kernel.rows import EndRow, RuleRow, RuleTables, StageRow

_MOVING = {
    OP[name]
    for name in ("step", "slide", "leap", "fly-leap", "hop", "fly", "approach", "sandwich", "counted", "loop")
}
_PLACING = {OP["place"], OP["pair"]}
_STUCK = {END["no_move"], END["no_moves_at_all"]}
_LINES = {END["window"], END["align"]}
_RACES = {END["reach"], END["fill"], END["fill_any"]}
_MATERIAL = {END["enemy_left"], END["each_left"]}
_CHAINS = {END["connect"], END["join"], END["ring"]}
_SCORES = {MOST_SEEDS: "most seeds", MOST_PIECES: "most pieces", FEWEST_PIECES: "fewest pieces"}
_SHORTEST_LINE = 3
_ANY_EMPTY_CELL = {
    "hand": 0, "region": -1, "origin": -1, "apart": 0, "flips": 0, "forbids": -1, "sandwich": -1,
    "condition": 0, "converts": 0, "together": 0, "not_start": 0, "trail": 0, "promote_code": 0,
    "whole_way": 0, "least": 0,
}  # fmt: skip
"""Fields of a rule that uses any empty cell within reach and has no side effects."""


def traits_of(
    data: RuleTables,
    rules: Sequence[CompiledRule],
    kinds: Kinds,
    start: Start,
    duplicates: bool,
    board: Board,
) -> Traits:
    """The traits of a compiled game. `duplicates`: two actions can be the same move."""
    tables = _Tables(data)
    return Traits(
        duplicates=duplicates, **_action_traits(tables, start), **_turn_traits(tables), **_end_traits(tables),
        **_state_traits(tables, rules), **_kind_traits(tables, kinds, start),
        **_chain_traits(tables, start, board),
        may_draw=_may_draw(tables, makes_progress(data, rules)),
    )  # fmt: skip


class _Tables:
    """The compiled tables, with the sets that most traits are about."""

    def __init__(self, data: RuleTables) -> None:
        self.data = data
        self.rules: list[RuleRow] = data.rules
        self.stages: list[StageRow] = data.stages
        self.ends: list[EndRow] = data.ends
        self.ops = {row.op for row in self.rules}
        self.end_types = {row.type for row in self.ends}
        self.results = {row.result for row in self.ends}
        self.checked_ends = [row for row in self.ends if row.type not in _STUCK]

    def any_rule(self, *names: str) -> bool:
        return any(getattr(row, name) for row in self.rules for name in names)

    def any_stage(self, *names: str) -> bool:
        return any(getattr(stage, name) for stage in self.stages for name in names)

    def uses(self, *names: str) -> bool:
        return bool(self.ops & {OP[name] for name in names})

    def rules_of(self, stage: int) -> list[RuleRow]:
        """The rules of both sides in a stage."""
        spans = zip(self.stages[stage].first_rule, self.stages[stage].rules, strict=True)
        return [row for first, count in spans for row in self.rules[first : first + count]]

    def rule_of(self, stage: int, side: int) -> RuleRow | None:
        """The rule of a side in a stage, if it has exactly one."""
        row = self.stages[stage]
        return self.rules[row.first_rule[side]] if row.rules[side] == 1 else None


def _action_traits(tables: _Tables, start: Start) -> dict[str, Any]:
    removes = any(removes_pieces(row) for row in tables.rules)
    shoots = tables.uses("shoot", "block")
    return {
        "placement_only": bool(tables.ops) and tables.ops <= _PLACING and not removes,
        "moves_pieces": bool(tables.ops & _MOVING),
        "captures": any(r.takes or r.onto_enemy or r.sandwich >= 0 for r in tables.rules),
        "captures_by_replacement": tables.any_rule("onto_enemy"),
        "removes_pieces": removes,
        "converts": tables.any_rule("converts", "flips"),
        "promotes": tables.any_rule("promote_code"),
        "pieces_fall": tables.any_rule("gravity"),
        "blocks_turn": tables.uses("rotate"),
        "shoots": shoots,
        "leaves_trail": bool(tables.rules) and all(row.trail for row in tables.rules),
        "blocks_cells": shoots or tables.any_rule("trail"),
        "sows": bool(tables.data.sowing),
        "has_hands": tables.any_rule("hand"),
        "shared_pieces": SHARED in tables.data.who,
        "blocked_cells": 1 in start.cells,
    }


def _turn_traits(tables: _Tables) -> dict[str, Any]:
    sowing = tables.data.sowing
    follow_ups = {stage.next_stage for stage in tables.stages if stage.next_when}
    further = [row for number in follow_ups for row in tables.rules_of(number)]
    return {
        "swap": tables.any_stage("swap"),
        "optional_pass": tables.any_stage("pass_allowed"),
        "forced_pass": tables.any_stage("pass_forced"),
        "extra_turns": bool(sowing and sowing.again),
        "must_capture": any(stage.capture != CAPTURE["optional"] for stage in tables.stages),
        "compound_moves": bool(follow_ups),
        "follow_up_acts": any(row.op != OP["remove"] for row in further),
    }


def _end_traits(tables: _Tables) -> dict[str, Any]:
    lines = [row for row in tables.ends if row.type in _LINES]
    return {
        "line_wins": any(row.result == OWNER_WINS for row in lines),
        "line_loses": any(row.result == OWNER_LOSES for row in lines),
        "line_rewards": any(stage.next_when == NEXT["a shape"] for stage in tables.stages),
        "connects": bool(tables.end_types & _CHAINS),
        "connection_decides": bool(tables.ends) and tables.end_types <= _CHAINS,
        "unites": END["one_group"] in tables.end_types,
        "races": bool(tables.end_types & _RACES),
        "material_decides": bool(tables.end_types & _MATERIAL),
        "sheds_pieces": END["own_left"] in tables.end_types,
        "stuck_decides": END["no_move"] in tables.end_types and not tables.checked_ends,
        "scoring": _scoring(tables),
        "counts_pieces": MOST_PIECES in tables.results,
        "full_board_draws": bool(tables.data.full_board),
    }


def _may_draw(tables: _Tables, progresses: bool) -> bool:
    """Whether a draw is possible. A game that always makes progress neither repeats nor goes on for ever."""
    data = tables.data
    drawn = {DRAWN, MOST_SEEDS, MOST_PIECES, FEWEST_PIECES}
    return bool(
        tables.results & drawn
        or any(row.both for row in tables.ends)
        or set(data.no_move_result) & drawn
        or data.full_board
        or not progresses
        or tables.any_stage("pass_allowed")
    )


def _scoring(tables: _Tables) -> str:
    """What is counted, if the same count decides every end, and the game cannot stop short of one."""
    if len(tables.results) != 1 or any(row.both for row in tables.ends) or tables.data.full_board:
        return ""
    complete = tables.data.sowing or tables.end_types & _STUCK
    return _SCORES.get(next(iter(tables.results)), "") if complete else ""


def _state_traits(tables: _Tables, rules: Sequence[CompiledRule]) -> dict[str, Any]:
    data = tables.data
    counted = UNTIL["moves are made"]
    last = max((plies for until, plies, _ in data.phases if until == counted), default=0)
    counts_turns = END["still_in"] in tables.end_types
    return {
        "counts_moves": last > 0 or tables.any_stage("swap") or counts_turns,
        "counts_turns": counts_turns,
        "counts_stalls": END["stalled"] in tables.end_types,
        "last_counted_ply": last,
        "repetition_decides": bool(data.repetition) and data.repetition_result != RESULT["draw"],
        "stagnation_decides": bool(data.no_progress) and data.stagnation_result != RESULT["draw"],
        "progresses": makes_progress(data, rules),
    }


def _kind_traits(tables: _Tables, kinds: Kinds, start: Start) -> dict[str, Any]:
    free = _places_freely(tables)
    lines = [row for row in tables.ends if row.type == END["window"] and _is_plain_line(tables, row)]
    connection = (
        free and not tables.any_rule("gravity") and bool(tables.data.connect_fast)
        and tables.end_types == {END["connect"]} and tables.ends[0].owners == 3
        and tables.ends[0].result == OWNER_WINS and len(tables.ends) == 1
    )  # fmt: skip
    return {
        "hunted": _hunted(kinds, start),
        "stable_connection": bool(tables.data.connect_fast),
        "free_placement": free and not tables.any_rule("gravity") and not tables.any_stage("swap"),
        "line_placement": free and not tables.any_stage("swap") and _one_line_wins(tables),
        "line_game": (
            free and not tables.any_rule("gravity") and not tables.any_stage("swap")
            and bool(tables.data.full_board) and len(lines) == len(tables.ends) > 0
        ),
        "connection_game": connection,
        "exactly_one_connects": connection and _one_connects(tables, start),
        "rotation_game": _is_rotation_game(tables),
        "territory_game": _is_territory_game(tables),
        "enclosure": (
            END["no_move"] in tables.end_types and not tables.checked_ends and tables.uses("slide")
            and (tables.uses("shoot", "block") or tables.any_rule("trail"))
        ),
        "trail_race": _is_trail_race(tables),
    }  # fmt: skip


def _one_connects(tables: _Tables, start: Start) -> bool:
    data = tables.data
    return (
        1 not in start.cells
        and data.length >= data.cells
        and exactly_one_connects(data.cells, data.neighbours, data.regions, tables.ends[0])
    )


def _chain_traits(tables: _Tables, start: Start, board: Board) -> dict[str, Any]:
    """Kinds of connection games with other goals than two edges."""
    chain = (
        _places_freely(tables)
        and not tables.any_rule("gravity")
        and bool(tables.data.goals)
        and all(row.type in _CHAINS and row.owners == 3 and row.result == OWNER_WINS for row in tables.ends)
    )
    every = tables.ends[0].goals if tables.ends else [0, 0]
    three = (1 << 3) - 1
    triangle = chain and board.shape == "hex" and set(board.sides) == {"left", "right", "bottom"}
    fillable = 1 not in start.cells and tables.data.length >= tables.data.cells
    whole = (
        triangle and fillable and len(tables.ends) == 1 and every == [three, three] and tables.ends[0].n == 3
    )
    sides = {frozenset(cells) for cells in board.sides.values()}
    return {
        "chain_game": chain,
        "three_sides_game": bool(whole) and all(_goals(tables.data, side) == sides for side in range(2)),
    }


def _goals(data: RuleTables, side: int) -> set[frozenset[int]]:
    """The cells of each goal of a side."""
    used = max(data.goals[side]).bit_length()
    return {frozenset(n for n, bits in enumerate(data.goals[side]) if bits >> bit & 1) for bit in range(used)}


def _hunted(kinds: Kinds, start: Start) -> str:
    pieces = [sum(kinds.who[code] == side + 1 for code in start.cells) for side in range(2)]
    pieces = [count + sum(start.hands[side]) for side, count in enumerate(pieces)]
    return ("first", "second")[pieces.index(min(pieces))] if 0 < 2 * min(pieces) <= max(pieces) else ""


def _is_simple(row: RuleRow | None, ops: Collection[str]) -> bool:
    """Whether a rule uses any empty cell within reach and has no side effects."""
    return (
        row is not None
        and OPS[row.op] in ops
        and not row.onto_enemy
        and not row.filters
        and all(getattr(row, name) == value for name, value in _ANY_EMPTY_CELL.items())
    )


def _has_simple_stages(tables: _Tables, count: int) -> bool:
    """One phase of `count` stages, one rule for each side in each, no passing, no compulsory capture."""
    passes = tables.any_stage("pass_forced", "pass_allowed", "capture")
    one_rule = all(stage.rules == [1, 1] for stage in tables.stages)
    forbidden = tables.data.repetition_result == REPEATING["forbidden"] and tables.data.repetition
    return (
        len(tables.data.phases) == 1 and len(tables.stages) == count and one_rule and not passes
        and not forbidden and tables.data.kinds == 1 and SHARED not in tables.data.who
        and not tables.end_types & {END["still_in"], END["stalled"]}
    )  # fmt: skip


def _places_freely(tables: _Tables) -> bool:
    """Whether each move places a stone on any empty cell, or on the lowest of any column."""
    return _has_simple_stages(tables, 1) and all(
        _is_simple(tables.rule_of(0, side), {"place"}) for side in range(2)
    )


def _is_plain_line(tables: _Tables, end: EndRow) -> bool:
    exact = end.exactly or (end.type == END["window"] and tables.data.windows[end.windows].exact)
    return end.type in _LINES and end.result == OWNER_WINS and not exact


def _one_line_wins(tables: _Tables) -> bool:
    """Whether the only end that is checked is a line of three or more cells, which wins for both sides."""
    if len(tables.checked_ends) != 1 or not _is_plain_line(tables, tables.checked_ends[0]):
        return False
    if tables.any_rule("gravity") and not tables.data.gravity_width:
        return False
    end = tables.checked_ends[0]
    if end.type == END["align"]:
        length = end.n
    elif tables.data.cells <= 64:
        windows = tables.data.windows[end.windows]
        length = windows.least if windows.size <= MAX_WINDOW else 0
    else:
        return False
    return bool(end.owners == 3 and _SHORTEST_LINE <= length <= MAX_WINDOW)


def _is_rotation_game(tables: _Tables) -> bool:
    if len(tables.stages) != 2 or len(tables.data.phases) != 1 or len(tables.checked_ends) != 1:
        return False
    placing = all(_is_simple(tables.rule_of(0, side), {"place"}) for side in range(2))
    rotating = [tables.rule_of(1, side) for side in range(2)]
    end = tables.checked_ends[0]
    return (
        placing
        and not tables.any_rule("gravity")
        and all(row is not None and row.op == OP["rotate"] for row in rotating)
        and _is_plain_line(tables, end)
        and end.owners == 3
    )


def _is_territory_game(tables: _Tables) -> bool:
    if tables.checked_ends or not _has_simple_stages(tables, 2) or tables.any_stage("swap"):
        return False
    first, second = tables.stages
    if first.next_when != NEXT["always"] or not first.next_sure or second.next_when:
        return False
    for stage, ops in ((0, {"step", "slide"}), (1, {"shoot"})):
        rules = [tables.rule_of(stage, side) for side in range(2)]
        if not all(_is_simple(row, ops) for row in rules):
            return False
        if len({(row.op, row.table) for row in rules if row is not None}) != 1:
            return False
    loses = tables.data.no_move_result == [OWNER_LOSES, OWNER_LOSES]
    return loses and END["no_moves_at_all"] not in tables.end_types


def _is_trail_race(tables: _Tables) -> bool:
    if len(tables.stages) != 1 or len(tables.data.phases) != 1 or tables.any_stage("swap", "pass_forced"):
        return False
    rules = [tables.rule_of(0, side) for side in range(2)]
    plain = {"region": -1, "origin": -1, "condition": 0, "onto_enemy": 0, "not_start": 0, "op": OP["step"]}
    if any(
        row is None or row.filters or any(getattr(row, key) != value for key, value in plain.items())
        for row in rules
    ):
        return False
    shared = all(row and row.trail and tables.data.who[row.code] == SHARED for row in rules)
    same = len({row.table for row in rules if row}) == 1
    return shared and same and all(row.type == END["reach"] for row in tables.checked_ends)
