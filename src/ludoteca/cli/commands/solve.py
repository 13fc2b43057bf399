"""`ludoteca solve`: prove the value of a game with best play."""

from __future__ import annotations

import time
from argparse import Namespace
from typing import TYPE_CHECKING

from ludoteca.cli.errors import CommandError
from ludoteca.cli.layout import paragraph
from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser, integer, number
from ludoteca.cli.solver_output import (
    explain,
    format_duration,
    format_size,
    report_stopped,
    task_with_progress,
)
from ludoteca.cli.start_options import game_argument, json_option, start, start_options
from ludoteca.errors import Stopped, Unsolvable

if TYPE_CHECKING:
    from ludoteca.games import Game
    from ludoteca.solver import Answer, Estimate


LARGEST = 0
"""`--endgames` without a number: as many pieces as a small table allows."""


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    game_argument(parser, output)
    parser.option("--method", metavar=text("help.NAME"), default=None, help=text("help.solve-method"))
    memory, threads = number(output, 0.01, 4096), integer(output, 1, 64)
    parser.option(
        "--memory", metavar=text("help.GIBIBYTES"), type=memory, default=None, help=text("help.memory")
    )
    parser.option(
        "--threads", metavar=text("help.NUMBER"), type=threads, default=None, help=text("help.threads")
    )
    parser.option("--certificate", metavar=text("help.FILE"), default=None, help=text("help.certificate"))
    parser.option("--estimate", action="store_true", default=False, help=text("help.estimate"))
    parser.option(
        "--endgames", metavar=text("help.PIECES"), nargs="?", const=LARGEST, default=None,
        type=integer(output, 2, 12), help=text("help.endgames"),
    )  # fmt: skip
    start_options(parser, output)
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    from ludoteca.solver import choose, method_names

    position = start(args)
    if position.is_over:
        raise CommandError("error.game-over")
    if args.method is not None and args.method not in method_names():
        raise CommandError("error.method", method=args.method, known=tuple(method_names()))
    if args.endgames is not None:
        return solve_endgames(args, output, position.game)
    with task_with_progress(output, args, position) as task:
        try:
            method, estimate = choose(task, args.method)
        except Unsolvable as problem:
            return refuse(problem, args, output)
        show_estimate(estimate, args, output)
        if args.estimate:
            return 0
        try:
            answer = method.solve(task)
        except Stopped as stopped:
            return report_stopped(stopped, output)
    if args.json:
        output.json({"game": position.game.name, **answer.as_dict(), "why": explain(estimate, output)})
    else:
        show(answer, output)
    return 0


def solve_endgames(args: Namespace, output: Output, game: Game) -> int:
    """Make the table of the endgames of a game."""
    from ludoteca.solver import endgame_estimate, endgame_space, largest_endgame_space, make_table

    try:
        pieces = args.endgames
        space = endgame_space(game, pieces) if pieces else largest_endgame_space(game)
        estimate = endgame_estimate(game, space)
    except Unsolvable as problem:
        return refuse(problem, args, output)
    show_estimate(estimate, args, output)
    if args.estimate:
        return 0
    with task_with_progress(output, args, game.start()) as task:
        begun = time.monotonic()
        try:
            table, _ = make_table(space, task)
        except Stopped as stopped:
            return report_stopped(stopped, output)
    found = {
        "game": game.name, "pieces": space.pieces, "positions": table.header["indices"],
        "file": str(table.path), "bytes": table.size, "seconds": time.monotonic() - begun,
    }  # fmt: skip
    if args.json:
        output.json(found)
    else:
        output.write(output.text("solve.endgames", pieces=space.pieces, n=found["positions"],
                                 number=output.integer(table.header["indices"])))  # fmt: skip
        output.write(output.text("solve.file", file=table.path))
    return 0


def refuse(problem: Unsolvable, args: Namespace, output: Output) -> int:
    """Report why no method applies."""
    text = output.text
    reasons = problem.texts(output.lang)
    if args.json:
        told = [{"method": name, "why": why} for name, why in reasons]
        output.json({"game": problem.game, "value": None, "reasons": told})
        return 1
    output.write(text("solve.cannot", game=problem.game))
    for name, why in reasons:
        output.write(paragraph(f"{name}: {why}", output.width, before="  "))
    return 1


def estimate_as_dict(estimate: Estimate, output: Output) -> dict[str, object]:
    return {
        "method": estimate.method,
        "why": explain(estimate, output),
        "positions": estimate.positions,
        "seconds": estimate.seconds,
        "bytes": estimate.bytes,
    }


def show_estimate(estimate: Estimate, args: Namespace, output: Output) -> None:
    """Print the method, the reason and the estimated cost to stderr; as JSON if only that is wanted."""
    if args.estimate and args.json:
        output.json(estimate_as_dict(estimate, output))
    text = output.text
    output.write_error(
        paragraph(text("solve.method", method=estimate.method, why=explain(estimate, output)), output.width)
    )
    cost = []
    if estimate.positions is not None:
        cost.append(text("solve.positions", n=estimate.positions, number=output.integer(estimate.positions)))
    if estimate.seconds is not None:
        cost.append(text("solve.about", time=format_duration(estimate.seconds, output)))
    if estimate.bytes is not None:
        cost.append(format_size(estimate.bytes, output))
    if cost:
        output.write_error(text("solve.estimate", cost=", ".join(cost)))


def show(answer: Answer, output: Output) -> None:
    text = output.text
    output.write(
        output.bold(text(f"solve.value.{answer.value}")) + _distance(answer.plies, answer.margin, output)
    )
    if answer.moves:
        output.write(text("solve.best", moves=" ".join(answer.best)))
        for one in answer.moves:
            told = text(f"solve.value.{one.value}") + _distance(one.plies, one.margin, output)
            output.write(f"  {one.move:<8} {told}")
    if answer.won is not None and answer.drawn is not None and answer.lost is not None:
        numbers = {"won": answer.won, "drawn": answer.drawn, "lost": answer.lost, "all": answer.positions}
        output.write(text("solve.counts", **{name: output.integer(n) for name, n in numbers.items()}))
    if answer.longest is not None:
        output.write(text("solve.longest", n=answer.longest))
    if answer.example:
        output.write(text("solve.example", position=answer.example, moves=" ".join(answer.example_moves)))
    if answer.file:
        output.write(text("solve.file", file=answer.file))
    time, size = format_duration(answer.seconds, output), format_size(answer.bytes, output)
    output.write(output.dim(text("solve.foot", method=answer.method, time=time, size=size)))


def _distance(plies: int | None, margin: int | None, output: Output) -> str:
    found = ""
    if margin is not None:
        found += " " + output.text("solve.margin", margin=f"{margin:+d}")
    if plies is not None:
        found += " " + output.text("solve.plies", n=plies)
    return found
