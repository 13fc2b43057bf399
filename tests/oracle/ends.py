"""End conditions, in file order."""

from __future__ import annotations

from ludoteca.games.spec import CONDITIONS, End, When
from tests.oracle.rules import Rules
from tests.oracle.shapes import shapes
from tests.oracle.state import SHARED, SIDES, MoveResult, Outcome


class Ends:
    """The ends that depend on the board only, not on legal moves."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def decide(
        self,
        result: MoveResult,
        mover: int,
        is_complete: bool,
        turns: tuple[int, int],
        stalled: tuple[int, int],
    ) -> Outcome | None:
        """The outcome after an action of the mover, or None. `is_complete` after the whole move."""
        for end in self.rules.spec.end:
            if end.when.no_move or (end.checked == "after the move" and not is_complete):
                continue
            facts = (result, mover, is_complete, turns, stalled)
            owners = [side for side in (mover, 1 - mover) if self.holds(end, side, *facts)]
            if len(owners) == 2 and end.both == "draw":
                return "draw", reason(end.when)
            if owners:
                return self.result(end, owners[0], 1 - mover if is_complete else mover, result)
        return None

    def result(self, end: End, owner: int, to_move: int, result: MoveResult) -> Outcome:
        match end.result:
            case "owner wins" | "owner loses":
                winner = SIDES[owner if end.result == "owner wins" else 1 - owner]
            case "mover wins" | "mover loses":
                winner = SIDES[to_move if end.result == "mover wins" else 1 - to_move]
            case _:
                winner = self.count(end.result, result)
        return winner, reason(end.when)

    def count(self, what: str, result: MoveResult) -> str:
        """The winner by a count; a draw if the counts are equal."""
        pieces = [len(self.rules.own(result.cells, side)) for side in (0, 1)]
        seeds = [sum(result.pits[side]) + result.stores[side] for side in (0, 1)]
        first, second = {
            "most pieces": pieces,
            "fewest pieces": pieces[::-1],
            "most seeds": seeds,
            "draw": (0, 0),
        }[what]
        return "draw" if first == second else SIDES[second > first]

    def holds(
        self, end: End, owner: int, result: MoveResult, mover: int, is_complete: bool, turns: tuple[int, int],
        stalled: tuple[int, int],
    ) -> bool:  # fmt: skip
        when = end.when
        if end.side not in ("each", SIDES[owner]):
            return False
        if when.still_in is not None:
            if not is_complete or owner != mover:
                return False
            return turns[owner] > (when.after_turn or 0) and self.reaches(
                result, owner, when.still_in, when.of
            )
        if when.stalled is not None:
            return is_complete and stalled[owner] >= when.stalled
        return self.shows(when, result, owner)

    def shows(self, when: When, result: MoveResult, owner: int) -> bool:
        """Whether the condition holds on the board for its owner."""
        board, cells = self.rules.board, result.cells
        own = self.rules.own(cells, owner, when.of)
        if when.align is not None or when.filled_line is not None or when.pattern is not None:
            inside = when.inside and when.inside[owner]
            counted = own & self.rules.region(inside, owner) if inside else own
            return any(True for _ in shapes(board, when, counted))
        if when.reach is not None:
            return self.reaches(result, owner, when.reach, when.of, shared=True)
        if when.fill is not None:
            return self.fills(when, result, owner)
        if when.connect is not None:
            if when.connect[owner] is None:
                return False
            goals = self.goals(when, owner)
            wanted = when.at_least or len(goals)
            touched = (
                sum(not goal.isdisjoint(group) for goal in goals) for group in self.groups(own, set(own))
            )
            return any(count >= wanted for count in touched)
        if when.ring:
            return any(self.is_surrounded(cell, own) for cell in range(len(board.cells)))
        if when.one_group:
            return len(list(self.groups(own, set(own)))) == 1
        if when.side_empty:
            return not any(result.pits[owner])
        if when.stored is not None:
            return result.stores[owner] >= when.stored
        if when.passed is not None:
            return self.has_passed(when.passed, own, self.rules.own(cells, 1 - owner))
        if when.board_full:
            return None not in cells
        return self.rules.few_left(when, result, owner)

    def reaches(
        self, result: MoveResult, owner: int, region: tuple[str, str], kind: str | None, shared: bool = False
    ) -> bool:
        cells = self.rules.region(region[owner], owner) if region[owner] is not None else frozenset()
        standing = self.rules.own(result.cells, owner, kind)
        if shared:
            standing |= self.rules.own(result.cells, SHARED, kind)
        return not cells.isdisjoint(standing)

    def fills(self, when: When, result: MoveResult, owner: int) -> bool:
        assert when.fill is not None
        if when.fill[owner] is None:
            return False
        standing = self.rules.own(result.cells, owner, when.of)
        if when.by_anyone:
            standing |= self.rules.own(result.cells, 1 - owner, when.of)
        start = self.rules.start_cells
        if when.not_at_start:
            for side in (0, 1):
                if self.rules.own(result.cells, side) == self.rules.own(start, side):
                    return False
        return standing >= self.rules.region(when.fill[owner], owner)

    def groups(self, own: frozenset[int], roots: set[int]):
        """The cells connected to one of the roots."""
        unseen = set(own)
        for root in sorted(roots & own):
            if root not in unseen:
                continue
            group, open_cells = {root}, [root]
            while open_cells:
                near = (self.rules.board.neighbours[open_cells.pop()] & own) - group
                group |= near
                open_cells += near
            unseen -= group
            yield group

    def goals(self, when: When, owner: int) -> set[frozenset[int]]:
        """The sides and corners that an end names, each as a set of cells."""
        assert when.connect is not None
        sides = self.rules.board.sides
        corners = {
            cell
            for a in sides
            for b in sides
            if set(sides[a]) != set(sides[b])
            for cell in set(sides[a]) & set(sides[b])
        }
        found: set[frozenset[int]] = set()
        for word in when.connect[owner]:
            if word == "corners":
                found |= {frozenset([cell]) for cell in corners}
            for name in sides if word == "sides" else [word] if word in sides else []:
                found.add(frozenset(sides[name]) - (corners if when.no_corners else set()))
        return found

    def is_surrounded(self, cell: int, own: frozenset[int]) -> bool:
        """Whether no path over cells without own pieces leads from a cell, whatever is on it, to the edge."""
        near, reached, open_cells = self.rules.board.neighbours, {cell}, [cell]
        while open_cells:
            at = open_cells.pop()
            if len(near[at]) < 6:
                return False
            fresh = near[at] - own - reached
            reached |= fresh
            open_cells += fresh
        return True

    def has_passed(self, way: str, own: frozenset[int], enemies: frozenset[int]) -> bool:
        def far(cell: int) -> float:
            place = self.rules.board.cells[cell]
            return round({"left": -place.x, "right": place.x, "up": place.y, "down": -place.y}[way], 6)

        return bool(own) and all(far(enemy) <= far(cell) for enemy in enemies for cell in own)


def reason(when: When) -> str:
    """The name of an end's condition."""
    used = next(
        name for name in CONDITIONS if getattr(when, name) is not None and getattr(when, name) is not False
    )
    return "no move" if used == "no_move" else used.replace("_", "-")
