"""`ludoteca explore`: statistics of a solved game."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from ludoteca.cli.commands.solve import refuse
from ludoteca.cli.commands.value import in_words
from ludoteca.cli.errors import CommandError
from ludoteca.cli.layout import paragraph
from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser
from ludoteca.cli.solver_output import report_stopped, task_with_progress
from ludoteca.cli.start_options import game_argument, json_option, start, start_options, write_svg
from ludoteca.errors import Stopped, Unsolvable

if TYPE_CHECKING:
    from ludoteca.solver.retrograde.exploration import Findings


def arguments(parser: Parser, output: Output) -> None:
    game_argument(parser, output)
    start_options(parser, output)
    parser.option(
        "--svg", metavar=output.text("help.FILE"), default=None, help=output.text("help.svg-values")
    )
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    from ludoteca.solver import QUICK
    from ludoteca.solver.retrograde.exploration import explore

    position = start(args)
    if position.is_over:
        raise CommandError("error.game-over")
    with task_with_progress(output, args, position) as task:
        try:
            found = explore(task, QUICK)
        except Unsolvable as problem:
            return refuse(problem, args, output)
        except Stopped as stopped:
            return report_stopped(stopped, output)
    if args.svg:
        write_svg(args.svg, found.svg, output)
    if args.json and args.svg != "-":
        output.json({"game": position.game.name, "position": position.text, **as_dict(found)})
    elif args.svg != "-":
        show(found, output)
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


def show(found: Findings, output: Output) -> None:
    text, counts, integer = output.text, found.counts, output.integer
    numbers = {"won": counts.won, "drawn": counts.drawn, "lost": counts.lost, "all": counts.all}
    output.write(text("solve.counts", **{name: integer(n) for name, n in numbers.items()}))
    output.write(output.dim(text("explore.reachable" if counts.reachable else "explore.possible")) + "\n")
    output.write(output.bold(text("explore.moves")))
    output.write(found.picture)
    output.write(output.dim(text("explore.legend")) + "\n")
    for move, value in found.moves:
        output.write(f"  {move:<8} {in_words(value, output)}")
    head = [text("explore.material"), text("explore.won"), text("explore.drawn"), text("explore.lost")]
    rows = [
        [layer.material, integer(layer.won), integer(layer.drawn), integer(layer.lost)]
        for layer in found.layers
    ]
    output.write("\n" + "\n".join(_table([head, *rows], output)))
    head = [text("explore.distance"), text("explore.won"), text("explore.lost")]
    rows = [[str(plies), integer(won), integer(lost)] for plies, won, lost in found.distances if won or lost]
    output.write("\n" + "\n".join(_table([head, *rows], output)))
    if found.hardest:
        output.write("\n" + output.bold(text("explore.hardest", n=len(found.line))))
        output.write(output.board(found.hardest))
        output.write(found.hardest.text)
        output.write(paragraph(" ".join(found.line), output.width, before="  "))


def _table(rows: list[list[str]], output: Output) -> list[str]:
    """Align columns: the first to the left, numbers to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = [
        "  ".join([row[0].ljust(widths[0]), *(cell.rjust(widths[i + 1]) for i, cell in enumerate(row[1:]))])
        for row in rows
    ]
    return [output.bold(lines[0]), *lines[1:]]
