"""Games and positions kept at hand, so that a move need not replay the whole game."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from ludoteca.errors import UnknownGame
from ludoteca.games import Game, Position, load, loads

Key = TypeVar("Key")
Value = TypeVar("Value")


class LRUCache(Generic[Key, Value]):
    """The things used most recently, by key. Safe to use from many threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Key, Value] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Key) -> Value | None:
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def put(self, key: Key, value: Value) -> None:
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def get_or_create(self, key: Key, make: Callable[[], Value]) -> Value:
        """What is kept under a key; if nothing is, it is made, and kept from now on."""
        found = self.get(key)
        if found is None:
            found = make()
            self.put(key, found)
        return found

    def drop(self, key: Key) -> None:
        with self._lock:
            self._kept.pop(key, None)


class GameCache:
    """Opens games and finds positions in them. What was opened lately is remembered."""

    def __init__(self, most: int = 128, positions: int = 1000) -> None:
        self._games: LRUCache[tuple[str, str], Game] = LRUCache(most)
        self._positions: LRUCache[tuple[str, str, str, tuple[str, ...]], Position] = LRUCache(positions)

    def game(self, called: str, file: str | None = None) -> Game:
        """A game of the library, or the one whose rules are given. Raises `LudotecaError`."""
        if file is None and ".toml" in called:
            # `load` opens files as well: those of this machine are nobody's business here.
            raise UnknownGame(f'there is no game called "{called[:60]}". See: ludoteca list.')
        key = (called, _digest(file))
        return self._games.get_or_create(key, lambda: loads(file, called) if file else load(called))

    def position(self, called: str, file: str | None, start: str, moves: Sequence[str]) -> Position:
        """The position after some moves. Raises `LudotecaError` if they do not fit the rules."""
        game, said = self.game(called, file), tuple(moves)
        known = len(said)
        while known >= 0:
            found = self._positions.get((called, _digest(file), start, said[:known]))
            if found is not None and found.game is game:
                break
            known -= 1
        else:
            found, known = game.position(start) if start else game.start(), 0
        assert found is not None
        found = _bare(found)
        for move in said[known:]:
            found = found.play(move)
        self.remember(called, file, start, said, found)
        return found

    def remember(
        self, called: str, file: str | None, start: str, moves: Sequence[str], position: Position
    ) -> None:
        """Keep at hand the position after some moves."""
        self._positions.put((called, _digest(file), start, tuple(moves)), _bare(position))

    def line(self, called: str, file: str | None, start: str, moves: Sequence[str]) -> list[Position]:
        """Every position of a game, the first included."""
        line = [self.position(called, file, start, ())]
        for move in moves:
            line.append(line[-1].play(move))
        return line


def _bare(position: Position) -> Position:
    """The same position without what was worked out from it: a list of its moves may be long."""
    return Position(position.game, position.snapshot, position.last)


def _digest(file: str | None) -> str:
    return hashlib.sha256(file.encode()).hexdigest() if file else ""
