"""Material slices: piece counts, hands and side to move, and the graph of slices that a game can reach.

A move either keeps the material or leads to another slice; slices that cannot return are solved first. The
effect of a rule on the material is over-approximated: a superfluous slice costs memory, a missing one is
detected during the analysis.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

from ludoteca.games import Game
from ludoteca.games.compiler.codes import END, OP, UNTIL
from ludoteca.games.position import Position
from ludoteca.kernel.rows import RuleRow

MOST_SLICES = 5_000
MOST_PLACEMENTS = 10**12


class TooManySlices(Exception):
    """More slices or placements than the solver attempts."""


@dataclass(frozen=True, order=True)
class Slice:
    """All of a position except the locations of its pieces."""

    counts: tuple[int, ...]
    """Pieces on the board, by piece code."""
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    mover: int
    stalled: int = 0
    """Moves without progress, in games that end by counting them."""
    clock: int = 0
    """Moves made, capped at the last one that the rules depend on."""

    def placements(self, cells: int) -> int:
        """Number of ways to place the pieces."""
        ways = 1
        for count in self.counts:
            ways *= comb(cells, count)
            cells -= count
        return ways


def slice_of(position: Position) -> Slice:
    """The slice of a position."""
    game, snapshot = position.game, position.snapshot
    codes, kinds = len(game.compiled.kinds.who), len(game.compiled.kinds.names)
    cells = snapshot.cells[: len(game.board.cells)]
    counts = tuple(0 if code < 2 else cells.count(code) for code in range(codes))
    hands = (tuple(snapshot.hand(0)[:kinds]), tuple(snapshot.hand(1)[:kinds]))
    clock = min(snapshot.ply, clock_of(game))
    return Slice(counts, hands, snapshot.mover, snapshot.stalled, clock)


def clock_of(game: Game) -> int:
    """The last move number that the rules depend on; 0 if they do not depend on it."""
    return game.traits.last_counted_ply


def swapped(one: Slice, partner: tuple[int, ...]) -> Slice:
    """The slice with the sides exchanged."""
    counts = [0] * len(one.counts)
    for code, count in enumerate(one.counts):
        counts[partner[code]] = count
    return Slice(tuple(counts), (one.hands[1], one.hands[0]), 1 - one.mover, one.stalled, one.clock)


_QUIET = {OP["step"], OP["slide"], OP["fly"], OP["hop"], OP["counted"]}
_TAKES_MANY = {OP["leap"], OP["fly-leap"], OP["approach"], OP["sandwich"]}


class Material:
    """The effects of a game's rules on the material."""

    def __init__(self, game: Game) -> None:
        self.data = game.compiled.data
        self.who: list[int] = self.data.who
        self.cells = len(game.board.cells)
        self.clock = clock_of(game)

    def successors(self, one: Slice) -> set[Slice]:
        """The slices that a move may lead to, except those where the piece counts end the game."""
        material = set(self._after_turn(one.counts, one.hands, one.mover, self._stage(one)))
        stage = self.data.stages[self._stage(one)]
        if stage.pass_forced or stage.pass_allowed:
            material.add((one.counts, one.hands))
        stalled = (one.stalled,) if self.data.stalled_side != one.mover else (0, one.stalled + 1)
        clock = min(one.clock + 1, self.clock)
        found = {Slice(*what, 1 - one.mover, n, clock) for what in material for n in stalled}
        return {other for other in found if not self.is_over(other)}

    def pieces_on_board(self, counts: tuple[int, ...], side: int) -> int:
        return sum(n for n, who in zip(counts, self.who, strict=True) if who == side + 1)

    def pieces_of(self, one: Slice, side: int) -> int:
        """A side's pieces, on the board and in hand."""
        return self.pieces_on_board(one.counts, side) + sum(one.hands[side])

    def most(self, start: Slice, code: int) -> int:
        """How many pieces of a code there can be in a game from a slice, without conversions."""
        if self.who[code] not in (1, 2):
            return 0
        side = self.who[code] - 1
        if any(row.promote_code == code for row in self.data.rules):
            return self.pieces_of(start, side)
        return start.counts[code] + start.hands[side][self.data.kind_of[code]]

    def is_over(self, one: Slice) -> bool:
        """Whether the piece counts alone end the game."""
        for end in self.data.ends:
            for owner in range(2):
                if not end.owners >> owner & 1:
                    continue
                if end.type == END["enemy_left"] and self._left(one, 1 - owner, end.code[owner]) <= end.n:
                    return True
                if end.type == END["own_left"] and self._left(one, owner, end.code[owner]) <= end.n:
                    return True
            if end.type == END["stalled"] and one.stalled >= end.n:
                return True
            if end.type == END["each_left"] and all(self._left(one, s, 0) <= end.n for s in (0, 1)):
                return True
        return False

    def _left(self, one: Slice, side: int, code: int) -> int:
        """A side's pieces, or those of one piece code, on the board and in hand."""
        codes = [code] if code else [c for c, who in enumerate(self.who) if who == side + 1]
        kinds = {int(self.data.kind_of[c]) for c in codes}
        return sum([one.counts[c] for c in codes]) + sum([one.hands[side][kind] for kind in kinds])

    def _stage(self, one: Slice) -> int:
        """The stage in which the turn begins."""
        for until, plies, stage in self.data.phases:
            if until == 1 and not any(one.hands[one.mover]):
                continue
            if until == 2 and not any(one.hands[0]) and not any(one.hands[1]):
                continue
            if until == UNTIL["moves are made"] and one.clock >= plies:
                continue
            return int(stage)
        return int(self.data.phases[-1][2])

    def _after_turn(self, counts: Any, hands: Any, side: int, number: int) -> Iterator[tuple[Any, Any]]:
        """The material after the remaining actions of a turn, starting with a stage."""
        stage = self.data.stages[number]
        first, many = stage.first_rule[side], stage.rules[side]
        done = set[tuple[Any, Any]]()
        for row in self.data.rules[first : first + many]:
            done.update(self._after_action(row, counts, hands, side))
        for counts, hands in done:
            yield counts, hands
            if stage.next_when:
                yield from self._after_turn(counts, hands, side, stage.next_stage)

    def _after_action(self, row: RuleRow, counts: Any, hands: Any, side: int) -> Iterator[tuple[Any, Any]]:
        """The material after one action."""
        op, code = row.op, row.code
        if op == OP["place"] or op == OP["pair"]:
            for many in (1, 2) if op == OP["pair"] else (1,):
                if (row.hand and hands[side][row.kind] < many) or sum(counts) + many > self.cells:
                    continue
                held = _less(hands, side, row.kind, many) if row.hand else hands
                yield from self._with_conversions(row, _plus(counts, {code: many}), held, side)
            return
        if op == OP["remove"]:
            for other in self._codes(1 + side if row.wanted == 1 else 2 - side, counts):
                yield _plus(counts, {other: -1}), hands
            return
        if not counts[code]:
            return
        if op == OP["exit"]:
            yield _plus(counts, {code: -1}), hands
            return
        ways = [counts]
        if row.promote_code:
            ways.append(_plus(counts, {code: -1, row.promote_code: 1}))
        for way in ways:
            if op in _QUIET:
                yield from self._with_conversions(row, way, hands, side)
            if op in _TAKES_MANY or row.sandwich >= 0:
                many = 1 if not row.chain and op == OP["leap"] else self.cells
                for taken in self._with_captures(way, side, many):
                    yield taken, hands
            elif row.onto_enemy or op == OP["loop"]:
                for taken in self._with_captures(way, side, 1):
                    yield taken, hands

    def _with_conversions(
        self, row: RuleRow, counts: Any, hands: Any, side: int
    ) -> Iterator[tuple[Any, Any]]:
        """The material before and after enemy pieces change sides."""
        yield counts, hands
        if not (row.flips or row.converts):
            return
        for taken in self._with_captures(counts, side, self.cells):
            back = [0] * len(counts)
            for code, count in enumerate(taken):
                if count < counts[code]:
                    back[self.data.code_of[side][self.data.kind_of[code]]] += counts[code] - count
            yield _plus(taken, dict(enumerate(back))), hands

    def _with_captures(self, counts: Any, side: int, most: int) -> set[Any]:
        """The counts after between one and `most` captures of enemy pieces."""
        found, layer = set(), {counts}
        for _ in range(most):
            layer = {_plus(one, {code: -1}) for one in layer for code in self._codes(2 - side, one)}
            if not layer:
                break
            found |= layer
        return found

    def _codes(self, who: int, counts: Any) -> list[int]:
        return [code for code, one in enumerate(self.who) if one == who and counts[code]]


def _plus(counts: Any, change: dict[int, int]) -> tuple[int, ...]:
    return tuple(count + change.get(code, 0) for code, count in enumerate(counts))


def _less(hands: Any, side: int, kind: int, many: int) -> Any:
    row = tuple(n - many * (k == kind) for k, n in enumerate(hands[side]))
    return (row, hands[1]) if side == 0 else (hands[0], row)


class SliceGraph:
    """All slices reachable from some, in solving order."""

    def __init__(self, game: Game, starts: Iterable[Slice], partner: tuple[int, ...] | None) -> None:
        """With `partner`, slices with the second player to move are stored with the sides exchanged."""
        self.game = game
        self.partner = partner
        material = Material(game)
        self.starts = tuple(dict.fromkeys(map(self.canonical, starts)))
        self.successors: dict[Slice, set[Slice]] = {}
        waiting, placements = list(self.starts), 0
        while waiting:
            one = waiting.pop()
            if one in self.successors:
                continue
            placements += one.placements(material.cells)
            if len(self.successors) >= MOST_SLICES or placements > MOST_PLACEMENTS:
                raise TooManySlices
            self.successors[one] = {self.canonical(other) for other in material.successors(one)}
            waiting.extend(self.successors[one] - self.successors.keys())

    def canonical(self, one: Slice) -> Slice:
        """The slice under which one is stored."""
        return swapped(one, self.partner) if self.partner is not None and one.mover else one

    @cached_property
    def groups(self) -> list[list[Slice]]:
        """Strongly connected components, each after all that it leads to."""
        return _components(self.successors)


def _components(edges: dict[Slice, set[Slice]]) -> list[list[Slice]]:
    """Tarjan's strongly connected components, iterative; successors first."""
    number: dict[Slice, int] = {}
    low: dict[Slice, int] = {}
    stack: list[Slice] = []
    on_stack: set[Slice] = set()
    found: list[list[Slice]] = []
    for root in edges:
        if root in number:
            continue
        work = [(root, iter(sorted(edges[root])))]
        number[root] = low[root] = len(number)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, rest = work[-1]
            for child in rest:
                if child not in number:
                    number[child] = low[child] = len(number)
                    stack.append(child)
                    on_stack.add(child)
                    work.append((child, iter(sorted(edges[child]))))
                    break
                if child in on_stack:
                    low[node] = min(low[node], number[child])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    group = list[Slice]()
                    while not group or group[-1] != node:
                        group.append(stack.pop())
                        on_stack.discard(group[-1])
                    found.append(sorted(group))
    return found
