"""Names of variants and parameters, and where and when games come from, in the reader's language.

Game files give them in English. A text without a translation, as in a user's own file, is shown unchanged.
"""

from __future__ import annotations

import re

from ludoteca.messages import catalogue

MESSAGES = catalogue("play")


def variant(lang: str, word: str, named: str = "") -> str:
    """The name of a variant: its own, or its id in words."""
    return named or MESSAGES.get(lang, f"variant.{word}", re.sub(r"(\d)x(\d)", r"\1×\2", word))


def parameter(lang: str, word: str) -> str:
    return MESSAGES.get(lang, f"parameter.{word}", word)


def place(lang: str, text: str) -> str:
    """Where a game comes from."""
    return MESSAGES.get(lang, f"place.{text}", text)


def time(lang: str, said: int | str | None) -> str:
    """When a game is from. The key has `#` for each number: `time.before #`."""
    text = "" if said is None else str(said)
    numbers = dict(zip("ab", re.findall(r"\d+", text), strict=False))
    return MESSAGES.get(lang, "time." + re.sub(r"\d+", "#", text), text, **numbers)
