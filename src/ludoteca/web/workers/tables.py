"""Tablebases that perfect players make for visitors: in a folder of their own, of bounded size."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ludoteca.games.userdata import data_folder
from ludoteca.solver.retrograde.tables import NEW_TABLES_VARIABLE

_MOST_BYTES = 200_000_000


def folder() -> Path:
    return data_folder() / "web-tables"


def use_own_folder() -> None:
    """From now on this process puts new tables into that folder."""
    os.environ[NEW_TABLES_VARIABLE] = str(folder())


def prune(most: int = _MOST_BYTES) -> None:
    """Delete the least recently changed files until the folder is within its limit."""
    size = 0
    for file, status in sorted(_files(), key=lambda found: found[1].st_mtime, reverse=True):
        size += status.st_size
        if size > most:
            file.unlink(missing_ok=True)


def _files() -> Iterator[tuple[Path, os.stat_result]]:
    """The files of the folder. Another worker may delete some meanwhile."""
    for file in folder().glob("*"):
        with suppress(FileNotFoundError):
            yield file, file.stat()
