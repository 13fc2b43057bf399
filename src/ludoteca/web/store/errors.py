"""Errors of the database."""

from __future__ import annotations

from ludoteca.errors import LudotecaError


class CannotStore(LudotecaError):
    """The database cannot be read or written now."""


class UnusableDatabase(CannotStore):
    """The database cannot be used as it is: damaged, of another version, of another program, not there. The
    message names the command that helps."""


class UnstorableValue(LudotecaError):
    """A value that no database can store, such as a text with a NUL character."""


class QuotaExceeded(LudotecaError):
    """A quota of stored data is reached, and nothing abandoned is left to delete."""


class UnknownVisitor(LudotecaError):
    """Nothing is stored about a visitor."""
