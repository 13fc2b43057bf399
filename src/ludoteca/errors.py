"""Every error a caller may want to catch. All of them are `LudotecaError`s with a message for people."""

from __future__ import annotations


class LudotecaError(Exception):
    """Something a person asked for cannot be done; the message says what and why."""


class UnknownGame(LudotecaError):
    """No game, variant or parameter goes by that name."""


class RulesError(LudotecaError):
    """A game file is wrong. `problems` holds every mistake that was found."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class LimitExceeded(LudotecaError):
    """The rules ask for more than the kernel's stated limits."""


class IllegalMove(LudotecaError):
    """The move is not legal here. `reason` is one word for programs, the message a sentence for people."""

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message)
        self.reason = reason


class BadPosition(LudotecaError):
    """A position's text does not fit the game."""


class BadRecord(LudotecaError):
    """A record does not fit the game or its rules."""


class Unsolvable(LudotecaError):
    """No method solves the game. `reasons` holds each method's name, the key of a phrase and its blanks."""

    def __init__(self, game: str, reasons: list[tuple[str, str, dict[str, object]]]) -> None:
        super().__init__(
            f"{game} cannot be solved here: {'; '.join(f'{name}: {why}' for name, why, _ in reasons)}."
        )
        self.game = game
        self.reasons = reasons


class BadTable(LudotecaError):
    """A table of solved positions is damaged, or was made by other rules."""


class Stopped(LudotecaError):
    """Long work was told to stop. The message says what was kept."""


class BadTuning(LudotecaError):
    """A file of measured weights, levels or a network that cannot be used."""
