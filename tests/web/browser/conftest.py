"""Chromium against a real server: one of each for all tests of a process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from ludoteca.lessons.pdf import find_chromium
from ludoteca.web.app import create_app
from ludoteca.web.services import Services
from ludoteca.web.settings import Settings
from tests.required import missing
from tests.web.serving import running

AXE = next((Path(__file__).parents[1] / "vendor").glob("axe-*.min.js")).read_text("utf-8")
DESKTOP: Any = {"width": 1280, "height": 800}
PHONE: Any = {"width": 360, "height": 640}
PATIENCE = 60_000
"""Timeout in milliseconds, long enough for a busy machine."""
expect.set_options(timeout=PATIENCE)


def browser_path() -> str:
    found = find_chromium()
    if found is None:
        missing("no Chromium here: install chromium-headless-shell, or run make test as root")
    return found


@dataclass
class Server:
    """Its address and its services: it runs in a thread of this process."""

    address: str
    services: Services


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    settings = Settings(database=f"sqlite:///{folder / 'web.sqlite'}", workers=2, limits="off")
    app = create_app(settings)
    with running(settings, app) as found:
        yield Server(found, app.state.services)


@pytest.fixture
def address(server: Server) -> str:
    return server.address


@pytest.fixture
def services(server: Server) -> Services:
    return server.services


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = browser_path()
    with sync_playwright() as tool:
        # No host name resolves: requests to other servers fail.
        alone = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
        browser = tool.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu", alone])
        yield browser
        browser.close()


Open = Callable[..., Page]


@pytest.fixture
def visit(chromium: Browser, address: str) -> Iterator[Open]:
    """Opens a fresh browser window: `visit("/games/x", lang="pt-BR", size=PHONE)`. What goes wrong in the
    page, and every request that leaves our server, fails the test."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_(path: str = "/mine", lang: str = "en", size: Any = DESKTOP, **more: Any) -> Page:
        context = chromium.new_context(viewport=size, locale=lang, base_url=address, **more)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(f"script: {error}"))
        page.on(
            "console", lambda said: wrong.append(f"console: {said.text}") if said.type == "error" else None
        )
        page.on("request", lambda asked: _check(asked.url, address, wrong))
        page.goto(path)
        return page

    yield open_
    for context in contexts:
        context.close()
    # The browser logs failed requests to the console; tests that provoke one check for it.
    assert [one for one in wrong if "status of 4" not in one and "status of 503" not in one] == []


def _check(url: str, address: str, wrong: list[str]) -> None:
    if not url.startswith((address, "data:", "blob:")):
        wrong.append(f"a request left our server: {url}")


def findings(page: Page) -> list[str]:
    """The serious and critical findings of axe-core."""
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:160]} … {one['nodes'][0]['failureSummary']}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]
