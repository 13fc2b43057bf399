"""The front end's side of a protocol: what to send to another engine, and the move it answers with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from ludoteca.errors import LudotecaError
from ludoteca.games import Game, Move, Position
from ludoteca.protocols.engine_process import EngineFault, EngineProcess


@dataclass(frozen=True)
class Budget:
    """What another engine may spend on a move, and how long we wait."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    timeout: float = 60.0
    """Seconds to wait for a move where `seconds` is not given."""
    margin: float = 1.0
    """Seconds that a move may take longer than `seconds`."""
    start_up: float = 20.0
    """Seconds to wait for an engine that starts."""

    @property
    def patience(self) -> float:
        """Seconds after which a move is too late."""
        return self.timeout if self.seconds is None else self.seconds + self.margin


@dataclass
class Line:
    """The game as an engine knows it: a position, and the moves since."""

    start: Position
    moves: list[Move] = field(default_factory=list)
    position: Position = field(init=False)
    """After the moves."""

    def __post_init__(self) -> None:
        self.position = self.start

    def add(self, move: Move) -> None:
        self.position = self.position.after(move)
        self.moves.append(move)

    def follow(self, position: Position) -> bool:
        """Add the move that leads to a position, if one does. False if the game goes on elsewhere."""
        if position == self.position:
            return True
        try:
            if position.last is None or self.position.after(position.last) != position:
                return False
        except LudotecaError:
            return False
        self.add(position.last)
        return True


class EngineClient:
    """Drives one engine process in one game."""

    limits: ClassVar[tuple[str, ...]] = ("seconds", "nodes", "depth")
    """The limits of a search that the protocol can express."""
    farewell: ClassVar[str] = "quit"
    """The command that ends the engine."""

    def __init__(
        self, process: EngineProcess, game: Game, budget: Budget, options: Mapping[str, str]
    ) -> None:
        self.process, self.game, self.budget, self.options = process, game, budget, options
        self._line: Line | None = None
        self._told: tuple[Line, int] | None = None
        """The line that the engine knows, and how many of its moves."""
        process.allow(budget.start_up)
        self.begin()

    def choose(self, position: Position) -> Move:
        """The engine's move. Raises `EngineFault` if it has none that is legal, in time."""
        self.process.allow(self.budget.patience)
        if self._line is None or not self._line.follow(position):
            self._line = Line(position)
        text = self.request(self._line)
        try:
            move = self.read_move(position, text)
        except LudotecaError as error:
            raise EngineFault("engine.illegal", "illegal move", move=text, problem=error.message) from None
        self._line.add(move)
        self._told = self._line, len(self._line.moves)
        return move

    @property
    def has_moved(self) -> bool:
        """Whether the engine has answered with a move before."""
        return self._told is not None

    def new_move(self, line: Line) -> Move | None:
        """The last move of a line, if it is the only one that the engine does not know."""
        told = self._told
        is_next = told is not None and told[0] is line and len(line.moves) == told[1] + 1
        return line.moves[-1] if is_next else None

    def close(self) -> None:
        """End the engine."""
        self.process.close(self.farewell)

    # -- the protocol ---------------------------------------------------------------------------------

    def begin(self) -> None:
        """Introduce ourselves, and set the options."""

    def request(self, line: Line) -> str:
        """Ask for a move in the position at the end of a line; the text of the answer."""
        raise NotImplementedError

    def read_move(self, position: Position, text: str) -> Move:
        """The legal move that an answer means. Raises a `LudotecaError`."""
        raise NotImplementedError

    # -- lines ----------------------------------------------------------------------------------------

    def send(self, line: str) -> None:
        self.process.send(line)

    def receive(self) -> str:
        return self.process.receive()

    def receive_until(self, wanted: str) -> None:
        """Read lines up to a given one."""
        while self.receive() != wanted:
            pass
