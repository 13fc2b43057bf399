"""Where a person's own things are kept, and how to write there safely."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

VARIABLE = "LUDOTECA_DATA"


def data_folder() -> Path:
    """The folder of a person's own things; the variable LUDOTECA_DATA says another."""
    said = os.environ.get(VARIABLE)
    if said:
        return Path(said).expanduser()
    from platformdirs import user_data_path

    return user_data_path("ludoteca", appauthor=False)


def write_whole(path: Path, parts: Iterable[bytes | memoryview]) -> None:
    """Write a file so that whoever reads it, even after a power cut, finds the old content or the new.

    What is no file, such as a pipe or a device, is written to; where a link points to, and the link stays.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        with path.open("wb") as stream:
            stream.writelines(parts)
        return
    if path.is_symlink():
        path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
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
