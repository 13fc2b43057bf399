"""Errors of the commands on a stored game, beyond those of the game session itself."""

from __future__ import annotations

from ludoteca.play.session import SessionError


class GameNotFound(SessionError):
    pass


class NotYourSeat(SessionError):
    """The guest does not have the seat that the command needs."""


class StaleGame(SessionError):
    """The game has changed since the guest saw it."""


class InvalidSetup(SessionError):
    """A new game that cannot be created as asked for."""
