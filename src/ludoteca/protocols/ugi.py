"""UGI, the Universal Game Interface 1.0: the shape of UCI for any game of two players.

Moves and positions are written as everywhere else in Ludoteca. Scores are for the side to move, in hundredths
of a plain piece; `mate` counts plies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from ludoteca.engine import Clock, Estimate, Limits, Loss, Score, Win
from ludoteca.errors import did_you_mean
from ludoteca.games import Game, Move, Position, load, loads
from ludoteca.games.files import Damaged, parse_json
from ludoteca.games.problems import nearest
from ludoteca.protocols.client import EngineClient, Line
from ludoteca.protocols.dialect import AUTHOR, PROGRAM, Dialect, Handler, version, whole
from ludoteca.protocols.dialects import require_support
from ludoteca.protocols.errors import ProtocolError
from ludoteca.protocols.search_host import SearchInfo

_OPTION = re.compile(r"name\s+(?P<name>\S.*?)(?:\s+value(?:\s+(?P<value>.*))?)?", re.DOTALL)
_SPINS = {
    "Hash": ("megabytes", 16, 1, 65536),
    "Threads": ("threads", 1, 1, 64),
    "MultiPV": ("lines", 1, 1, 50),
    "Level": ("level", 0, 0, 8),
}
"""Numeric options: the setting, and its default, least and greatest value."""


def score_words(score: Score) -> str:
    """A score as UCI writes it; a proved draw is 0."""
    if isinstance(score, Estimate):
        return f"cp {score.units}"
    if isinstance(score, Win | Loss):
        return f"mate {score.plies if isinstance(score, Win) else -score.plies}"
    return "cp 0"


class UciLike(Dialect):
    """What UGI and UAI share. A subclass names the protocol and writes its moves and positions."""

    protocol: ClassVar[str]
    sides: ClassVar[tuple[str, str]]
    """The prefixes of the clocks of the two sides in `go`."""

    # -- notation -------------------------------------------------------------------------------------

    def read_position(self, text: str) -> Position:
        raise NotImplementedError

    def read_move(self, position: Position, text: str) -> Move:
        raise NotImplementedError

    def write_move(self, move: Move) -> str:
        raise NotImplementedError

    # -- commands -------------------------------------------------------------------------------------

    def handlers(self) -> Mapping[str, Handler]:
        return {
            self.protocol: self._introduce,
            "isready": lambda _: self.writer.line("readyok"),
            "setoption": self._set_option,
            f"{self.protocol}newgame": self._new_game,
            "position": self._set_position,
            "go": self._go,
            "stop": lambda _: self.host.stop(),
            "quit": self.quit,
        }

    def error_line(self, text: str) -> str:
        return f"info string error: {text}"

    def string_options(self) -> Mapping[str, tuple[str, Callable[[str], None]]]:
        """Options with a text: the default, and what setting it does."""
        return {"Game": (self.host.game.name, self._choose_game)}

    def _introduce(self, _: str) -> None:
        lines = [f"id name {PROGRAM} {version()}", f"id author {AUTHOR}"]
        for name, (default, _set) in self.string_options().items():
            lines.append(f"option name {name} type string default {default or '<empty>'}")
        for name, (_, usual, least, most) in _SPINS.items():
            lines.append(f"option name {name} type spin default {usual} min {least} max {most}")
        self.writer.lines([*lines, f"{self.protocol}ok"])

    def _set_option(self, rest: str) -> None:
        found = _OPTION.fullmatch(rest)
        if not found:
            raise ProtocolError("protocol.setoption")
        value = (found["value"] or "").strip()
        texts = self.string_options()
        known = {name.casefold(): name for name in (*texts, *_SPINS)}
        name = known.get(found["name"].casefold())
        if name is None:
            hint = did_you_mean(nearest(found["name"], known.values()))
            raise ProtocolError("protocol.unknown-option", name=found["name"], hint=hint)
        if name in texts:
            texts[name][1](value)
        else:
            setting, _, least, most = _SPINS[name]
            self.host.change(**{setting: whole(value, least, most)})

    def _choose_game(self, name: str) -> None:
        self.play_game(load(name))

    def play_game(self, game: Game) -> None:
        """Change the game. Raises `ProtocolError` if it does not support the protocol."""
        require_support(game, self.protocol)
        self.host.set_game(game)
        self.position = game.start()

    def _new_game(self, _: str) -> None:
        self.host.new_game()
        self.position = self.host.game.start()

    def _set_position(self, rest: str) -> None:
        self.host.require_idle()
        words = rest.split()
        end = words.index("moves") if "moves" in words else len(words)
        if words[:1] == ["startpos"] and end == 1:
            position = self.host.game.start()
        elif words[:1] == ["fen"] and end > 1:
            position = self.read_position(" ".join(words[1:end]))
        else:
            raise ProtocolError("protocol.position")
        for word in words[end + 1 :]:
            position = position.after(self.read_move(position, word))
        self.position = position

    def _go(self, rest: str) -> None:
        limits, infinite = self._limits(rest.split())
        self.host.start(self.position, limits, self._inform, self._answer, self.report, infinite)

    def _limits(self, words: list[str]) -> tuple[Limits, bool]:
        """The limits of `go`, and whether to wait for `stop`."""
        given: dict[str, int] = {}
        infinite = not words
        clocks = [f"{side}{what}" for side in self.sides for what in ("time", "inc")]
        while words:
            key = words.pop(0)
            if key == "infinite":
                infinite = True
            elif key in ("movetime", "nodes", "depth", *clocks):
                given[key] = whole(words.pop(0) if words else "", least=-(10**9))
            else:
                raise ProtocolError("protocol.go", word=key)
        if infinite:
            return Limits(), True
        side = self.sides[self.position.snapshot.mover]
        left, increment = given.get(f"{side}time"), max(0, given.get(f"{side}inc", 0))
        return Limits(
            seconds=max(0, given["movetime"]) / 1000 if "movetime" in given else None,
            nodes=max(1, given["nodes"]) if "nodes" in given else None,
            depth=max(1, given["depth"]) if "depth" in given else None,
            clock=Clock(max(0, left) / 1000, increment / 1000) if left is not None else None,
        ), False

    def _inform(self, info: SearchInfo) -> None:
        line = " ".join(self.write_move(move) for move in info.line)
        self.writer.line(
            f"info depth {info.depth} time {round(1000 * info.seconds)} nodes {info.nodes}"
            f" nps {info.nodes_per_second} multipv {info.number} score {score_words(info.score)} pv {line}"
        )

    def _answer(self, move: Move) -> None:
        self.writer.line(f"bestmove {self.write_move(move)}")


class Server(UciLike):
    """Our engine behind UGI."""

    protocol = "ugi"
    sides = ("p1", "p2")

    def handlers(self) -> Mapping[str, Handler]:
        return {**super().handlers(), "query": self._query}

    def string_options(self) -> Mapping[str, tuple[str, Callable[[str], None]]]:
        return {**super().string_options(), "Rules": ("", self._read_rules)}

    def read_position(self, text: str) -> Position:
        return self.host.game.position(text)

    def read_move(self, position: Position, text: str) -> Move:
        return position.find(text)

    def write_move(self, move: Move) -> str:
        return move.text

    def _read_rules(self, value: str) -> None:
        """The rules of a game: the text of a rules file as a JSON string."""
        try:
            text: Any = parse_json(value)
        except Damaged:
            text = None
        if not isinstance(text, str):
            raise ProtocolError("protocol.rules")
        self.play_game(loads(text))

    def _query(self, what: str) -> None:
        ended = self.position.outcome
        answers = {
            "p1turn": str(self.position.mover == "first").lower(),
            "gameover": str(ended is not None).lower(),
            "result": {None: "draw", "first": "p1win", "second": "p2win"}[ended.winner] if ended else "none",
        }
        if what not in answers:
            raise ProtocolError("protocol.query", what=what, known=tuple(answers))
        self.writer.line(f"response {answers[what]}")


class UciLikeClient(EngineClient):
    """Drives an engine that speaks UGI or UAI."""

    protocol: ClassVar[str]

    def begin(self) -> None:
        self.send(self.protocol)
        offered = set()
        while (line := self.receive()) != f"{self.protocol}ok":
            if found := re.match(r"option name (.+?) type ", line):
                offered.add(found[1].casefold())
        for name, value in self.options.items():
            self.send(f"setoption name {name} value {value}")
        if "game" in offered:
            self.send(f"setoption name Game value {self.game.address}")
        self.send(f"{self.protocol}newgame")
        self.send("isready")
        self.receive_until("readyok")

    def request(self, line: Line) -> str:
        start = "startpos" if line.start == self.game.start() else f"fen {self.write_position(line.start)}"
        moves = " ".join(self.write_move(move) for move in line.moves)
        self.send(f"position {start} moves {moves}" if moves else f"position {start}")
        self.send(f"go {self._limits()}")
        while True:
            word, _, rest = self.receive().partition(" ")
            if word == "bestmove":
                return rest.split()[0] if rest.split() else ""

    def _limits(self) -> str:
        budget = self.budget
        parts = [f"nodes {budget.nodes}"] if budget.nodes is not None else []
        parts += [f"depth {budget.depth}"] if budget.depth is not None else []
        parts += [f"movetime {round(1000 * budget.seconds)}"] if budget.seconds is not None else []
        return " ".join(parts)

    def write_position(self, position: Position) -> str:
        raise NotImplementedError

    def write_move(self, move: Move) -> str:
        raise NotImplementedError


class Client(UciLikeClient):
    """Drives an engine that speaks UGI."""

    protocol = "ugi"

    def write_position(self, position: Position) -> str:
        return position.text

    def write_move(self, move: Move) -> str:
        return move.text

    def read_move(self, position: Position, text: str) -> Move:
        return position.find(text)
