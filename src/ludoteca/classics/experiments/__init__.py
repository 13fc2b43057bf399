"""The experiments of the reports, repeated: their figures beside ours, one module for each report.

An experiment yields rows as soon as they are known. A later row with the same key replaces the earlier one,
so that an interrupted experiment has results.

| module | contents |
|---|---|
| `rows` | experiments, their rows, and stopping them |
| `contests` | games between players |
| `thesis`, `gomoku`, `pentago`, `mancala`, `hex_` | the experiments and figures of each report |
| `formatting` | rows as text |
"""

from __future__ import annotations

from collections.abc import Mapping

from ludoteca.classics.experiments import gomoku, hex_, mancala, pentago, thesis
from ludoteca.classics.experiments.rows import Experiment, Figure, Row, Work

ALL = (thesis, gomoku, pentago, mancala, hex_)
EXPERIMENTS: Mapping[str, Experiment] = {one.name: one for report in ALL for one in report.EXPERIMENTS}

__all__ = ["EXPERIMENTS", "Experiment", "Figure", "Row", "Work"]
