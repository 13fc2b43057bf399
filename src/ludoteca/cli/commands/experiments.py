"""`ludoteca experiments`: what the students' reports measured, measured again."""

from __future__ import annotations

import threading
import time
from argparse import Namespace
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ludoteca.cli.errors import CommandError
from ludoteca.cli.parser import PROGRAM, Parser
from ludoteca.cli.screen import Screen
from ludoteca.cli.start_options import json_option
from ludoteca.errors import did_you_mean

if TYPE_CHECKING:
    from ludoteca.classics.experiments import Experiment, Row, Work

STOPPED = 130
_TICK = 0.05


@dataclass
class Done:
    """An experiment, and what came out of it so far."""

    experiment: Experiment
    rows: dict[object, Row] = field(default_factory=dict)
    seconds: float = 0.0


def arguments(parser: Parser, screen: Screen) -> None:
    say = screen.say
    parser.argument(
        "experiments", nargs="*", default=[], metavar=say("help.NAME"), help=say("help.experiments-names")
    )
    parser.option("--list", action="store_true", default=False, help=say("help.experiments-list"))
    parser.option("--quick", action="store_true", default=False, help=say("help.experiments-quick"))
    parser.option("--markdown", action="store_true", default=False, help=say("help.markdown"))
    json_option(parser, screen)


def run(asked: Namespace, screen: Screen) -> int:
    from ludoteca.classics.experiments import Work

    chosen = wanted(asked.experiments, screen)
    if asked.list:
        show_list(chosen, asked.json, screen)
        return 0
    runner = Runner(chosen, Work(asked.quick))
    complete = runner.finish(screen)
    if asked.json:
        screen.json(as_dict(runner.done, asked.quick, complete, screen.lang))
    elif asked.markdown:
        screen.write(markdown(runner.done, asked, screen), end="")
    else:
        show(runner.done, screen)
    if not complete:
        screen.tell(screen.say("experiments.partly"))
    return 0 if complete else STOPPED


def wanted(names: list[str], screen: Screen) -> list[Experiment]:
    from ludoteca.classics.experiments import EXPERIMENTS
    from ludoteca.games.problems import nearest

    for name in names:
        if name not in EXPERIMENTS:
            hint, known = did_you_mean(nearest(name, EXPERIMENTS)), tuple(EXPERIMENTS)
            raise CommandError("experiments.unknown", name=name, hint=hint, known=known)
    return [EXPERIMENTS[name] for name in names or EXPERIMENTS]


# -- doing it -----------------------------------------------------------------------------------------


class Runner:
    """Experiments, one after the other in a thread of their own, so that Ctrl-C ends them at once."""

    def __init__(self, experiments: Iterable[Experiment], work: Work) -> None:
        self.experiments = list(experiments)
        self.work = work
        self.done: list[Done] = []
        self._problem: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    def finish(self, screen: Screen) -> bool:
        """Wait until all is done. False if it was stopped; what was done until then is kept."""
        with _Bar(screen, len(self.experiments)) as bar:
            self._thread.start()
            try:
                while self._thread.is_alive():
                    self._thread.join(_TICK)
                    bar.show(self.done)
            except KeyboardInterrupt:
                self.work.stop()
                self._thread.join()
                return False
        if self._problem:
            raise self._problem
        return True

    def _run(self) -> None:
        from ludoteca.classics.experiments.rows import Stopped

        try:
            for experiment in self.experiments:
                self._run_one(experiment)
        except Stopped:
            return
        except BaseException as problem:
            self._problem = problem

    def _run_one(self, experiment: Experiment) -> None:
        done, begun = Done(experiment), time.monotonic()
        self.done.append(done)
        for row in experiment.run(self.work):
            self.work.check()
            done.rows[row.key] = row
            done.seconds = time.monotonic() - begun


class _Bar:
    """How far it is, on a terminal."""

    def __init__(self, screen: Screen, total: int) -> None:
        self._lang, self._progress = screen.lang, None
        if screen.err.isatty():
            self._progress, self._task = _rich_bar(screen, total)

    def __enter__(self) -> _Bar:
        if self._progress:
            self._progress.start()
        return self

    def show(self, done: list[Done]) -> None:
        if self._progress and done:
            name, rows = done[-1].experiment.name, list(done[-1].rows.values())
            last = f"{name}: {_told(rows[-1], self._lang)}" if rows else name
            self._progress.update(self._task, completed=len(done) - 1, description=last)

    def __exit__(self, *_: object) -> None:
        if self._progress:
            self._progress.stop()


def _rich_bar(screen: Screen, total: int) -> tuple[Any, Any]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    bar = Progress(*columns, console=Console(file=screen.err), transient=True)
    return bar, bar.add_task("", total=total)


# -- telling it ---------------------------------------------------------------------------------------


def _told(row: Row, lang: str) -> str:
    from ludoteca.classics.experiments.formatting import figure, what

    return f"{what(lang, row)} {figure(lang, row.ours, row.unit)}"


def as_dict(done: list[Done], quick: bool, complete: bool, lang: str) -> dict[str, object]:
    from ludoteca.classics.experiments.formatting import as_json, report, title

    return {
        "quick": quick,
        "complete": complete,
        "seconds": sum(one.seconds for one in done),
        "experiments": [
            {
                "name": one.experiment.name,
                "report": report(lang, one.experiment),
                "title": title(lang, one.experiment),
                "seconds": one.seconds,
                "rows": [as_json(lang, row) for row in one.rows.values()],
            }
            for one in done
        ],
    }


def show_list(chosen: list[Experiment], as_object: bool, screen: Screen) -> None:
    from ludoteca.classics.experiments.formatting import report, title

    lang = screen.lang
    if as_object:
        listed = [
            {"name": one.name, "report": report(lang, one), "title": title(lang, one)} for one in chosen
        ]
        screen.json({"experiments": listed})
        return
    widest = max(len(one.name) for one in chosen)
    for one in chosen:
        screen.write(f"{one.name:<{widest}}  {title(lang, one)}")


def show(done: list[Done], screen: Screen) -> None:
    from rich.table import Table

    from ludoteca.classics.experiments.formatting import report, title

    for one in done:
        screen.write(screen.bold(title(screen.lang, one.experiment)))
        screen.write(screen.dim(report(screen.lang, one.experiment)))
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        for number, head in enumerate(heads(screen)):
            table.add_column(head, justify="right" if number else "left")
        for cells in lines(one, screen.lang):
            table.add_row(*cells)
        screen.show(table)
        seconds = screen.decimal(one.seconds)
        screen.write(screen.dim(screen.say("experiments.time", seconds=seconds)) + "\n")


def heads(screen: Screen) -> tuple[str, str, str]:
    say = screen.say
    return say("experiments.what"), say("experiments.theirs"), say("experiments.ours")


def lines(one: Done, lang: str) -> list[tuple[str, str, str]]:
    from ludoteca.classics.experiments.formatting import figure, what

    return [
        (what(lang, row), figure(lang, row.theirs, row.unit), figure(lang, row.ours, row.unit))
        for row in one.rows.values()
    ]


def markdown(done: list[Done], asked: Namespace, screen: Screen) -> str:
    """The whole as a document."""
    from ludoteca.classics.experiments.formatting import report, title

    words = [PROGRAM, "experiments", *asked.experiments, *(["--quick"] if asked.quick else []), "--markdown"]
    minutes = screen.decimal(sum(one.seconds for one in done) / 60)
    text = f"# {screen.say('experiments.heading')}\n\n"
    text += screen.say("experiments.about", command=" ".join(words), minutes=minutes) + "\n"
    for one in done:
        text += f"\n## {title(screen.lang, one.experiment)}\n\n{report(screen.lang, one.experiment)}\n\n"
        text += "| " + " | ".join(heads(screen)) + " |\n|---|--:|--:|\n"
        text += "".join("| " + " | ".join(cells) + " |\n" for cells in lines(one, screen.lang))
    return text
