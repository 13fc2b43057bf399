"""Problems of a game file, and helpers for their messages."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from ludoteca.errors import Problem, did_you_mean
from ludoteca.messages import Message
from ludoteca.messages.quoting import cut

MOST_PROBLEMS = 30
"""The most problems reported at once."""
_LONGEST_GUESS = 60


class Problems:
    """Collects the problems of one file, in order."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[Problem] = []
        self.words: set[tuple[str, str]] = set()
        """The keys that the file uses, each as (table, key)."""
        self.phrases: list[tuple[str, str]] = []
        """The phrases that the file uses, each as (`cells` or `directions`, phrase)."""

    def enough(self) -> bool:
        """Whether the limit is reached; then a last entry says so."""
        if len(self.found) == MOST_PROBLEMS:
            self.found.append(Problem(Message("problems", "more"), self.file))
        return len(self.found) > MOST_PROBLEMS

    def has(self, where: str) -> bool:
        """Whether there is a problem at this place."""
        return any(problem.key == where for problem in self.found)

    def add(self, where: str, code: str, /, **params: object) -> None:
        """Add a problem, unless it is there already."""
        self.add_message(where, Message("problems", code, params))

    def add_message(self, where: str, message: Message) -> None:
        problem = Problem(message, self.file, where)
        if problem not in self.found and not self.enough():
            self.found.append(problem)


def display_name(file: str, variant: str) -> str:
    """The name of a file and variant in messages."""
    return f"{file}/{variant}" if variant else file


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word closest to a word; empty if none is close."""
    if len(word) > _LONGEST_GUESS:
        return ""
    from difflib import get_close_matches  # only needed on an error

    close = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return close[0] if close else ""


def sentence(text: str) -> str:
    """The text with a capital first letter and one full stop."""
    return text[:1].upper() + text[1:].rstrip(".") + "."


def as_toml(value: object, depth: int = 0) -> str:
    """A value as TOML; long lists and deep tables are truncated."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, int):
        return str(value) if value.bit_length() < 100 else f"{value:#x}"
    if isinstance(value, list | tuple | dict) and depth > 2:
        return "…"
    if isinstance(value, list | tuple):
        return f"[{', '.join(as_toml(item, depth + 1) for item in value[:8])}]"
    if isinstance(value, dict):
        items = ", ".join(f"{key} = {as_toml(item, depth + 1)}" for key, item in islice(value.items(), 8))
        return f"{{ {items} }}" if items else "{}"
    return str(value)


def shown(value: object) -> str:
    """A value as TOML, truncated for messages."""
    return cut(as_toml(value), 40)


def unknown(value: object, known: Iterable[str]) -> dict[str, object]:
    """Parameters of a message about an unknown word: how it is shown, the word and the nearest known one."""
    word = value if isinstance(value, str) else ""
    return {"value": shown(value), "word": word, "hint": did_you_mean(nearest(word, known) if word else "")}


def expected(code: str, **params: object) -> Message:
    """The expected type of value, as part of a message."""
    return Message("problems", code, params)
