"""How many event streams there may be: in total, for each client address, and for each visitor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from ludoteca.errors import LudotecaError


class TooManyStreams(LudotecaError):
    """Of this visitor, of this address, or of all."""


@dataclass
class StreamSlots:
    """Used in the event loop alone."""

    total: int = 2000
    """As many as connections: where they are all in use, the address that has most loses its oldest."""
    per_address: int = 250
    """A school may share one address."""
    per_visitor: int = 10
    seconds: float = 3600.0
    """The longest time of one stream: a client that never reads cannot be told from one that does."""
    _taken: Counter[tuple[str, str]] = field(default_factory=Counter)

    def __len__(self) -> int:
        return self._taken["all", ""]

    @contextmanager
    def take(self, address: str, visitor: str) -> Iterator[None]:
        """A slot, while the block runs. An empty address or visitor is not counted.

        Raises `TooManyStreams`.
        """
        wanted = {("all", ""): self.total}
        if address:
            wanted["address", address] = self.per_address
        if visitor:
            wanted["visitor", visitor] = self.per_visitor
        if any(self._taken[key] >= most for key, most in wanted.items()):
            raise TooManyStreams("busy.streams")
        self._taken.update(wanted.keys())
        try:
            yield
        finally:
            self._taken.subtract(wanted.keys())
            for key in wanted:
                if not self._taken[key]:
                    del self._taken[key]
