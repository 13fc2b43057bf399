"""`ludoteca bench`: how fast the kernel is here, and one number that stands for how it plays.

The number sums up what the kernel counted, never how long it took: the same on every machine, it changes only
if some game is played otherwise.
"""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from ludoteca.cli.background import Walk, watched
from ludoteca.cli.parser import Parser
from ludoteca.cli.screen import Screen
from ludoteca.cli.start_options import json_option

if TYPE_CHECKING:
    from ludoteca.games import Game, Perft, Playouts

SEQUENCES = 100_000
"""Each game is counted to the first depth with so many sequences of moves …"""
DEEPEST = 12
MOVES = 100_000
"""… and played at random for so many moves."""
SEED = 1


@dataclass(frozen=True)
class Benched:
    """What one game did."""

    game: str
    perft: Perft
    playouts: Playouts

    @property
    def number(self) -> int:
        """Every count in it: sequences, moves, and who won."""
        played = self.playouts
        return sum(self.perft.counts) + played.moves + played.first - played.second


def arguments(parser: Parser, screen: Screen) -> None:
    say = screen.say
    game = say("help.GAME")
    parser.argument("games", nargs="*", default=[], metavar=game, help=say("help.bench-games"))
    parser.option("--signature", action="store_true", default=False, help=say("help.signature"))
    json_option(parser, screen)


def run(asked: Namespace, screen: Screen) -> int:
    from ludoteca.games import ids, load

    games = [load(name) for name in asked.games or ids()]
    if asked.signature:
        return sign(games, asked.json, screen)
    done = [watched(screen, game, game.name, partial(bench, game)) for game in games]
    if asked.json:
        screen.json(as_dict(done))
    else:
        show(done, screen)
    return 0


def sign(games: list[Game], as_json: bool, screen: Screen) -> int:
    """The nodes of a fixed set of searches: changes only if the engine thinks otherwise."""
    from ludoteca.engine.signature import signature

    found = {game.name: signature(game) for game in games}
    if as_json:
        screen.json({"signature": sum(found.values()), "games": found})
    else:
        screen.write(str(sum(found.values())))
    return 0


def bench(game: Game, _: Walk[Benched] | None = None) -> Benched:
    depth, counted = 1, game.perft(1, bulk=False)
    while counted.counts[-1] and counted.counts[-1] < SEQUENCES and depth < DEEPEST:
        depth += 1
        counted = game.perft(depth, bulk=False)
    # So many games as it takes for so many moves; the first few tell how long they are.
    length = max(1, game.playouts(20, SEED).moves // 20)
    return Benched(game.name, counted, game.playouts(max(20, MOVES // length), SEED))


def as_dict(done: list[Benched]) -> dict[str, object]:
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


def show(done: list[Benched], screen: Screen) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(screen.say("bench.game"), no_wrap=True)
    table.add_column(screen.say("bench.perft"), justify="right")
    table.add_column(screen.say("bench.playouts"), justify="right")
    for one in done:
        perft, played = one.perft, one.playouts
        table.add_row(
            one.game, speed(screen, perft.nodes, perft.seconds), speed(screen, played.moves, played.seconds)
        )
    screen.show(table)
    seconds = sum(one.perft.seconds + one.playouts.seconds for one in done)
    screen.write(screen.dim(screen.say("bench.time", seconds=screen.decimal(seconds))))
    screen.write(screen.say("bench.foot", number=sum(one.number for one in done)))


def speed(screen: Screen, count: int, seconds: float) -> str:
    return screen.whole(count / seconds) if seconds else "–"
