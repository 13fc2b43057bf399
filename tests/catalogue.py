"""The library as a page: what each game is, and how it behaves when played at random."""

from __future__ import annotations

from random import Random
from statistics import mean

from ludoteca.games import Game, ids, load, variants
from ludoteca.games.keyword_usage import words_of
from ludoteca.games.parameters import allowed
from ludoteca.messages import LANGUAGES

_PLAYOUTS = 400
_WALKS = 4
_VALUES = {"win": "first wins", "draw": "draw", "loss": "second wins"}

_HEAD = """\
# The games of the library

Made by `make accept` from the files in `src/ludoteca/games/library`; `docs/language.md` explains their words.
*Moves* is the mean number of legal moves, *length* the mean number of moves in a game, *first* the share of
the first player, a draw counting half: all three in random games from a fixed seed, so they tell how a game
behaves, not how good it is. *Value* is what best play leads to, where that is known.
"""
_COLUMNS = (
    "id", "names", "family", "origin", "cells", "variants", "parameters", "moves", "length", "first", "value",
)  # fmt: skip


def catalogue() -> str:
    """The whole page: the table of games, then what each is made of."""
    games = [load(game_id) for game_id in ids()]
    return "\n".join(
        (
            _HEAD,
            f"| {' | '.join(_COLUMNS)} |",
            f"|{'---|' * len(_COLUMNS)}",
            *map(row, games),
            "",
            "## The words they use",
            "",
            "| id | actions, how they are done, how the game ends |",
            "|---|---|",
            *(f"| `{game.id}` | {used(game.id)} |" for game in games),
            "",
        )
    )


def row(game: Game) -> str:
    played = game.playouts(_PLAYOUTS, seed=1)
    value = game.spec.checks.value if game.spec.checks else None
    cells = (
        f"`{game.id}`",
        " / ".join(dict.fromkeys(game.title(language) for language in LANGUAGES)),
        game.spec.family,
        game.spec.origin,
        str(len(game.board.cells)),
        ", ".join(f"`/{name}`" for name in variants(game.id)),
        ", ".join(
            f"`{name}` {allowed(choice).text('en')}" for name, choice in (game.spec.parameters or {}).items()
        ),
        f"{branching(game):.0f}",
        f"{played.moves / _PLAYOUTS:.0f}",
        f"{(played.first + played.draw / 2) / _PLAYOUTS:.0%}",
        _VALUES[value] if value else "",
    )
    return f"| {' | '.join(cells)} |"


def branching(game: Game) -> float:
    """The mean number of legal moves over the positions of some random games."""
    chance, counts = Random(game.id), list[int]()
    for _ in range(_WALKS):
        with game.worker() as worker:
            worker.load(game.start().snapshot)
            while number := worker.perft(1, True)[0]:
                counts.append(number)
                worker.make(chance.choice(worker.actions()))
                while worker.mid_move:
                    worker.make(chance.choice(worker.actions()))
                worker.load(worker.snapshot())
    return mean(counts)


def used(game_id: str) -> str:
    """The words of its actions and ends, in order."""
    tables = ("Action", "Custody", "Follow", "When")
    words = {key for table, key in words_of(game_id) if table in tables} - {"do", "when"}
    return ", ".join(f"`{word}`" for word in sorted(words))
