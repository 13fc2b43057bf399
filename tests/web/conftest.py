"""A server of one's own for each test: its database in a temporary folder, two workers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from ludoteca.web.app import create_app
from ludoteca.web.settings import Settings


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder: Path = tmp_path_factory.mktemp("web")
    return Settings(database=f"sqlite:///{folder / 'web.sqlite'}", workers=1, hosts=("testserver",))


@pytest.fixture(scope="module")
def app(settings: Settings) -> Iterator[TestClient]:
    """One server for a file's tests; `client` gives each test a browser of its own."""
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
