"""A server for the tests of a module: its database in a temporary folder, one worker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from ludoteca.parallel import worker
from ludoteca.web import security
from ludoteca.web.app import create_app
from ludoteca.web.settings import Settings
from ludoteca.web.workers import runner
from ludoteca.workshop import sandbox


@pytest.fixture(scope="session", autouse=True)
def long_timeouts() -> Iterator[None]:
    """Longer timeouts for a busy machine. Limits of CPU time and memory stay as they are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker, "GRACE_SECONDS", 60.0)
        patch.setattr(runner, "QUEUE_SECONDS", 60.0)
        patch.setattr(sandbox, "_BUSY", 60)
        patch.setattr(security, "REFUSAL_SECONDS", 0.0)
        yield


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder: Path = tmp_path_factory.mktemp("web")
    return Settings(
        database=f"sqlite:///{folder / 'web.sqlite'}", workers=1, hosts=("testserver",), limits="off"
    )


@pytest.fixture(scope="module")
def app(settings: Settings) -> Iterator[TestClient]:
    """One server for the tests of a module; `client` is a new browser for each test."""
    with TestClient(create_app(settings)) as running:
        yield running


@pytest.fixture
def client(app: TestClient) -> TestClient:
    """A browser without cookies, from our own pages."""
    return browser(app)


def browser(app: TestClient) -> TestClient:
    fresh = TestClient(app.app, headers={"sec-fetch-site": "same-origin", "accept-language": "en"})
    fresh.portal = app.portal
    return fresh
