"""The compiled kernel: tables in, numbers out. See `_kernel.pyx` and the parts it includes."""

from ludoteca.kernel._kernel import (
    LIMITS,
    Counter,
    Hunter,
    Judge,
    Knowledge,
    Linker,
    Lookahead,
    Player,
    Prover,
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
    "Counter",
    "Hunter",
    "Judge",
    "Knowledge",
    "Linker",
    "Lookahead",
    "Player",
    "Prover",
    "Ranking",
    "Rules",
    "Searcher",
    "Snapshot",
    "Solver",
    "TreeSearcher",
    "logistic_sums",
]
