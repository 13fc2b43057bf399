"""The kernel's table for sowing games."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.games.spec import Action, GameSpec
from ludoteca.kernel.rows import SowingRow


@dataclass(frozen=True)
class PitLayout:
    """The kernel's numbering of pits: first's pits, first's store, second's pits, second's store."""

    per_side: int
    stores_on_board: bool

    @property
    def count(self) -> int:
        """All pits and stores; without stores on the board the kernel keeps them beside it."""
        return 2 * self.per_side + 2

    @property
    def stores(self) -> tuple[int, int]:
        return self.per_side, 2 * self.per_side + 1

    def pit(self, cell: int) -> int:
        """The pit of a board cell."""
        return cell if self.stores_on_board or cell < self.per_side else cell + 1

    def cell(self, pit: int) -> int:
        """The board cell of a pit that is on the board."""
        return pit if self.stores_on_board else pit - (pit > self.per_side)


def sowing_row(spec: GameSpec, actions: list[Action]) -> SowingRow | None:
    """The sowing rules; None for boards without pits. All sow actions of a game share them."""
    n = spec.board.pits
    if n is None:
        return None
    action = next((a for a in actions if a.verb == "sow"), Action(where="turn", verb="sow", value=()))
    # The kernel always has stores for captured seeds; a board without stores
    # keeps them outside the ring. Order: first's pits, first's store, second's pits, second's store.
    pits = 2 * n + 2
    store = [n, 2 * n + 1]
    next_pit = []
    for side in range(2):
        stores = [[n], [2 * n + 1]] if action.into_store else [[], []]
        mine, yours = (stores[0], []) if side == 0 else ([], stores[1])
        ring = [*range(n), *mine, *range(n + 1, 2 * n + 1), *yours]
        following = [0] * pits
        for i, pit in enumerate(ring):
            following[pit] = ring[(i + 1) % len(ring)]
        next_pit.append(following)
    return SowingRow(
        pits=pits,
        store=store,
        next_pit=next_pit,
        opposite=[2 * n - i if i not in store else i for i in range(pits)],
        owner=[0 if i <= n else 1 for i in range(pits)],
        skip_origin=int(action.skip_origin),
        again=int(action.again),
        take_opposite=int(action.take_opposite != "no"),
        take_alone=int(action.take_opposite == "always"),
        take_counts=sum(1 << count for count in set(action.take_counts)),
        grand_slam=int(action.no_grand_slam),
        feed=int(action.feed),
    )
