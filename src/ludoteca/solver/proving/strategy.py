"""Walking a strategy: one action where its side is to move, all replies of the other, each position once."""

from __future__ import annotations

from collections.abc import Callable

from ludoteca.games import SIDES
from ludoteca.kernel import Player, Snapshot

Choice = Callable[[Player, int], int]
"""The number of the action that the strategy plays, among so many, where a worker stands; or `HELD`."""
HELD = -1
"""The side holds from here by pairs of cells, so that nothing need be played."""
State = tuple[bytes, bytes, int, int, int, tuple[int, ...], tuple[int, ...]]

_WINS = {"first": 1, "second": 2}


class Broken(Exception):
    """A strategy does not keep what it promises. The message says where."""


def state_of(at: Snapshot) -> State:
    """Everything that decides how a game goes on; no key that could be the same for two positions."""
    return at.cells, at.pits, at.mover, at.stage, at.anchor, at.hand(0), at.hand(1)


def walk(worker: Player, side: str, goal: str, choose: Choice, most: int) -> int:
    """Follow a strategy of one side from the worker's position to all ends it can come to.

    `goal` is `win`, or `hold` if draws will do. How many positions there were; raises `Broken` at the first
    end that is not as promised, at a position that comes back, or after too many positions.
    """
    own = SIDES.index(side)
    good = {_WINS[side]} if goal == "win" else {_WINS[side], 3}
    seen: set[State] = set()
    open_: set[State] = set()
    # Each frame: the position, the actions still to be made, and all of them.
    frames: list[tuple[State, list[int]]] = []

    def enter() -> None:
        at = worker.snapshot()
        state = state_of(at)
        if state in open_:
            raise Broken(f"a position comes back after {len(frames)} actions")
        if state in seen:
            frames.append((state, []))
            return
        outcome = worker.resolve()
        if outcome:
            if outcome not in good:
                raise Broken(f"a game ends otherwise after {len(frames)} actions")
            frames.append((state, []))
            return
        if len(seen) >= most:
            raise Broken(f"more than {most} positions")
        seen.add(state)
        open_.add(state)
        number = len(worker.actions())
        if at.mover != own:
            frames.append((state, list(range(number))[::-1]))
            return
        chosen = choose(worker, number)
        if chosen == HELD and goal == "hold":
            frames.append((state, []))
            return
        if not 0 <= chosen < number:
            raise Broken(f"no such move after {len(frames)} actions")
        frames.append((state, [chosen]))

    enter()
    while frames:
        state, left = frames[-1]
        if left:
            worker.make(worker.actions()[left.pop()])
            enter()
            continue
        frames.pop()
        open_.discard(state)
        if frames:
            worker.unmake()
    return len(seen)
