"""Queries on a spec: regions, kinds, hands, directions."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import groupby
from math import hypot

from ludoteca.games.spec import Action, Draw, Follow, GameSpec, Kind, Turn, When
from tests.oracle import boards
from tests.oracle.state import BLOCKED, SHARED, Cells, Hands, MoveResult, Piece, State, put


def follows(turn: Turn) -> list[Follow]:
    """The further actions of a turn, one after another."""
    found, then = [], turn.then
    while then is not None:
        found.append(then)
        then = then.then
    return found


class Rules:
    """Queries on a spec that need no move generation."""

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.board = boards.build(spec.board)
        self.regions = boards.Regions(self.board, spec.regions or {})
        self.kinds: dict[str, Kind] = spec.pieces or {"piece": Kind(where="pieces.piece")}
        self.phases: tuple[Turn, ...] = spec.phase or ((spec.turn or Turn(where="turn")),)
        self.draw = spec.draw or Draw(where="draw")
        self.ways = [boards.ways(self.board, cell) for cell in range(len(self.board.cells))]
        self.tracks = [self.track(text) for text in spec.board.tracks]
        self.region = cache(self.regions.cells)
        self.union = cache(self.regions.union)
        self.goes = cache(lambda phrases, side, a, b: boards.goes(self.board, phrases, side, a, b))
        self.reachable = cache(self._reachable)
        self.steps_between = cache(self._steps_between)
        self.letters = self._letters()
        self.start_cells = self._start_cells()
        self.names_kinds = tuple(len(self._placeable_ever(side)) > 1 for side in (0, 1))

    # -- pieces ---------------------------------------------------------------------------------------

    def kinds_of(self, side: int) -> list[str]:
        """The kinds that a side can own."""
        return [name for name, kind in self.kinds.items() if kind.side in ("each", ("first", "second")[side])]

    def own(self, cells: Cells, side: int, kind: str | None = None) -> frozenset[int]:
        return frozenset(n for n, p in enumerate(cells) if p and p.side == side and kind in (None, p.kind))

    def left(self, result: MoveResult, side: int, kind: str | None = None) -> int:
        """Pieces of a side on the board and in hand."""
        held = zip(self.kinds, result.hands[side], strict=True)
        return len(self.own(result.cells, side, kind)) + sum(n for name, n in held if kind in (None, name))

    def promotion(self, piece: Piece, cell: int) -> Piece:
        """The piece after a promotion on a cell, if any."""
        promote = self.kinds[piece.kind].promote
        if promote and cell in self.region(promote.at, piece.side % 2):
            return piece._replace(kind=promote.to)
        return piece

    def has_hands(self) -> bool:
        setup = self.spec.setup
        return setup is not None and (setup.hand is not None or setup.hands is not None)

    def placeable(self, result: MoveResult, side: int, kind: str | None) -> list[str]:
        """The kinds that can be placed: those in hand, or all without limit if the game has no hands."""
        if not self.has_hands():
            return [kind or self.kinds_of(side)[0]]
        held = [name for name, n in zip(self.kinds, result.hands[side], strict=True) if n]
        return [name for name in held if kind in (None, name)]

    def held(self, result: MoveResult, side: int, kind: str) -> int:
        """The number of pieces of a kind in hand; a large number if the game has no hands."""
        return result.hands[side][list(self.kinds).index(kind)] if self.has_hands() else 1000

    def _placeable_ever(self, side: int) -> set[str]:
        if not self.has_hands():
            actions = [a for phase in self.phases for a in phase.do[side] or () if not isinstance(a, str)]
            return {a.kind or self.kinds_of(side)[0] for a in actions if a.verb == "place"}
        return {name for name, n in zip(self.kinds, self.start_hands()[side], strict=True) if n}

    def spend(self, hands: Hands, side: int, kind: str, number: int) -> Hands:
        if not self.has_hands():
            return hands
        spent = tuple(n - number * (name == kind) for name, n in zip(self.kinds, hands[side], strict=True))
        return (spent, hands[1]) if side == 0 else (hands[0], spent)

    def can_go_back(self, piece: Piece, start: int, goal: int) -> bool:
        return goal in self.reachable(piece, start)

    def _reachable(self, piece: Piece, start: int) -> set[int]:
        """The cells that a piece could ever reach from a cell without capturing, whoever is in the way."""
        seen, open_cells = {start}, [start]
        sides = (0, 1) if piece.side == SHARED else (piece.side,)
        actions = [
            (side, action)
            for phase in self.phases
            for side in sides
            for do in (phase.do[side], *(follow.do for follow in follows(phase)))
            for action in self.meant(do or (), piece.kind)
        ]
        while open_cells:
            cell = open_cells.pop()
            for side, action in actions:
                ends = self._ends_alone(action, side, cell)
                if action.from_ is not None and cell not in self.region(action.from_, side):
                    continue
                if action.to is not None:
                    ends &= self.region(action.to, side)
                open_cells += ends - seen
                seen |= ends
        return seen

    def meant(self, choices: tuple[Action | str, ...], kind: str) -> list[Action]:
        """The actions of a `do` for a kind of piece; `"move"` stands for the moves of the kind."""
        given = [action for action in choices if isinstance(action, Action) and action.kind in (None, kind)]
        return [*given, *(self.kinds[kind].moves if "move" in choices else ())]

    def _ends_alone(self, action: Action, side: int, cell: int) -> set[int]:
        if action.trail or action.take or action.onto == "enemy":
            return set()
        if action.verb == "fly":
            ends = set(self.union(action.value, side))
            return {end for end in ends if action.distance in (None, self.steps_between(cell, end))}
        fitting = (
            [way.ahead for way in self.ways[cell] if self.goes(action.value, side, cell, way.ahead[0])]
            if (action.verb in ("step", "slide", "leap"))
            else []
        )
        if action.verb == "step":
            return {ahead[0] for ahead in fitting}
        if action.verb == "leap":
            last = action.row + 1 if action.land == "next" else None
            return {end for ahead in fitting for end in ahead[1:last]}
        if action.distance:
            return {end for ahead in fitting for end in ahead[action.distance - 1 : action.distance]}
        return {end for ahead in fitting for end in ahead[: action.up_to]} if not action.loops else set()

    # -- places ---------------------------------------------------------------------------------------

    def heading(self, start: int, end: int) -> tuple[float, float]:
        """The direction of a step, equal for parallel steps."""
        a, b = self.board.cells[start], self.board.cells[end]
        far = hypot(b.x - a.x, b.y - a.y)
        return round((b.x - a.x) / far, 3), round((b.y - a.y) / far, 3)

    def _steps_between(self, start: int, end: int) -> int:
        """The distance in steps on an empty board; -1 if unreachable."""
        reached, steps = {start}, 0
        while end not in reached:
            wider = reached.union(*(self.board.neighbours[cell] for cell in reached))
            if wider == reached:
                return -1
            reached, steps = wider, steps + 1
        return steps

    def below(self, cell: int) -> list[int]:
        """The cells of the same column further down."""
        here = self.board.cells[cell]
        return [n for n, c in enumerate(self.board.cells) if abs(c.x - here.x) < 1e-6 and c.y < here.y]

    def track(self, text: str) -> list[int | None]:
        """A closed track; None where it runs through a loop."""
        return [None if word == "~" else self.board.index[word] for word in text.split()]

    # -- phases ---------------------------------------------------------------------------------------

    def with_phase(self, state: State) -> State:
        return replace(state, phase=self.phases.index(self.phase(state)))

    def phase(self, state: State) -> Turn:
        """The state with the current phase of the mover."""
        for turn in self.phases:
            if turn.until == "hands are empty" and any(map(any, state.hands)):
                return turn
            if turn.until == "hand is empty" and any(state.hands[state.mover]):
                return turn
            if turn.until == "moves are made" and state.ply < (turn.moves or 0):
                return turn
            if turn.until is None:
                return turn
        return self.phases[-1]

    def is_decided(self, before: MoveResult, cells: Cells, side: int) -> bool:
        """Whether captures have ended the game by piece count."""
        for end in self.spec.end:
            for owner in (side, 1 - side):
                if end.checked == "at once" and end.side in ("each", ("first", "second")[owner]):
                    if self.few_left(
                        end.when, MoveResult("", cells, before.hands, before.pits, before.stores), owner
                    ):
                        return True
        return False

    def few_left(self, when: When, result: MoveResult, owner: int) -> bool:
        if when.enemy_left is not None:
            return self.left(result, 1 - owner, when.of) <= when.enemy_left
        if when.own_left is not None:
            return self.left(result, owner, when.of) <= when.own_left
        if when.each_left is not None:
            return all(self.left(result, side, when.of) <= when.each_left for side in (0, 1))
        return False

    # -- the start ------------------------------------------------------------------------------------

    def _start_cells(self) -> Cells:
        cells: Cells = (None,) * len(self.board.cells)
        setup = self.spec.setup
        if setup is None:
            return cells
        changes: dict[int, Piece | None] = {}
        if setup.board:
            changes |= self.read_rows(setup.board)
        for side, kinds in enumerate((setup.first, setup.second)):
            for kind, phrase in (kinds or {}).items():
                changes |= dict.fromkeys(self.region(phrase, side), Piece(side, kind))
        if setup.shared:
            kind = next(name for name, kind in self.kinds.items() if kind.side == "both")
            changes |= dict.fromkeys(self.region(setup.shared, 0), Piece(SHARED, kind))
        if setup.blocked:
            changes |= dict.fromkeys(self.region(setup.blocked, 0), BLOCKED)
        return put(cells, changes)

    def start_hands(self) -> Hands:
        setup = self.spec.setup
        hands = []
        for side in (0, 1):
            held = dict.fromkeys(self.kinds, 0)
            if setup and setup.hand and self.kinds_of(side):
                held[self.kinds_of(side)[0]] = setup.hand[side] or 0
            for kind, numbers in ((setup and setup.hands) or {}).items():
                held[kind] = held[kind] if numbers[side] is None else numbers[side]
            hands.append(tuple(held.values()))
        return hands[0], hands[1]

    def start_pits(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        if not self.spec.board.pits:
            return (), ()
        seeds = (self.spec.setup.seeds if self.spec.setup else None) or 0
        row = (seeds,) * self.spec.board.pits
        return row, row

    # -- letters --------------------------------------------------------------------------------------

    def _letters(self) -> dict[Piece, str]:
        """The letter of each piece: from the file, or by default lower case for a side's first kind."""
        found = {BLOCKED: "#"}
        for name, kind in self.kinds.items():
            if kind.side == "both":
                found[Piece(SHARED, name)] = "*"
            for side, plain in enumerate("xo"):
                if name not in self.kinds_of(side):
                    continue
                said = kind.letters[side] if kind.letters else None
                found[Piece(side, name)] = said or (
                    plain if name == self.kinds_of(side)[0] else plain.upper()
                )
        return found

    def read_rows(self, text: str) -> dict[int, Piece | None]:
        pieces = {letter: piece for piece, letter in self.letters.items()}
        found: dict[int, Piece | None] = {}
        for row, marks in zip(self.board.rows, text.split("/"), strict=True):
            written: list[str] = []
            for is_number, group in groupby(marks, str.isdigit):
                run = "".join(group)
                written += "." * int(run) if is_number else run
            for cell, mark in zip(row, written, strict=True):
                if cell is not None and mark != ".":
                    found[cell] = pieces[mark]
        return found

    def write_rows(self, cells: Cells) -> str:
        rows = []
        for row in self.board.rows:
            pieces = [None if n is None else cells[n] for n in row]
            marks = ["." if piece is None else self.letters[piece] for piece in pieces]
            groups = [(is_empty, list(run)) for is_empty, run in groupby(marks, lambda mark: mark == ".")]
            rows.append("".join(str(len(run)) if is_empty else "".join(run) for is_empty, run in groups))
        return "/".join(rows)
