"""Slices: what is on the board and in the hands, and whose turn it is. Which of them a game can come to.

A move either keeps the material or leads to another slice; slices that cannot come back are solved first.
What a rule may do to the material is told generously: a slice too many costs room, one too few is noticed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

from ludoteca.games import Game
from ludoteca.games.compiler.codes import END, OP, UNTIL
from ludoteca.games.position import Position

MOST_SLICES = 5_000
MOST_PLACEMENTS = 10**12


class TooManySlices(Exception):
    """More material, or more ways to place it, than anybody would solve."""


@dataclass(frozen=True, order=True)
class Slice:
    """All of a position but where the pieces stand."""

    counts: tuple[int, ...]
    """Pieces on the board, by code."""
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    mover: int
    stalled: int = 0
    """Moves without progress, where a game counts them to its end."""
    clock: int = 0
    """Moves made, as far as the rules ask for them."""

    def placements(self, cells: int) -> int:
        """In how many ways the pieces can stand."""
        found = 1
        for count in self.counts:
            found *= comb(cells, count)
            cells -= count
        return found


def slice_of(position: Position) -> Slice:
    """The slice a position belongs to."""
    game, snapshot = position.game, position.snapshot
    codes, kinds = len(game.compiled.kinds.who), len(game.compiled.kinds.names)
    cells = snapshot.cells[: len(game.board.cells)]
    counts = tuple(0 if code < 2 else cells.count(code) for code in range(codes))
    hands = (tuple(snapshot.hand(0)[:kinds]), tuple(snapshot.hand(1)[:kinds]))
    clock = min(snapshot.ply, clock_of(game))
    return Slice(counts, hands, snapshot.mover, snapshot.stalled, clock)


def clock_of(game: Game) -> int:
    """Up to which move the number of moves made is part of the rules; 0 if it is not."""
    phases = game.compiled.data["phases"]
    return max((plies for until, plies, _ in phases if until == UNTIL["moves are made"]), default=0)


def swapped(one: Slice, partner: tuple[int, ...]) -> Slice:
    """The same with the sides exchanged."""
    counts = [0] * len(one.counts)
    for code, count in enumerate(one.counts):
        counts[partner[code]] = count
    return Slice(tuple(counts), (one.hands[1], one.hands[0]), 1 - one.mover, one.stalled, one.clock)


_QUIET = {OP["step"], OP["slide"], OP["fly"], OP["hop"], OP["counted"]}
_TAKES_MANY = {OP["leap"], OP["fly-leap"], OP["approach"], OP["sandwich"]}


class Material:
    """What the rules of a game can do to the material."""

    def __init__(self, game: Game) -> None:
        self.data: dict[str, Any] = game.compiled.data
        self.who: list[int] = self.data["who"]
        self.cells = len(game.board.cells)
        self.clock = clock_of(game)

    def onward(self, one: Slice) -> set[Slice]:
        """The slices that a move may lead to, but for those where the game is over for lack of pieces."""
        material = set(self._acted(one.counts, one.hands, one.mover, self._stage(one)))
        stage = self.data["stages"][self._stage(one)]
        if stage["pass_forced"] or stage["pass_allowed"]:
            material.add((one.counts, one.hands))
        stalled = (one.stalled,) if self.data["stalled_side"] != one.mover else (0, one.stalled + 1)
        clock = min(one.clock + 1, self.clock)
        found = {Slice(*what, 1 - one.mover, n, clock) for what in material for n in stalled}
        return {other for other in found if not self.is_over(other)}

    def is_over(self, one: Slice) -> bool:
        """Whether the number of pieces alone has ended the game."""
        for end in self.data["ends"]:
            for owner in range(2):
                if not end["owners"] >> owner & 1:
                    continue
                if (
                    end["type"] == END["enemy_left"]
                    and self._left(one, 1 - owner, end["code"][owner]) <= end["n"]
                ):
                    return True
                if end["type"] == END["own_left"] and self._left(one, owner, end["code"][owner]) <= end["n"]:
                    return True
            if end["type"] == END["stalled"] and one.stalled >= end["n"]:
                return True
            if end["type"] == END["each_left"] and all(self._left(one, s, 0) <= end["n"] for s in (0, 1)):
                return True
        return False

    def _left(self, one: Slice, side: int, code: int) -> int:
        """Pieces of a side, or of one code of it, on the board and in hand."""
        codes = [code] if code else [c for c, who in enumerate(self.who) if who == side + 1]
        kinds = {int(self.data["kind_of"][c]) for c in codes}
        return sum([one.counts[c] for c in codes]) + sum([one.hands[side][kind] for kind in kinds])

    def _stage(self, one: Slice) -> int:
        """The stage in which a turn begins."""
        for until, plies, stage in self.data["phases"]:
            if until == 1 and not any(one.hands[one.mover]):
                continue
            if until == 2 and not any(one.hands[0]) and not any(one.hands[1]):
                continue
            if until == UNTIL["moves are made"] and one.clock >= plies:
                continue
            return int(stage)
        return int(self.data["phases"][-1][2])

    def _acted(self, counts: Any, hands: Any, side: int, number: int) -> Iterator[tuple[Any, Any]]:
        """The material after the actions of one turn from a stage on."""
        stage = self.data["stages"][number]
        first, many = stage["first_rule"][side], stage["rules"][side]
        done = set[tuple[Any, Any]]()
        for row in self.data["rules"][first : first + many]:
            done.update(self._changed(row, counts, hands, side))
        for counts, hands in done:
            yield counts, hands
            if stage["next_when"]:
                yield from self._acted(counts, hands, side, stage["next_stage"])

    def _changed(self, row: dict[str, Any], counts: Any, hands: Any, side: int) -> Iterator[tuple[Any, Any]]:
        """The material after one action."""
        op, code = row["op"], row["code"]
        if op == OP["place"] or op == OP["pair"]:
            for many in (1, 2) if op == OP["pair"] else (1,):
                if (row["hand"] and hands[side][row["kind"]] < many) or sum(counts) + many > self.cells:
                    continue
                held = _less(hands, side, row["kind"], many) if row["hand"] else hands
                yield from self._turned(row, _plus(counts, {code: many}), held, side)
            return
        if op == OP["remove"]:
            for other in self._codes(1 + side if row["wanted"] == 1 else 2 - side, counts):
                yield _plus(counts, {other: -1}), hands
            return
        if not counts[code]:
            return
        if op == OP["exit"]:
            yield _plus(counts, {code: -1}), hands
            return
        ways = [counts]
        if row["promote_code"]:
            ways.append(_plus(counts, {code: -1, row["promote_code"]: 1}))
        for way in ways:
            if op in _QUIET:
                yield from self._turned(row, way, hands, side)
            if op in _TAKES_MANY or row["sandwich"] >= 0:
                many = 1 if not row["chain"] and op == OP["leap"] else self.cells
                for taken in self._taken(way, side, many):
                    yield taken, hands
            elif row["onto_enemy"] or op == OP["loop"]:
                for taken in self._taken(way, side, 1):
                    yield taken, hands

    def _turned(self, row: dict[str, Any], counts: Any, hands: Any, side: int) -> Iterator[tuple[Any, Any]]:
        """After enemies may have changed sides."""
        yield counts, hands
        if not (row["flips"] or row["converts"]):
            return
        for taken in self._taken(counts, side, self.cells):
            back = [0] * len(counts)
            for code, count in enumerate(taken):
                if count < counts[code]:
                    back[self.data["code_of"][side][self.data["kind_of"][code]]] += counts[code] - count
            yield _plus(taken, dict(enumerate(back))), hands

    def _taken(self, counts: Any, side: int, many: int) -> set[Any]:
        """With at least one enemy less, and at most so many."""
        found, layer = set(), {counts}
        for _ in range(many):
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


class Slices:
    """All slices that can be come to from one, in the order in which they are solved."""

    def __init__(self, game: Game, start: Slice, partner: tuple[int, ...] | None) -> None:
        """With `partner`, slices of the second player's turn are told with the sides exchanged."""
        self.game = game
        self.partner = partner
        material = Material(game)
        self.start = self.own(start)
        self.onward: dict[Slice, set[Slice]] = {}
        waiting, placements = [self.start], 0
        while waiting:
            one = waiting.pop()
            if one in self.onward:
                continue
            placements += one.placements(material.cells)
            if len(self.onward) >= MOST_SLICES or placements > MOST_PLACEMENTS:
                raise TooManySlices
            self.onward[one] = {self.own(other) for other in material.onward(one)}
            waiting.extend(self.onward[one] - self.onward.keys())

    def own(self, one: Slice) -> Slice:
        """The slice that stands for one."""
        return swapped(one, self.partner) if self.partner is not None and one.mover else one

    @cached_property
    def groups(self) -> list[list[Slice]]:
        """Slices that can come to each other are one group; what a group leads to comes before it."""
        return _components(self.onward)


def _components(edges: dict[Slice, set[Slice]]) -> list[list[Slice]]:
    """Tarjan's strongly connected components, without recursion; successors first."""
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
