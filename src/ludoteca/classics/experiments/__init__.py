"""The experiments of the reports, repeated: their claims, their figures beside ours, and a verdict on each.

`EXPERIMENTS` lists them by name. Each has a `title`, `claim` and `source` in any language, and
`run(work, progress)`, which returns a `Result`: rows and a verdict. A `Work` has the options of a run (quick,
workers, checkpoint) and stops it from another thread.

An experiment yields rows as soon as they are known. A later row with the same key replaces the earlier one,
so that an interrupted experiment has results.

| module | contents |
|---|---|
| `rows` | experiments, their rows and results, units of work, and stopping |
| `verdicts` | intervals, and the rule that decides |
| `checkpoint` | the file that keeps finished units |
| `contests` | games between players |
| `structures` | the data structures and Algorithms 20 and 21 of the thesis, in Python |
| `thesis`, `gomoku`, `pentago`, `mancala`, `hex_` | the experiments and figures of each report |
| `formatting`, `stored` | rows and results as text, as JSON, and back |
"""

from __future__ import annotations

from collections.abc import Mapping

from ludoteca.classics.experiments import gomoku, hex_, mancala, pentago, thesis
from ludoteca.classics.experiments.checkpoint import BadCheckpoint, Checkpoint
from ludoteca.classics.experiments.rows import Experiment, Figure, Result, Row, Stopped, Work
from ludoteca.classics.experiments.verdicts import Check, Outcome

ALL = (thesis, gomoku, pentago, mancala, hex_)
EXPERIMENTS: Mapping[str, Experiment] = {one.name: one for report in ALL for one in report.EXPERIMENTS}

__all__ = [
    "EXPERIMENTS",
    "BadCheckpoint",
    "Check",
    "Checkpoint",
    "Experiment",
    "Figure",
    "Outcome",
    "Result",
    "Row",
    "Stopped",
    "Work",
]
