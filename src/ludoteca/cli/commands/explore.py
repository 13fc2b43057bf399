"""`ludoteca explore`: statistics of a solved game."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from ludoteca.cli.commands.solve import refuse
from ludoteca.cli.commands.value import in_words
from ludoteca.cli.errors import CommandError
from ludoteca.cli.layout import paragraph
from ludoteca.cli.parser import Parser
from ludoteca.cli.screen import Screen
from ludoteca.cli.solver_output import halted, watched
from ludoteca.cli.start_options import game_argument, json_option, start, start_options, write_picture
from ludoteca.errors import Stopped, Unsolvable

if TYPE_CHECKING:
    from ludoteca.solver.retrograde.exploration import Findings


def arguments(parser: Parser, screen: Screen) -> None:
    game_argument(parser, screen)
    start_options(parser, screen)
    parser.option("--svg", metavar=screen.say("help.FILE"), default=None, help=screen.say("help.svg-values"))
    json_option(parser, screen)


def run(asked: Namespace, screen: Screen) -> int:
    from ludoteca.solver import QUICK
    from ludoteca.solver.retrograde.exploration import explore

    position = start(asked)
    if position.is_over:
        raise CommandError("error.game-over")
    with watched(screen, asked, position) as task:
        try:
            found = explore(task, QUICK)
        except Unsolvable as problem:
            return refuse(problem, asked, screen)
        except Stopped as stopped:
            return halted(stopped, screen)
    if asked.svg:
        write_picture(asked.svg, found.svg, screen)
    if asked.json and asked.svg != "-":
        screen.json({"game": position.game.name, "position": position.text, **as_dict(found)})
    elif asked.svg != "-":
        show(found, screen)
    return 0


def as_dict(found: Findings) -> dict[str, object]:
    counts = found.counts
    return {
        "positions": counts.all,
        "won": counts.won,
        "drawn": counts.drawn,
        "lost": counts.lost,
        "final": counts.final,
        "reachable": counts.reachable,
        "longest": counts.longest,
        "layers": [vars(layer) for layer in found.layers],
        "distances": [{"plies": plies, "won": won, "lost": lost} for plies, won, lost in found.distances],
        "hardest": {"position": found.hardest.text, "moves": list(found.line)} if found.hardest else None,
        "moves": [{"move": move, "value": one.kind, "plies": one.plies} for move, one in found.moves],
        "picture": found.picture,
    }


def show(found: Findings, screen: Screen) -> None:
    say, counts, whole = screen.say, found.counts, screen.whole
    numbers = {"won": counts.won, "drawn": counts.drawn, "lost": counts.lost, "all": counts.all}
    screen.write(say("solve.counts", **{name: whole(n) for name, n in numbers.items()}))
    screen.write(screen.dim(say("explore.reachable" if counts.reachable else "explore.possible")) + "\n")
    screen.write(screen.bold(say("explore.moves")))
    screen.write(found.picture)
    screen.write(screen.dim(say("explore.legend")) + "\n")
    for move, value in found.moves:
        screen.write(f"  {move:<8} {in_words(value, screen)}")
    head = [say("explore.material"), say("explore.won"), say("explore.drawn"), say("explore.lost")]
    rows = [
        [layer.material, whole(layer.won), whole(layer.drawn), whole(layer.lost)] for layer in found.layers
    ]
    screen.write("\n" + "\n".join(_table([head, *rows], screen)))
    head = [say("explore.distance"), say("explore.won"), say("explore.lost")]
    rows = [[str(plies), whole(won), whole(lost)] for plies, won, lost in found.distances if won or lost]
    screen.write("\n" + "\n".join(_table([head, *rows], screen)))
    if found.hardest:
        screen.write("\n" + screen.bold(say("explore.hardest", n=len(found.line))))
        screen.write(screen.board(found.hardest))
        screen.write(found.hardest.text)
        screen.write(paragraph(" ".join(found.line), screen.width, before="  "))


def _table(rows: list[list[str]], screen: Screen) -> list[str]:
    """Columns under each other, the first to the left and numbers to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = [
        "  ".join([row[0].ljust(widths[0]), *(cell.rjust(widths[i + 1]) for i, cell in enumerate(row[1:]))])
        for row in rows
    ]
    return [screen.bold(lines[0]), *lines[1:]]
