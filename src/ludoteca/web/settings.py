"""Settings of a server, from the command line or the environment."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from ludoteca.games.userdata import data_folder
from ludoteca.system import cores

URL_VARIABLE = "LUDOTECA_DATABASE_URL"
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def usual_database() -> str:
    """The database named by the environment, else a file in the user's data folder."""
    return os.environ.get(URL_VARIABLE) or f"sqlite:///{data_folder() / 'web.sqlite'}"


@dataclass(frozen=True)
class Settings:
    """Settings of one server."""

    database: str = field(default_factory=usual_database)
    workers: int = field(default_factory=lambda: cores() + 1)
    """Worker processes: one more than processors, as some only wait for quick jobs."""
    waiting: int = 256
    """Jobs that may wait for a worker; further ones are refused as busy."""
    limits: str = "school"
    """The profile of budgets for visitors: `school`, `internet` or `off`."""
    seconds: float = 10.0
    """The maximum thinking time for one move."""
    hosts: tuple[str, ...] = LOOPBACK
    """The host names that this server accepts; `*` for any."""
    secure: bool = False
    """Whether it is reached by https: then cookies are `Secure`."""
