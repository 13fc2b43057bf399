"""Finding a game and starting it, on a desktop and a phone, in every language."""

import pytest
from playwright.sync_api import expect

from ludoteca.games.collections import board_collections
from ludoteca.messages import LANGUAGES
from tests.web.browser.conftest import DESKTOP, PHONE, findings
from tests.web.browser.playing import answered, data, leaving, read_qr, start

BOTH = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
EVERY = pytest.mark.parametrize("lang", LANGUAGES)


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@BOTH
@EVERY
def test_a_search_finds_a_game_while_typing(visit, lang, size):
    page = visit("/", lang=lang, size=size)
    expect(page.locator(".starters .box")).to_have_count(6)
    expect(page.locator(".family h2")).to_have_count(6)
    assert fits(page)
    with answered(page, "/"):
        page.locator("#q").press_sequentially("checkers")
    expect(page.locator(".starters")).to_have_count(0)
    first = page.locator(".box").first
    expect(first.locator("a")).to_have_attribute("href", "/games/draughts?variant=english")
    with leaving(page):
        first.click()
    expect(page.locator("select[name=variant]")).to_have_value("english")
    assert fits(page)


@EVERY
def test_a_search_works_without_scripts(visit, lang):
    page = visit("/", lang=lang, java_script_enabled=False)
    page.fill("#q", "caça")
    with leaving(page):
        page.click("form.filters button")
    assert page.locator(".box").count() >= 10
    expect(page.locator("#q")).to_have_value("caça")


@BOTH
@EVERY
def test_the_games_on_one_board_are_shown_together(visit, lang, size):
    page = visit("/games/bagh-chal", lang=lang, size=size)
    with leaving(page):
        page.click("a[href='/boards/alquerque-5x5']")
    collection = board_collections()["alquerque-5x5"]
    expect(page.locator(".box")).to_have_count(sum(len(collection.variants(one)) for one in collection.games))
    assert findings(page) == []
    assert fits(page)


@BOTH
@EVERY
def test_a_game_starts_from_one_short_panel(visit, lang, size):
    """Opponent, level, side and Start; the rest is folded."""
    page = visit("/games/alquerque", lang=lang, size=size)
    for name in ("variant", "name", "clock", "player-first", "increment", "seed"):
        expect(page.locator(f"form.start [name={name}]")).to_be_hidden()
    expect(page.locator(".level")).to_have_count(8)
    panel = page.locator("form.start").bounding_box()
    button = page.locator("form.start > button.main").bounding_box()
    assert button["y"] + button["height"] - panel["y"] <= 720
    if size is DESKTOP:
        assert button["y"] + button["height"] <= size["height"]
    assert findings(page) == []
    page.locator(".level", has_text="Onça").click()
    with leaving(page):
        page.locator("form.start > button.main").click()
    expect(page.locator("#seat-above")).to_contain_text("Onça")
    expect(page.locator("#seat-above")).to_contain_text("8")


@BOTH
def test_choosing_a_variant_changes_the_page(visit, size):
    """Name, picture, levels and links are those of the variant; what was entered stays."""
    page = visit("/games/halma", size=size)
    expect(page.locator(".level")).to_have_count(4)
    page.click("details.more > summary")
    page.fill("[name=name]", "Ana")
    with answered(page, "/games/halma"):
        page.select_option("select[name=variant]", "5x5")
    expect(page.locator("h1")).to_have_text("Halma (5×5)")
    expect(page.locator(".level")).to_have_count(7)
    expect(page.locator(".about img")).to_have_attribute("src", "/games/halma/picture.svg?variant=5x5")
    expect(page.locator(".links a[href$='/print?variant=5x5']")).to_be_visible()
    expect(page.locator("[name=name]")).to_have_value("Ana")
    assert page.url.endswith("/games/halma?variant=5x5")
    page.check("input[name=kind][value=shared]")
    with answered(page, "/games/halma"):
        page.select_option("select[name=variant]", "8x8")
    expect(page.locator("#levels")).to_be_hidden()
    with answered(page, "/games/halma"):
        page.select_option("select[name=variant]", "5x5")
    page.check("input[name=kind][value=computer]")
    page.locator(".level", has_text="Graxaim").click()
    with leaving(page):
        page.click("form.start > button.main")
    expect(page.locator("#board .cell-button")).to_have_count(25)
    expect(page.locator("#seat-above")).to_contain_text("Graxaim")


def test_names_of_levels_are_explained_in_english(visit):
    page = visit("/games/alquerque")
    expect(page.locator(".level").last).to_contain_text("Onça (jaguar)")
    page = visit("/games/alquerque", lang="pt-BR")
    expect(page.locator(".level").last).not_to_contain_text("(")


@BOTH
@EVERY
def test_an_invitation_says_where_it_works(visit, lang, size):
    page = visit("/mine", lang=lang, size=size)
    start(page, "tapatan", kind="link")
    expect(page.locator(".invite .reach")).to_contain_text("ludoteca serve --host 0.0.0.0")
    page.click("#invitation-qr > summary")
    qr = page.locator("img.invitation")
    qr.scroll_into_view_if_needed()
    expect(qr).to_have_js_property("complete", True)
    assert read_qr(qr.screenshot()) == page.locator("#invite").input_value()
    assert fits(page)


@BOTH
@EVERY
def test_my_games_fit_the_screen(visit, lang, size):
    page = visit("/mine", lang=lang, size=size)
    start(page, "tapatan", kind="computer", level=1, name="Maria Aparecida dos Santos")
    page.click("[data-sure=resign]")
    page.click("#sure-resign [value=yes]")
    expect(page.locator("#content")).to_have_attribute("data-over", "yes")
    start(page, "jogo-da-velha-4", kind="computer", level=3)
    assert data(page, "mine") == "first"
    page.goto("/mine")
    expect(page.locator("#ratings tbody tr")).to_have_count(1)
    expect(page.locator("#ratings")).to_contain_text("±")
    expect(page.locator(".games .box")).to_have_count(2)
    assert findings(page) == []
    assert fits(page)
    for cell in page.locator("#ratings td, #results td").all():
        box = cell.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"]
