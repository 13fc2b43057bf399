"""Errors of the line protocols."""

from __future__ import annotations

from ludoteca.errors import LudotecaError


class ProtocolError(LudotecaError):
    """A line that the protocol, the game or the state of the search does not allow."""
