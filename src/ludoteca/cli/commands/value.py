"""`ludoteca value`: what a position is worth, from a table of solved positions."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from ludoteca.cli.commands.solve import refuse
from ludoteca.cli.parser import Parser
from ludoteca.cli.screen import Screen
from ludoteca.cli.solver_output import halted, watched
from ludoteca.cli.start_options import game_argument, json_option, start, start_options
from ludoteca.errors import Stopped, Unsolvable

if TYPE_CHECKING:
    from ludoteca.solver import Task, Value


def arguments(parser: Parser, screen: Screen) -> None:
    game_argument(parser, screen)
    start_options(parser, screen)
    json_option(parser, screen)


def run(asked: Namespace, screen: Screen) -> int:
    position = start(asked)
    with watched(screen, asked, position) as task:
        try:
            value, moves, source = known(task)
        except Unsolvable as problem:
            return refuse(problem, asked, screen)
        except Stopped as stopped:
            return halted(stopped, screen)
    if asked.json:
        told = [{"move": move, "value": one.kind, "plies": one.plies} for move, one in moves]
        found = {
            "game": position.game.name,
            "position": position.text,
            "value": value.kind,
            "plies": value.plies,
        }
        screen.json({**found, "moves": told, "source": source})
        return 0
    screen.write(in_words(value, screen))
    for move, one in moves:
        screen.write("  " + screen.say("value.move", move=move, value=in_words(one, screen)))
    return 0


def known(task: Task) -> tuple[Value, list[tuple[str, Value]], str]:
    """What the position and each of its moves are worth for the mover, and where that is known from."""
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


def in_words(value: Value, screen: Screen) -> str:
    told = screen.say(f"value.{value.kind}")
    return told if value.plies is None else told + " " + screen.say("solve.plies", n=value.plies)
