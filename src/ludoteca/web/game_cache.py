"""Compiled games and recent positions in memory, so that a move need not replay the whole game."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from threading import Lock

from cachetools import LRUCache, cached

from ludoteca.errors import UnknownGame
from ludoteca.games import Game, Position, load, loads
from ludoteca.games.learnt import kept_version
from ludoteca.games.problems import shown

MOST_MOVES = 5000
"""Positions with more legal moves are not listed; twice as many as any game of the library has."""
PositionKey = tuple[str, str, str, tuple[str, ...]]


class GameCache:
    """Loads games and replays moves. Safe to use from several threads."""

    def __init__(self, games: int = 128, positions: int = 1000) -> None:
        self._games: LRUCache[tuple[str, str], Game] = LRUCache(games)
        self._games_lock = Lock()
        self._load = cached(self._games, key=_game_key, lock=self._games_lock)(_load)
        self._positions: LRUCache[PositionKey, Position] = LRUCache(positions)
        self._lock = Lock()

    def game(self, called: str, file: str | None = None) -> Game:
        """A game of the library, or the one whose rules are given. Raises `LudotecaError`."""
        game = self._load(called, file)
        if file and game.kept_version != kept_version(game.rules_hash):
            # The game has been trained since.
            with self._games_lock:
                self._games.pop(_game_key(called, file), None)
            game = self._load(called, file)
        return game

    def position(self, called: str, file: str | None, start: str, moves: Sequence[str]) -> Position:
        """The position after some moves. Raises `LudotecaError` if they do not fit the rules."""
        game, line = self.game(called, file), tuple(moves)
        key = (called, _digest(file), start)
        position, known = self._longest_prefix(game, key, line)
        if position is None:
            position = game.position(start) if start else game.start()
        for move in line[known:]:
            position = position.play(move)
        self.remember(called, file, start, line, position)
        return position

    def _longest_prefix(
        self, game: Game, key: tuple[str, str, str], line: tuple[str, ...]
    ) -> tuple[Position | None, int]:
        """The cached position after as many of the moves as possible, and their number."""
        with self._lock:
            for known in range(len(line), -1, -1):
                found = self._positions.get((*key, line[:known]))
                if found is not None and found.game is game:
                    return _without_moves(found), known
        return None, 0

    def remember(
        self, called: str, file: str | None, start: str, moves: Sequence[str], position: Position
    ) -> None:
        """Cache the position after some moves."""
        with self._lock:
            self._positions[called, _digest(file), start, tuple(moves)] = _without_moves(position)


def _load(called: str, file: str | None) -> Game:
    if file is None and ".toml" in called:
        # `load` also reads files, and visitors must not read files of this machine.
        raise UnknownGame("game.unknown", name=shown(called[:60]), hint="")
    game = loads(file, called) if file else load(called)
    game.limit_moves(MOST_MOVES)
    _ = game.kept_version  # from now on, a training makes a difference
    return game


def _game_key(called: str, file: str | None) -> tuple[str, str]:
    return called, _digest(file)


def _digest(file: str | None) -> str:
    return hashlib.sha256(file.encode()).hexdigest() if file else ""


def _without_moves(position: Position) -> Position:
    """The same position without its list of legal moves, which may be long."""
    return Position(position.game, position.snapshot, position.last, position.before)
