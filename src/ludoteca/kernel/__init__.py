"""The compiled kernel: tables in, numbers out. See `_kernel.pyx` and the parts it includes."""

from ludoteca.kernel._kernel import (
    LIMITS,
    Judge,
    Knowledge,
    Lookahead,
    Player,
    Ranking,
    Rules,
    Searcher,
    Snapshot,
    Solver,
    TreeSearcher,
    logistic_sums,
)

__all__ = [
    "LIMITS",
    "Judge",
    "Knowledge",
    "Lookahead",
    "Player",
    "Ranking",
    "Rules",
    "Searcher",
    "Snapshot",
    "Solver",
    "TreeSearcher",
    "logistic_sums",
]
