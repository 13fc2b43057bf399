"""`ludoteca menu`: choose a game and play it. Without a terminal, a game played by the computer is shown."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from ludoteca.cli.parser import Parser, whole
from ludoteca.cli.screen import Screen

if TYPE_CHECKING:
    from ludoteca.games import Game

SMALL = 25
"""Cells of a board that looks well when a game is shown move by move."""
NODES = 20_000
"""How far the computer looks there: far enough to have a plan, at no one's expense."""


def arguments(parser: Parser, screen: Screen) -> None:
    say = screen.say
    parser.option("--game", metavar=say("help.GAME"), default="", help=say("help.menu-game"))
    seed = whole(screen, 0, 2**62)
    parser.option("--seed", metavar=say("help.SEED"), type=seed, default=1, help=say("help.seed"))
    parser.option("--name", metavar=say("help.NAME"), action="append", default=[], help=say("help.name"))


def run(asked: Namespace, screen: Screen) -> int:
    if not (sys.stdin.isatty() and screen.out.isatty()):
        return show_a_game(getattr(asked, "game", ""), getattr(asked, "seed", 1), screen)
    from ludoteca.cli.commands.menu_dialog import Menu

    return Menu(screen, getattr(asked, "name", [])).run(getattr(asked, "game", ""))


def show_a_game(called: str, seed: int, screen: Screen) -> int:
    """A whole game of the computer against itself, on some small board."""
    from ludoteca.cli.terminal_game import TerminalGame
    from ludoteca.games import load
    from ludoteca.play.match import Match
    from ludoteca.play.players import EnginePlayer, Random
    from ludoteca.play.saves import Saves
    from ludoteca.play.terms import player

    game = load(called) if called else first_small_game()
    computer = player(screen.lang, "computer")
    names = (f"{computer} 1", f"{computer} 2")
    screen.write(screen.say("menu.demo", game=game.title(screen.lang)))
    # One thinks, the other does not: two that think play most small games to a long draw.
    match = Match(game, EnginePlayer(nodes=NODES), Random(seed), names=names)
    saves = Saves()
    TerminalGame(match, screen, (f"engine:nodes={NODES}", "random"), saves, saves.new_path(game.name)).play()
    return 0


def first_small_game() -> Game:
    from ludoteca.games import ids, load

    games = (load(game_id) for game_id in ids())
    return next((game for game in games if len(game.board.cells) <= SMALL), None) or load(ids()[0])
