"""Seeds and pits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ludoteca.games.spec import Action
from tests.oracle.side import Side
from tests.oracle.state import MoveResult


class Sowing(Side):
    """Sowing, and captures by the last seed."""

    def sow(self, action: Action) -> Iterator[MoveResult]:
        sown = [done for pit in range(len(self.before.pits[0])) for done in self.sow_from(action, pit)]
        if action.feed and not any(self.before.pits[1 - self.side]):
            sown = [done for done in sown if any(done.pits[1 - self.side])]
        yield from sown

    def sow_from(self, action: Action, pit: int) -> Iterator[MoveResult]:
        me, you = self.side, 1 - self.side
        rows = [list(row) for row in self.before.pits]
        seeds, rows[me][pit] = rows[me][pit], 0
        if not seeds:
            return
        n = len(rows[0])
        round_trip = (
            [(me, at) for at in range(n)] + [(me, n)] * action.into_store + [(you, at) for at in range(n)]
        )
        at, stores = round_trip.index((me, pit)), list(self.before.stores)
        while seeds:
            at = (at + 1) % len(round_trip)
            row, place = round_trip[at]
            if action.skip_origin and (row, place) == (me, pit):
                continue
            seeds -= 1
            if place == n:
                stores[me] += 1
            else:
                rows[row][place] += 1
        row, place = round_trip[at]
        taken = 0
        if row == me and place < n and rows[me][place] == 1 and action.take_opposite != "no":
            opposite = rows[you][n - 1 - place]
            if opposite or action.take_opposite == "always":
                taken = opposite + 1
                rows[you][n - 1 - place] = rows[me][place] = 0
        if row == you and action.take_counts:
            taken = self.take_counted(action, rows[you], place)
        stores[me] += taken
        yield replace(
            self.before,
            text=str(pit + 1),
            pits=(tuple(rows[0]), tuple(rows[1])),
            stores=(stores[0], stores[1]),
            taken=taken,
            again=action.again and place == n,
        )

    def take_counted(self, action: Action, row: list[int], last: int) -> int:
        """Captures in the last pit and consecutive pits before it, by number of seeds."""
        found: list[int] = []
        for place in range(last, -1, -1):
            if row[place] not in action.take_counts:
                break
            found.append(place)
        taken = sum(row[place] for place in found)
        if action.no_grand_slam and taken == sum(row):
            return 0
        for place in found:
            row[place] = 0
        return taken
