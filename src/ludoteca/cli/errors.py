"""Errors of the command line itself."""

from __future__ import annotations

from ludoteca.errors import LudotecaError


class CommandError(LudotecaError):
    """Invalid arguments of a command."""

    domain = "cli"
