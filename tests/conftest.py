"""What all tests share: the games."""

from __future__ import annotations

import pytest

from ludoteca.games import Game
from tests.games.shelf import names, opened


@pytest.fixture(params=names())
def game(request: pytest.FixtureRequest) -> Game:
    """Each game in turn."""
    return opened(request.param)
