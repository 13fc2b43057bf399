"""`ludoteca perft`: count the legal move sequences of a depth."""

from __future__ import annotations

import time
from argparse import Namespace
from typing import TYPE_CHECKING

from ludoteca.cli.background import BackgroundTask, run_with_progress
from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser, integer
from ludoteca.cli.start_options import game_argument, json_option, start, start_options

if TYPE_CHECKING:
    from ludoteca.games import Perft, Position

Divided = dict[str, int]


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    game_argument(parser, output)
    parser.argument("depth", metavar=text("help.DEPTH"), type=integer(output, 1, 60), help=text("help.depth"))
    parser.option("--no-bulk", action="store_true", default=False, help=text("help.no-bulk"))
    parser.option("--divide", action="store_true", default=False, help=text("help.divide"))
    start_options(parser, output)
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    position = start(args)
    bulk = not args.no_bulk
    # Per first move if a progress bar shows it, otherwise in one call.
    by_moves = args.divide or (output.err.isatty() and args.depth > 2)

    def work(task: BackgroundTask[tuple[Perft, Divided]]) -> tuple[Perft, Divided]:
        if by_moves:
            return divide(position, args.depth, bulk, task)
        return position.game.perft(args.depth, bulk, position), {}

    counted, divided = run_with_progress(output, position.game, output.text("perft.working"), work)
    answer(args, output, position, counted, divided if args.divide else {})
    return 0


def divide(
    position: Position, depth: int, bulk: bool, task: BackgroundTask[tuple[Perft, Divided]]
) -> tuple[Perft, Divided]:
    """The count below each first move, and their sum."""
    from ludoteca.games import Perft

    begun = time.process_time()
    counts, nodes, divided = [0] * depth, 0, Divided()
    moves = () if position.is_over else position.legal_moves
    task.total = len(moves)
    counts[0] = len(moves)
    for move in moves:
        after = position.play(move)
        divided[move.text] = 1 if depth == 1 else 0
        if depth > 1 and not after.snapshot.outcome:
            under = position.game.perft(depth - 1, bulk, after)
            counts = [mine + theirs for mine, theirs in zip(counts, (0, *under.counts), strict=True)]
            nodes += under.nodes
            divided[move.text] = under.counts[-1]
        task.done += 1
        if task.stopped:
            break
    nodes += 0 if bulk and depth == 1 else len(moves)
    return Perft(tuple(counts), nodes, time.process_time() - begun), divided


def answer(args: Namespace, output: Output, position: Position, counted: Perft, divided: Divided) -> None:
    if args.json:
        value = {
            "game": position.game.name,
            "counts": list(counted.counts),
            "nodes": counted.nodes,
            "seconds": counted.seconds,
        }
        output.json(value | ({"divide": divided} if args.divide else {}))
        return
    for move, count in divided.items():
        output.write(f"{move:<12} {output.integer(count):>16}")
    output.write(f"{output.text('perft.depth'):<12} {output.text('perft.count'):>16}")
    for depth, count in enumerate(counted.counts, 1):
        output.write(f"{depth:<12} {output.integer(count):>16}")
    speed = output.integer(counted.nodes / counted.seconds) if counted.seconds else "–"
    seconds = output.decimal(counted.seconds, 3)
    output.write(output.text("perft.foot", nodes=output.integer(counted.nodes), seconds=seconds, speed=speed))
