"""What all tests share: the games, and patience with a busy machine."""

from __future__ import annotations

import gc

import pytest
from hypothesis import HealthCheck, settings

from ludoteca.games import Game
from tests.games.catalogue import names, opened
from tools.compile_catalogues import compile_all

compile_all()

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


def pytest_collection_finish() -> None:
    """Leave modules, games and thousands of test items out of garbage collections, and make these rare: they
    took a quarter of the processor time."""
    gc.freeze()
    gc.set_threshold(50_000)


@pytest.fixture(params=names())
def game(request: pytest.FixtureRequest) -> Game:
    """Each game in turn."""
    return opened(request.param)
