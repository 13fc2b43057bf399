"""`ludoteca show`: draw a position as text or SVG."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser
from ludoteca.cli.start_options import game_argument, json_option, start, start_options, write_svg

if TYPE_CHECKING:
    from ludoteca.games import Position


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    game_argument(parser, output)
    start_options(parser, output)
    parser.option("--svg", metavar=text("help.FILE"), default=None, help=text("help.svg"))
    parser.option("--flip", action="store_true", default=False, help=text("help.flip"))
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    position = start(args)
    if args.svg:
        write_svg(args.svg, position.svg(flipped=args.flip, lang=output.lang), output)
    if args.json and args.svg != "-":
        output.json(as_dict(position))
    elif not args.svg:
        show(position, args.flip, output)
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


def show(position: Position, flipped: bool, output: Output) -> None:
    output.write(output.bold(position.game.title(output.lang)))
    output.write()
    output.write(output.board(position, flipped))
    output.write()
    output.write(output.dim(position.text))
    output.write(standing(position, output))
    show_moves(position, output)


def show_moves(position: Position, output: Output) -> None:
    """Print the legal moves."""
    moves = position.legal_moves
    if moves:
        texts = [move.text for move in moves[:60]] + ["…"] * (len(moves) > 60)
        output.write(output.text("show.moves", n=len(moves), moves=" ".join(texts)))


def standing(position: Position, output: Output) -> str:
    """The side to move, or the outcome."""
    from ludoteca.play import terms
    from ludoteca.play.endings import headline

    ended = position.outcome
    if ended:
        return headline(output.lang, position, ended)
    who = terms.mark(output.lang, position.game, position.mover)
    return terms.turn(output.lang, position.game, position.mover, who)
