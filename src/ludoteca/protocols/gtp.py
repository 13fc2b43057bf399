"""GTP 2, the Go Text Protocol, as Hex engines speak it (HTP).

Black is the side that begins. A cell is a letter and a number, `a1` at the top left, as everywhere else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial

from ludoteca.engine import Clock, Limits
from ludoteca.errors import LudotecaError
from ludoteca.games import Move, Position
from ludoteca.protocols.boards import LARGEST_SIZE, resized, stones, with_mover
from ludoteca.protocols.client import EngineClient, Line
from ludoteca.protocols.dialect import PROGRAM, Dialect, Handler, decimal, first_word, version, whole
from ludoteca.protocols.engine_process import EngineFault
from ludoteca.protocols.errors import ProtocolError
from ludoteca.protocols.loop import LineWriter
from ludoteca.protocols.search_host import SearchHost

COLOURS = {"first": "black", "second": "white"}
_SIDES = {name: side for side, colour in COLOURS.items() for name in (colour, colour[0])}
_SWAP, _RESIGN = ("swap-pieces", "swap"), "resign"
_DEFAULT = Limits(seconds=1.0)


def write_move(move: Move) -> str:
    return _SWAP[0] if move.path == ("swap",) else move.text


def read_move(position: Position, text: str) -> Move:
    """The legal move that a text means. Raises `IllegalMove`."""
    word = text.casefold()
    return position.find("swap" if word in _SWAP else word)


class Server(Dialect):
    """Our engine behind GTP. Commands are carried out one after the other."""

    def __init__(self, host: SearchHost, writer: LineWriter, lang: str = "en") -> None:
        super().__init__(host, writer, lang)
        self._number = ""
        """The number of the command, which the answer repeats."""
        self._past: list[Position] = []
        self._resigned = ""
        """The side that has resigned."""
        self._settings = _DEFAULT
        self._left: dict[str, Limits] = {}
        """The limits of each side by `time_left`."""

    def handlers(self) -> Mapping[str, Handler]:
        return {
            "protocol_version": lambda _: self._answer("2"),
            "name": lambda _: self._answer(PROGRAM),
            "version": lambda _: self._answer(version()),
            "known_command": lambda rest: self._answer(str(rest in self.commands).lower()),
            "list_commands": lambda _: self._answer(*sorted(self.commands)),
            "boardsize": self._board_size,
            "clear_board": self._clear_board,
            "play": self._play,
            "genmove": self._generate,
            "undo": self._undo,
            "showboard": lambda _: self._answer("", *self.position.draw().splitlines()),
            "final_score": self._final_score,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "quit": self._quit,
        }

    def handle(self, line: str) -> None:
        text = re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "", line.partition("#")[0].replace("\t", " ")).strip()
        if not text:
            return
        if first_word(text.lstrip("0123456789"))[0] != "quit":
            self.host.wait()
        found = re.match(r"(\d{1,18}) +|", text)
        self._number = (found[1] or "") if found else ""
        super().handle(text[found.end() if found else 0 :])

    def error_line(self, text: str) -> str:
        return f"?{self._number} {text}"

    def report(self, error: LudotecaError) -> None:
        self.writer.lines([self.error_line(error.text(self.lang)), ""])

    def _answer(self, first: str = "", *more: str) -> None:
        self._answer_to(self._number, first, *more)

    def _answer_to(self, number: str, first: str = "", *more: str) -> None:
        """Answer a command; an empty line ends the answer, so it may contain none."""
        self.writer.lines([f"={number} {first}", *(line for line in more if line.strip()), ""])

    def _quit(self, _: str) -> None:
        self.host.stop()
        self._answer()
        self.quit()

    # -- the game -------------------------------------------------------------------------------------

    def _board_size(self, rest: str) -> None:
        sizes = [whole(word, 1, LARGEST_SIZE) for word in rest.split()]
        if len(sizes) not in (1, 2):
            raise ProtocolError("protocol.incomplete", example="boardsize 11 11")
        self.host.set_game(resized(self.host.game, sizes[0], sizes[-1]))
        self._clear_board("")

    def _clear_board(self, _: str) -> None:
        self.host.new_game()
        self.position, self._past, self._resigned = self.host.game.start(), [], ""
        self._answer()

    def _side(self, colour: str) -> str:
        if colour.casefold() not in _SIDES:
            raise ProtocolError("protocol.colour", text=colour)
        return _SIDES[colour.casefold()]

    def _play(self, rest: str) -> None:
        colour, text = first_word(rest)
        side = self._side(colour)
        if text.casefold() == _RESIGN:
            self._past.append(self.position)
            self._resigned = side
        else:
            self._require_running()
            position = with_mover(self.position, side)
            self._make(position, read_move(position, text))
        self._answer()

    def _make(self, position: Position, move: Move) -> None:
        self._past.append(self.position)
        self.position = position.after(move)

    def _require_running(self) -> None:
        if self._resigned or self.position.is_over:
            raise ProtocolError("protocol.game-over")

    def _undo(self, _: str) -> None:
        if not self._past:
            raise ProtocolError("protocol.nothing-to-undo")
        self.position, self._resigned = self._past.pop(), ""
        self._answer()

    def _final_score(self, _: str) -> None:
        ended = self.position.outcome
        if ended is None and not self._resigned:
            raise ProtocolError("protocol.not-over")
        lost = self._resigned
        winner = {"first": "second", "second": "first"}[lost] if lost else ended and ended.winner
        self._answer(f"{COLOURS[winner][0].upper()}+" if winner else "0")

    # -- thinking -------------------------------------------------------------------------------------

    def _generate(self, rest: str) -> None:
        side = self._side(rest)
        self._require_running()
        position = with_mover(self.position, side)
        limits = self._left.get(side, self._settings)
        done = partial(self._generated, self._number, position)
        self.host.start(position, limits, lambda _: None, done, self.report)

    def _generated(self, number: str, position: Position, move: Move) -> None:
        self._make(position, move)
        self._answer_to(number, write_move(move))

    def _time_settings(self, rest: str) -> None:
        words = rest.split()
        if len(words) != 3:
            raise ProtocolError("protocol.incomplete", example="time_settings 300 10 1")
        main, period, moves = decimal(words[0]), decimal(words[1]), whole(words[2])
        self._left = {}
        if main > 0:
            self._settings = Limits(clock=Clock(main, period / moves if moves else 0.0))
        else:
            self._settings = Limits(seconds=0.95 * period / moves) if moves and period else _DEFAULT
        self._answer()

    def _time_left(self, rest: str) -> None:
        words = rest.split()
        if len(words) != 3:
            raise ProtocolError("protocol.incomplete", example="time_left black 300 0")
        side, left, moves = self._side(words[0]), decimal(words[1], -1e9), whole(words[2])
        seconds = max(0.0, left)
        self._left[side] = Limits(0.95 * seconds / moves) if moves else Limits(clock=Clock(seconds))
        self._answer()


class Client(EngineClient):
    """Drives an engine that speaks GTP."""

    limits = ("seconds",)

    def begin(self) -> None:
        width, height = self.game.board_size
        self._command(f"boardsize {width}" if width == height else f"boardsize {width} {height}")
        self._command("clear_board")
        if self.budget.seconds is not None:
            self.send(f"time_settings 0 {max(1, round(self.budget.seconds))} 1")
            self._receive()  # engines without clocks refuse

    def request(self, line: Line) -> str:
        move = self.new_move(line)
        mover = line.position.mover
        if move is not None:
            other = next(side for side in COLOURS if side != mover)
            self._command(f"play {COLOURS[other]} {write_move(move)}")
        elif self.has_moved or stones(line.position):
            self._command("clear_board")
            for cell, side, _ in _alternating(line.position):
                self._command(f"play {COLOURS[side]} {cell}")
        return self._command(f"genmove {COLOURS[mover]}")

    def read_move(self, position: Position, text: str) -> Move:
        if text.casefold() == _RESIGN:
            raise EngineFault("engine.resigned", "resignation")
        return read_move(position, text)

    def _command(self, command: str) -> str:
        """Send a command; its answer. Raises `EngineFault` if the engine refuses."""
        self.send(command)
        is_ok, answer = self._receive()
        if not is_ok:
            raise EngineFault("engine.refused", "crash", line=answer)
        return answer

    def _receive(self) -> tuple[bool, str]:
        """The next answer: whether the command succeeded, and the first line."""
        while not (line := self.receive()).startswith(("=", "?")):
            pass
        while self.receive():
            pass
        return line[0] == "=", line[1:].lstrip("0123456789").strip()


def _alternating(position: Position) -> list[tuple[str, str, int]]:
    """The stones in an order of play: first, second, first…"""
    found = stones(position)
    first = [one for one in found if one[1] == "first"]
    second = [one for one in found if one[1] == "second"]
    shorter = min(len(first), len(second))
    pairs = [one for pair in zip(first, second, strict=False) for one in pair]
    return [*pairs, *first[shorter:], *second[shorter:]]
