"""`ludoteca value`: look up the value of a position in a tablebase."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from ludoteca.cli.commands.solve import refuse
from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser
from ludoteca.cli.solver_output import report_stopped, task_with_progress
from ludoteca.cli.start_options import game_argument, json_option, start, start_options
from ludoteca.errors import Stopped, Unsolvable

if TYPE_CHECKING:
    from ludoteca.solver import Task, Value


def arguments(parser: Parser, output: Output) -> None:
    game_argument(parser, output)
    start_options(parser, output)
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    position = start(args)
    with task_with_progress(output, args, position) as task:
        try:
            value, moves, source = known(task)
        except Unsolvable as problem:
            return refuse(problem, args, output)
        except Stopped as stopped:
            return report_stopped(stopped, output)
    if args.json:
        told = [{"move": move, "value": one.kind, "plies": one.plies} for move, one in moves]
        found = {
            "game": position.game.name,
            "position": position.text,
            "value": value.kind,
            "plies": value.plies,
        }
        output.json({**found, "moves": told, "source": source})
        return 0
    output.write(in_words(value, output))
    for move, one in moves:
        output.write("  " + output.text("value.move", move=move, value=in_words(one, output)))
    return 0


def known(task: Task) -> tuple[Value, list[tuple[str, Value]], str]:
    """The values of the position and of its moves for the mover, and their source."""
    from ludoteca.solver import moves_of, proved_value, table_for, value_at_end

    if task.position.is_over:
        return value_at_end(task.position), [], "rules"
    try:
        table = table_for(task.position, task)
    except Unsolvable as problem:
        try:
            return proved_value(task)
        except Unsolvable as other:
            problem.reasons.extend(other.reasons)
            raise problem from None
    value = table.value(task.position)
    assert value is not None
    return value, moves_of(table, task.position), str(table.path)


def in_words(value: Value, output: Output) -> str:
    told = output.text(f"value.{value.kind}")
    return told if value.plies is None else told + " " + output.text("solve.plies", n=value.plies)
