"""The protocol of Piskvork and the Gomocup tournaments, for Gomoku.

A cell is `x,y`: the column and the row, from 0 at the top left.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ludoteca.engine import Clock, Limits
from ludoteca.errors import LudotecaError
from ludoteca.games import SIDES, Game, Move, Position, load, variants
from ludoteca.protocols.boards import LARGEST_SIZE, columns_and_rows, resized, set_up, stones
from ludoteca.protocols.client import EngineClient, Line
from ludoteca.protocols.dialect import AUTHOR, PROGRAM, Dialect, Handler, first_word, version, whole
from ludoteca.protocols.engine_process import EngineFault
from ludoteca.protocols.errors import ProtocolError
from ludoteca.protocols.loop import LineWriter
from ludoteca.protocols.search_host import SearchHost

_NUMBERS = re.compile(r"\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*(?:,\s*(-?\d{1,9})\s*)?")
_UNLIMITED = 2**31 - 1
"""The time that managers send for no limit, in milliseconds."""
_EXACTLY_FIVE, _CONTINUOUS = 1, 2
"""Bits of the rule; the second does not concern an engine. Others, such as Renju, are not supported."""
_OWN, _OPPONENT = 1, 2


def is_exact(game: Game) -> bool:
    """Whether longer lines do not win."""
    return any(end.when is not None and end.when.exactly for end in game.spec.end)


def with_exactness(game: Game, exact: bool) -> Game:
    """The same game on the same board, where longer lines win or do not. Raises `ProtocolError`."""
    base = "" if game.path else game.id
    for variant in ("", *variants(base)) if base else ():
        try:
            found = resized(load(f"{base}/{variant}" if variant else base), *game.board_size)
        except LudotecaError:
            continue
        if is_exact(found) == exact:
            return found
    raise ProtocolError("protocol.rule", rule=_EXACTLY_FIVE if exact else 0)


class Server(Dialect):
    """Our engine behind the protocol of Piskvork."""

    ignores_case = True

    def __init__(self, host: SearchHost, writer: LineWriter, lang: str = "en") -> None:
        super().__init__(host, writer, lang)
        self._started = False
        self._turn_ms, self._match_ms, self._left_ms = 1000, 0, _UNLIMITED
        self._board: dict[str, int] | None = None
        """The stones of a `BOARD` that has not ended yet."""
        self._skips = False
        """Whether the lines up to `DONE` belong to a command that is not supported."""

    def handlers(self) -> Mapping[str, Handler]:
        return {
            "start": self._start, "rectstart": self._start_rectangle, "restart": self._restart,
            "begin": self._begin, "turn": self._turn, "board": self._begin_board, "info": self._info,
            "takeback": self._take_back, "about": self._about, "swap2board": self._skip, "end": self.quit,
        }  # fmt: skip

    def error_line(self, text: str) -> str:
        return f"ERROR {text}"

    def handle(self, line: str) -> None:
        word = first_word(line)[0].casefold()
        if word not in ("end", "info", "about"):
            self.host.wait()
        if word == "done" and (self._skips or self._board is not None):
            self._end_board()
        elif self._skips and word != "end":
            return
        elif self._board is not None and word != "end":
            self._add_stone(line)
        else:
            super().handle(line)

    # -- the game -------------------------------------------------------------------------------------

    def _start(self, rest: str) -> None:
        size = whole(rest, 1, LARGEST_SIZE)
        self._begin_game(resized(self.host.game, size, size))

    def _start_rectangle(self, rest: str) -> None:
        numbers = _NUMBERS.fullmatch(rest)
        if not numbers:
            raise ProtocolError("protocol.incomplete", example="RECTSTART 15,15")
        self._begin_game(resized(self.host.game, int(numbers[1]), int(numbers[2])))

    def _begin_game(self, game: Game) -> None:
        if game is not self.host.game:
            self.host.set_game(game)
        self._started = True
        self._restart("")

    def _restart(self, _: str) -> None:
        self._require_start()
        self.host.new_game()
        self.position = self.host.game.start()
        self.writer.line("OK")

    def _require_start(self) -> None:
        if not self._started:
            raise ProtocolError("protocol.no-game", command="START")

    def _begin(self, _: str) -> None:
        self._require_start()
        self._think()

    def _turn(self, rest: str) -> None:
        self._require_start()
        self.position = self.position.play((self._cell(rest),))
        self._think()

    def _take_back(self, rest: str) -> None:
        self._require_start()
        cell = self._cell(rest)
        pieces = {name: (side, kind) for name, side, kind in stones(self.position)}
        if cell not in pieces:
            raise ProtocolError("protocol.cell", text=rest)
        side = pieces.pop(cell)[0]
        self.position = set_up(self.host.game, pieces, side)
        self.writer.line("OK")

    def _cell(self, text: str) -> str:
        numbers = _NUMBERS.fullmatch(text)
        cells = columns_and_rows(self.host.game)
        cell = cells.get((int(numbers[1]), int(numbers[2]))) if numbers else None
        if cell is None:
            raise ProtocolError("protocol.cell", text=text)
        return cell

    # -- boards ---------------------------------------------------------------------------------------

    def _begin_board(self, _: str) -> None:
        self._require_start()
        self._board = {}

    def _skip(self, _: str) -> None:
        self._skips = True

    def _add_stone(self, line: str) -> None:
        assert self._board is not None
        numbers = _NUMBERS.fullmatch(line)
        if not numbers or numbers[3] is None:
            raise ProtocolError("protocol.syntax", text=line)
        if int(numbers[3]) in (_OWN, _OPPONENT):
            self._board[self._cell(f"{numbers[1]},{numbers[2]}")] = int(numbers[3])

    def _end_board(self) -> None:
        if self._skips:
            self._skips = False
            self.writer.line("UNKNOWN SWAP2BOARD")
            return
        board, self._board = self._board or {}, None
        own = list(board.values()).count(_OWN)
        # Whoever has placed fewer stones, or as many, is to move: that is the engine.
        mover = SIDES[own < len(board) - own]
        other = SIDES[mover == SIDES[0]]
        pieces = {cell: (mover if who == _OWN else other, 0) for cell, who in board.items()}
        self.position = set_up(self.host.game, pieces, mover)
        self._think()

    # -- information ----------------------------------------------------------------------------------

    def _info(self, rest: str) -> None:
        key, value = first_word(rest)
        match key.casefold():
            case "timeout_turn":
                self._turn_ms = whole(value)
            case "timeout_match":
                self._match_ms = whole(value)
            case "time_left":
                self._left_ms = max(0, whole(value, -(10**12)))
            case "max_memory":
                limit = whole(value)
                if limit and not self.host.is_searching:
                    self.host.change(megabytes=min(64, max(1, limit // (4 << 20))))
            case "rule":
                self._set_rule(whole(value))
        # The protocol asks engines to ignore other keys.

    def _set_rule(self, rule: int) -> None:
        if rule & ~(_EXACTLY_FIVE | _CONTINUOUS):
            raise ProtocolError("protocol.rule", rule=rule)
        exact = bool(rule & _EXACTLY_FIVE)
        if is_exact(self.host.game) == exact:
            return
        self.host.wait()
        pieces = {name: (side, kind) for name, side, kind in stones(self.position)}
        self.host.set_game(with_exactness(self.host.game, exact))
        self.position = set_up(self.host.game, pieces, self.position.mover)

    def _about(self, _: str) -> None:
        self.writer.line(f'name="{PROGRAM}", version="{version()}", author="{AUTHOR}"')

    # -- thinking -------------------------------------------------------------------------------------

    def _think(self) -> None:
        self.host.start(self.position, self._limits(), lambda _: None, self._answer, self.report)

    def _limits(self) -> Limits:
        """Within the times of the manager, less a reserve for the way back."""
        seconds = max(0.01, 0.95 * self._turn_ms / 1000 - 0.02)
        timed = self._match_ms > 0 and self._left_ms < _UNLIMITED
        return Limits(seconds, clock=Clock(self._left_ms / 1000) if timed else None)

    def _answer(self, move: Move) -> None:
        self.position = self.position.after(move)
        self.writer.line(written(self.host.game, move.path[-1]))


def written(game: Game, cell: str) -> str:
    """A cell as `x,y`."""
    x, y = next(point for point, name in columns_and_rows(game).items() if name == cell)
    return f"{x},{y}"


class Client(EngineClient):
    """Drives an engine that speaks the protocol of Piskvork."""

    limits = ("seconds",)
    farewell = "END"

    def begin(self) -> None:
        width, height = self.game.board_size
        self.send(f"START {width}" if width == height else f"RECTSTART {width},{height}")
        self._receive_ok()
        turn = round(1000 * (self.budget.seconds or self.budget.timeout))
        settings = {
            "timeout_turn": turn,
            "timeout_match": 0,
            "rule": int(is_exact(self.game)),
            "game_type": 1,
        }
        for key, value in {**settings, **self.options}.items():
            self.send(f"INFO {key} {value}")

    def request(self, line: Line) -> str:
        move = self.new_move(line)
        pieces = stones(line.position)
        if move is not None:
            self.send(f"TURN {written(self.game, move.path[-1])}")
        elif not pieces:
            self._restart()
            self.send("BEGIN")
        else:
            self._restart()
            self.send("BOARD")
            for cell, side, _ in pieces:
                who = _OWN if side == line.position.mover else _OPPONENT
                self.send(f"{written(self.game, cell)},{who}")
            self.send("DONE")
        while True:
            answer = self._receive()
            if _NUMBERS.fullmatch(answer):
                return answer

    def read_move(self, position: Position, text: str) -> Move:
        numbers = _NUMBERS.fullmatch(text)
        assert numbers is not None
        cell = columns_and_rows(self.game).get((int(numbers[1]), int(numbers[2])))
        if cell is None:
            raise ProtocolError("protocol.cell", text=text)
        return position.find((cell,))

    def _restart(self) -> None:
        if self.has_moved:
            self.send("RESTART")
            self._receive_ok()

    def _receive_ok(self) -> None:
        while not self._receive().upper().startswith("OK"):
            pass

    def _receive(self) -> str:
        """The next line that is not a comment. Raises `EngineFault` for an error."""
        line = self.receive()
        if line.upper().startswith("ERROR"):
            raise EngineFault("engine.refused", "crash", line=line)
        return line
