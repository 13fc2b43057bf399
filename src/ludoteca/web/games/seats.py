"""Who may move: a visitor who sits at the board, or whoever knows a seat's secret."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass

from ludoteca.games import SIDES
from ludoteca.web.store.schema import GameRow


def new_secret() -> str:
    """Too long to be guessed."""
    return secrets.token_urlsafe(24)


def digest(secret: str) -> str:
    """What the database keeps of a secret. Secrets are random and long: no salt is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass(frozen=True)
class Guest:
    """Somebody at the door: a browser by its cookie, a program by the secret it shows."""

    visitor: str = ""
    """The hash of the browser's secret."""
    bearer: str = ""
    """The hash of the secret of a seat."""

    def sides(self, row: GameRow) -> tuple[str, ...]:
        """The sides this guest may move for."""
        return tuple(side for side in SIDES if self._sits(row, side))

    def _sits(self, row: GameRow, side: str) -> bool:
        owner, seat = getattr(row, f"{side}_owner"), getattr(row, f"{side}_seat")
        is_owner = bool(self.visitor and owner) and hmac.compare_digest(owner, self.visitor)
        return is_owner or (bool(self.bearer and seat) and hmac.compare_digest(seat, self.bearer))
