"""`ludoteca menu`: choose a game and play it. Without a terminal, a demo game is shown."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser, integer

if TYPE_CHECKING:
    from ludoteca.games import Game

SMALL = 25
"""Largest board, in cells, of a demo game."""
NODES = 20_000
"""Search nodes per move of a demo game."""


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    parser.option("--game", metavar=text("help.GAME"), default="", help=text("help.menu-game"))
    seed = integer(output, 0, 2**62)
    parser.option("--seed", metavar=text("help.SEED"), type=seed, default=1, help=text("help.seed"))
    parser.option("--name", metavar=text("help.NAME"), action="append", default=[], help=text("help.name"))


def run(args: Namespace, output: Output) -> int:
    if not (sys.stdin.isatty() and output.out.isatty()):
        return show_demo(getattr(args, "game", ""), getattr(args, "seed", 1), output)
    from ludoteca.cli.commands.menu_dialog import Menu

    return Menu(output, getattr(args, "name", [])).run(getattr(args, "game", ""))


def show_demo(called: str, seed: int, output: Output) -> int:
    """Show a game of the computer against itself on a small board."""
    from ludoteca.cli.terminal_game import TerminalGame
    from ludoteca.games import load
    from ludoteca.play.match import Match
    from ludoteca.play.players import EnginePlayer, Random
    from ludoteca.play.saves import Saves
    from ludoteca.play.terms import player

    game = load(called) if called else first_small_game()
    computer = player(output.lang, "computer")
    names = (f"{computer} 1", f"{computer} 2")
    output.write(output.text("menu.demo", game=game.title(output.lang)))
    # Engine against random player: two engines draw most small games.
    match = Match(game, EnginePlayer(nodes=NODES), Random(seed), names=names)
    saves = Saves()
    TerminalGame(match, output, (f"engine:nodes={NODES}", "random"), saves, saves.new_path(game.name)).play()
    return 0


def first_small_game() -> Game:
    from ludoteca.games import ids, load

    games = (load(game_id) for game_id in ids())
    return next((game for game in games if len(game.board.cells) <= SMALL), None) or load(ids()[0])
