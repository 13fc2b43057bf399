"""Terms that every front end shares: sides, families, verbs, kinds of players, why a game ended."""

from __future__ import annotations

from ludoteca.games import Game
from ludoteca.games.library import kebab
from ludoteca.messages import catalogue
from ludoteca.play.opponents import Level

MESSAGES = catalogue("play")


def family(lang: str, word: str) -> str:
    """The name of a family of games."""
    return MESSAGES.text(lang, f"family.{word}")


def player(lang: str, word: str, default: str = "") -> str:
    """What a kind of player is, in one sentence."""
    return MESSAGES.get(lang, f"player.{word}", default)


def level(lang: str, name: str) -> str:
    """The name of a level with its meaning, if that is another word in the language: `Onça (jaguar)`."""
    gloss = _gloss(lang, name)
    return MESSAGES.text(lang, "level.title", name=name, gloss=gloss) if gloss else name


def level_note(lang: str, one: Level) -> str:
    """The number of a level, and the meaning of its name: `jaguar, level 8`."""
    gloss = _gloss(lang, one.name)
    return MESSAGES.text(lang, "level.note" if gloss else "level.note-plain", gloss=gloss, n=one.number)


def _gloss(lang: str, name: str) -> str:
    found = MESSAGES.get(lang, f"level.gloss-{kebab(name)}", name)
    return "" if found.casefold() == name.casefold() else found


def rating(lang: str, elo: float, low: float, high: float) -> str:
    """A rating with half the width of its 95 % confidence interval: `692 ± 290`."""
    return MESSAGES.text(lang, "level.rating", elo=round(elo), margin=round((high - low) / 2))


def reason(lang: str, word: str) -> str:
    """Why a game ended."""
    return MESSAGES.get(lang, f"reason.{word}", word)


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


def wins(lang: str, game: Game, word: str, who: str = "") -> str:
    """That a side has won: `White wins`, without a full stop."""
    return _about_side("wins", lang, game, word, who)


def kind(lang: str, word: str) -> str:
    """A kind of piece that many games have, such as `king`; others are returned unchanged."""
    return MESSAGES.get(lang, f"kind.{word}", word)


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
