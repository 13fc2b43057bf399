"""Hub 2, the protocol of draughts engines: commands with arguments `name=value`.

Squares are numbered in reading order, from 1 at the top left, with the first side, White, at the bottom. A
capture is the first and the last square, then the captured ones: `28x19x23`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ludoteca.engine import Clock, Draw, Estimate, Limits, Score, Win
from ludoteca.errors import IllegalMove
from ludoteca.games import Game, Move, Position
from ludoteca.protocols.boards import set_up, stones
from ludoteca.protocols.client import EngineClient, Line
from ludoteca.protocols.dialect import AUTHOR, PROGRAM, Dialect, Handler, decimal, version, whole
from ludoteca.protocols.errors import ProtocolError
from ludoteca.protocols.loop import LineWriter
from ludoteca.protocols.search_host import SearchHost, SearchInfo

_ARGUMENT = re.compile(r'\s*([^\s="]+)(?:\s*=\s*(?:"([^"]*)"|([^\s"]*)))?(?=\s|$)')
_LETTERS = {"first": "wW", "second": "bB"}
_PARAMETERS = {"threads": ("threads", 1, 1, 64), "hash": ("megabytes", 16, 1, 65536)}
"""The setting, and its default, least and greatest value."""
_PROVED = 100.0
"""The score of a proved win, less a hundredth for each ply."""


# -- notation -----------------------------------------------------------------------------------------


def squares(game: Game) -> list[str]:
    """The cells in the order of their numbers."""
    return [game.board.cells[cell].name for row in game.board.rows for cell in row if cell is not None]


def write_position(position: Position) -> str:
    pieces = {cell: _LETTERS[side][bool(kind)] for cell, side, kind in stones(position)}
    mover = _LETTERS[position.mover][1]
    return mover + "".join(pieces.get(cell, "e") for cell in squares(position.game))


def read_position(game: Game, text: str) -> Position:
    """The position of a text. Raises `ProtocolError`."""
    cells = squares(game)
    sides = {letters[1]: side for side, letters in _LETTERS.items()}
    if len(text) != len(cells) + 1 or text[0].upper() not in sides or set(text[1:]) - set("wbWBe"):
        raise ProtocolError("protocol.syntax", text=text)
    pieces = {
        cell: (sides[letter.upper()], int(letter.isupper()))
        for cell, letter in zip(cells, text[1:], strict=True)
        if letter != "e"
    }
    return set_up(game, pieces, sides[text[0].upper()])


def write_move(position: Position, move: Move) -> str:
    numbers = {cell: number for number, cell in enumerate(squares(position.game), 1)}
    after = {cell for cell, side, _ in stones(position.after(move)) if side != position.mover}
    before = {cell for cell, side, _ in stones(position) if side != position.mover}
    ends = [numbers[move.path[0]], numbers[move.path[-1]]]
    captured = sorted(numbers[cell] for cell in before - after)
    return "x".join(map(str, ends + captured)) if captured else "-".join(map(str, ends))


def read_move(position: Position, text: str) -> Move:
    """The legal move that a text means; captured squares may come in any order, or be left out where the
    ends tell. Raises `IllegalMove`."""
    wanted = _parts(text)
    known = [(_parts(write_move(position, move)), move) for move in position.legal_moves]
    for exact in (True, False):
        found = [move for parts, move in known if wanted == (parts if exact else (*parts[:2], ()))]
        if found:
            return found[0]
    raise IllegalMove("move.not-now", "not a move", move=text)


def _parts(text: str) -> tuple[str, str, tuple[str, ...]]:
    """The ends of a move, and the captured squares in order."""
    first, second, *captured = (*re.split(r"[-x]", text), "", "")[:40]
    return first, second, tuple(sorted(one for one in captured if one))


def line_of(position: Position, moves: tuple[Move, ...]) -> str:
    """Several moves from a position."""
    texts = []
    for move in moves:
        texts.append(write_move(position, move))
        position = position.after(move)
    return " ".join(texts)


def score_number(score: Score) -> float:
    """A score in pieces."""
    if isinstance(score, Estimate):
        return score.units / 100
    if isinstance(score, Draw):
        return 0.0
    return (1 if isinstance(score, Win) else -1) * (_PROVED - score.plies / 100)


def arguments_of(text: str) -> dict[str, str]:
    """The arguments of a command; those without a value have an empty one. Raises `ProtocolError`."""
    found: dict[str, str] = {}
    at = 0
    text = text.strip()
    while at < len(text):
        item = _ARGUMENT.match(text, at)
        if not item:
            raise ProtocolError("protocol.syntax", text=text[at:])
        found[item[1]] = item[2] if item[2] is not None else item[3] or ""
        at = item.end()
    return found


def quoted(text: str) -> str:
    """A value in quotes; the protocol cannot write a quotation mark inside."""
    return '"' + text.replace('"', "'") + '"'


# -- both sides ---------------------------------------------------------------------------------------


class Server(Dialect):
    """Our engine behind Hub 2."""

    def __init__(self, host: SearchHost, writer: LineWriter, lang: str = "en") -> None:
        super().__init__(host, writer, lang)
        self._level: dict[str, float] = {}

    def handlers(self) -> Mapping[str, Handler]:
        return {
            "hub": self._introduce,
            "set-param": self._set_parameter,
            "init": lambda _: self.writer.line("ready"),
            "ping": lambda _: self.writer.line("pong"),
            "new-game": lambda _: self.host.new_game(),
            "pos": self._set_position,
            "level": self._set_level,
            "go": self._go,
            "stop": lambda _: self.host.stop(),
            "ponder-hit": lambda _: self.host.stop(),
            "quit": self.quit,
        }

    def error_line(self, text: str) -> str:
        return f"error message={quoted(text)}"

    def _introduce(self, _: str) -> None:
        lines = [f"id name={PROGRAM} version={version()} author={quoted(AUTHOR)}"]
        for name, (setting, _default, least, most) in _PARAMETERS.items():
            value = getattr(self.host.settings, setting)
            lines.append(f"param name={name} value={value} type=int min={least} max={most}")
        self.writer.lines([*lines, "wait"])

    def _set_parameter(self, rest: str) -> None:
        given = arguments_of(rest)
        name = given.get("name", "")
        if name not in _PARAMETERS:
            raise ProtocolError("protocol.unknown-option", name=name, hint="")
        setting, _, least, most = _PARAMETERS[name]
        self.host.change(**{setting: whole(given.get("value", ""), least, most)})

    def _set_position(self, rest: str) -> None:
        self.host.require_idle()
        given = arguments_of(rest)
        game = self.host.game
        position = read_position(game, given["pos"]) if "pos" in given else game.start()
        for move in given.get("moves", "").split():
            position = position.after(read_move(position, move))
        self.position = position

    def _set_level(self, rest: str) -> None:
        """A clock, `moves= time= inc=`, replaces the level; other limits are added to it."""
        given = arguments_of(rest)
        known = ("depth", "nodes", "move-time", "time", "inc", "moves")
        level = {name: decimal(value, most=1e12) for name, value in given.items() if name in known}
        self._level = {} if "infinite" in given else level

    def _go(self, rest: str) -> None:
        given = arguments_of(rest)
        waits = "ponder" in given or "analyze" in given
        limits = Limits() if waits else self._limits()
        until_stopped = waits or limits == Limits()
        position = self.position
        self.host.start(
            position,
            limits,
            lambda info: self._inform(position, info),
            lambda move: self.writer.line(f"done move={write_move(position, move)}"),
            self.report,
            until_stopped,
        )

    def _limits(self) -> Limits:
        level = self._level
        time, moves = level.get("time"), level.get("moves", 0)
        clock = None
        if time is not None:
            clock = Clock(time, level.get("inc", 0.0))
        seconds = level.get("move-time")
        if clock is not None and moves:
            seconds = min(clock.left / max(1.0, moves) + clock.increment, 0.5 * clock.left)
            clock = None
        depth, nodes = level.get("depth"), level.get("nodes")
        return Limits(
            seconds,
            max(1, int(nodes)) if nodes is not None else None,
            max(1, min(100, int(depth))) if depth is not None else None,
            clock,
        )

    def _inform(self, position: Position, info: SearchInfo) -> None:
        self.writer.line(
            f"info depth={info.depth} score={score_number(info.score):.2f} nodes={info.nodes}"
            f" time={info.seconds:.3f} nps={info.nodes_per_second / 1e6:.3f}"
            f" pv={quoted(line_of(position, info.line))}"
        )


class Client(EngineClient):
    """Drives an engine that speaks Hub 2."""

    def begin(self) -> None:
        self.send("hub")
        self.receive_until("wait")
        for name, value in self.options.items():
            self.send(f"set-param name={name} value={quoted(value)}")
        self.send("init")
        self.receive_until("ready")
        self.send("new-game")

    def request(self, line: Line) -> str:
        moves = line_of(line.start, tuple(line.moves))
        self.send(f"pos pos={write_position(line.start)}" + (f" moves={quoted(moves)}" if moves else ""))
        self.send(f"level {self._limits()}")
        self.send("go think")
        while True:
            word, _, rest = self.receive().partition(" ")
            if word == "done":
                try:
                    return arguments_of(rest).get("move", "")
                except ProtocolError:
                    return rest

    def _limits(self) -> str:
        budget = self.budget
        given = {"depth": budget.depth, "nodes": budget.nodes, "move-time": budget.seconds}
        return " ".join(f"{name}={value}" for name, value in given.items() if value is not None)

    def read_move(self, position: Position, text: str) -> Move:
        return read_move(position, text)
