"""`ludoteca bench`: kernel speed, and the bench signature.

The signature sums the kernel's counts, not times: it is the same on every machine and changes only with the
rules or the search.
"""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from ludoteca.cli.background import BackgroundTask, run_with_progress
from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser
from ludoteca.cli.start_options import json_option

if TYPE_CHECKING:
    from ludoteca.games import Game, Perft, Playouts

SEQUENCES = 100_000
"""perft runs to the first depth with at least this many sequences."""
DEEPEST = 12
MOVES = 100_000
"""Moves of the random games."""
SEED = 1


@dataclass(frozen=True)
class BenchResult:
    """The result of one game."""

    game: str
    perft: Perft
    playouts: Playouts

    @property
    def number(self) -> int:
        """The sum of all counts: sequences, moves and wins."""
        played = self.playouts
        return sum(self.perft.counts) + played.moves + played.first - played.second


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    game = text("help.GAME")
    parser.argument("games", nargs="*", default=[], metavar=game, help=text("help.bench-games"))
    parser.option("--signature", action="store_true", default=False, help=text("help.signature"))
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    from ludoteca.games import ids, load

    games = [load(name) for name in args.games or ids()]
    if args.signature:
        return show_signature(games, args.json, output)
    done = [run_with_progress(output, game, game.name, partial(bench, game)) for game in games]
    if args.json:
        output.json(as_dict(done))
    else:
        show(done, output)
    return 0


def show_signature(games: list[Game], as_json: bool, output: Output) -> int:
    """The bench signature: nodes of a fixed set of searches."""
    from ludoteca.engine.signature import signature

    found = {game.name: signature(game) for game in games}
    if as_json:
        output.json({"signature": sum(found.values()), "games": found})
    else:
        output.write(str(sum(found.values())))
    return 0


def bench(game: Game, _: BackgroundTask[BenchResult] | None = None) -> BenchResult:
    depth, counted = 1, game.perft(1, bulk=False)
    while counted.counts[-1] and counted.counts[-1] < SEQUENCES and depth < DEEPEST:
        depth += 1
        counted = game.perft(depth, bulk=False)
    # A few games give the mean length, and from it the number of games.
    length = max(1, game.playouts(20, SEED).moves // 20)
    return BenchResult(game.name, counted, game.playouts(max(20, MOVES // length), SEED))


def as_dict(done: list[BenchResult]) -> dict[str, object]:
    return {
        "bench": sum(one.number for one in done),
        "seconds": sum(one.perft.seconds + one.playouts.seconds for one in done),
        "games": [
            {
                "game": one.game,
                "number": one.number,
                "perft": {
                    "depth": len(one.perft.counts), "nodes": one.perft.nodes, "seconds": one.perft.seconds,
                },
                "playouts": {
                    "playouts": one.playouts.playouts, "moves": one.playouts.moves,
                    "seconds": one.playouts.seconds,
                },
            }
            for one in done
        ],
    }  # fmt: skip


def show(done: list[BenchResult], output: Output) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(output.text("bench.game"), no_wrap=True)
    table.add_column(output.text("bench.perft"), justify="right")
    table.add_column(output.text("bench.playouts"), justify="right")
    for one in done:
        perft, played = one.perft, one.playouts
        table.add_row(
            one.game, speed(output, perft.nodes, perft.seconds), speed(output, played.moves, played.seconds)
        )
    output.render(table)
    seconds = sum(one.perft.seconds + one.playouts.seconds for one in done)
    output.write(output.dim(output.text("bench.time", seconds=output.decimal(seconds))))
    output.write(output.text("bench.foot", number=sum(one.number for one in done)))


def speed(output: Output, count: int, seconds: float) -> str:
    return output.integer(count / seconds) if seconds else "–"
