"""`ludoteca best`: the best move, with its reasons."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludoteca.cli.errors import CommandError
from ludoteca.cli.layout import paragraph
from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser, integer, number
from ludoteca.cli.start_options import game_argument, json_option, start, start_options

if TYPE_CHECKING:
    from ludoteca.engine import Line, Score, SearchResult
    from ludoteca.engine.reasons import Reason


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    game_argument(parser, output)
    seconds, many, deep = number(output, 0, 3600), integer(output, 1, 10**12), integer(output, 1, 100)
    parser.option(
        "--seconds", metavar=text("help.SECONDS"), type=seconds, default=None, help=text("help.seconds")
    )
    parser.option("--nodes", metavar=text("help.NUMBER"), type=many, default=None, help=text("help.nodes"))
    parser.option("--depth", metavar=text("help.DEPTH"), type=deep, default=None, help=text("help.depth"))
    few, threads = integer(output, 1, 50), integer(output, 1, 64)
    parser.option("--lines", metavar=text("help.NUMBER"), type=few, default=1, help=text("help.lines"))
    parser.option(
        "--threads", metavar=text("help.NUMBER"), type=threads, default=1, help=text("help.threads")
    )
    start_options(parser, output)
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    from ludoteca.engine import Limits
    from ludoteca.play.advise import advise

    position = start(args)
    if position.is_over:
        raise CommandError("error.game-over")
    limits = Limits(args.seconds, args.nodes, args.depth)
    found = advise(position, limits, reasons=True, lines=args.lines, megabytes=64, threads=args.threads)
    best, reasons, lines = found.best, found.reasons, found.lines
    if args.json:
        more = {"lines": [line_as_dict(line) for line in lines]} if lines else {}
        output.json({**as_dict(best, reasons, output.lang), **more})
    else:
        show(best, reasons, output)
        for line in lines:
            moves = " ".join(move.text for move in line.continuation)
            output.write(f"{in_words(line.score, output):>28}  {moves}")
    return 0


def line_as_dict(line: Line) -> dict[str, object]:
    from ludoteca.engine.scores import as_json

    continuation = [move.text for move in line.continuation]
    return {
        "move": line.move.text,
        "score": as_json(line.score),
        "continuation": continuation,
        "depth": line.depth,
    }


def as_dict(best: SearchResult, reasons: Sequence[Reason], lang: str) -> dict[str, object]:
    from ludoteca.engine.scores import as_json
    from ludoteca.play import reason_text

    return {
        "move": best.move.text,
        "score": as_json(best.score),
        "continuation": [move.text for move in best.continuation],
        "depth": best.depth,
        "nodes": best.nodes,
        "seconds": best.seconds,
        "nodes_per_second": round(best.nodes / best.seconds) if best.seconds > 0 else 0,
        "reasons": [reason_text.as_dict(reason, lang) for reason in reasons],
    }


def show(best: SearchResult, reasons: Sequence[Reason], output: Output) -> None:
    from ludoteca.play import reason_text

    text = output.text
    output.write(f"{best.move}  {in_words(best.score, output)}")
    for reason in reasons:
        output.write(paragraph(reason_text.shown(reason, output.lang), output.width, before="  "))
    output.write(text("best.line", line=" ".join(move.text for move in best.continuation)))
    speed = round(best.nodes / best.seconds / 1000) if best.seconds > 0 else 0
    output.write(
        text("best.foot", depth=best.depth, nodes=best.nodes, seconds=f"{best.seconds:.2f}", speed=speed)
    )


def in_words(score: Score, output: Output) -> str:
    from ludoteca.engine import Draw, Estimate, Win

    if isinstance(score, Estimate):
        return output.text("best.estimate", percent=round(100 * score.win_chance))
    if isinstance(score, Draw):
        return output.text("best.draw")
    return output.text("best.win" if isinstance(score, Win) else "best.loss", plies=score.plies)
