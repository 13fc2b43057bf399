"""NBoard 2, the protocol of Othello engines.

A cell is a letter and a number, `F5`; a pass is `PA`. Games are in GGF, the Generic Game Format, whose boards
list the cells from `A1`: `*` is Black, who begins, `O` is White, `-` is empty.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ludoteca.engine import Draw, Estimate, Limits, Score, Win
from ludoteca.games import Game, Move, Position
from ludoteca.protocols.boards import set_up, stones
from ludoteca.protocols.client import EngineClient, Line
from ludoteca.protocols.dialect import PROGRAM, Dialect, Handler, first_word, whole
from ludoteca.protocols.errors import ProtocolError
from ludoteca.protocols.loop import LineWriter
from ludoteca.protocols.search_host import OnDone, OnInfo, SearchHost, SearchInfo

PASS = "PA"
_SIGNS = {"first": "*", "second": "O"}
_COLOURS = {"first": "B", "second": "W"}
_TAG = re.compile(r"\s*([A-Z]+)\s*\[([^\]]*)\]")
_DEFAULT = Limits(seconds=1.0)


def write_move(move: Move) -> str:
    return PASS if move.path == ("pass",) else move.text.upper()


def read_move(position: Position, text: str) -> Move:
    """The legal move that a text means; what follows a slash is its evaluation and time. Raises
    `IllegalMove`."""
    word = text.partition("/")[0].strip().casefold()
    return position.find("pass" if word in ("pa", "pass") else word)


def cells_in_order(game: Game) -> list[str]:
    """The cells from `a1`, row by row."""
    cells = sorted(game.board.cells, key=lambda cell: (round(cell.y), round(cell.x)))
    return [cell.name for cell in cells]


def write_game(line: Line) -> str:
    """A game in GGF."""
    game = line.start.game
    signs = {cell: _SIGNS[side] for cell, side, _ in stones(line.start)}
    board = "".join(signs.get(cell, "-") for cell in cells_in_order(game))
    moves, position = "", line.start
    for move in line.moves:
        moves += f"{_COLOURS[position.mover]}[{write_move(move)}]"
        position = position.after(move)
    size = game.board_size[0]
    head = f"GM[{game.title()}]PC[{PROGRAM}]PB[Black]PW[White]RE[?]TY[{size}]"
    return f"(;{head}BO[{size} {board} {_SIGNS[line.start.mover]}]{moves};)"


def read_game(game: Game, text: str) -> list[Position]:
    """The positions of a game in GGF, from its start to its end. Raises `ProtocolError`, or `IllegalMove`."""
    body = text.strip()
    if not (body.startswith("(;") and body.endswith(";)")):
        raise ProtocolError("protocol.game-record", what="(;…;)")
    tags = [(found[1], found[2]) for found in _TAG.finditer(body[2:-2])]
    named = dict(tags)
    if named.get("GM", "").casefold() != game.title().casefold():
        raise ProtocolError("protocol.game-record", what=f"GM[{game.title()}]")
    positions = [_read_board(game, named["BO"]) if "BO" in named else game.start()]
    for name, value in tags:
        if name in _COLOURS.values():
            positions += _read_move(positions[-1], name, value)
    return positions


def _read_board(game: Game, text: str) -> Position:
    size, signs = first_word(text)
    signs = "".join(signs.split())
    cells = cells_in_order(game)
    if size != str(game.board_size[0]) or len(signs) != len(cells) + 1 or set(signs) - set("*O-"):
        raise ProtocolError("protocol.game-record", what="BO[…]")
    sides = {sign: side for side, sign in _SIGNS.items()}
    if signs[-1] not in sides:
        raise ProtocolError("protocol.game-record", what="BO[…]")
    pieces = {cell: (sides[sign], 0) for cell, sign in zip(cells, signs[:-1], strict=True) if sign != "-"}
    return set_up(game, pieces, sides[signs[-1]])


def _read_move(position: Position, colour: str, text: str) -> list[Position]:
    """The position after a move, and before it the one after a pass that the record leaves out."""
    passed = []
    if _COLOURS[position.mover] != colour and position.is_legal("pass"):
        position = position.play("pass")
        passed = [position]
    side = next(side for side, name in _COLOURS.items() if name == colour)
    move = read_move(position, text)
    return [*passed, position.play(move, by=side)]


class Server(Dialect):
    """Our engine behind NBoard 2."""

    def __init__(self, host: SearchHost, writer: LineWriter, lang: str = "en") -> None:
        super().__init__(host, writer, lang)
        self._limits = _DEFAULT
        self._last: SearchInfo | None = None
        self._earlier: list[Position] = []

    def handlers(self) -> Mapping[str, Handler]:
        return {
            "nboard": lambda _: self.writer.line(f"set myname {PROGRAM}"),
            "set": self._set,
            "move": self._move,
            "hint": self._hint,
            "go": self._go,
            "analyze": self._analyze,
            "ping": self._ping,
            "learn": lambda _: self.writer.line("learned"),
            "quit": self.quit,
        }

    def error_line(self, text: str) -> str:
        return f"status error: {text}"

    def handle(self, line: str) -> None:
        if first_word(line)[0] not in ("nboard", ""):
            self.host.stop()  # every command ends the search before it
        super().handle(line)

    def _set(self, rest: str) -> None:
        what, value = first_word(rest)
        match what:
            case "depth":
                self._limits = Limits(depth=whole(value, 1, 100))
            case "game":
                *self._earlier, self.position = read_game(self.host.game, value)
            case "contempt":
                whole(value, -1000, 1000)
            case _:
                raise ProtocolError("protocol.unknown-option", name=what, hint="")

    def _move(self, rest: str) -> None:
        position = self.position.after(read_move(self.position, rest))
        self._earlier.append(self.position)
        self.position = position

    def _ping(self, rest: str) -> None:
        self.writer.line(f"pong {whole(rest or '0', -(10**9))}")

    def _hint(self, rest: str) -> None:
        lines = whole(rest or "1", 1, 50)
        if lines != self.host.settings.lines:
            self.host.change(lines=lines)
        self._start(self._show_line, lambda _: self.writer.line("status"))

    def _go(self, _: str) -> None:
        if self.host.settings.lines != 1:
            self.host.change(lines=1)
        self._last = None
        self._start(self._keep, self._answer)

    def _analyze(self, _: str) -> None:
        """Evaluate the positions of the game from its end to its start, each for the side to move."""
        if self.host.settings.lines != 1:
            self.host.change(lines=1)
        line = [*self._earlier, self.position]
        made = {id(position): number for number, position in enumerate(line)}
        self.writer.line(f"status {PROGRAM}")
        self.host.analyse(
            [position for position in reversed(line) if not position.is_over],
            self._limits,
            lambda position, info: self.writer.line(
                f"analysis {made[id(position)]} {self._discs(info.score)}"
            ),
            lambda: self.writer.line("status"),
            self.report,
        )

    def _start(self, on_info: OnInfo, on_done: OnDone) -> None:
        position = self.position
        if position.is_over:
            raise ProtocolError("protocol.game-over")
        self.writer.line(f"status {PROGRAM}")
        self.host.start(position, self._limits, on_info, on_done, self.report)

    def _keep(self, info: SearchInfo) -> None:
        self._last = info

    def _show_line(self, info: SearchInfo) -> None:
        line = "".join(write_move(move) for move in info.line)
        self.writer.line(f"search {line} {self._discs(info.score)} 0 {info.depth}")

    def _answer(self, move: Move) -> None:
        info = self._last
        if info is None:
            self.writer.lines([f"=== {write_move(move)}", "status"])
            return
        self.writer.lines(
            [
                f"nodestats {info.nodes} {info.seconds:.2f}",
                f"=== {write_move(move)}/{self._discs(info.score)}/{info.seconds:.2f}",
                "status",
            ]
        )

    def _discs(self, score: Score) -> str:
        """A score in discs; a proved win is a full board."""
        if isinstance(score, Estimate):
            return f"{score.units / 100:.2f}"
        full = len(self.host.game.board.cells)
        return f"{0 if isinstance(score, Draw) else full if isinstance(score, Win) else -full:.2f}"


class Client(EngineClient):
    """Drives an engine that speaks NBoard 2."""

    limits = ("depth",)

    def begin(self) -> None:
        self.send("nboard 2")
        self._pings = 0
        if self.budget.depth is not None:
            self.send(f"set depth {self.budget.depth}")
        self._synchronise()

    def request(self, line: Line) -> str:
        self.send(f"set game {write_game(line)}")
        self._synchronise()
        self.send("go")
        while True:
            word, rest = first_word(self.receive())
            if word == "===":
                return re.split(r"[/ ]", rest)[0]

    def _synchronise(self) -> None:
        self._pings += 1
        self.send(f"ping {self._pings}")
        self.receive_until(f"pong {self._pings}")

    def read_move(self, position: Position, text: str) -> Move:
        return read_move(position, text)
