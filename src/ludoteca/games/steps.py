"""A move as steps on the board: what is seen one after the other, such as a queen that moves, then shoots.

An action of the kernel tells which piece moves where. Everything else is the difference of the boards before
and after it, so steps never show what the rules did not do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import TYPE_CHECKING

from ludoteca.games.compiler.codes import OPS, PASS_RULE, SWAP_RULE
from ludoteca.games.compiler.shapes import turns
from ludoteca.games.notation import Action, Move
from ludoteca.geometry import Board
from ludoteca.kernel import MutablePosition, Snapshot
from ludoteca.kernel.constants import NO_CELL, PATH_CELL

if TYPE_CHECKING:
    from ludoteca.games.game import Game
    from ludoteca.games.position import Position

MOVE, ADD, REMOVE, CHANGE, TURN, SOW = "move", "add", "remove", "change", "turn", "sow"
TARGET, SECOND_CELL, CAPTURE, CONTINUE_JUMP, CONTINUE = (
    "target", "second-cell", "capture", "continue-jump", "continue",
)  # fmt: skip
"""What a player chooses next within an action; between actions it is the operation of the next one."""
_JUMPS = ("leap", "fly-leap", "hop")


@dataclass(frozen=True, slots=True)
class Step:
    """One change of the board."""

    kind: str
    """`move`, `add`, `remove`, `change`, `turn` or `sow`."""
    cells: tuple[int, ...]
    """`move`: from and to. `turn`: the cells of the block, in reading order. `sow`: the pit, then where each
    seed goes. Otherwise the cell."""
    code: int = 0
    """The piece that is added, or that a piece changes into; the direction of a turn, 1 for clockwise."""
    clicks: int = 0
    """How many clicks of the move's path have been made by then."""


def steps_of(game: Game, before: Snapshot, move: Move) -> list[Step]:
    """The steps of a legal move of a position."""
    found: list[Step] = []
    with game.worker() as worker:
        worker.load(before)
        clicks = 0
        for action in move.actions:
            clicks += _clicks(game, action)
            found += _steps(game, worker, action, clicks)
    return found


def _clicks(game: Game, action: Action) -> int:
    """How many clicks an action takes."""
    return len(game.notation.format_action(action, False)[1])


def _steps(game: Game, worker: MutablePosition, action: Action, clicks: int) -> list[Step]:
    """The steps of one action, which is made; `clicks` is the number of clicks up to its end."""
    before = worker.snapshot()
    worker.make(action)
    after = worker.snapshot()
    found = list(_main_steps(game, before, after, action, clicks))
    shown = bytearray(before.cells)
    for step in found:
        _apply(game, shown, step)
    rest: list[Step] = []
    for cell, code in enumerate(after.cells):
        if code != shown[cell]:
            kind = REMOVE if not code else CHANGE if shown[cell] else ADD
            rest.append(Step(kind, (cell,), code, clicks))
    return found + sorted(rest, key=lambda step: (ADD, CHANGE, REMOVE).index(step.kind))


def _main_steps(game: Game, before: Snapshot, after: Snapshot, action: Action, clicks: int) -> Iterator[Step]:
    """The steps that the action itself names."""
    rule, source, target, extra, path, _ = action
    if rule in (PASS_RULE, SWAP_RULE):
        return
    op = OPS[game.notation.ops[rule]]
    if op == "rotate":
        yield Step(TURN, game.board.blocks[extra // 2], -1 if extra % 2 else 1, clicks)
    elif op == "sow":
        yield Step(SOW, tuple(_sown(game, before, source)), 0, clicks)
    elif op not in ("place", "pair") and source != NO_CELL and target != NO_CELL:
        if path:
            yield from _chain_steps(game, action, clicks)
        elif source == target or after.cells[source] != before.cells[source]:  # else a copy of it arrives
            yield Step(MOVE, (source, target), 0, clicks)


def _chain_steps(game: Game, action: Action, clicks: int) -> Iterator[Step]:
    """A piece goes along a path and captures; `clicks` is the number of clicks up to its end."""
    _, at, _, _, path, _ = action
    hops = [entry & PATH_CELL for entry in path]
    marks = [int(entry != hop) for entry, hop in zip(path, hops, strict=True)]
    made = clicks - len(hops) - sum(marks)
    for hop, mark, taken in zip(hops, marks, _shares(game, action), strict=True):
        made += 1
        yield Step(MOVE, (at, hop), 0, made)
        made += mark
        yield from (Step(REMOVE, (victim,), 0, made) for victim in taken)
        at = hop


def _shares(game: Game, action: Action) -> list[list[int]]:
    """What each hop of a chain captures. Victims come in the order of the hops."""
    _, at, _, _, path, victims = action
    hops = [entry & PATH_CELL for entry in path]
    if len(victims) == len(hops):
        return [[victim] for victim in victims]
    takes = _in_run if _operation(game, action) == "approach" else _beside
    waiting, found = list(victims), [list[int]() for _ in hops]
    for hop, taken in zip(hops, found, strict=True):
        while waiting and takes(game.board, at, hop, waiting[0], taken):
            taken.append(waiting.pop(0))
        at = hop
    found[-1] += waiting
    return found


def _in_run(board: Board, start: int, end: int, victim: int, taken: list[int]) -> bool:
    """Whether a piece is the next one of the row that a step approaches, or withdraws from."""
    a, b, c = (board.cells[cell] for cell in (start, end, victim))
    dx, dy = (len(taken) + 1) * (b.x - a.x), (len(taken) + 1) * (b.y - a.y)
    ends = ((b.x + dx, b.y + dy), (a.x - dx, a.y - dy))
    return any(abs(c.x - x) + abs(c.y - y) < 1e-6 for x, y in ends)


def _beside(board: Board, start: int, end: int, victim: int, taken: list[int]) -> bool:
    """Whether a piece is beside the end of a step, or behind the one captured before it."""
    if victim in board.neighbours[end]:
        return True
    if not taken or victim not in board.neighbours[taken[-1]]:
        return False
    a, b, c = (board.cells[cell] for cell in (end, taken[-1], victim))
    return abs((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)) < 1e-6


def _sown(game: Game, before: Snapshot, pit: int) -> Iterator[int]:
    """The cell of a pit, then those that its seeds go to."""
    row, pits = game.compiled.data.sowing, game.pits
    assert row is not None
    assert pits is not None
    yield pits.cell(pit)
    at, seeds = pit, before.pits[pit]
    while seeds:
        at = row.next_pit[before.mover][at]
        if not (row.skip_origin and at == pit):
            yield pits.cell(at)
            seeds -= 1


def _apply(game: Game, cells: bytearray, step: Step) -> None:
    """Change the contents of the cells as a step does."""
    if step.kind == MOVE:
        source, target = step.cells
        code, cells[source] = cells[source], 0
        cells[target] = code
    elif step.kind == TURN:
        now = {end: cells[start] for start, end in turned(step).items()}
        for cell, code in now.items():
            cells[cell] = code
    elif step.kind != SOW:
        cells[step.cells[0]] = step.code


def turned(step: Step) -> dict[int, int]:
    """Where a turn carries each cell of its block."""
    goes_to = turns(isqrt(len(step.cells)))[0 if step.code > 0 else 1]
    return {cell: step.cells[place] for cell, place in zip(step.cells, goes_to, strict=True)}


# -- marks of the last move ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Marks:
    """The cells of a move: where something left, and where something arrived."""

    left: tuple[int, ...] = ()
    reached: tuple[int, ...] = ()


def marks_of(position: Position) -> Marks:
    """The cells of the last move. A turned block carries them along."""
    move, cells = position.last, position.game.board.index
    if move is None:
        return Marks()
    named = {cells[click] for click in move.path if click in cells}
    if position.before is None:
        return Marks(reached=tuple(cells[click] for click in dict.fromkeys(move.path) if click in cells))
    left: dict[int, None] = {}
    reached: dict[int, None] = {}
    for step in steps_of(position.game, position.before, move):
        if step.kind == TURN:
            carried = turned(step)
            left = {carried.get(cell, cell): None for cell in left}
            reached = {carried.get(cell, cell): None for cell in reached}
        elif step.kind in (MOVE, SOW):
            left[step.cells[0]] = None
            reached.pop(step.cells[0], None)
            reached[step.cells[-1]] = None
        elif step.cells[0] not in left and (step.cells[0] in named or not named):
            (left if step.kind == REMOVE else reached)[step.cells[0]] = None
    return Marks(tuple(cell for cell in left if cell not in reached), tuple(reached))


# -- half-moves ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HalfMove:
    """What some clicks of a longer path have done so far."""

    steps: tuple[Step, ...]
    next: str
    """What the next click is for: an operation, or one of the words above."""


def half_moves(position: Position, moves: Iterable[Move], skip: int = 0) -> dict[tuple[str, ...], HalfMove]:
    """What the beginnings of the moves' paths do, where they change the board already.

    Beginnings of fewer than `skip` clicks are left out. Where moves with the same clicks differ, it is what
    one of them does."""
    found: dict[tuple[str, ...], HalfMove] = {}
    longest = {move.path[:-1]: move for move in moves if len(move.path) > 1}
    with position.game.worker() as worker:
        reader = _HalfMoveReader(position, worker)
        for move in longest.values():
            for clicks, half in reader.read(move):
                if skip <= clicks < len(move.path):
                    found.setdefault(move.path[:clicks], half)
    return found


class _HalfMoveReader:
    """Reads half-moves off moves of one position; the steps of shared beginnings are computed once."""

    def __init__(self, position: Position, worker: MutablePosition) -> None:
        self._position, self._worker = position, worker
        self._known: dict[tuple[Action, ...], tuple[Step, ...]] = {(): ()}

    def read(self, move: Move) -> Iterator[tuple[int, HalfMove]]:
        game, done = self._position.game, 0
        for number, action in enumerate(move.actions):
            steps, start = self._done(move.actions[:number], done), done
            done += _clicks(game, action)
            if steps:
                yield start, HalfMove(steps, _operation(game, action))
            for clicks, more, word in _within(game, action, start, done):
                if steps or more:
                    yield clicks, HalfMove(steps + more, word)

    def _done(self, actions: tuple[Action, ...], clicks: int) -> tuple[Step, ...]:
        """The steps of whole actions."""
        found = self._known.get(actions)
        if found is None:
            earlier = self._known[actions[:-1]]
            self._worker.load(self._position.snapshot)
            for action in actions[:-1]:
                self._worker.make(action)
            found = earlier + tuple(_steps(self._position.game, self._worker, actions[-1], clicks))
            self._known[actions] = found
        return found


def _operation(game: Game, action: Action) -> str:
    rule = action[0]
    if rule == PASS_RULE:
        return "pass"
    return "swap" if rule == SWAP_RULE else OPS[game.notation.ops[rule]]


def _within(game: Game, action: Action, start: int, end: int) -> Iterator[tuple[int, tuple[Step, ...], str]]:
    """The states between the clicks of one action: the clicks, the steps so far, and what is next."""
    op, (rule, source, _, _, path, _) = _operation(game, action), action
    if op == "pair" and source != NO_CELL:
        yield end - 1, (Step(ADD, (source,), game.compiled.rules[rule].row.code, end - 1),), SECOND_CELL
        return
    chain = list(_chain_steps(game, action, end)) if path else []
    for clicks in range(start + 1, end):
        steps = tuple(step for step in chain if step.clicks <= clicks)
        if not steps:
            word = TARGET
        elif any(step.clicks == clicks and step.kind == MOVE for step in steps) and _is_marked(
            path, clicks, start
        ):
            word = CAPTURE
        else:
            word = CONTINUE_JUMP if op in _JUMPS else CONTINUE
        yield clicks, steps, word


def _is_marked(path: Sequence[int], clicks: int, start: int) -> bool:
    """Whether the click after this one chooses what the hop captures."""
    made = start + 1
    for entry in path:
        made += 1
        if made == clicks:
            return entry != entry & PATH_CELL
        made += entry != entry & PATH_CELL
    return False
