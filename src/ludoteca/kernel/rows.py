"""Rows that Python hands to the compiled kernel: rules, evaluation, MCTS.

Rows that few programs need are in `fixed_rows` and `ranking_rows`, so that the others start faster."""

from __future__ import annotations

import copyreg
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple


@dataclass(slots=True, repr=False)
class RuleRow:
    """A rule of one side and kind of piece; the fields are those of `Rule` in rules/types.pxi."""

    op: int = 0
    code: int = 0
    takes: int = 0
    onto_empty: int = 1
    onto_enemy: int = 0
    over: int = 0
    chain: int = 0
    removal_at_end: int = 0
    run_up: int = 0
    land: int = 0
    trail: int = 0
    promote_code: int = 0
    promote_region: int = -1
    promote_mode: int = 0
    promote_rule: int = 0
    condition: int = 0
    condition_n: int = 0
    region: int = -1
    origin: int = -1
    table: int = 0
    hand: int = 0
    kind: int = 0
    apart: int = 0
    gravity: int = 0
    flips: int = 0
    forbids: int = -1
    sandwich: int = -1
    progress: int = 0
    irreversible: int = 0
    wanted: int = 0
    spare: int = -1
    spare_all: int = 0
    by_withdrawal: int = 0
    by_approach: int = 0
    once: int = 0
    turn: int = 0
    not_start: int = 0
    may_repeat: int = 0
    together: int = 0
    converts: int = 0
    whole_way: int = 0
    filters: int = 0
    one_way: int = -1
    one_way_progress: int = 0
    least: int = 0
    most_over: int = 0
    """The last five are left out of the rules hash where they have no value: they were added later."""


@dataclass(slots=True, repr=False)
class StageRow:
    """A stage of a move. Pairs are by side."""

    first_rule: list[int]
    rules: list[int]
    capture: int
    capture_limit: list[int]
    next_stage: int = 0
    next_when: int = 0
    next_windows: int = 0
    next_sure: int = 0
    pass_forced: int = 0
    pass_allowed: int = 0
    swap: int = 0
    ends_checked: int = 0


class PhaseRow(NamedTuple):
    """A phase of the game: when it is over, after how many plies, and its first stage."""

    until: int
    plies: int
    stage: int


@dataclass(slots=True, repr=False)
class EndRow:
    """A condition that ends the game. Pairs are by owner."""

    owners: int
    result: int
    both: int
    after_move: int
    exactly: int
    type: int = 0
    n: int = 0
    windows: int = 0
    table: int = 0
    region: list[int] = field(default_factory=lambda: [0, 0])
    far: list[int] = field(default_factory=lambda: [0, 0])
    code: list[int] = field(default_factory=lambda: [0, 0])
    neither: int = 0
    goals: list[int] = field(default_factory=lambda: [0, 0])
    """Left out of the rules hash where it has no value: it was added later."""


@dataclass(slots=True, repr=False)
class WindowRow:
    """A set of windows: cell sets that count when one side holds all of them."""

    size: int
    count: int
    least: int
    mask: list[int]
    beyond: list[int]
    cells: list[int]
    ends: list[int]
    exact: int
    first: list[int]
    through: list[int]


@dataclass(slots=True, repr=False)
class CustodyRow:
    """A rule of custodian capture."""

    table: int
    run: int
    corner: int
    royal: list[int]
    royal_fort: int = -1
    royal_beside: int = -1
    hostile: int = -1
    safe: int = -1


class SowingRow(NamedTuple):
    """The rules of sowing."""

    pits: int
    store: list[int]
    next_pit: list[list[int]]
    opposite: list[int]
    owner: list[int]
    skip_origin: int
    again: int
    take_opposite: int
    take_alone: int
    take_counts: int
    grand_slam: int
    feed: int


class RuleTables(NamedTuple):
    """The compiled rules of a game."""

    cells: int
    kinds: int
    who: list[int]
    kind_of: list[int]
    code_of: list[list[int]]
    start: list[int]
    rules: list[RuleRow]
    stages: list[StageRow]
    phases: list[PhaseRow]
    ends: list[EndRow]
    checked_ends: int
    no_move: list[int]
    no_move_result: list[int]
    no_moves_at_all: int
    windows: list[WindowRow]
    near: list[int]
    neighbours: tuple[list[int], list[int]]
    sandwiches: list[CustodyRow]
    sowing: SowingRow | None
    blocks: list[list[int]]
    turned: list[list[int]]
    mirror: list[int]
    repetition: int
    repetition_result: int
    stagnation_result: int
    no_progress: int
    full_board: int
    length: int
    stalled_side: int
    connect_end: int
    connect_fast: int
    shifts: list[tuple[int, int]]
    gravity_width: int
    gravity_floor: int
    below: list[int]
    tables: list[tuple[list[int], list[int]]]
    ray_cells: list[int]
    regions: list[int]
    capture_progress: int
    promote_progress: int
    goals: Sequence[Sequence[int]] = ()
    """For each side and cell: the goals that chains can reach there, as bits. Left out of the rules hash if
    empty."""
    around: Sequence[int | None] = ()
    """The six neighbours of each cell in the order of rotation, where rings are ends. Not hashed: they follow
    from the board."""
    traits: int = 0
    """Bits of the structural traits, derived from the rest and not hashed."""

    def position_identity(self) -> bytes:
        """Equal for rules whose positions are interchangeable: only the move counters, which solvers leave
        out, may differ."""
        found = plain(self)
        for name in ("no_progress", "repetition", "length"):
            del found[name]
        return sha256(repr(found).encode()).digest()


def plain(tables: RuleTables) -> dict[str, Any]:
    """The tables as dictionaries in a fixed order, for the rules hash."""
    found = {name: getattr(tables, name) for name in tables._fields if name not in ("traits", "around")}
    if not tables.goals:
        del found["goals"]
    found["rules"] = [plain_rule(row) for row in tables.rules]
    found["stages"] = [_fields_of(row, StageRow.__slots__) for row in tables.stages]
    found["ends"] = [plain_end(row) for row in tables.ends]
    found["windows"] = [_fields_of(row, WindowRow.__slots__) for row in tables.windows]
    found["sandwiches"] = [_fields_of(row, CustodyRow.__slots__) for row in tables.sandwiches]
    found["sowing"] = tables.sowing._asdict() if tables.sowing else None
    return found


def plain_rule(row: RuleRow) -> dict[str, Any]:
    found = _fields_of(row, RuleRow.__slots__)
    if not row.filters:
        del found["filters"]
    if row.one_way < 0:
        del found["one_way"], found["one_way_progress"]
    for name in ("least", "most_over"):
        if not found[name]:
            del found[name]
    return found


def plain_end(row: EndRow) -> dict[str, Any]:
    found = _fields_of(row, _END_ORDER)
    if any(row.goals):
        found["goals"] = row.goals
    return found


def _fields_of(row: object, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


_END_ORDER = (
    "type", "n", "windows", "table", "region", "far", "code", "owners", "result", "both", "after_move",
    "neither", "exactly",
)  # fmt: skip


class NetworkRow(NamedTuple):
    """A quantised evaluation network."""

    bias: Sequence[int]
    """Of each hidden unit."""
    output: Sequence[int]
    """Output weight of each hidden unit."""
    inputs: bytes
    """Input weights by window, window feature and unit: one signed byte each."""


class PatternRow(NamedTuple):
    """Pattern tables: which places make up a pattern, and which entries share a weight. A place is a cell, a
    pit, or a number of pieces in hand, in this order."""

    digits: Sequence[bytes]
    """For each place the digit of each contents, 256 of them; contents in no pattern may be empty bytes."""
    swapped: Sequence[bytes]
    """For each place the digit of each digit after the sides are exchanged."""
    tables: Sequence[Sequence[int]]
    """For each table the places of one of its patterns, in the order of the index."""
    patterns: Sequence[tuple[int, Sequence[int]]]
    """All patterns: the table, and the places in its order."""
    ties: Sequence[Sequence[tuple[Sequence[int], bool]]]
    """For each table the symmetries of its pattern: a permutation of its places, and whether the sides are
    exchanged. A group, without the identity."""
    parents: Sequence[int]
    """For each table the one whose weights it takes with the sides exchanged, -1 for none."""
    stages: bytes
    """The stage of the game for each number of occupied cells."""


class EvalWeights(NamedTuple):
    """Weights of the static evaluation of one game. Weights by side have the first player's first."""

    windows: Sequence[tuple[int, Sequence[int], Sequence[int]]]
    """Window sets: index, then weights of open windows by the cells they lack, for mover and opponent."""
    alone: Sequence[int]
    """For each of them the class whose pieces alone count, 0 for both."""
    cells: Sequence[Sequence[int]]
    """Piece-square tables by piece code, from the first player's point of view."""
    hands: Sequence[int]
    """A piece in hand, by piece code."""
    races: Sequence[tuple[int, Sequence[Sequence[int]]]]
    """Ends that are races: index and the distance of each cell to the goal, by side."""
    furthest: int
    """The largest such distance."""
    captures: bool
    """Whether the game has captures: the quiescence search plays them out."""
    turned: int
    """Which of the window sets holds the lines that a block rotation completes, 0 for none."""
    hanging: Sequence[Sequence[int]]
    """Drop games: winning cells that cannot be played yet, by side, in odd and even rows."""
    mobility: Sequence[int]
    room: Sequence[int]
    tempo: int
    squeeze: int
    foremost: int
    link: int
    group: int
    store: int
    seeds: int
    territory: int
    nearness: int
    network: NetworkRow | None = None
    patterns: Any = None
    """`PatternTables`, or None."""


class MctsOptions(NamedTuple):
    """Parameters of the Monte Carlo tree search."""

    exploration: float = 0.7
    """The exploration constant of UCT."""
    rave_bias: float = 0.0
    """The RAVE bias: how soon a move's own results outweigh its AMAF results; 0 switches AMAF off."""
    eval_weight: float = 0.0
    """The weight of the static evaluation in the value of a move."""
    eval_scale: float = 250.0
    """Evaluation units per logit."""
    prior_weight: float = 0.0
    """The exploration constant of PUCT, with priors from the static evaluations of the moves; 0: UCT."""
    prior_sharpness: float = 1.0
    """Exponent of the priors: they are proportional to this power of the odds of winning."""
    rollout_cutoff: int = -1
    """Rollout plies after which the evaluation is used, 0 for none; -1 plays to the end."""
    quiescence: bool = False
    """Whether that evaluation is the result of a quiescence search."""
    rollout_weight: float = 0.0
    """The weight of the result where a rollout is evaluated and played on to its end; 0 ends it."""
    expand_after: int = 8
    """Visits after which a leaf is expanded."""
    amaf_prior: int = 0
    """The most AMAF results that a new child starts with."""
    use_policy: bool = True
    """Whether rollouts follow the rollout policy that the rules imply."""
    connection_visits: int = 0
    """Connection games: visits after which virtual connections are built for a node; 0 switches them off."""


def _reduced(row: Any) -> tuple[Any, tuple[Any, ...]]:
    return type(row), tuple(getattr(row, name) for name in row.__slots__)


for _row in (RuleRow, StageRow, EndRow, WindowRow, CustodyRow):
    # By default, objects with slots cannot be pickled with the oldest protocols.
    copyreg.pickle(_row, _reduced)
