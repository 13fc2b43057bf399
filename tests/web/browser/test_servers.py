"""A browser on one server shows what is played on another one."""

from contextlib import ExitStack

import httpx2
import pytest
from playwright.sync_api import expect

from tests.web.postgresql import cluster
from tests.web.serving import program
from tests.web.test_faults import LINE, begin


@pytest.fixture(scope="module")
def programs():
    with ExitStack() as stack:
        url = stack.enter_context(cluster()).url
        yield [stack.enter_context(program(url)) for _ in range(2)]


@pytest.fixture
def address(programs):
    return programs[1].address


def test_a_move_on_one_server_is_shown_by_a_browser_on_the_other(programs, visit):
    with httpx2.Client(base_url=programs[0].address, timeout=120) as client:
        game, seats = begin(client)
        page = visit(f"/g/{game}?anim=0")
        content = page.locator("[data-version]").first
        version = int(content.get_attribute("data-version") or 0)
        for ply, move in enumerate(LINE[:3]):
            side = ("first", "second")[ply % 2]
            client.post(f"/api/games/{game}/moves", json={"move": move}, headers=seats[side])
            expect(content).to_have_attribute("data-version", str(version + ply + 1))
