"""`ludoteca show`: a position, drawn here or as a picture."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from ludoteca.cli.parser import Parser
from ludoteca.cli.screen import Screen
from ludoteca.cli.start_options import game_argument, json_option, start, start_options, write_picture

if TYPE_CHECKING:
    from ludoteca.games import Position


def arguments(parser: Parser, screen: Screen) -> None:
    say = screen.say
    game_argument(parser, screen)
    start_options(parser, screen)
    parser.option("--svg", metavar=say("help.FILE"), default=None, help=say("help.svg"))
    parser.option("--flip", action="store_true", default=False, help=say("help.flip"))
    json_option(parser, screen)


def run(asked: Namespace, screen: Screen) -> int:
    position = start(asked)
    if asked.svg:
        write_picture(asked.svg, position.svg(flipped=asked.flip, lang=screen.lang), screen)
    if asked.json and asked.svg != "-":
        screen.json(as_dict(position))
    elif not asked.svg:
        show(position, asked.flip, screen)
    return 0


def as_dict(position: Position) -> dict[str, object]:
    ended = position.outcome
    return {
        "game": position.game.name,
        "position": position.text,
        "mover": position.mover,
        "moves": [move.text for move in position.legal_moves],
        "outcome": {"winner": ended.winner, "reason": ended.reason} if ended else None,
        "drawing": position.draw(),
    }


def show(position: Position, flipped: bool, screen: Screen) -> None:
    screen.write(screen.bold(position.game.title(screen.lang)))
    screen.write()
    screen.write(screen.board(position, flipped))
    screen.write()
    screen.write(screen.dim(position.text))
    screen.write(standing(position, screen))
    show_moves(position, screen)


def show_moves(position: Position, screen: Screen) -> None:
    """What the side to move can do."""
    moves = position.legal_moves
    if moves:
        texts = [move.text for move in moves[:60]] + ["…"] * (len(moves) > 60)
        screen.write(screen.say("show.moves", n=len(moves), moves=" ".join(texts)))


def standing(position: Position, screen: Screen) -> str:
    """Who is to move, or how it ended."""
    from ludoteca.play import terms

    ended = position.outcome
    if ended:
        who = terms.side(screen.lang, position.game, ended.winner) if ended.winner else ""
        return terms.outcome(screen.lang, ended, who)
    who = terms.mark(screen.lang, position.game, position.mover)
    return terms.turn(screen.lang, position.game, position.mover, who)
