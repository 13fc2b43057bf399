"""Traversal of a strategy: one action for its own side, all replies of the other, each position once."""

from __future__ import annotations

from collections.abc import Callable

from ludoteca.errors import LudotecaError
from ludoteca.games import SIDES
from ludoteca.kernel import MutablePosition, Snapshot

Choice = Callable[[MutablePosition, int], int]
"""Returns the index of the strategy's action among this many legal ones, or `PAIRING`."""
PAIRING = -1
"""The side draws from here with a pairing strategy, so the traversal stops."""
State = tuple[bytes, bytes, int, int, int, tuple[int, ...], tuple[int, ...]]

_WINS = {"first": 1, "second": 2}


class BrokenStrategy(LudotecaError):
    """A strategy does not achieve its goal. The message says where."""


def state_of(at: Snapshot) -> State:
    """The full state that determines the rest of the game; not a hash, so no collisions."""
    return at.cells, at.pits, at.mover, at.stage, at.anchor, at.hand(0), at.hand(1)


def traverse(worker: MutablePosition, side: str, goal: str, choose: Choice, most: int) -> int:
    """Follow one side's strategy from the worker's position to all reachable ends of the game.

    `goal` is `win`, or `hold` if a draw is enough. Returns the number of positions; raises `BrokenStrategy`
    at an end that misses the goal, at a repeated position, or after more than `most` positions.
    """
    own = SIDES.index(side)
    good = {_WINS[side]} if goal == "win" else {_WINS[side], 3}
    seen: set[State] = set()
    on_path: set[State] = set()
    frames: list[tuple[State, list[int]]] = []  # positions on the path, with the actions left to try

    def enter() -> None:
        at = worker.snapshot()
        state = state_of(at)
        if state in on_path:
            raise BrokenStrategy("certificate.repetition", n=len(frames))
        frames.append((state, [] if state in seen else expand(at, state)))

    def expand(at: Snapshot, state: State) -> list[int]:
        outcome = worker.resolve()
        if outcome:
            if outcome not in good:
                raise BrokenStrategy("certificate.other-end", n=len(frames))
            return []
        if len(seen) >= most:
            raise BrokenStrategy("certificate.too-large", limit=most)
        seen.add(state)
        on_path.add(state)
        count = len(worker.actions())
        return list(range(count))[::-1] if at.mover != own else own_action(count)

    def own_action(count: int) -> list[int]:
        chosen = choose(worker, count)
        if chosen == PAIRING and goal == "hold":
            return []
        if not 0 <= chosen < count:
            raise BrokenStrategy("certificate.no-such-move", n=len(frames))
        return [chosen]

    enter()
    while frames:
        state, left = frames[-1]
        if left:
            worker.make(worker.actions()[left.pop()])
            enter()
            continue
        frames.pop()
        on_path.discard(state)
        if frames:
            worker.unmake()
    return len(seen)
