"""A person's own folder: where it is, how to write there safely, and what becomes of broken files."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ludoteca.errors import LudotecaError
from ludoteca.games import userdata
from ludoteca.games.userdata import data_folder as data_folder


class CannotKeep(LudotecaError):
    """The folder cannot be written to; the message says why."""


@dataclass(frozen=True)
class SetAside:
    """A file that could not be read, and the name under which it was kept."""

    file: Path
    kept: Path
    why: str


def write_whole(path: Path, text: str) -> None:
    """Write a text so that whoever reads it, even after a power cut, finds the old one or the new one."""
    try:
        userdata.write_whole(path, [text.encode()])
    except OSError as problem:
        raise CannotKeep(f"{path}: {problem.strerror or problem}.") from None


def set_aside(path: Path, why: str, now: datetime) -> SetAside:
    """Rename a broken file, so that a new one can take its place and nothing is lost."""
    kept = path.with_name(f"{path.name}.broken-{now:%Y%m%d-%H%M%S}")
    number = 1
    while kept.exists():
        number += 1
        kept = path.with_name(f"{path.name}.broken-{now:%Y%m%d-%H%M%S}-{number}")
    try:
        path.rename(kept)
    except OSError as problem:
        raise CannotKeep(f"{path}: {problem.strerror or problem}.") from None
    return SetAside(path, kept, why)
