"""The errors a caller may want to catch: each is a `LudotecaError` with a code and parameters.

The sentences are in the message catalogues `errors` and `problems`; `str()` gives the English one.
"""

from __future__ import annotations

import copyreg
import errno
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from ludoteca.messages.message import Message, catalogue
from ludoteca.messages.quoting import cut, printable

_LONGEST_KEY = 80
_FILE_PROBLEMS = {
    errno.ENOENT: "file.not-found",
    errno.EISDIR: "file.is-a-directory",
    errno.EACCES: "file.permission",
    errno.ENOSPC: "file.no-space",
}
NONE = Message("errors", "none")
"""Stands for an empty list in a sentence."""


class LudotecaError(Exception):
    """Something a person asked for cannot be done; the message says what and why."""

    domain: ClassVar[str] = "errors"
    """The catalogue of its sentences."""

    def __init__(self, code: str, /, **params: object) -> None:
        super().__init__(code)
        self.message = Message(self.domain, code, params)

    @property
    def code(self) -> str:
        return self.message.code

    def text(self, lang: str) -> str:
        """The sentence in a language, on one line."""
        return printable(_sentence(self.message, lang))

    def __str__(self) -> str:
        return self.text("en")

    def __reduce__(self) -> tuple[object, ...]:
        """Errors cross processes; the constructors of subclasses may take other arguments."""
        return copyreg.__newobj__, (type(self),), self.__dict__  # type: ignore[attr-defined]


def _sentence(message: Message, lang: str) -> str:
    """The sentence of a message; the code itself where an extension raises one that no catalogue has."""
    return message.text(lang) if message.code in catalogue(message.domain) else message.code


@dataclass(frozen=True)
class Problem:
    """One mistake in a game file."""

    message: Message
    file: str
    key: str = ""
    """The path of the key it is about, `end[1].when.align`; empty for the whole file."""
    line: int = 0
    """The line, where the file is not TOML."""
    column: int = 0
    """The column; 0 with a line means the end of the file."""

    @property
    def code(self) -> str:
        return self.message.code

    @property
    def nearest(self) -> str:
        """The known word that is most like the unknown one, or nothing."""
        hint = self.message.find("hint")
        return str(hint.params["word"]) if isinstance(hint, Message) else ""

    def sentence(self, lang: str) -> str:
        """What is wrong, without the place."""
        return printable(_sentence(self.message, lang))

    def text(self, lang: str) -> str:
        """The file, the place and what is wrong, on one line."""
        parts = (self.file, self._place(lang), self.sentence(lang))
        return printable(": ".join(part for part in parts if part))

    def _place(self, lang: str) -> str:
        if self.column:
            return Message("problems", "place.line", {"line": self.line, "column": self.column}).text(lang)
        if self.line:
            return Message("problems", "place.end").text(lang)
        return cut(self.key, _LONGEST_KEY)

    def __str__(self) -> str:
        return self.text("en")


def did_you_mean(word: str) -> Message | str:
    """The hint at a known word as a parameter, with a space before it; empty without a word."""
    return Message("problems", "hint", {"word": word}) if word else ""


def file_problem(error: OSError) -> Message:
    """What the system says of a file, as a parameter."""
    code = _FILE_PROBLEMS.get(error.errno or 0)
    if code is None:
        return Message("errors", "file.other", {"problem": error.strerror or str(error)})
    return Message("errors", code)


def cause(error: BaseException) -> Message | str:
    """An error inside another one, as a parameter."""
    return error.message if isinstance(error, LudotecaError) else f"{type(error).__name__}: {error}"


class UnknownGame(LudotecaError):
    """No game, variant or parameter goes by that name."""


class RulesError(LudotecaError):
    """A game file is wrong. `problems` holds every mistake that was found."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("rules.invalid")
        self.problems = list(problems)

    def text(self, lang: str) -> str:
        return "\n".join(problem.text(lang) for problem in self.problems)


class LimitExceeded(LudotecaError):
    """The rules ask for more than the kernel's stated limits."""


class ConcurrentUse(LudotecaError):
    """An object that one thread at a time may use is in use by another thread. Games, positions and moves may
    be shared; a kernel position, an engine, a search or a prover may not."""


class IllegalMove(LudotecaError):
    """The move is not legal here. `reason` is one word for programs, the message a sentence for people."""

    def __init__(self, code: str, /, reason: str, **params: object) -> None:
        super().__init__(code, **params)
        self.reason = reason


class PlayerFault(LudotecaError):
    """A player forfeits the game. `reason` is that of the result: `crash`, `illegal move` or `time`."""

    def __init__(self, code: str, /, reason: str, **params: object) -> None:
        super().__init__(code, **params)
        self.reason = reason


class BadPosition(LudotecaError):
    """A position's text does not fit the game."""


class BadRecord(LudotecaError):
    """A record does not fit the game or its rules."""


class Unsolvable(LudotecaError):
    """No method solves the game. `reasons` holds each method's name with the code of its reason and its
    parameters; the sentences are in the catalogue `solver`."""

    def __init__(self, game: str, reasons: list[tuple[str, str, dict[str, object]]]) -> None:
        super().__init__("solver.unsolvable", game=game)
        self.game = game
        self.reasons = reasons

    def texts(self, lang: str) -> list[tuple[str, str]]:
        """The name of each method and its reason as a sentence."""
        return [(name, Message("solver", why, facts).text(lang)) for name, why, facts in self.reasons]

    def text(self, lang: str) -> str:
        reasons = (f"{name}: {why}" for name, why in self.texts(lang))
        return " ".join((super().text(lang), *reasons))


class BadTable(LudotecaError):
    """A table of solved positions is damaged, or was made by other rules."""


class Stopped(LudotecaError):
    """Long work was told to stop. The message says what was kept."""

    def __init__(self, code: str = "stopped", /, **params: object) -> None:
        super().__init__(code, **params)


class BadTuning(LudotecaError):
    """A file of measured weights, levels or a network that cannot be used."""


class MissingExtra(LudotecaError):
    """An optional dependency is not installed."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__("extra.missing", package=package, extra=extra)
