"""Unfinished games: one file each, written after every move and deleted at the end of the game."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ludoteca.errors import BadRecord, LudotecaError
from ludoteca.games import SIDES, load
from ludoteca.games.files import RECORD, CannotRead, Damaged, parse_json, read_text
from ludoteca.games.userdata import CannotWrite, SetAside, data_folder, set_aside, write_text
from ludoteca.play.opponents import level_by_place
from ludoteca.play.record import Record

FORMAT, VERSION = "ludoteca-save", 2
_BY_PLACE = 1
"""The version in which `level:2` was the second level of a game."""


@dataclass(frozen=True)
class Save:
    """A saved unfinished game."""

    path: Path
    saved: datetime
    first: str
    """The player specifications: `human`, `random:seed=7`."""
    second: str
    record: Record


class Saves:
    """All unfinished games of the user. Files that cannot be read are set aside and listed in `aside`."""

    def __init__(self, folder: Path | None = None, clock: Callable[[], datetime] = datetime.now) -> None:
        self.folder = folder or data_folder() / "unfinished"
        self.clock = clock
        self.aside: list[SetAside] = []

    def new_path(self, game: str) -> Path:
        """A file name for a new game; games started in the same second get different ones."""
        name = re.sub(r"[^a-z0-9]+", "-", game.casefold()).strip("-")[-60:] or "game"
        return self.folder / f"{name}-{self.clock():%Y%m%d-%H%M%S}-{secrets.token_hex(2)}.json"

    def keep(self, path: Path, record: Record, first: str, second: str) -> None:
        """Save the game, replacing the earlier file. Raises `CannotWrite`."""
        value = {
            "format": FORMAT,
            "version": VERSION,
            "saved": self.clock().isoformat(timespec="microseconds"),
            "players": {"first": first, "second": second},
            "record": record.as_dict(),
        }
        write_text(path, json.dumps(value, ensure_ascii=False, indent=1) + "\n")

    def drop(self, path: Path) -> None:
        """Delete the file of a finished game. Raises `CannotWrite`."""
        try:
            path.unlink()
        except (FileNotFoundError, NotADirectoryError):
            pass
        except OSError as problem:
            raise CannotWrite.because(path, problem) from None

    def all(self) -> list[Save]:
        """Every unfinished game, the newest first."""
        files = sorted(self.folder.glob("*.json")) if self.folder.is_dir() else []
        found = [save for save in map(self._read, files) if save]
        return sorted(found, key=lambda save: save.saved, reverse=True)

    def latest(self, game: str | None = None) -> Save | None:
        """The newest unfinished game, of one game or of any."""
        return next((save for save in self.all() if game in (None, save.record.game)), None)

    def _read(self, path: Path) -> Save | None:
        try:
            return read_save(path)
        except FileNotFoundError:
            return None  # finished in another process in the meantime
        except (ValueError, KeyError, TypeError, BadRecord, CannotRead, Damaged) as problem:
            why = problem.message if isinstance(problem, LudotecaError) else str(problem)
            self.aside.append(set_aside(path, why, self.clock()))
            return None


def read_save(path: Path) -> Save:
    """One unfinished game. A broken file raises ValueError, KeyError, TypeError or `LudotecaError`."""
    value = parse_json(read_text(path, RECORD))
    if value["format"] != FORMAT or value["version"] not in (VERSION, _BY_PLACE):
        raise ValueError(f"not a {FORMAT} of version {VERSION}")
    players = {side: str(value["players"][side]) for side in SIDES}
    saved = datetime.fromisoformat(value["saved"])
    record = Record.from_dict(value["record"])
    if value["version"] == _BY_PLACE and any(spec.startswith("level") for spec in players.values()):
        players = {side: level_by_place(spec, load(record.game)) for side, spec in players.items()}
    return Save(path, saved, players["first"], players["second"], record)
