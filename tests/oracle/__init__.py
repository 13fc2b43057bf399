"""A slow reference implementation of a `GameSpec`, as a test oracle for the kernel.

It shares no code with the kernel, the compiler or the notation: only the spec, its reader and the geometry of
boards. It favours clarity over speed and works on immutable values.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ludoteca.games.spec import Follow, GameSpec, Turn, Windows
from tests.oracle.ends import Ends, reason
from tests.oracle.movegen import MoveGenerator
from tests.oracle.rules import Rules
from tests.oracle.shapes import shapes
from tests.oracle.state import SIDES, MoveResult, Outcome, Piece, State, put

__all__ = ["Oracle", "State"]


class Oracle:
    """The rules of one game, applied to one position at a time."""

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.rules = Rules(spec)
        self.ends = Ends(self.rules)
        self._known: tuple[object, dict[str, MoveResult]] | None = None

    # -- interface -------------------------------------------------------------------------------------

    def start(self) -> State:
        rules, setup = self.rules, self.spec.setup
        mover = SIDES.index(setup.starts) if setup else 0
        begun = State(rules.start_cells, rules.start_hands(), rules.start_pits(), (0, 0), mover)
        state = rules.with_phase(begun)
        return replace(state, seen=(state.key,))

    def moves(self, state: State) -> set[str]:
        """The texts of all legal moves."""
        return set() if state.over else set(self.legal(state))

    def play(self, state: State, text: str) -> State:
        """The position after a legal move."""
        return self.after(state, self.legal(state)[text])

    def outcome(self, state: State) -> Outcome | None:
        return state.over

    def text(self, state: State) -> str:
        """The position as `BOARD MOVER [key=value …]`."""
        if self.spec.board.pits:
            top, bottom = state.pits[1][::-1], state.pits[0]
            parts = [",".join(map(str, top)) + "/" + ",".join(map(str, bottom)), "xo"[state.mover]]
            parts.append(f"stores={state.stores[0]},{state.stores[1]}")
        else:
            parts = [self.rules.write_rows(state.cells), "xo"[state.mover]]
        held = [
            f"{self.rules.letters[Piece(side, kind)]}{number}"
            for side in (0, 1)
            for kind, number in zip(self.rules.kinds, state.hands[side], strict=True)
            if number
        ]
        if held:
            parts.append("hand=" + ",".join(held))
        always = any(turn.swap for turn in self.rules.phases) or any(
            end.when.still_in for end in self.spec.end
        )
        opening = max((turn.moves or 0 for turn in self.rules.phases), default=0)
        if always or (opening and (state.ply < opening or state.cells == self.rules.start_cells)):
            parts.append(f"ply={state.ply}")
        return " ".join(parts)

    # -- legal moves ----------------------------------------------------------------------------------

    def legal(self, state: State) -> dict[str, MoveResult]:
        """Every legal move with its result."""
        if self._known and self._known[0] is state.seen:
            return self._known[1]
        found = self.own_moves(state)
        turn = self.rules.phase(state)
        if turn.pass_ == "allowed" or (
            turn.pass_ == "forced" and not found and self.own_moves(self.turned(state))
        ):
            found["pass"] = self.nothing(state, "pass")
        self._known = state.seen, found
        return found

    def turned(self, state: State) -> State:
        return replace(state, mover=1 - state.mover)

    def nothing(self, state: State, text: str = "") -> MoveResult:
        return MoveResult(text, state.cells, state.hands, state.pits, state.stores)

    def own_moves(self, state: State) -> dict[str, MoveResult]:
        """The legal moves of the mover except a pass."""
        turn = self.rules.phase(state)
        found: dict[str, MoveResult] = {}
        for result in self.whole_moves(state, turn):
            known = found.setdefault(result.text, result)
            # Equal texts must lead to equal positions.
            assert (known.cells, known.hands, known.pits) == (result.cells, result.hands, result.pits), (
                result.text
            )
        if turn.swap:
            found |= self.swaps(state)
        if self.rules.draw.repeating == "forbidden":
            found = {text: result for text, result in found.items() if not self.repeats(state, result)}
        return found

    def whole_moves(self, state: State, turn: Turn) -> Iterator[MoveResult]:
        first = list(
            MoveGenerator(self.rules, turn, self.nothing(state), state.mover).of(turn.do[state.mover])
        )
        most = max((result.taken for result in first), default=0)
        if turn.capture in ("compulsory", "most") and most:
            first = [
                result
                for result in first
                if result.taken == most or (turn.capture == "compulsory" and result.taken)
            ]
        capturers = {result.origin for result in first if result.taken}
        for result in first:
            if turn.capture == "huff" and not result.taken:
                result = self.huffed(result, capturers)
            yield from self.followed(state, turn, result)

    def huffed(self, result: MoveResult, capturers: set[int | None]) -> MoveResult:
        """Huffing: a piece that could have captured is lost."""
        lost = {result.arrived if cell == result.origin else cell for cell in capturers}
        gone = {cell: None for cell in lost if cell is not None}
        return replace(result, cells=put(result.cells, gone), huffed=bool(gone))

    def followed(self, state: State, turn: Turn, result: MoveResult) -> Iterator[MoveResult]:
        """The result extended by the action that follows in the same move, if any."""
        yield from self.followed_by(state, turn, turn.then, result)

    def followed_by(
        self, state: State, turn: Turn, then: Follow | None, result: MoveResult
    ) -> Iterator[MoveResult]:
        if then is None or (then.after == "a capture" and not result.taken):
            yield result
            return
        if then.after == "a shape" and not self.has_completed(then.shape, result, state.mover):
            yield result
            return
        if self.ends.decide(result, state.mover, False, state.turns, state.stalled):
            yield result
            return
        further = list(MoveGenerator(self.rules, turn, result, state.mover).of(then.do))
        if not further:
            yield result
        for one in further:
            yield from self.followed_by(state, turn, then.then, self.since(result, one))

    def since(self, before: MoveResult, now: MoveResult) -> MoveResult:
        """An action with what the actions before it in the same move have done."""
        return replace(
            now, taken=max(before.taken, now.taken), placed=before.placed or now.placed,
            promoted=before.promoted or now.promoted, lasting=before.lasting or now.lasting,
            huffed=before.huffed or now.huffed,
        )  # fmt: skip

    def has_completed(self, shape: Windows | None, result: MoveResult, side: int) -> bool:
        assert shape is not None
        made = shapes(self.rules.board, shape, self.rules.own(result.cells, side))
        return any(result.arrived in cells for cells in made)

    def swaps(self, state: State) -> dict[str, MoveResult]:
        """Swap: the second player takes over the only stone, mirrored in connection games."""
        own = self.rules.own(state.cells, state.mover)
        enemies = self.rules.own(state.cells, 1 - state.mover)
        began = SIDES.index(self.spec.setup.starts) if self.spec.setup else 0
        if own or len(enemies) != 1 or state.mover == began or state.ply != 1:
            return {}
        (cell,) = enemies
        stone = Piece(state.mover, self.rules.kinds_of(state.mover)[0])
        to = self.mirrored(cell) if any(end.when.connect for end in self.spec.end) else cell
        result = replace(
            self.nothing(state, "swap"), cells=put(state.cells, {cell: None} | {to: stone}), placed=True
        )
        return {"swap": result}

    def mirrored(self, cell: int) -> int:
        rows = self.rules.board.rows
        if any(len(row) != len(rows) for row in rows):
            return cell
        row = next(n for n, cells in enumerate(rows) if cell in cells)
        mirrored = rows[rows[row].index(cell)][row]
        return cell if mirrored is None else mirrored

    def repeats(self, state: State, result: MoveResult) -> bool:
        times = self.rules.draw.repetition
        mover = state.mover if result.again else 1 - state.mover
        then = State(result.cells, result.hands, result.pits, result.stores, mover, state.ply + 1)
        key = self.rules.with_phase(then).key
        return times is not None and state.seen.count(key) + 1 >= times

    # -- after a move ---------------------------------------------------------------------------------

    def after(self, state: State, result: MoveResult) -> State:
        mover = state.mover
        turns = tuple(n + (side == mover) for side, n in enumerate(state.turns))
        stalls = 0 if self.is_lasting(result) else state.stalled[mover] + 1
        stalled = tuple(stalls if side == mover else n for side, n in enumerate(state.stalled))
        to_move = mover if result.again else 1 - mover
        quiet = 0 if self.is_progress(result) else state.quiet + 1
        now = State(
            result.cells, result.hands, result.pits, result.stores, to_move, state.ply + 1,
            (turns[0], turns[1]), quiet, (stalled[0], stalled[1]),
        )  # fmt: skip
        now = self.rules.with_phase(now)
        now = replace(now, seen=(*state.seen, now.key))
        over = self.ends.decide(result, mover, True, now.turns, now.stalled)
        return self.swept(replace(now, over=over or self.by_rule(now)))

    def swept(self, state: State) -> State:
        """If seeds decide, those in the pits go to the store of their side."""
        by_seeds = {reason(end.when) for end in self.spec.end if end.result == "most seeds"}
        draw = self.rules.draw
        by_seeds |= {"repetition"} if draw.repeating == "most seeds" else set()
        by_seeds |= {"no progress"} if draw.stagnating == "most seeds" else set()
        if state.over is None or state.over[1] not in by_seeds:
            return state
        stores = tuple(sum(row) + kept for row, kept in zip(state.pits, state.stores, strict=True))
        empty = (0,) * len(state.pits[0])
        return replace(state, pits=(empty, empty), stores=(stores[0], stores[1]))

    def is_lasting(self, result: MoveResult) -> bool:
        return bool(result.placed or result.taken or result.promoted or result.lasting or result.huffed)

    def is_progress(self, result: MoveResult) -> bool:
        named = self.rules.draw.progress
        if named is None:
            return self.is_lasting(result)
        facts = {
            "capture": bool(result.taken or result.huffed),
            "promotion": result.promoted,
            result.kind: True,
        }
        return result.placed or any(facts.get(word, False) for word in named)

    def by_rule(self, state: State) -> Outcome | None:
        """The draw rules after the ends: full board, no move, repetition, no progress, length."""
        draw = self.rules.draw
        if draw.full_board and None not in state.cells:
            return "draw", "full board"
        if not self.legal(state):
            return self.stuck(state)
        times = state.seen.count(state.key)
        if draw.repetition and draw.repeating != "forbidden" and times >= draw.repetition:
            if draw.repeating == "loses":
                return SIDES[state.mover], "repetition"
            return self.ends.count(draw.repeating, self.nothing(state)), "repetition"
        if draw.no_progress and state.quiet >= draw.no_progress:
            return self.ends.count(draw.stagnating, self.nothing(state)), "no progress"
        return ("draw", "length") if state.ply >= draw.length else None

    def stuck(self, state: State) -> Outcome:
        """The result without a legal move: an end of the file, or a loss for the mover."""
        neither = not self.own_moves(self.turned(state))
        for end in self.spec.end:
            says = end.when.no_move
            if (says == "mover" and end.side in ("each", SIDES[state.mover])) or (says == "both" and neither):
                return self.ends.result(end, state.mover, state.mover, self.nothing(state))
        return SIDES[1 - state.mover], "no move"
