"""Tools that some tests need beyond Python's packages: a browser, a database, a terminal."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def missing(reason: str) -> NoReturn:
    """Skip the test; with CI=true, fail it: a continuous integration that skips tests proves nothing."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"CI=true, and a tool is missing: {reason}", pytrace=False)
    pytest.skip(reason)
