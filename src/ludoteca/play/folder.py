"""A person's own folder: where it is, how to write there safely, and what becomes of broken files."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ludoteca.errors import LudotecaError


class CannotKeep(LudotecaError):
    """The folder cannot be written to; the message says why."""


@dataclass(frozen=True)
class SetAside:
    """A file that could not be read, and the name under which it was kept."""

    file: Path
    kept: Path
    why: str


def data_folder() -> Path:
    """The folder of a person's own things; the variable LUDOTECA_DATA says another."""
    from ludoteca.games.folder import data_folder as found  # only now: a help text needs no games

    return found()


def write_whole(path: Path, text: str) -> None:
    """Write a file so that whoever reads it, even after a power cut, finds the old text or the new one."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    except OSError as problem:
        raise CannotKeep(f"{path}: {problem.strerror or problem}.") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except BaseException as problem:
        Path(draft).unlink(missing_ok=True)
        if isinstance(problem, OSError):
            raise CannotKeep(f"{path}: {problem.strerror or problem}.") from None
        raise


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
