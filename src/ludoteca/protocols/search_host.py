"""The engine behind a protocol: its game, position and settings, and the search in a thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from ludoteca.engine import AnyEngine, Engine, Limits, Line, Score, SearchResult, engine_for
from ludoteca.engine.factory import ALPHA_BETA
from ludoteca.errors import LudotecaError
from ludoteca.games import Game, Move, Position
from ludoteca.protocols.errors import ProtocolError
from ludoteca.solver import EndgameTables

_STOP_INTERVAL = 0.002
"""Seconds between two requests to stop: one that comes before the search has begun is lost."""
_UNLIMITED = 2**62


@dataclass(frozen=True)
class SearchInfo:
    """A report of a running search: one line of play."""

    depth: int
    number: int
    """From 1; the best line first."""
    score: Score
    line: tuple[Move, ...]
    nodes: int
    seconds: float

    @property
    def result(self) -> tuple[int, Score, tuple[Move, ...]]:
        """What was found, without what it cost."""
        return self.depth, self.score, self.line

    @property
    def nodes_per_second(self) -> int:
        return round(self.nodes / self.seconds) if self.seconds > 0 else 0


@dataclass(frozen=True)
class Settings:
    """The options that every dialect may offer."""

    megabytes: int = 16
    threads: int = 1
    lines: int = 1
    """Multi-PV."""
    level: int = 0
    """From 1, the weakest; 0 is full strength."""


class LevelChooser(Protocol):
    """Plays at a level."""

    def choose(self, position: Position) -> Move: ...


LevelMaker = Callable[[Game, int], LevelChooser]
"""A player of a level of a game. Raises a `LudotecaError` if the game does not have the level."""
OnInfo = Callable[[SearchInfo], None]
OnDone = Callable[[Move], None]
OnPosition = Callable[[Position, SearchInfo], None]
OnError = Callable[[LudotecaError], None]


class SearchHost:
    """Searches one position at a time in a thread of its own. Called from one thread."""

    def __init__(self, game: Game, make_level: LevelMaker | None = None) -> None:
        self.game = game
        self.settings = Settings()
        self._make_level = make_level
        self._engine: AnyEngine | None = None
        self._endgames = EndgameTables(game)
        self._level: LevelChooser | None = None
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._answered = threading.Event()
        """Set before the answer is written: the next command may come before the thread has ended."""

    # -- settings -------------------------------------------------------------------------------------

    def set_game(self, game: Game) -> None:
        self.require_idle()
        self.game = game
        self.new_game()

    def change(self, **settings: int) -> None:
        """Change settings; the hash is lost."""
        self.require_idle()
        wanted = replace(self.settings, **settings)
        if wanted.level and self._make_level:
            self._make_level(self.game, wanted.level)
        self.settings = wanted
        self.new_game()

    def new_game(self) -> None:
        """Forget what was learnt from earlier searches."""
        self.require_idle()
        self._engine = self._level = None

    # -- searching ------------------------------------------------------------------------------------

    @property
    def is_searching(self) -> bool:
        return self._thread is not None and self._thread.is_alive() and not self._answered.is_set()

    def require_idle(self) -> None:
        """Raises `ProtocolError` while a search runs."""
        if self.is_searching:
            raise ProtocolError("protocol.searching")

    def start(
        self, position: Position, limits: Limits, on_info: OnInfo, on_done: OnDone, on_error: OnError,
        until_stopped: bool = False,
    ) -> None:  # fmt: skip
        """Search in a thread, which calls `on_done` with the best move, or `on_error`. With `until_stopped`
        the answer waits for `stop`, however early the search ends."""
        self.require_idle()
        if position.is_over:
            raise ProtocolError("protocol.game-over")

        def search() -> Callable[[], None]:
            move = self.choose(position, limits, on_info)
            if until_stopped:
                self._stop.wait()
            return lambda: on_done(move)

        self._start(search, on_error)

    def analyse(
        self, positions: Sequence[Position], limits: Limits, on_position: OnPosition,
        on_done: Callable[[], None], on_error: OnError,
    ) -> None:  # fmt: skip
        """Search positions one after the other in a thread, and report the last result of each."""

        def search() -> Callable[[], None]:
            for position in positions:
                found: list[SearchInfo] = []
                self.choose(position, limits, found.append)
                if self._stop.is_set():
                    break
                if found:  # a level reports nothing
                    on_position(position, found[-1])
            return on_done

        self._start(search, on_error)

    def _start(self, search: Callable[[], Callable[[], None]], on_error: OnError) -> None:
        """Run a search in a thread, which then calls what the search returned."""
        self.require_idle()
        self.wait()
        self._stop.clear()
        self._answered.clear()
        self._thread = threading.Thread(target=self._run, args=(search, on_error), daemon=True, name="search")
        self._thread.start()

    def stop(self) -> None:
        """Stop the search, if any, and wait for its answer."""
        self._stop.set()
        while self._thread is not None and self._thread.is_alive():
            if self._engine is not None:
                self._engine.stop()
            self._thread.join(_STOP_INTERVAL)

    def wait(self) -> None:
        """Wait until the search has answered."""
        if self._thread is not None:
            self._thread.join()

    def _run(self, search: Callable[[], Callable[[], None]], on_error: OnError) -> None:
        try:
            answer = search()
        except (LudotecaError, MemoryError) as error:
            self._answered.set()
            on_error(error if isinstance(error, LudotecaError) else ProtocolError("protocol.memory"))
            return
        self._answered.set()
        answer()

    def choose(self, position: Position, limits: Limits, on_info: OnInfo) -> Move:
        """The best move within the limits; runs in the search thread."""
        limits = limits if limits != Limits() else Limits(nodes=_UNLIMITED)
        if self.settings.level and self._make_level:
            self._level = self._level or self._make_level(position.game, self.settings.level)
            return self._level.choose(position)
        if self.settings.lines > 1:
            return self._best_lines(position, limits, on_info)
        engine = self._engine_for(position.game, needs_depth=limits.depth is not None)
        if isinstance(engine, Engine):
            self._set_tablebase(engine, position, limits)
        reports: list[SearchInfo] = []

        def report(found: SearchResult) -> None:
            info = SearchInfo(found.depth, 1, found.score, found.continuation, found.nodes, found.seconds)
            if not reports or info.result != reports[-1].result:
                on_info(info)
            reports[:] = [info]

        best = engine.best(position, limits, report)
        report(best)
        return best.move

    def _best_lines(self, position: Position, limits: Limits, on_info: OnInfo) -> Move:
        engine = self._engine_for(position.game, needs_depth=True)
        assert isinstance(engine, Engine)

        def report(lines: Sequence[Line], seconds: float) -> None:
            for number, one in enumerate(lines, 1):
                on_info(SearchInfo(one.depth, number, one.score, one.continuation, engine.nodes, seconds))

        return engine.lines(position, limits, self.settings.lines, watch=report)[0].move

    def _set_tablebase(self, engine: Engine, position: Position, limits: Limits) -> None:
        """Endgame tables are for searches that only time limits: other ones give the same move without."""
        if self._endgames.game is not position.game:
            self._endgames = EndgameTables(position.game)
        engine.set_tablebase(self._endgames.tablebase(position) if limits.is_timed else None)

    def _engine_for(self, game: Game, needs_depth: bool) -> AnyEngine:
        """The engine of a game, which keeps its hash. MCTS has neither a depth nor several lines."""
        known = self._engine
        if known is None or known.game is not game or (needs_depth and not isinstance(known, Engine)):
            megabytes, threads = self.settings.megabytes, self.settings.threads
            method = ALPHA_BETA if needs_depth else "preferred"
            known = engine_for(game, megabytes, threads, method=method, avoid_repetition=True)
            self._engine = known
        return known
