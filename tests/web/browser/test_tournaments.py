"""Tournaments in the browser: the form, the table that fills in, invitations, and the games of a cell."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import DESKTOP, PHONE
from tests.web.browser.playing import leaving


def make(page, players: dict[int, str], game: str = "tic-tac-toe", **more: str) -> None:
    page.goto(f"/tournaments/new?game={game}")
    for number in range(1, 9):
        page.select_option(f"[name=player-{number}]", players.get(number, ""))
    for name, value in more.items():
        if name == "format":
            page.check(f"[name=format][value={value}]")
        else:
            page.fill(f"[name={name.replace('_', '-')}]", value)
    with leaving(page):
        page.click("form.entry button.main")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_table_fills_in_and_a_cell_opens_its_games(visit, size):
    page = visit(size=size)
    make(page, {1: "level:1", 2: "random", 3: "engine"}, title="Class 5b")
    expect(page.locator("h1")).to_have_text("Class 5b")
    expect(page.locator(".state.over")).to_contain_text("6 of 6 games")  # by the event stream only
    assert page.locator(".crosstable .cell a").count() == 6
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    with leaving(page):
        page.locator(".crosstable .cell a").first.click()
    with leaving(page):
        page.locator(".ledger a").first.click()
    expect(page.locator("#board")).to_be_visible()


def test_people_join_by_link_and_follow_the_table(visit):
    maker = visit()
    make(maker, {1: "me", 2: "human"}, name_1="Ana", name_2="Bia")
    link = maker.locator("#invite-1").input_value()
    other = visit(re.sub(r"^https?://[^/]+", "", link))
    with leaving(other):
        other.click("form.start button")
    expect(maker.locator("#my-games")).to_be_visible()  # the game began when Bia joined
    expect(maker.locator("#invitations")).to_have_count(0)
    expect(other.locator("#my-games")).to_contain_text("Ana – Bia")
    game = other.locator("#my-games a").get_attribute("href")
    other.request.post(game + "/resign", headers={"sec-fetch-site": "same-origin"})
    expect(maker.locator(".state")).to_contain_text("1 of 2 games")
    expect(maker.locator("#my-games")).to_contain_text("Bia – Ana")
    maker.click("text=Stop")
    expect(maker.locator(".state.stopped")).to_be_visible()
