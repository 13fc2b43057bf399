"""The reports' experiments, repeated: their figures beside ours. One file for each report.

An experiment gives rows, each as soon as it is known. A row that comes again with a new figure takes the old
one's place, so that whoever stops in the middle still has something.

| module | what it holds |
|---|---|
| `rows` | what an experiment is, the rows it gives, and how its work can be stopped |
| `contests` | games between players |
| `thesis`, `gomoku`, `pentago`, `mancala`, `hex_` | the experiments and figures of each report |
| `words`, `telling` | what all of it is called, in both languages |
"""

from __future__ import annotations

from collections.abc import Mapping

from ludoteca.classics.experiments import gomoku, hex_, mancala, pentago, thesis
from ludoteca.classics.experiments.rows import Experiment, Figure, Row, Work

ALL = (thesis, gomoku, pentago, mancala, hex_)
EXPERIMENTS: Mapping[str, Experiment] = {one.name: one for report in ALL for one in report.EXPERIMENTS}

__all__ = ["EXPERIMENTS", "Experiment", "Figure", "Row", "Work"]
