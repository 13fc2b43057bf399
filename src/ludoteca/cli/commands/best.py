"""`ludoteca best`: the best move, with its reasons."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludoteca.cli.errors import CommandError
from ludoteca.cli.layout import paragraph
from ludoteca.cli.parser import Parser, number, whole
from ludoteca.cli.screen import Screen
from ludoteca.cli.start_options import game_argument, json_option, start, start_options

if TYPE_CHECKING:
    from ludoteca.engine import Line, Score, SearchResult
    from ludoteca.engine.reasons import Reason


def arguments(parser: Parser, screen: Screen) -> None:
    say = screen.say
    game_argument(parser, screen)
    seconds, many, deep = number(screen, 0, 3600), whole(screen, 1, 10**12), whole(screen, 1, 100)
    parser.option(
        "--seconds", metavar=say("help.SECONDS"), type=seconds, default=None, help=say("help.seconds")
    )
    parser.option("--nodes", metavar=say("help.NUMBER"), type=many, default=None, help=say("help.nodes"))
    parser.option("--depth", metavar=say("help.DEPTH"), type=deep, default=None, help=say("help.depth"))
    few, threads = whole(screen, 1, 50), whole(screen, 1, 64)
    parser.option("--lines", metavar=say("help.NUMBER"), type=few, default=1, help=say("help.lines"))
    parser.option("--threads", metavar=say("help.NUMBER"), type=threads, default=1, help=say("help.threads"))
    start_options(parser, screen)
    json_option(parser, screen)


def run(asked: Namespace, screen: Screen) -> int:
    from ludoteca.engine import Limits
    from ludoteca.play.advise import advise

    position = start(asked)
    if position.is_over:
        raise CommandError("error.game-over")
    limits = Limits(asked.seconds, asked.nodes, asked.depth)
    found = advise(position, limits, reasons=True, lines=asked.lines, megabytes=64, threads=asked.threads)
    best, reasons, lines = found.best, found.reasons, found.lines
    if asked.json:
        more = {"lines": [line_as_dict(line) for line in lines]} if lines else {}
        screen.json({**as_dict(best, reasons, screen.lang), **more})
    else:
        show(best, reasons, screen)
        for line in lines:
            moves = " ".join(move.text for move in line.continuation)
            screen.write(f"{in_words(line.score, screen):>28}  {moves}")
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


def show(best: SearchResult, reasons: Sequence[Reason], screen: Screen) -> None:
    from ludoteca.play import reason_text

    say = screen.say
    screen.write(f"{best.move}  {in_words(best.score, screen)}")
    for reason in reasons:
        screen.write(paragraph(reason_text.shown(reason, screen.lang), screen.width, before="  "))
    screen.write(say("best.line", line=" ".join(move.text for move in best.continuation)))
    speed = round(best.nodes / best.seconds / 1000) if best.seconds > 0 else 0
    screen.write(
        say("best.foot", depth=best.depth, nodes=best.nodes, seconds=f"{best.seconds:.2f}", speed=speed)
    )


def in_words(score: Score, screen: Screen) -> str:
    from ludoteca.engine import Draw, Estimate, Win

    if isinstance(score, Estimate):
        return screen.say("best.estimate", percent=round(100 * score.win_chance))
    if isinstance(score, Draw):
        return screen.say("best.draw")
    return screen.say("best.win" if isinstance(score, Win) else "best.loss", plies=score.plies)
