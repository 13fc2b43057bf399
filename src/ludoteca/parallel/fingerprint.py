"""A fingerprint of the installed package: equal where the same task gives the same result."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parent.parent
_SUFFIXES = (".py", ".toml", ".json")
_LEFT_OUT = ("web", "cli", "locale")
"""Packages that no task uses."""


@cache
def fingerprint() -> str:
    """The hash of all modules and of the library of games; the compiled kernel differs between machines."""
    found = hashlib.sha256()
    for file in sorted(_PACKAGE.rglob("*"), key=lambda one: one.relative_to(_PACKAGE).as_posix()):
        place = file.relative_to(_PACKAGE)
        if file.suffix in _SUFFIXES and place.parts[0] not in _LEFT_OUT:
            found.update(
                place.as_posix().encode() + b"\0" + file.read_bytes().replace(b"\r\n", b"\n") + b"\0"
            )
    return found.hexdigest()[:16]
