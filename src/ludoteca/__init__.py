"""Abstract board games as TOML files, with one compiled kernel and engine for all of them.

>>> import ludoteca
>>> position = ludoteca.load("hex:size=3").start()
>>> len(position.legal_moves)
9
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludoteca.errors import BadPosition as BadPosition
    from ludoteca.errors import BadRecord as BadRecord
    from ludoteca.errors import IllegalMove as IllegalMove
    from ludoteca.errors import LimitExceeded as LimitExceeded
    from ludoteca.errors import LudotecaError as LudotecaError
    from ludoteca.errors import RulesError as RulesError
    from ludoteca.errors import UnknownGame as UnknownGame
    from ludoteca.games import Game as Game
    from ludoteca.games import Move as Move
    from ludoteca.games import Outcome as Outcome
    from ludoteca.games import Position as Position
    from ludoteca.games import ids as game_ids
    from ludoteca.games import load as load
    from ludoteca.games import loads as loads
    from ludoteca.play.record import Record as Record

    __version__: str

_PUBLIC = {
    "BadPosition": ("errors", "BadPosition"),
    "BadRecord": ("errors", "BadRecord"),
    "Game": ("games", "Game"),
    "IllegalMove": ("errors", "IllegalMove"),
    "LimitExceeded": ("errors", "LimitExceeded"),
    "LudotecaError": ("errors", "LudotecaError"),
    "Move": ("games", "Move"),
    "Outcome": ("games", "Outcome"),
    "Position": ("games", "Position"),
    "Record": ("play.record", "Record"),
    "RulesError": ("errors", "RulesError"),
    "UnknownGame": ("errors", "UnknownGame"),
    "game_ids": ("games", "ids"),
    "load": ("games", "load"),
    "loads": ("games", "loads"),
}
"""The public interface: the module and name behind each public name."""

__all__ = [
    "BadPosition", "BadRecord", "Game", "IllegalMove", "LimitExceeded", "LudotecaError", "Move", "Outcome",
    "Position", "Record", "RulesError", "UnknownGame", "game_ids", "load", "loads",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that `import ludoteca` is fast."""
    if name == "__version__":
        from importlib.metadata import version

        value: object = version("ludoteca")
    elif name in _PUBLIC:
        module, own = _PUBLIC[name]
        value = getattr(import_module(f"ludoteca.{module}"), own)
    else:
        raise AttributeError(f"module 'ludoteca' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__")), "__version__"})
