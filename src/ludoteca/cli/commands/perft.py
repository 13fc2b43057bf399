"""`ludoteca perft`: how many sequences of moves there are."""

from __future__ import annotations

import time
from argparse import Namespace
from typing import TYPE_CHECKING

from ludoteca.cli.background import Walk, watched
from ludoteca.cli.parser import Parser, whole
from ludoteca.cli.screen import Screen
from ludoteca.cli.start_options import game_argument, json_option, start, start_options

if TYPE_CHECKING:
    from ludoteca.games import Perft, Position

Divided = dict[str, int]


def arguments(parser: Parser, screen: Screen) -> None:
    say = screen.say
    game_argument(parser, screen)
    parser.argument("depth", metavar=say("help.DEPTH"), type=whole(screen, 1, 60), help=say("help.depth"))
    parser.option("--no-bulk", action="store_true", default=False, help=say("help.no-bulk"))
    parser.option("--divide", action="store_true", default=False, help=say("help.divide"))
    start_options(parser, screen)
    json_option(parser, screen)


def run(asked: Namespace, screen: Screen) -> int:
    position = start(asked)
    bulk = not asked.no_bulk
    # Move by move, so that a bar can show how far it is; at one go where nobody sees it.
    by_moves = asked.divide or (screen.err.isatty() and asked.depth > 2)

    def work(walk: Walk[tuple[Perft, Divided]]) -> tuple[Perft, Divided]:
        if by_moves:
            return divide(position, asked.depth, bulk, walk)
        return position.game.perft(asked.depth, bulk, position), {}

    counted, divided = watched(screen, position.game, screen.say("perft.working"), work)
    answer(asked, screen, position, counted, divided if asked.divide else {})
    return 0


def divide(
    position: Position, depth: int, bulk: bool, walk: Walk[tuple[Perft, Divided]]
) -> tuple[Perft, Divided]:
    """The counts under each first move, and their sum."""
    from ludoteca.games import Perft

    begun = time.process_time()
    counts, nodes, divided = [0] * depth, 0, Divided()
    moves = () if position.is_over else position.legal_moves
    walk.total = len(moves)
    counts[0] = len(moves)
    for move in moves:
        after = position.play(move)
        divided[move.text] = 1 if depth == 1 else 0
        if depth > 1 and not after.snapshot.outcome:
            under = position.game.perft(depth - 1, bulk, after)
            counts = [mine + theirs for mine, theirs in zip(counts, (0, *under.counts), strict=True)]
            nodes += under.nodes
            divided[move.text] = under.counts[-1]
        walk.done += 1
        if walk.stopped:
            break
    nodes += 0 if bulk and depth == 1 else len(moves)
    return Perft(tuple(counts), nodes, time.process_time() - begun), divided


def answer(asked: Namespace, screen: Screen, position: Position, counted: Perft, divided: Divided) -> None:
    if asked.json:
        value = {
            "game": position.game.name,
            "counts": list(counted.counts),
            "nodes": counted.nodes,
            "seconds": counted.seconds,
        }
        screen.json(value | ({"divide": divided} if asked.divide else {}))
        return
    for move, count in divided.items():
        screen.write(f"{move:<12} {screen.whole(count):>16}")
    screen.write(f"{screen.say('perft.depth'):<12} {screen.say('perft.count'):>16}")
    for depth, count in enumerate(counted.counts, 1):
        screen.write(f"{depth:<12} {screen.whole(count):>16}")
    speed = screen.whole(counted.nodes / counted.seconds) if counted.seconds else "–"
    seconds = screen.decimal(counted.seconds, 3)
    screen.write(screen.say("perft.foot", nodes=screen.whole(counted.nodes), seconds=seconds, speed=speed))
