"""`ludoteca experiments`: repeat the experiments of the student reports, and decide on their claims."""

from __future__ import annotations

import threading
from argparse import Namespace
from collections.abc import Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludoteca.cli.errors import CommandError
from ludoteca.cli.interrupts import interrupt_flag
from ludoteca.cli.output import Output
from ludoteca.cli.parser import PROGRAM, Parser
from ludoteca.cli.start_options import json_option
from ludoteca.cli.workers_option import workers_option
from ludoteca.errors import did_you_mean

if TYPE_CHECKING:
    from ludoteca.classics.experiments import Experiment, Result, Row, Work
    from ludoteca.classics.experiments.stored import Run

STOPPED = 130
_TICK = 0.05


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    parser.argument(
        "experiments", nargs="*", default=[], metavar=text("help.NAME"), help=text("help.experiments-names")
    )
    parser.option("--list", action="store_true", default=False, help=text("help.experiments-list"))
    parser.option("--quick", action="store_true", default=False, help=text("help.experiments-quick"))
    parser.option(
        "--checkpoint", metavar=text("help.FILE"), default=None, help=text("help.experiments-checkpoint")
    )
    parser.option("--afresh", action="store_true", default=False, help=text("help.experiments-afresh"))
    parser.option("--results", metavar=text("help.FILE"), default=None, help=text("help.experiments-results"))
    parser.option("--markdown", action="store_true", default=False, help=text("help.markdown"))
    workers_option(parser, output)
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    from ludoteca.classics.experiments.stored import as_dict

    chosen = wanted(args.experiments, output)
    if args.list:
        show_list(chosen, args.json, output)
        return 0
    found = stored(args, chosen) if args.results else measured(args, chosen, output)
    if args.json:
        output.json(as_dict(found, chosen, output.lang))
    elif args.markdown:
        output.write(markdown(found, chosen, output), end="")
    else:
        show(found, output)
    if not found.complete:
        output.write_error(
            output.text("experiments.partly-kept" if args.checkpoint else "experiments.partly")
        )
    return 0 if found.complete else STOPPED


def wanted(names: list[str], output: Output) -> list[Experiment]:
    from ludoteca.classics.experiments import EXPERIMENTS
    from ludoteca.games.problems import nearest

    for name in names:
        if name not in EXPERIMENTS:
            hint, known = did_you_mean(nearest(name, EXPERIMENTS)), tuple(EXPERIMENTS)
            raise CommandError("experiments.unknown", name=name, hint=hint, known=known)
    return [EXPERIMENTS[name] for name in names or EXPERIMENTS]


def stored(args: Namespace, chosen: list[Experiment]) -> Run:
    """The results in a file."""
    from dataclasses import replace

    from ludoteca.classics.experiments.stored import read

    path = Path(args.results)
    try:
        found = read(path)
    except OSError as problem:
        raise CommandError("experiments.unreadable", file=path, problem=problem.strerror or "") from None
    names = {one.name for one in chosen}
    return replace(found, results=tuple(one for one in found.results if one.experiment in names))


def measured(args: Namespace, chosen: list[Experiment], output: Output) -> Run:
    """Run the experiments; those of a checkpoint continue."""
    from ludoteca.classics.experiments import Checkpoint, Work
    from ludoteca.classics.experiments.stored import Run

    kept = Checkpoint(Path(args.checkpoint), args.quick, args.afresh) if args.checkpoint else None
    with kept or nullcontext():
        work = Work(args.quick, 0 if args.workers in (None, 1) else args.workers, kept)
        runner = Runner(chosen, work)
        complete = runner.finish(output)
    return Run(args.quick, complete, tuple(runner.done))


# -- doing it -----------------------------------------------------------------------------------------


class Runner:
    """Runs experiments in a background thread, so that Ctrl-C stops them."""

    def __init__(self, experiments: Iterable[Experiment], work: Work) -> None:
        self.experiments = list(experiments)
        self.work = work
        self.done: list[Result] = []
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
        from ludoteca.classics.experiments import Result, Stopped

        try:
            for experiment in self.experiments:
                self.done.append(Result(experiment.name))
                experiment.run(self.work, self._note)
        except Stopped:
            return
        except BaseException as problem:
            self._problem = problem

    def _note(self, result: Result) -> None:
        self.done[-1] = result


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

    def show(self, done: list[Result]) -> None:
        if self._progress and done:
            last = done[-1]
            told = f"{last.experiment}: {_told(last.rows[-1], self._lang)}" if last.rows else last.experiment
            self._progress.update(self._task, completed=len(done) - 1 + last.complete, description=told)

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


def show_list(chosen: list[Experiment], as_object: bool, output: Output) -> None:
    lang = output.lang
    if as_object:
        listed = [
            {"name": one.name, "report": one.source(lang), "title": one.title(lang), "claim": one.claim(lang)}
            for one in chosen
        ]
        output.json({"experiments": listed})
        return
    widest = max(len(one.name) for one in chosen)
    for one in chosen:
        output.write(f"{one.name:<{widest}}  {one.title(lang)}")


def show(run: Run, output: Output) -> None:
    from rich.table import Table

    from ludoteca.classics.experiments import EXPERIMENTS
    from ludoteca.classics.experiments.formatting import verdict

    lang = output.lang
    for one in run.results:
        experiment = EXPERIMENTS[one.experiment]
        output.write(output.bold(experiment.title(lang)))
        output.write(output.dim(experiment.source(lang)))
        output.write(output.text("experiments.claim", claim=experiment.claim(lang)))
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        for number, head in enumerate(heads(output)):
            table.add_column(head, justify="right" if number else "left", overflow="fold")
        for cells in lines(one, lang):
            table.add_row(*cells)
        output.render(table)
        output.write(output.bold(output.text("experiments.verdict", verdict=verdict(lang, one.verdict))))
        seconds = output.decimal(one.seconds)
        output.write(output.dim(output.text("experiments.time", seconds=seconds)) + "\n")
    if len(run.results) > 1:
        output.write(output.bold(output.text("experiments.verdicts")))
        widest = max(len(one.experiment) for one in run.results)
        for one in run.results:
            output.write(f"{one.experiment:<{widest}}  {verdict(lang, one.verdict)}")


def heads(output: Output) -> list[str]:
    return [output.text(f"experiments.{name}") for name in ("what", "theirs", "ours", "interval", "required")]


def lines(one: Result, lang: str) -> list[tuple[str, ...]]:
    from ludoteca.classics.experiments.formatting import figure, interval, requirement, what

    return [
        (
            what(lang, row),
            figure(lang, row.theirs, row.unit),
            figure(lang, row.ours, row.unit),
            interval(lang, row),
            requirement(lang, row),
        )
        for row in one.rows
    ]


def markdown(run: Run, chosen: list[Experiment], output: Output) -> str:
    """The results as a Markdown document."""
    from ludoteca.classics.experiments.report import document

    return document(run, output.lang, PROGRAM)
