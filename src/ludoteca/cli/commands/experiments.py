"""`ludoteca experiments`: repeat the experiments of the student reports."""

from __future__ import annotations

import threading
import time
from argparse import Namespace
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ludoteca.cli.errors import CommandError
from ludoteca.cli.interrupts import interrupt_flag
from ludoteca.cli.output import Output
from ludoteca.cli.parser import PROGRAM, Parser
from ludoteca.cli.start_options import json_option
from ludoteca.cli.workers_option import workers_option
from ludoteca.errors import did_you_mean

if TYPE_CHECKING:
    from ludoteca.classics.experiments import Experiment, Row, Work

STOPPED = 130
_TICK = 0.05


@dataclass
class Done:
    """An experiment with its results so far."""

    experiment: Experiment
    rows: dict[object, Row] = field(default_factory=dict)
    seconds: float = 0.0


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    parser.argument(
        "experiments", nargs="*", default=[], metavar=text("help.NAME"), help=text("help.experiments-names")
    )
    parser.option("--list", action="store_true", default=False, help=text("help.experiments-list"))
    parser.option("--quick", action="store_true", default=False, help=text("help.experiments-quick"))
    parser.option("--markdown", action="store_true", default=False, help=text("help.markdown"))
    workers_option(parser, output)
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    from ludoteca.classics.experiments import Work

    chosen = wanted(args.experiments, output)
    if args.list:
        show_list(chosen, args.json, output)
        return 0
    runner = Runner(chosen, Work(args.quick, 0 if args.workers in (None, 1) else args.workers))
    complete = runner.finish(output)
    if args.json:
        output.json(as_dict(runner.done, args.quick, complete, output.lang))
    elif args.markdown:
        output.write(markdown(runner.done, args, output), end="")
    else:
        show(runner.done, output)
    if not complete:
        output.write_error(output.text("experiments.partly"))
    return 0 if complete else STOPPED


def wanted(names: list[str], output: Output) -> list[Experiment]:
    from ludoteca.classics.experiments import EXPERIMENTS
    from ludoteca.games.problems import nearest

    for name in names:
        if name not in EXPERIMENTS:
            hint, known = did_you_mean(nearest(name, EXPERIMENTS)), tuple(EXPERIMENTS)
            raise CommandError("experiments.unknown", name=name, hint=hint, known=known)
    return [EXPERIMENTS[name] for name in names or EXPERIMENTS]


# -- doing it -----------------------------------------------------------------------------------------


class Runner:
    """Runs experiments in a background thread, so that Ctrl-C stops them."""

    def __init__(self, experiments: Iterable[Experiment], work: Work) -> None:
        self.experiments = list(experiments)
        self.work = work
        self.done: list[Done] = []
        self._problem: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    def finish(self, output: Output) -> bool:
        """Wait for the results. False if interrupted; the results so far are kept."""
        with interrupt_flag() as interrupted, _Bar(output, len(self.experiments)) as bar:
            self._thread.start()
            while self._thread.is_alive():
                self._thread.join(_TICK)
                bar.show(self.done)
                if interrupted():
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
    """A progress bar on a terminal."""

    def __init__(self, output: Output, total: int) -> None:
        self._lang, self._progress = output.lang, None
        if output.err.isatty():
            self._progress, self._task = _rich_bar(output, total)

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


def _rich_bar(output: Output, total: int) -> tuple[Any, Any]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    bar = Progress(*columns, console=Console(file=output.err), transient=True)
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


def show_list(chosen: list[Experiment], as_object: bool, output: Output) -> None:
    from ludoteca.classics.experiments.formatting import report, title

    lang = output.lang
    if as_object:
        listed = [
            {"name": one.name, "report": report(lang, one), "title": title(lang, one)} for one in chosen
        ]
        output.json({"experiments": listed})
        return
    widest = max(len(one.name) for one in chosen)
    for one in chosen:
        output.write(f"{one.name:<{widest}}  {title(lang, one)}")


def show(done: list[Done], output: Output) -> None:
    from rich.table import Table

    from ludoteca.classics.experiments.formatting import report, title

    for one in done:
        output.write(output.bold(title(output.lang, one.experiment)))
        output.write(output.dim(report(output.lang, one.experiment)))
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        for number, head in enumerate(heads(output)):
            table.add_column(head, justify="right" if number else "left")
        for cells in lines(one, output.lang):
            table.add_row(*cells)
        output.render(table)
        seconds = output.decimal(one.seconds)
        output.write(output.dim(output.text("experiments.time", seconds=seconds)) + "\n")


def heads(output: Output) -> tuple[str, str, str]:
    text = output.text
    return text("experiments.what"), text("experiments.theirs"), text("experiments.ours")


def lines(one: Done, lang: str) -> list[tuple[str, str, str]]:
    from ludoteca.classics.experiments.formatting import figure, what

    return [
        (what(lang, row), figure(lang, row.theirs, row.unit), figure(lang, row.ours, row.unit))
        for row in one.rows.values()
    ]


def markdown(done: list[Done], args: Namespace, output: Output) -> str:
    """The results as a Markdown document."""
    from ludoteca.classics.experiments.formatting import report, title

    words = [PROGRAM, "experiments", *args.experiments, *(["--quick"] if args.quick else []), "--markdown"]
    minutes = output.decimal(sum(one.seconds for one in done) / 60)
    text = f"# {output.text('experiments.heading')}\n\n"
    text += output.text("experiments.about", command=" ".join(words), minutes=minutes) + "\n"
    for one in done:
        text += f"\n## {title(output.lang, one.experiment)}\n\n{report(output.lang, one.experiment)}\n\n"
        text += "| " + " | ".join(heads(output)) + " |\n|---|--:|--:|\n"
        text += "".join("| " + " | ".join(cells) + " |\n" for cells in lines(one, output.lang))
    return text
