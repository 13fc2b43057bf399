"""Parallel search (SMP): several searchers deepen the same position over one shared transposition table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from ludoteca.games import Position
from ludoteca.games.notation import Action
from ludoteca.kernel import Evaluator, Iteration, ProbedTable, Rules, Searcher

MOST_THREADS = 256

Root = Sequence[Sequence[Action]]
"""Root moves as actions."""


class SearchThreads:
    """The main searcher and its helpers, one for each thread."""

    def __init__(
        self, rules: Rules, megabytes: int, threads: int, evaluator: Evaluator, disabled: Collection[str],
        tablebase: ProbedTable | None, parameters: Mapping[str, int] | None = None,
    ) -> None:  # fmt: skip
        if not 1 <= threads <= MOST_THREADS:
            raise ValueError(f"threads must be from 1 to {MOST_THREADS}, not {threads}")
        self.main = Searcher(rules, megabytes, evaluator)
        self._helpers = [Searcher(rules, 0, evaluator, self.main) for _ in range(threads - 1)]
        for searcher in self.all:
            searcher.disable(disabled)
            searcher.set_parameters(parameters or {})
        if tablebase is not None:
            self.set_tablebase(tablebase)
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self.stopped = False
        """Whether the search as a whole was told to stop."""

    def set_tablebase(self, tablebase: ProbedTable | None) -> None:
        for searcher in self.all:
            searcher.set_tablebase(tablebase)

    @property
    def all(self) -> tuple[Searcher, ...]:
        return (self.main, *self._helpers)

    @property
    def nodes(self) -> int:
        return sum(searcher.nodes for searcher in self.all)

    def begin(self, position: Position, nodes: int, repetition_score: int) -> None:
        self.stopped = False
        for searcher in self.all:
            searcher.begin(position.snapshot, nodes, repetition_score)

    def restrict(self, only: Root, excluded: Root, guess: int) -> None:
        for searcher in self.all:
            searcher.restrict(only, excluded, guess)

    def stop(self) -> None:
        self.stopped = True
        for searcher in self.all:
            searcher.stop()

    def search(self, depth: int) -> Iteration | None:
        """Search one depth. The first thread to finish gives the result and stops the others."""
        if self._pool is None:
            return self.main.search(depth)
        first: list[Iteration] = []

        def run(searcher: Searcher) -> Iteration | None:
            found: Iteration | None = searcher.search(depth)
            if found and not found.stopped:
                first.append(found)
                for other in self.all:
                    if other is not searcher:
                        other.stop()
            return found

        running: list[Future[Iteration | None]] = [self._pool.submit(run, one) for one in self._helpers]
        try:
            found = run(self.main)
        finally:
            for helper in self._helpers:
                helper.stop()
            for future in running:
                future.result()
        for searcher in self.all:
            searcher.resume()
        if self.stopped:
            self.stop()
        if first:
            self.main.set_expected_score(first[0].score)
            return first[0]
        return found
