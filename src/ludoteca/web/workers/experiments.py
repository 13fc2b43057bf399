"""An experiment of the reports in a worker, within a time limit."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from ludoteca.classics.experiments import EXPERIMENTS, Result, Row, Stopped, Work
from ludoteca.classics.experiments.formatting import figure, interval, verdict, what
from ludoteca.messages import LANGUAGES

Job = dict[str, Any]
Tell = Callable[[Any], None] | None
_TELL_EVERY = 0.5
"""Seconds between two reports."""


def run_experiment(job: Job, tell: Tell) -> Job:
    """The figures of a quick run; those measured so far when the time is up. Each report has all of them."""
    experiment, work = EXPERIMENTS[job["experiment"]], Work(quick=True)
    last, told = Result(experiment.name), 0.0

    def progress(result: Result) -> None:
        nonlocal last, told
        last = result
        if tell and time.monotonic() - told >= _TELL_EVERY:
            told = time.monotonic()
            tell(shown(result))

    alarm = threading.Timer(job["seconds"], work.stop)
    alarm.daemon = True
    alarm.start()
    try:
        last = experiment.run(work, progress)
    except Stopped:
        pass  # what was measured until then is the result
    finally:
        alarm.cancel()
    return {**shown(last), "complete": last.complete}


def shown(result: Result) -> Job:
    """A result as text in every language; the verdict once it is complete."""
    found: Job = {"rows": [shown_row(row) for row in result.rows], "seconds": round(result.seconds, 1)}
    if result.complete:
        found["verdict"] = {lang: verdict(lang, result.verdict) for lang in LANGUAGES}
    return found


def shown_row(row: Row) -> Job:
    """A row: what it is, the figure of the report, and ours with its interval."""
    return {
        lang: [
            what(lang, row),
            figure(lang, row.theirs, row.unit),
            figure(lang, row.ours, row.unit) + (f" ({found})" if (found := interval(lang, row)) else ""),
        ]
        for lang in LANGUAGES
    }
