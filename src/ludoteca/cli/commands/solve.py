"""`ludoteca solve`: what a game is worth with best play, proved."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from ludoteca.cli.errors import CommandError
from ludoteca.cli.layout import paragraph
from ludoteca.cli.parser import Parser, number, whole
from ludoteca.cli.screen import Screen
from ludoteca.cli.solver_output import explain, halted, in_bytes, in_time, watched
from ludoteca.cli.start_options import game_argument, json_option, start, start_options
from ludoteca.errors import Stopped, Unsolvable

if TYPE_CHECKING:
    from ludoteca.solver import Answer, Estimate


def arguments(parser: Parser, screen: Screen) -> None:
    say = screen.say
    game_argument(parser, screen)
    parser.option("--method", metavar=say("help.NAME"), default=None, help=say("help.solve-method"))
    memory, threads = number(screen, 0.01, 4096), whole(screen, 1, 64)
    parser.option(
        "--memory", metavar=say("help.GIBIBYTES"), type=memory, default=None, help=say("help.memory")
    )
    parser.option(
        "--threads", metavar=say("help.NUMBER"), type=threads, default=None, help=say("help.threads")
    )
    parser.option("--certificate", metavar=say("help.FILE"), default=None, help=say("help.certificate"))
    parser.option("--estimate", action="store_true", default=False, help=say("help.estimate"))
    start_options(parser, screen)
    json_option(parser, screen)


def run(asked: Namespace, screen: Screen) -> int:
    from ludoteca.solver import choose, method_names

    position = start(asked)
    if position.is_over:
        raise CommandError("error.game-over")
    if asked.method is not None and asked.method not in method_names():
        raise CommandError("error.method", method=asked.method, known=tuple(method_names()))
    with watched(screen, asked, position) as task:
        try:
            method, estimate = choose(task, asked.method)
        except Unsolvable as problem:
            return refuse(problem, asked, screen)
        tell(estimate, screen)
        if asked.estimate:
            if asked.json:
                screen.json(estimate_as_dict(estimate, screen))
            return 0
        try:
            answer = method.solve(task)
        except Stopped as stopped:
            return halted(stopped, screen)
    if asked.json:
        screen.json({"game": position.game.name, **answer.as_dict(), "why": explain(estimate, screen)})
    else:
        show(answer, screen)
    return 0


def refuse(problem: Unsolvable, asked: Namespace, screen: Screen) -> int:
    """The honest no: why each method will not do."""
    say = screen.say
    reasons = problem.texts(screen.lang)
    if asked.json:
        told = [{"method": name, "why": why} for name, why in reasons]
        screen.json({"game": problem.game, "value": None, "reasons": told})
        return 1
    screen.write(say("solve.cannot", game=problem.game))
    for name, why in reasons:
        screen.write(paragraph(f"{name}: {why}", screen.width, before="  "))
    return 1


def estimate_as_dict(estimate: Estimate, screen: Screen) -> dict[str, object]:
    return {
        "method": estimate.method,
        "why": explain(estimate, screen),
        "positions": estimate.positions,
        "seconds": estimate.seconds,
        "bytes": estimate.bytes,
    }


def tell(estimate: Estimate, screen: Screen) -> None:
    """Before the work begins: how, why, and what it may cost. To stderr."""
    say = screen.say
    screen.tell(
        paragraph(say("solve.method", method=estimate.method, why=explain(estimate, screen)), screen.width)
    )
    cost = []
    if estimate.positions is not None:
        cost.append(say("solve.positions", n=estimate.positions, number=screen.whole(estimate.positions)))
    if estimate.seconds is not None:
        cost.append(say("solve.about", time=in_time(estimate.seconds, screen)))
    if estimate.bytes is not None:
        cost.append(in_bytes(estimate.bytes, screen))
    if cost:
        screen.tell(say("solve.estimate", cost=", ".join(cost)))


def show(answer: Answer, screen: Screen) -> None:
    say = screen.say
    screen.write(
        screen.bold(say(f"solve.value.{answer.value}")) + _distance(answer.plies, answer.margin, screen)
    )
    if answer.moves:
        screen.write(say("solve.best", moves=" ".join(answer.best)))
        for one in answer.moves:
            told = say(f"solve.value.{one.value}") + _distance(one.plies, one.margin, screen)
            screen.write(f"  {one.move:<8} {told}")
    if answer.won is not None and answer.drawn is not None and answer.lost is not None:
        numbers = {"won": answer.won, "drawn": answer.drawn, "lost": answer.lost, "all": answer.positions}
        screen.write(say("solve.counts", **{name: screen.whole(n) for name, n in numbers.items()}))
    if answer.longest is not None:
        screen.write(say("solve.longest", n=answer.longest))
    if answer.example:
        screen.write(say("solve.example", position=answer.example, moves=" ".join(answer.example_moves)))
    if answer.file:
        screen.write(say("solve.file", file=answer.file))
    time, size = in_time(answer.seconds, screen), in_bytes(answer.bytes, screen)
    screen.write(screen.dim(say("solve.foot", method=answer.method, time=time, size=size)))


def _distance(plies: int | None, margin: int | None, screen: Screen) -> str:
    found = ""
    if margin is not None:
        found += " " + screen.say("solve.margin", margin=f"{margin:+d}")
    if plies is not None:
        found += " " + screen.say("solve.plies", n=plies)
    return found
