"""Errors of the command line itself."""

from __future__ import annotations

from ludoteca.errors import LudotecaError


class CommandError(LudotecaError):
    """A command that cannot be carried out as it was given."""

    domain = "cli"
