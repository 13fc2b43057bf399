"""Exclusive use of an object that keeps the state of one search."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from ludoteca.errors import ConcurrentUse


@contextmanager
def exclusively(lock: Lock) -> Iterator[None]:
    """Hold a lock, or raise `ConcurrentUse` at once if another call holds it."""
    if not lock.acquire(blocking=False):
        raise ConcurrentUse("in-use")
    try:
        yield
    finally:
        lock.release()
