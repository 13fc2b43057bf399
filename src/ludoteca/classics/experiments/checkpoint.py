"""The checkpoint of experiments: one line of JSON for each finished game or search.

Experiments are deterministic sequences of units. A unit that the checkpoint has is not computed again: the
same command continues where it was interrupted. A line that was cut off is removed when the file is opened.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ludoteca.errors import LudotecaError
from ludoteca.games.json_lines import JsonLinesFile

FORMAT, VERSION = "ludoteca-experiments", 1
_SYNC_SECONDS = 1.0


class BadCheckpoint(LudotecaError):
    """A file that is no checkpoint, or one of another run."""


class Checkpoint(JsonLinesFile):
    """Finished units by key."""

    def __init__(self, path: Path, quick: bool, afresh: bool = False) -> None:
        """Create the file, or open the one of the same kind of run. Raises `BadCheckpoint`, `CannotWrite`."""
        super().__init__(path, BadCheckpoint("checkpoint.in-use", file=path), afresh, _SYNC_SECONDS)
        try:
            self.units = self._read({"format": FORMAT, "version": VERSION, "quick": quick})
        except BaseException:
            self.close()
            raise

    def _read(self, header: dict[str, Any]) -> dict[str, Any]:
        if not self.lines:
            self.begin(header)
            return {}
        try:
            found, *units = map(json.loads, self.lines)
            if found["format"] != FORMAT or found["version"] != VERSION:
                raise ValueError
            kept = {str(key): value for key, value in units}
        except (ValueError, KeyError, TypeError, RecursionError):
            raise BadCheckpoint("checkpoint.damaged", file=self.path) from None
        if found != header:
            raise BadCheckpoint("checkpoint.other-run", file=self.path)
        return kept

    def add(self, key: str, value: Any) -> None:
        """Keep a unit. Raises `CannotWrite`."""
        self.units[key] = value
        self.append([key, value])
