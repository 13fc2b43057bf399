"""Every page: no serious finding of axe-core, nothing wider than the screen, in both languages."""

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import DESKTOP, PHONE, findings
from tests.web.browser.playing import GAMES, start

PAGES = ("/", "/games/kalah", "/games/kalah/rules", "/games/tapatan/learn", "/mine", "/nothing-here")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_accessible_and_fits(visit, path, size):
    page = visit(path, lang="pt-BR", size=size)
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_a_board_is_accessible_and_fits(visit, game, size):
    page = visit("/mine", size=size)
    start(page, game)
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = page.locator("#board").bounding_box()
    assert box["y"] + box["height"] <= size["height"]
    assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_both_themes_have_enough_contrast(visit, theme):
    page = visit("/mine", color_scheme=theme)
    start(page, "tic-tackle")
    colour = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    bright = sum(int(one) for one in colour[4:-1].split(",")) > 380
    assert bright == (theme == "light")
    assert findings(page) == []


def test_a_chosen_look_is_kept(visit):
    page = visit("/")
    page.click("#look > summary")
    page.select_option("[name=theme]", "dark")
    page.select_option("[name=board]", "slate")
    page.select_option("[name=lang]", "pt-BR")
    page.click("#look button")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-boards", "slate")
    expect(page.locator("html")).to_have_attribute("lang", "pt-BR")
    expect(page.locator("h1")).to_have_text("Escolha um jogo")
