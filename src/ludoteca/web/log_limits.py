"""Bounded logs: of each kind of message, one line a second."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

_SECONDS = 1.0
_MOST_KINDS = 500
"""Kinds of messages that are told apart; then all start anew."""


class OnePerSecond(logging.Filter):
    """Lets one record a second pass of each kind, and adds how many like it were left out.

    Records are of one kind if the same logger made them from the same text, whatever the arguments.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._seen: dict[tuple[str, str], tuple[float, int]] = {}
        """When a record of a kind has passed, and how many were left out since."""

    def filter(self, record: logging.LogRecord) -> bool:
        kind, now = (record.name, str(record.msg)[:80]), self._clock()
        last, omitted = self._seen.get(kind, (now - _SECONDS, 0))
        if now - last < _SECONDS:
            self._seen[kind] = last, omitted + 1
            return False
        if len(self._seen) >= _MOST_KINDS:
            self._seen.clear()
        self._seen[kind] = now, 0
        if omitted:
            record.msg, record.args = f"{record.getMessage()} (and {omitted} more like this)", None
        return True


def log_config(level: str) -> dict[str, Any]:
    """The logging configuration of a server: warnings and errors on stderr, bounded."""
    logger = {"handlers": ["stderr"], "level": level, "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"bounded": {"()": OnePerSecond}},
        "formatters": {"line": {"format": "%(levelname)s: %(message)s"}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "filters": ["bounded"], "formatter": "line"}
        },
        "loggers": {name: logger for name in ("uvicorn", "ludoteca", "asyncio")},
    }
