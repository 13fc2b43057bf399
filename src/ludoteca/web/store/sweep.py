"""The background thread that deletes expired data while the server runs."""

from __future__ import annotations

import logging
import threading

from ludoteca.errors import LudotecaError
from ludoteca.web.store.quotas import Quotas
from ludoteca.web.store.retention import Purged
from ludoteca.web.store.space import shrink

_LOG = logging.getLogger(__name__)
FIRST, EVERY = 60.0, 600.0
"""Seconds before the first sweep, and between two."""
_PAUSE = 0.05
"""Seconds between two transactions, for players who write."""


class RetentionSweep:
    """Sweeps from `start` until `close`. A failure is logged, and the next sweep tries again."""

    def __init__(self, quotas: Quotas, first: float = FIRST, every: float = EVERY) -> None:
        self.quotas, self.first, self.every = quotas, first, every
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="retention", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Stop after the transaction that runs."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()

    def sweep(self) -> Purged:
        """Delete what has expired; then, in a nearly full database, what is oldest. Raises `CannotStore`."""
        found = self.quotas.purger.purge_expired(self._proceed)
        found += self.quotas.make_room(self._proceed)
        shrink(self.quotas.database, lambda: self._proceed(found))
        return found

    def _run(self) -> None:
        delay = self.first
        while not self._closing.wait(delay):
            delay = self.every
            try:
                found = self.sweep()
            except LudotecaError as problem:
                _LOG.warning("expired data could not be deleted: %s", problem)
                continue
            if found:
                _LOG.info("deleted: %s", found)

    def _proceed(self, so_far: Purged) -> bool:
        return not self._closing.wait(_PAUSE)
