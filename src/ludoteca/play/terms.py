"""Terms that every front end shares: sides, families, verbs, kinds of players, why a game ended."""

from __future__ import annotations

from ludoteca.games import Game, Outcome
from ludoteca.messages import catalogue

MESSAGES = catalogue("play")


def family(lang: str, word: str) -> str:
    """The name of a family of games."""
    return MESSAGES.text(lang, f"family.{word}")


def verb(lang: str, word: str) -> str:
    """A verb of the rules, such as `place`; unknown verbs are returned unchanged."""
    return MESSAGES.get(lang, f"verb.{word}", word)


def player(lang: str, word: str, default: str = "") -> str:
    """What a kind of player is, in one sentence."""
    return MESSAGES.get(lang, f"player.{word}", default)


def reason(lang: str, word: str) -> str:
    """Why a game ended."""
    return MESSAGES.get(lang, f"reason.{word}", word)


def outcome(lang: str, ended: Outcome, who: str) -> str:
    """How a game ended; `who` is the winner's name."""
    key = "outcome.win" if ended.winner else "outcome.draw"
    return MESSAGES.text(lang, key, who=who, why=reason(lang, ended.reason))


def side(lang: str, game: Game, word: str) -> str:
    """The name of a side in a game."""
    named = game.side_name(word, lang)
    return named if named != word else ordinal(lang, word)


def ordinal(lang: str, word: str) -> str:
    """`first` or `second` in a language, for no game in particular."""
    return MESSAGES.text(lang, f"side.{word}")


def turn(lang: str, game: Game, word: str, who: str = "") -> str:
    """Whose turn it is: `White to move.` `who` is the player's name, if there is one."""
    return _about_side("turn", lang, game, word, who)


def begins(lang: str, game: Game, word: str, who: str = "") -> str:
    """The side that moves first: `White (moves first)`."""
    return _about_side("begins", lang, game, word, who)


def _about_side(key: str, lang: str, game: Game, word: str, who: str) -> str:
    """A message about a side. The name of a side may need an article, the name of a player does not."""
    named = side(lang, game, word)
    own = f"{key}.{game.side_name(word)}"
    is_named = who.startswith(named) or not who
    return MESSAGES.text(lang, own if is_named and own in MESSAGES else key, who=who or named)


def mark(lang: str, game: Game, word: str) -> str:
    """A side with the letter of its pieces: `White x`; on boards without pieces its name alone."""
    named, letter = side(lang, game, word), "x" if word == "first" else "o"
    if game.board.style == "pits":
        return named
    return letter if named.casefold() == letter else f"{named} {letter}"
