"""Access to seats: a visitor who owns a seat, or a program that shows the seat's secret."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass

from ludoteca.games import SIDES
from ludoteca.web.store.schema import GameRow, SeatRow


def new_secret() -> str:
    return secrets.token_urlsafe(24)


def digest(secret: str) -> str:
    """The hash that the database stores. Secrets are random and long, so no salt is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass(frozen=True)
class Guest:
    """Who sends a request: a browser by its cookie, a program by its bearer token."""

    visitor: str = ""
    """The hash of the browser's secret."""
    bearer: str = ""
    """The hash of the secret of a seat."""

    def sides(self, row: GameRow) -> tuple[str, ...]:
        """The sides this guest may move for."""
        return tuple(side for side in SIDES if self._has(row.seats[side]))

    def _has(self, seat: SeatRow) -> bool:
        return _same(self.visitor, seat.owner) or _same(self.bearer, seat.invitation)


def _same(shown: str, kept: str | None) -> bool:
    return bool(shown and kept) and hmac.compare_digest(shown, kept or "")
