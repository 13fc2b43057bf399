import builtins
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from ludoteca.kernel.fixed_rows import FixedConfig
from ludoteca.kernel.ranking_rows import RankingTables
from ludoteca.kernel.results import (
    Action,
    ConnectionProof,
    Iteration,
    PlayoutCounts,
    PositionState,
    RootChild,
    TreeResult,
    UnrankedPosition,
)
from ludoteca.kernel.rows import EvalWeights, MctsOptions, PatternRow, RuleTables

LIMITS: dict[str, int]
TRAIT_BITS: dict[str, int]
FILTERS: dict[str, int]

# Constants
NO_CELL: int
PATH_CELL: int
PATH_APPROACH: int
PATH_WITHDRAWAL: int
RAY_LOOPED: int
PASS_RULE: int
SWAP_RULE: int
OVER_OWN: int
OVER_ENEMY: int
OVER_BLOCKED: int
EMPTY: int
FIRST: int
SECOND: int
BLOCKED: int
SHARED: int
CLASSES: int
OP_PLACE: int
OP_STEP: int
OP_SLIDE: int
OP_LEAP: int
OP_FLY_LEAP: int
OP_HOP: int
OP_FLY: int
OP_SHOOT: int
OP_BLOCK: int
OP_REMOVE: int
OP_ROTATE: int
OP_SOW: int
OP_EXIT: int
OP_PAIR: int
OP_APPROACH: int
OP_SANDWICH: int
OP_COUNTED: int
OP_LOOP: int
OP_PASS: int
OP_SWAP: int
CHAIN_NONE: int
CHAIN_FREE: int
CHAIN_FINISH: int
CHAIN_STRAIGHT: int
CAPTURE_OPTIONAL: int
CAPTURE_COMPULSORY: int
CAPTURE_MOST: int
CAPTURE_HUFF: int
NEXT_NEVER: int
NEXT_ALWAYS: int
NEXT_IF_ALIGNED: int
NEXT_IF_CAPTURED: int
UNTIL_NEVER: int
UNTIL_HAND_EMPTY: int
UNTIL_HANDS_EMPTY: int
UNTIL_PLIES: int
IF_ALWAYS: int
IF_LEFT: int
IF_NOT_LEFT: int
IF_BESIDE_ENEMY: int
IF_BESIDE_EMPTY: int
IF_BESIDE_OWN: int
PROMOTE_AT_END: int
PROMOTE_AND_STOP: int
PROMOTE_AND_GO_ON: int
END_WINDOW: int
END_ALIGN: int
END_REACH: int
END_FILL: int
END_FILL_ANY: int
END_LEFT: int
END_OWN_LEFT: int
END_CONNECT: int
END_GROUP: int
END_STILL_IN: int
END_SIDE_EMPTY: int
END_SEEDS: int
END_PASSED: int
END_STALLED: int
END_FEW: int
END_BOARD_FULL: int
END_NO_MOVE: int
END_NO_MOVES_AT_ALL: int
END_JOIN: int
END_RING: int
OWNER_WINS: int
OWNER_LOSES: int
DRAWN: int
MOST_PIECES: int
MOST_SEEDS: int
FEWEST_PIECES: int
FORBIDDEN: int
UNFINISHED: int
FIRST_WINS: int
SECOND_WINS: int
DRAW: int
NOT_LEGAL: int
REASON_REPETITION: int
REASON_NO_PROGRESS: int
REASON_FULL_BOARD: int
REASON_LENGTH: int
REASON_NO_MOVE: int
MAX_EVAL_SETS: int
LACKS: int
MAX_WINDOW: int
WIN: int
PROVED: int
GOAL_RING: int
FIXED_EVAL_NONE: int
FIXED_EVAL_LINES: int
FIXED_EVAL_RUNS: int
FIXED_EVAL_LONGEST: int
FIXED_EVAL_STORES: int
FIXED_EVAL_BANDS: int
FIXED_EVAL_CURRENT: int
FIXED_EVAL_TERMS: int
UTILITY_TERNARY: int
UTILITY_WEIGHTED: int
UTILITY_GRADED: int
UTILITY_DELAYED: int
FIXED_ORDER_CANONICAL: int
FIXED_ORDER_NEAREST: int
FIXED_ORDER_SHUFFLED: int
MAX_RUN: int
VALUE_DRAWN: int
VALUE_SAFE: int
VALUE_OVER_LOST: int
VALUE_OVER_DRAWN: int
VALUE_OVER_WON: int
VALUE_NOT_CANONICAL: int
VALUE_KNOWN: int
VALUE_WON: int
VALUE_PLIES: int

class MemoryOwner:
    """Base of the classes that own blocks of C memory."""

class Rules(MemoryOwner):
    """The tables of one game."""

    def __init__(
        self, tables: RuleTables, weights: EvalWeights | Callable[[], EvalWeights], fast: bool = True
    ) -> None: ...
    @property
    def tables(self) -> RuleTables: ...
    @property
    def default_weights(self) -> EvalWeights: ...
    def __copy__(self) -> Rules: ...
    def __deepcopy__(self, memo: object) -> Rules: ...

class Snapshot:
    """A position as a value."""

    @property
    def history(self) -> tuple[int, ...]: ...
    @property
    def cells(self) -> bytes: ...
    @property
    def pits(self) -> bytes: ...
    @property
    def mover(self) -> int: ...
    @property
    def key(self) -> int: ...
    @property
    def ply(self) -> int: ...
    @property
    def turns(self) -> tuple[int, int]: ...
    @property
    def quiet(self) -> int: ...
    @property
    def stalled(self) -> int: ...
    @property
    def stage(self) -> int: ...
    @property
    def phase(self) -> int: ...
    @property
    def mid_move(self) -> bool: ...
    @property
    def anchor(self) -> int: ...
    @property
    def outcome(self) -> int: ...
    @property
    def reason(self) -> int: ...
    def hand(self, side: int) -> tuple[int, ...]: ...
    def same(self, other: Snapshot) -> bool: ...
    @property
    def state(self) -> PositionState: ...
    def __copy__(self) -> Snapshot: ...
    def __deepcopy__(self, memo: object) -> Snapshot: ...

def restored_snapshot(rules: Rules, state: PositionState) -> Snapshot: ...

class MutablePosition:
    """A position with move generation, make and unmake, perft and playouts. For one thread at a time."""

    def __init__(self, rules: Rules) -> None: ...
    def set_up(
        self,
        cells: Sequence[int],
        mover: int,
        hands: Sequence[Sequence[int]],
        pits: Sequence[int],
        ply: int,
        turns: tuple[int, int],
        stage: int,
        anchor: int,
        quiet_moves: int,
        stalled: int,
    ) -> None: ...
    def load(self, snapshot: Snapshot) -> None: ...
    def snapshot(self) -> Snapshot: ...
    def restore(self, state: PositionState) -> None: ...
    def compute_key(self) -> int: ...
    def actions(self) -> list[Action]: ...
    def make(self, action: Action) -> None: ...
    def unmake(self) -> None: ...
    @property
    def depth(self) -> int: ...
    @property
    def mid_move(self) -> bool: ...
    def occupied(self, cell: int) -> bool: ...
    def resolve(self) -> int: ...
    def perft(self, depth: int, bulk: bool) -> list[int]: ...
    def playouts(self, n: int, seed: int, start: Snapshot) -> PlayoutCounts: ...
    def random_action(self) -> Action | None: ...
    def stop(self) -> None: ...

class PatternTables(MemoryOwner):
    """Pattern tables of one game."""

    def __init__(self, row: PatternRow, weights: bytes | None = None) -> None: ...
    @property
    def row(self) -> PatternRow: ...
    @property
    def weights(self) -> bytes | None: ...
    @property
    def count(self) -> int: ...
    @property
    def patterns(self) -> int: ...
    @property
    def stages(self) -> int: ...
    @property
    def size(self) -> int: ...
    def __copy__(self) -> PatternTables: ...
    def __deepcopy__(self, memo: object) -> PatternTables: ...

class Evaluator:
    """Evaluation weights."""

    def __init__(self, rules: Rules, weights: EvalWeights | None = None) -> None: ...

SEARCH_OPTIONS: tuple[str, ...]
SEARCH_PARAMETERS: dict[str, int]

class Searcher:
    """Alpha-beta search."""

    def __init__(
        self,
        rules: Rules,
        megabytes: int = 16,
        evaluator: Evaluator | None = None,
        shares: Searcher | None = None,
    ) -> None: ...
    def disable(self, names: Collection[str]) -> None: ...
    def set_parameters(self, changes: Mapping[str, int]) -> None: ...
    def set_evaluator(self, evaluator: Evaluator) -> None: ...
    def set_tablebase(self, tablebase: ProbedTable | None) -> None: ...
    def clear_hash(self) -> None: ...
    def begin(self, snapshot: Snapshot, nodes: int, repetition_score: int = 0) -> None: ...
    def set_expected_score(self, score: int) -> None: ...
    def restrict(
        self, only: Sequence[Sequence[Action]], exclude: Sequence[Sequence[Action]], expected_score: int
    ) -> None: ...
    def mark_searching(self, action: Action, depth: int) -> None: ...
    def search(self, depth: int) -> Iteration | None: ...
    def verify(self, score: int, depth: int, nodes: int = 0) -> Iteration | None: ...
    def evaluate(self, snapshot: Snapshot) -> int: ...
    def window_features(self, snapshot: Snapshot) -> bytes: ...
    def vct(self, snapshot: Snapshot, threats: int) -> tuple[int, int] | None: ...
    def rotation_win(self, snapshot: Snapshot, moves: int) -> int: ...
    @property
    def nodes(self) -> int: ...
    def stop(self) -> None: ...
    def resume(self) -> None: ...

def record_size(rules: Rules) -> int: ...
def position_record(snapshot: Snapshot) -> bytes: ...
def evaluate_records(
    rules: Rules, evaluators: Sequence[Evaluator], records: bytes | bytearray, stride: int
) -> bytes: ...
def fit_patterns(
    rules: Rules,
    tables: PatternTables,
    records: bytes | bytearray,
    stride: int,
    targets: Any,
    importance: Any,
    scalars: Any,
    start: Any,
    cells: Any,
    cell_weights: int,
    held_out: bytes | bytearray,
    scalar_decay: float,
    cell_decay: float,
    table_decay: float,
    epochs: int,
    rate: float,
    batch: int,
    seed: int,
    progress: Callable[[int, float], bool | None] | None = None,
) -> tuple[list[float], float, list[float]]: ...
def fit_network(
    features: Sequence[int] | bytes,
    results: Sequence[float],
    before: Sequence[float],
    images: Any,
    epochs: int,
    seed: int,
    progress: Callable[[int, float], None] | None = None,
) -> tuple[list[float], list[float], list[float], float, float]: ...

class VirtualConnections:
    """Virtual connections, dead and captured cells of positions of a connection game."""

    def __init__(self, rules: Rules) -> None: ...
    def analyse(self, snapshot: Snapshot) -> ConnectionProof: ...
    def links(
        self, snapshot: Snapshot, side: int
    ) -> list[tuple[int | tuple[int, ...], int | tuple[int, ...], bool, tuple[int, ...]]]: ...
    @property
    def colours(self) -> bytes: ...
    @property
    def steps(self) -> int: ...

class MctsSearcher:
    """Monte Carlo tree search."""

    def __init__(self, rules: Rules, megabytes: int = 64, evaluator: Evaluator | None = None) -> None: ...
    def begin(self, snapshot: Snapshot, seed: int, options: MctsOptions) -> None: ...
    def restrict(self, moves: Sequence[tuple[Action, ...]]) -> None: ...
    def simulate(self, playouts: int) -> None: ...
    def stop(self) -> None: ...
    @property
    def stopped(self) -> bool: ...
    @property
    def proved(self) -> bool: ...
    @property
    def playouts(self) -> int: ...
    @property
    def steps(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def capacity(self) -> int: ...
    def best(self) -> TreeResult: ...
    def root_children(self) -> list[RootChild]: ...

class FixedDepthSearch(MemoryOwner):
    """Fixed-depth minimax, negamax, alpha-beta or expectiminimax without a transposition table."""

    def __init__(self, rules: Rules, config: FixedConfig) -> None: ...
    def begin(
        self, snapshot: Snapshot, depth: int, choices: int, seed: int, focus: Sequence[int]
    ) -> None: ...
    def score(self, actions: tuple[Action, ...], alpha: float, beta: float) -> float: ...
    def evaluate(self, snapshot: Snapshot) -> float: ...
    def successors(self, snapshot: Snapshot) -> list[tuple[Action, ...]]: ...
    def line(self, actions: tuple[Action, ...]) -> list[Action]: ...
    @property
    def guarded(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def evaluated(self) -> int: ...
    @property
    def stopped(self) -> bool: ...
    def stop(self) -> None: ...

class Ranking(MemoryOwner):
    """Ranks the positions of a game."""

    def __init__(self, rules: Rules, tables: RankingTables) -> None: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def total(self) -> int: ...
    @property
    def slices(self) -> list[tuple[int, int]]: ...
    def rank(self, snapshot: Snapshot) -> int | None: ...
    def unrank(self, index: int) -> UnrankedPosition: ...

class ProbedTable:
    """What the search can probe."""

class Tablebase(ProbedTable):
    """A tablebase in memory."""

    def __init__(
        self, ranking: Ranking, values: bytes | bytearray, symbols: tuple[int, ...] = ()
    ) -> None: ...
    @property
    def ranking(self) -> Ranking: ...

class MarginTable(ProbedTable):
    """The margins of a sowing game with few seeds in the pits."""

    def __init__(self, rules: Rules, seeds: int) -> None: ...
    def solve(self) -> bool: ...
    def stop(self) -> None: ...
    def margin(self, snapshot: Snapshot) -> int | None: ...
    @property
    def seeds(self) -> int: ...
    @property
    def positions(self) -> int: ...

class RetrogradeSolver:
    """Solves ranges of ranks in a table of values that threads share."""

    def __init__(self, ranking: Ranking, table: Any) -> None: ...
    def initialize(self, first: int, last: int, low: int, high: int) -> tuple[int, int]: ...
    def propagate(self, depth: int, first: int, last: int, low: int, high: int) -> tuple[int, int, int]: ...
    def sweep(self, depth: int, first: int, last: int) -> tuple[int, int, int]: ...
    def mark_terminal(self, first: int, last: int) -> None: ...
    def verify(self, first: int, last: int) -> tuple[int, int, int, int]: ...
    def count(self, first: int, last: int, numbers: bytearray, among: bytearray | None = None) -> None: ...
    def expand(self, first: int, last: int, seen: bytearray, done: bytearray) -> int: ...
    def find(self, first: int, last: int, value: int, among: bytearray | None = None) -> int | None: ...
    def pack(self, first: int, last: int, symbols: bytes) -> bytes: ...
    def unpack(self, first: int, packed: bytes, values: tuple[int, ...]) -> None: ...

class Prover:
    """Base of the provers: a position and a proof table."""

    def begin(self, snapshot: Snapshot) -> None: ...
    def stop(self) -> None: ...
    @property
    def stored(self) -> int: ...
    @property
    def bytes(self) -> int: ...
    def save(self, most: int) -> builtins.bytes: ...
    def restore(self, saved: builtins.bytes) -> None: ...

class AlphaBetaProver(Prover):
    """Proves values by alpha-beta search to the end of the game."""

    def __init__(
        self,
        rules: Rules,
        images: Sequence[Sequence[int]],
        bytes_: int,
        counted: int = 0,
        use_etc: bool = True,
        order: bool = True,
    ) -> None: ...
    def prove(self, goal: int) -> int | None: ...
    @property
    def nodes(self) -> int: ...

class DfpnProver(Prover):
    """Proves forced wins of one side by df-pn."""

    def __init__(
        self,
        rules: Rules,
        images: Sequence[Sequence[int]],
        bytes_: int,
        counted: int = 0,
        epsilon: int = 1,
        mobility: int = 0,
    ) -> None: ...
    def prove(self, attacker: int) -> bool | None: ...
    @property
    def nodes(self) -> int: ...

class ConnectionProver(Prover):
    """Proves who connects."""

    def __init__(self, rules: Rules, images: Sequence[Sequence[int]], bytes_: int) -> None: ...
    def prove(self, side: int) -> bool | None: ...
    @property
    def nodes(self) -> int: ...

class LineProver(Prover):
    """Proves who completes a line, and how soon."""

    def __init__(self, rules: Rules, images: Sequence[Sequence[int]], bytes_: int) -> None: ...
    def prove(self, goal: int) -> int | None: ...
    def pairing(self, side: int) -> list[tuple[int, int]] | None: ...
    def candidates(self, side: int) -> list[int]: ...
    @property
    def nodes(self) -> int: ...

class TerritoryProver(Prover):
    """Proves who moves last."""

    def __init__(
        self, rules: Rules, images: Sequence[Sequence[int]], bytes_: int, use_counts: bool = True
    ) -> None: ...
    def prove(self, side: int, most: int = 0) -> bool | None: ...
    def probe(self, side: int) -> bool | None: ...
    def count_verdict(self) -> int: ...
    @property
    def nodes(self) -> int: ...

class MarginProver(Prover):
    """Proves margins."""

    def __init__(
        self, rules: Rules, images: Sequence[Sequence[int]], bytes_: int, pieces: int = 0, endgame: int = 0
    ) -> None: ...
    def prove(self, goal: int) -> int | None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def endings(self) -> int: ...
