"""Everything one server has, put together once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fastapi import Request

from ludoteca.web.games.ai_turns import Computers
from ludoteca.web.games.cache import Opened, Recent
from ludoteca.web.games.commands import Desk
from ludoteca.web.games.drafts import Drafts
from ludoteca.web.games.events import News
from ludoteca.web.settings import Settings
from ludoteca.web.store.database import Database
from ludoteca.web.workers.pool import Pool
from ludoteca.workshop.sandbox import Guard


@dataclass(frozen=True)
class House:
    settings: Settings
    database: Database
    opened: Opened
    news: News
    desk: Desk
    pool: Pool
    computers: Computers
    memory: Recent[Any, Any]
    """Answers that do not change, such as examples of a game's moves."""
    guard: Guard
    """Looks at strangers' rules."""
    drafts: Drafts

    @classmethod
    def build(cls, settings: Settings) -> House:
        """Open the database, bring it up to date, start the workers. Raises `CannotStore`."""
        database = Database(settings.database)
        database.bring_up_to_date()
        opened, news = Opened(), News()
        desk = Desk(database, opened, news)
        pool = Pool(settings.workers, settings.waiting)
        computers, guard = Computers(desk, pool, settings.seconds), Guard()
        drafts = Drafts(database, guard)
        return cls(settings, database, opened, news, desk, pool, computers, Recent(256), guard, drafts)

    def recall(self, key: Any, job: dict[str, Any], seconds: float) -> Any:
        """The answer to a job, remembered under a key."""
        return self.memory.take(key, lambda: self.pool.ask(job, seconds))

    def close(self) -> None:
        self.computers.close()
        self.guard.close()
        self.pool.close()
        self.database.close()


def house(request: Request) -> House:
    found: House = request.app.state.house
    return found
