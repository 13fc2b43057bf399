"""Settings of a server, from the command line or the environment."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields, replace
from urllib.parse import urlsplit

from ludoteca.errors import LudotecaError
from ludoteca.games.userdata import data_folder
from ludoteca.messages import Number, WordList
from ludoteca.system import cores

URL_VARIABLE = "LUDOTECA_DATABASE_URL"
RETENTION_VARIABLE = "LUDOTECA_RETENTION"
TEACHERS_VARIABLE = "LUDOTECA_TEACHER_PASSWORD"
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def usual_database() -> str:
    """The database named by the environment, else a file in the user's data folder."""
    return os.environ.get(URL_VARIABLE) or f"sqlite:///{data_folder() / 'web.sqlite'}"


class InvalidSetting(LudotecaError):
    pass


@dataclass(frozen=True)
class Retention:
    """How long stored data is kept, in days, and how much of it. 0 stands for no limit."""

    unfinished: float = 30.0
    """Unfinished games, after their last move."""
    finished: float = 365.0
    reviews: float = 90.0
    """Reviews, after the last move of their game: they can be computed again."""
    drafts: float = 365.0
    analyses: float = 180.0
    """Stored analyses, after somebody stored them."""
    tournaments: float = 365.0
    """Tournaments, after their last game."""
    classes: float = 30.0
    """The longest time that a teacher may keep a class, from its opening."""
    experiments: float = 365.0
    """Results of experiments."""
    visitors: float = 400.0
    """Results and ratings of visitors who have nothing else left, after their last game."""
    grace: float = 1.0
    """When a quota is reached, only what has not been touched for as long is deleted to make room."""
    games_per_visitor: float = 1000
    drafts_per_visitor: float = 300
    analyses_per_visitor: float = 100
    tournaments_per_visitor: float = 50
    experiments_per_visitor: float = 50
    games: float = 200_000
    """Of the whole server."""
    megabytes: float = 2048
    """The size of the database."""

    @property
    def bytes(self) -> int:
        return int(self.megabytes * 2**20)

    @classmethod
    def parse(cls, text: str) -> Retention:
        """From a text such as `unfinished=7,games-per-visitor=50`. Raises `InvalidSetting`."""
        known = {one.name.replace("_", "-"): one.name for one in fields(cls)}
        found: dict[str, float] = {}
        for part in filter(None, (one.strip() for one in text.split(","))):
            key, _, value = part.partition("=")
            if key not in known:
                raise InvalidSetting("setting.retention-key", key=key, known=WordList(known))
            found[known[key]] = _limit(key, value)
        return replace(cls(), **found)


_LARGEST = 1e9


def _limit(key: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if not 0 <= number <= _LARGEST:
        raise InvalidSetting("setting.retention-value", key=key, value=value, most=Number(_LARGEST))
    return number


def usual_retention() -> Retention:
    """As the environment says. Raises `InvalidSetting`."""
    return Retention.parse(os.environ.get(RETENTION_VARIABLE, ""))


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
    retention: Retention = field(default_factory=usual_retention)
    engines: tuple[str, ...] = ()
    """Engines of others that visitors may play against, by their names in `engines.toml`."""
    teacher_password: str = field(default_factory=lambda: os.environ.get(TEACHERS_VARIABLE, ""), repr=False)
    """What opening a class takes; empty if anybody may open one."""
    site: str = ""
    """The URL by which visitors reach the server through a reverse proxy."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks of reverse proxies whose `X-Forwarded-For` is believed."""

    def at_site(self, url: str) -> Settings:
        """The settings of a server behind a reverse proxy: its host name is accepted, and with https
        cookies are `Secure`. Raises `InvalidSetting`."""
        try:
            parts = urlsplit(url)
            host = parts.hostname
        except ValueError:
            host = None
        if not host or parts.scheme not in ("http", "https") or parts.path.strip("/") or parts.query:
            raise InvalidSetting("setting.site", url=url)
        return replace(self, site=url, hosts=(*LOOPBACK, host), secure=parts.scheme == "https")
