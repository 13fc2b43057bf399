"""The user's data folder: its location, atomic writes, and the handling of damaged files."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ludoteca.errors import LudotecaError, file_problem
from ludoteca.messages import Message

VARIABLE = "LUDOTECA_DATA"


class CannotWrite(LudotecaError):
    """A file cannot be written; the message says why."""

    @classmethod
    def because(cls, path: Path, problem: OSError) -> CannotWrite:
        return cls("store.file", path=path, problem=file_problem(problem))


def data_folder() -> Path:
    """The user's data folder; the variable LUDOTECA_DATA overrides it."""
    given = os.environ.get(VARIABLE)
    if given:
        return Path(given).expanduser()
    from platformdirs import user_data_path

    return user_data_path("ludoteca", appauthor=False)


# -- writing ------------------------------------------------------------------------------------------


def write_text(path: Path, text: str) -> None:
    """Write a text file atomically. Raises `CannotWrite`."""
    try:
        write_atomically(path, [text.encode()])
    except OSError as problem:
        raise CannotWrite.because(path, problem) from None


def write_bytes(path: Path, data: bytes) -> None:
    """Write a binary file atomically. Raises `CannotWrite`."""
    try:
        write_atomically(path, [data])
    except OSError as problem:
        raise CannotWrite.because(path, problem) from None


def write_atomically(path: Path, parts: Iterable[bytes | memoryview]) -> None:
    """Replace a file in one step, so that readers find the old content or the new, even after a power cut.

    Pipes and devices are written to directly, and a symbolic link is followed.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        with path.open("wb") as stream:
            stream.writelines(parts)
        return
    if path.is_symlink():
        path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    from tempfile import mkstemp  # slow to import, and most programs write nothing

    handle, draft = mkstemp(prefix=f".{path.name}-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


# -- damaged files ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SetAside:
    """A file that could not be read, and its new name."""

    file: Path
    kept: Path
    why: Message | str
    """The message of an error, or what the system says."""


def set_aside(path: Path, why: Message | str, now: datetime) -> SetAside:
    """Rename a damaged file, so that a new one can replace it and nothing is lost."""
    kept = path.with_name(f"{path.name}.broken-{now:%Y%m%d-%H%M%S}")
    number = 1
    while kept.exists():
        number += 1
        kept = path.with_name(f"{path.name}.broken-{now:%Y%m%d-%H%M%S}-{number}")
    try:
        path.rename(kept)
    except OSError as problem:
        raise CannotWrite.because(path, problem) from None
    return SetAside(path, kept, why)
