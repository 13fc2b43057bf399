"""Names of variants and parameters, and where and when games come from, in the reader's language.

Game files give them in English. A text without a translation, as in a user's own file, is shown unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ludoteca.games.game import Game
from ludoteca.games.library import ids, raw_game
from ludoteca.games.reader import variants_of
from ludoteca.messages import catalogue

MESSAGES = catalogue("play")


def variant(lang: str, word: str, named: str = "") -> str:
    """The name of a variant: its own, or its id in words."""
    return named or MESSAGES.get(lang, f"variant.{word}", re.sub(r"(\d)x(\d)", r"\1×\2", word))


def title(lang: str, game: Game) -> str:
    """The name of a game; with that of the variant if it has no name of its own: `Halma (5×5)`."""
    if not game.spec.variant or _own_words(lang, game).get("name"):
        return game.title(lang)
    return f"{game.title(lang)} ({variant(lang, game.spec.variant)})"


def difference(lang: str, game: Game) -> str:
    """What a variant changes, if its rules text is that of the game it varies; else empty."""
    if not game.spec.variant or _own_words(lang, game).get("play"):
        return ""
    return game.words(lang).note


def _own_words(lang: str, game: Game) -> Mapping[str, Any]:
    """The texts that the variant of a game has in the game's file."""
    known = variants_of(raw_game(game.id)) if game.id in ids() else {}
    found: Mapping[str, Any] = known.get(game.spec.variant or "", {}).get("text", {}).get(lang, {})
    return found


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
