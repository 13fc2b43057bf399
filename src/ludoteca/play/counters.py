"""What players count during a game: seeds in store, pieces on the board, in hand, captured, left.

Which of these a game has follows from its compiled rules.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.games import SIDES, Game, Position
from ludoteca.games.compiler.codes import CAPTURE, FEWEST_PIECES, FIRST, MOST_PIECES, OP
from ludoteca.games.compiler.convergence import removes_pieces
from ludoteca.messages import catalogue

MESSAGES = catalogue("play")


@dataclass(frozen=True)
class Counter:
    """A number that belongs to a side."""

    name: str
    """`store`, `pieces`, `hand`, `captured` or `left`."""
    value: int
    goal: int | None = None
    """The number that wins, if the rules have one."""
    kind: str = ""
    """The kind of pieces, where a side holds several kinds."""

    @property
    def text(self) -> str:
        return str(self.value) if self.goal is None else f"{self.value}/{self.goal}"


def counters(position: Position, start: Position | None = None) -> dict[str, tuple[Counter, ...]]:
    """The counters of both sides. `start` is the first position of the game, if it is not the usual one."""
    found = _Counters(position, start or position.game.start())
    return {side: tuple(found.of(number)) for number, side in enumerate(SIDES)}


def label(lang: str, game: Game, counter: Counter) -> str:
    """What a counter counts, in a word or two."""
    if counter.kind:
        kind = (game.words(lang).pieces or {}).get(counter.kind, counter.kind)
        return MESSAGES.text(lang, "counter.hand-of", kind=kind)
    return MESSAGES.text(lang, f"counter.{counter.name}")


class _Counters:
    def __init__(self, position: Position, start: Position) -> None:
        self.position, self.game, self.start = position, position.game, start
        data = self.game.compiled.data
        self.rules, self.ends = data.rules, data.ends
        self.results = {row.result for row in data.ends} | {data.repetition_result, data.stagnation_result}

    def of(self, side: int) -> list[Counter]:
        if self.game.pits:
            return [Counter("store", seeds_stored(self.position)[side], self._stored_goal(side))]
        found = self._hand(side)
        if self.results & {MOST_PIECES, FEWEST_PIECES}:
            found.append(Counter("pieces", pieces_on_board(self.position)[side]))
        elif self._counts_losses:
            found += self._losses(side)
        return found

    def _stored_goal(self, side: int) -> int | None:
        goals = [end.when.stored for end in self.game.compiled.ends if end.side in ("each", SIDES[side])]
        return next((goal for goal in goals if goal is not None), None)

    def _hand(self, side: int) -> list[Counter]:
        kinds, held = self.game.compiled.kinds, self.position.snapshot.hand(side)
        begun = self.start.snapshot.hand(side)
        own = [kind for kind in range(len(kinds.names)) if begun[kind] or held[kind]]
        return [Counter("hand", held[kind], kind=kinds.names[kind] if len(own) > 1 else "") for kind in own]

    @property
    def _counts_losses(self) -> bool:
        """Whether pieces leave the board, and none comes onto it except from a hand."""
        supplied = all(row.hand for row in self.rules if row.op in (OP["place"], OP["pair"]))
        return self.game.traits.removes_pieces and not self.game.traits.converts and supplied

    def _losses(self, side: int) -> list[Counter]:
        """Pieces captured; pieces left, where a side can lose its own in another way."""
        if self._gives_away:
            return [Counter("left", all_pieces(self.position)[side])]
        if not self._captures(side):
            return []
        enemy = 1 - side
        begun = all_pieces(self.start)[enemy]
        taken = max(0, begun - all_pieces(self.position)[enemy])
        return [Counter("captured", taken, self._capture_goal(side, begun))]

    @property
    def _gives_away(self) -> bool:
        """Whether a side can remove its own pieces, or take them off the board."""
        own = any(row.op == OP["exit"] or (row.op == OP["remove"] and row.wanted == 1) for row in self.rules)
        return own or self.game.traits.sheds_pieces

    def _captures(self, side: int) -> bool:
        """Whether a side can take enemy pieces: the dogs cannot take the jaguar."""
        stages = self.game.compiled.data.stages
        spans = [(stage.first_rule[side], stage.rules[side]) for stage in stages]
        own = [row for first, count in spans for row in self.rules[first : first + count]]
        return any(map(removes_pieces, own)) or any(stage.capture == CAPTURE["huff"] for stage in stages)

    def _capture_goal(self, side: int, begun: int) -> int | None:
        for end in self.game.compiled.ends:
            when = end.when
            wins = end.result == "owner wins" and end.side in ("each", SIDES[side]) and not when.of
            if when.enemy_left is not None and wins and begun > when.enemy_left:
                return begun - when.enemy_left
        return None


def seeds_stored(position: Position) -> tuple[int, int]:
    """The seeds in the stores of a sowing game."""
    pits, held = position.game.pits, position.snapshot.pits
    assert pits is not None
    return held[pits.stores[0]], held[pits.stores[1]]


def pieces_on_board(position: Position) -> tuple[int, int]:
    who = position.game.compiled.kinds.who
    owners = [who[code] for code in position.snapshot.cells[: len(position.game.board.cells)]]
    return owners.count(FIRST), owners.count(FIRST + 1)


def all_pieces(position: Position) -> tuple[int, int]:
    """The pieces of both sides on the board and in hand."""
    first, second = pieces_on_board(position)
    return first + sum(position.snapshot.hand(0)), second + sum(position.snapshot.hand(1))
