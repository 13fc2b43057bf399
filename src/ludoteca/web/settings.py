"""What can be set about a server: by the command line, or by the environment."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from ludoteca.play.userdata import data_folder

URL_VARIABLE = "LUDOTECA_DATABASE_URL"
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def cores() -> int:
    """How many processes can run here at once."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def usual_database() -> str:
    """The database named by the environment, else a file in the person's own folder."""
    return os.environ.get(URL_VARIABLE) or f"sqlite:///{data_folder() / 'web.sqlite'}"


@dataclass(frozen=True)
class Settings:
    """One server."""

    database: str = field(default_factory=usual_database)
    workers: int = field(default_factory=lambda: max(1, cores()))
    """Processes that think."""
    waiting: int = 64
    """Questions that may wait for them; more are told to try again."""
    seconds: float = 10.0
    """The longest that anybody may think about one move."""
    hosts: tuple[str, ...] = LOOPBACK
    """The names under which this server answers; `*` for any."""
    secure: bool = False
    """Whether it is reached by https, so that cookies may insist on it."""
