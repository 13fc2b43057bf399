"""Waiting for what must come, however busy the machine is."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")
PATIENCE = 120.0
"""Seconds. Nobody waits so long for what comes, and what never comes is noticed at last."""


def wait_until(look: Callable[[], Found], seconds: float = PATIENCE) -> Found:
    """What `look` finds, as soon as it finds anything."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found = look()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("it never came")
