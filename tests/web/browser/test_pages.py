"""Every page: no serious finding of axe-core, nothing wider than the screen, in both languages."""

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import DESKTOP, PHONE, findings
from tests.web.browser.playing import GAMES, choose_look, data, expect_ply, leaving, play, start
from tests.web.languages import left_in_english, said_on

GIVEN_UP = "net::ERR_ABORTED"
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
    bar = page.locator(".actions").bounding_box()
    assert bar["y"] + bar["height"] <= size["height"] + 1


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_both_themes_have_enough_contrast(visit, theme):
    page = visit("/mine", color_scheme=theme)
    start(page, "tic-tackle")
    colour = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    bright = sum(int(one) for one in colour[4:-1].split(",")) > 380
    assert bright == (theme == "light")
    assert findings(page) == []


def test_all_pages_in_dark_mode_in_portuguese_and_offline(visit, address):
    """Enough contrast, no English, and nothing that is asked for fails or lies elsewhere."""
    page = visit("/mine", lang="pt-BR", size=PHONE, color_scheme="dark")
    failed: list[str] = []
    # What is still on its way when a page is left is given up by the browser, and no failure.
    page.on("requestfailed", lambda asked: failed.append(asked.url) if asked.failure != GIVEN_UP else None)
    page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
    start(page, "tic-tac-toe", kind="shared")
    for number, click in enumerate(("a1", "b2", "c3")):
        play(page, click)
        expect_ply(page, number + 1)
    table = data(page, "url")
    page.goto("/games/tapatan")
    with leaving(page):
        page.locator('form[action="/workshop/copy"] button').click()
    expect(page.locator("#draft-editor")).to_be_visible()
    draft = page.url.removeprefix(address)
    paths = (
        "/",
        "/games/kalah",
        "/games/hex/rules",
        "/games/tapatan/learn",
        "/games/tapatan/editor",
        "/mine",
    )
    more = ("/workshop", "/import", "/games/kalah/print", "/api/docs", table, f"{table}/tree", draft)
    for path in (*paths, *more):
        page.goto(path)
        assert findings(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        if path != "/api/docs":
            expect(page.locator("html")).to_have_attribute("lang", "pt-BR")
            assert left_in_english(said_on(page.content()), "pt-BR") == [], path
    assert failed == []


def test_preferences_are_remembered(visit):
    page = visit("/")
    choose_look(page, theme="dark", board="slate", lang="pt-BR")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-boards", "slate")
    expect(page.locator("html")).to_have_attribute("lang", "pt-BR")
    expect(page.locator("h1")).to_have_text("Escolha um jogo")
