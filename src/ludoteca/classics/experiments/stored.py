"""Results as JSON, and back: the file from which the tables of the documentation are made."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isinf
from pathlib import Path
from typing import Any

from ludoteca.classics.experiments.formatting import interval, requirement, verdict, what
from ludoteca.classics.experiments.rows import MESSAGES, Experiment, Figure, Result, Row
from ludoteca.classics.experiments.verdicts import RELATIONS, Check
from ludoteca.errors import LudotecaError

FORMAT = "ludoteca-experiments-results"


class BadResults(LudotecaError):
    """A file that has no results of experiments."""


@dataclass(frozen=True)
class Run:
    """The results of several experiments."""

    quick: bool
    complete: bool
    results: tuple[Result, ...]

    @property
    def seconds(self) -> float:
        return sum(result.seconds for result in self.results)


def as_dict(run: Run, experiments: Sequence[Experiment], lang: str) -> dict[str, Any]:
    """A run as JSON, with texts in a language for people and keys for machines."""
    found = {result.experiment: result for result in run.results}
    return {
        "format": FORMAT,
        "quick": run.quick,
        "complete": run.complete,
        "seconds": run.seconds,
        "experiments": [
            _result(lang, experiment, found[experiment.name])
            for experiment in experiments
            if experiment.name in found
        ],
    }


def _result(lang: str, experiment: Experiment, result: Result) -> dict[str, Any]:
    return {
        "name": experiment.name,
        "report": experiment.source(lang),
        "title": experiment.title(lang),
        "claim": experiment.claim(lang),
        "verdict": result.verdict.value,
        "verdict_text": verdict(lang, result.verdict),
        "complete": result.complete,
        "seconds": result.seconds,
        "rows": [as_json(lang, row) for row in result.rows],
    }


def as_json(lang: str, row: Row) -> dict[str, Any]:
    check = row.check
    return {
        "what": what(lang, row),
        "key": row.what,
        "values": dict(row.values),
        "theirs": _plain(lang, row.theirs),
        "said": row.theirs if isinstance(row.theirs, str) else None,
        "ours": _plain(lang, row.ours),
        "unit": row.unit,
        "check": check
        and {
            "figure": check.value,
            "low": _finite(check.low),
            "high": _finite(check.high),
            "relation": check.relation,
            "limit": check.limit,
            "of": check.of,
            "widest": _finite(check.widest),
            "interval": interval(lang, row),
            "required": requirement(lang, row),
            "verdict": check.outcome.value,
        },
    }


def _plain(lang: str, found: Figure | None) -> object:
    if isinstance(found, tuple):
        return dict(zip(("wins", "draws", "losses"), found, strict=True))
    return MESSAGES.text(lang, f"said.{found}") if isinstance(found, str) else found


def _finite(value: float) -> float | None:
    """An unbounded end of an interval is null: JSON has no infinity."""
    return None if isinf(value) else value


def read(path: Path) -> Run:
    """The run of a file written with `--json`. Raises `OSError` or `BadResults`."""
    try:
        found = json.loads(path.read_text("utf-8"))
        if found["format"] != FORMAT:
            raise ValueError
        results = tuple(
            Result(one["name"], tuple(map(_row, one["rows"])), float(one["seconds"]), bool(one["complete"]))
            for one in found["experiments"]
        )
        return Run(bool(found["quick"]), bool(found["complete"]), results)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadResults("results.damaged", file=path) from None


def _row(found: dict[str, Any]) -> Row:
    theirs = found["said"] if found["said"] is not None else _figure(found["theirs"])
    check = found["check"] and _check(found["check"])
    ours = _figure(found["ours"])
    if ours is None:
        raise ValueError
    return Row(found["key"], ours, found["unit"], theirs, found["values"], check)


def _figure(found: Any) -> Figure | None:
    if isinstance(found, dict):
        return int(found["wins"]), int(found["draws"]), int(found["losses"])
    return None if found is None else float(found) if isinstance(found, float) else int(found)


def _check(found: dict[str, Any]) -> Check:
    if found["relation"] not in RELATIONS:
        raise ValueError
    low, high, widest = found["low"], found["high"], found["widest"]
    return Check(
        found["figure"], -inf if low is None else low, inf if high is None else high, found["relation"],
        found["limit"], found["of"], inf if widest is None else widest,
    )  # fmt: skip
