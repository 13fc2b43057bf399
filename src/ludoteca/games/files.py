"""Reading files whose content nobody vouches for: every reader states how much it accepts.

All files that a person may name, or that lie in the user's data folder, are read through this module.
"""

from __future__ import annotations

import errno
import json
import os
import re
import stat
import tomllib
from pathlib import Path
from typing import Any, BinaryIO

from ludoteca.errors import LudotecaError
from ludoteca.system import open_at_once

MEGABYTE = 1_000_000
RECORD = 16 * MEGABYTE
"""The largest record of a game, in any format."""
TUNING = 4 * MEGABYTE
"""The largest tuned file or network."""
PUZZLES = 4 * MEGABYTE
"""The largest file of puzzles."""
CHECKPOINT = 1000 * MEGABYTE
"""The largest checkpoint of a solver or a training, and the largest certificate."""
_PART = 1 << 20
_LONG_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){32}""")


class CannotRead(LudotecaError):
    """A file is too large, or not the text that it should be."""


class Damaged(LudotecaError):
    """A text is not JSON or TOML. Its message is a part of a sentence that names the file."""


def read_bytes(path: Path | str, limit: int) -> bytes:
    """The content of a file, pipe or device. Raises `CannotRead` if it has more than `limit` bytes, and
    `OSError` if the system refuses. A pipe that nobody writes to is empty."""
    with os.fdopen(open_at_once(path), "rb") as file:
        found = os.fstat(file.fileno())
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if found.st_size > limit:
            raise _too_large(path, limit)
        return read_stream(file, limit, path)


def read_stream(stream: BinaryIO, limit: int, name: Path | str) -> bytes:
    """The rest of a stream. Raises `CannotRead`, with the name, if it has more than `limit` bytes."""
    parts, size = [], 0
    while part := stream.read(min(_PART, limit + 1 - size)):
        parts.append(part)
        size += len(part)
        if size > limit:
            raise _too_large(name, limit)
    return b"".join(parts)


def read_text(path: Path | str, limit: int) -> str:
    """The content of a text file. Raises as `read_bytes` does, and `CannotRead` if it is not UTF-8."""
    try:
        return read_bytes(path, limit).decode("utf-8")
    except UnicodeDecodeError:
        raise CannotRead("read.not-utf8", path=path) from None


def parse_json(text: str | bytes) -> Any:
    """The value of a JSON text. Raises `Damaged`, also where it is nested too deeply."""
    try:
        return json.loads(text)
    except ValueError as problem:
        raise Damaged("read.syntax", problem=str(problem)) from None
    except RecursionError:
        raise Damaged("read.too-deep") from None


def parse_toml(text: str) -> dict[str, Any]:
    """The tables of a TOML text. Raises `Damaged`, also where it is nested too deeply."""
    if has_long_key(text):
        raise Damaged("read.too-deep")
    try:
        return tomllib.loads(text)
    except ValueError as problem:
        raise Damaged("read.syntax", problem=str(problem)) from None
    except RecursionError:
        raise Damaged("read.too-deep") from None


def has_long_key(text: str) -> bool:
    """Whether a TOML text has a dotted key with more than 32 parts, `a.a.a…`: Python's parser takes quadratic
    time for them."""
    return _LONG_KEY.search(text) is not None


def _too_large(path: Path | str, limit: int) -> CannotRead:
    return CannotRead("read.too-large", path=path, megabytes=limit // MEGABYTE)
