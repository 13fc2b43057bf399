"""What the games may refuse, each with a word that programs can rely on."""

from __future__ import annotations

from ludoteca.errors import LudotecaError


class Refused(LudotecaError):
    """Something that cannot be done to this game now."""

    word = "refused"


class GameNotFound(Refused):
    word = "no-such-game"


class NotYourSeat(Refused):
    """The guest does not sit where that could be done."""

    word = "not-your-seat"


class StaleGame(Refused):
    """The game has changed since the guest looked at it."""

    word = "out-of-step"


class GameIsOver(Refused):
    word = "game-over"


class NotAllowedNow(Refused):
    """Nothing to undo, no offer to answer, no seat to take."""

    word = "not-now"
