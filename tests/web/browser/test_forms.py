"""Forms and panels: what was entered survives an error, and panels close as one expects."""

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import DESKTOP, PHONE
from tests.web.browser.playing import cell, leaving, start


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_settings_panel_closes_on_escape_and_outside(visit, size):
    page = visit("/", size=size)
    panel, summary = page.locator("#look"), page.locator("#look > summary")
    # By keyboard: open, walk into the form, Escape.
    summary.focus()
    page.keyboard.press("Enter")
    expect(panel).to_have_attribute("open", "")
    page.keyboard.press("Tab")
    expect(page.locator("#look [name=lang]")).to_be_focused()
    page.keyboard.press("Escape")
    expect(panel).not_to_have_attribute("open", "")
    expect(summary).to_be_focused()
    # By mouse: a click on the panel keeps it open, one elsewhere closes it.
    summary.click()
    page.locator("#look label").first.click()
    expect(panel).to_have_attribute("open", "")
    page.locator("h1").click(position={"x": 2, "y": 2})
    expect(panel).not_to_have_attribute("open", "")
    # Whoever leaves it with the Tab key leaves it closed.
    summary.click()
    page.locator("#look button").focus()
    page.keyboard.press("Tab")
    expect(panel).not_to_have_attribute("open", "")


def test_the_settings_panel_takes_escape_before_the_board(visit):
    """The chosen piece stays chosen."""
    page = visit("/")
    start(page, "tic-tackle")
    cell(page, "a1").click()
    expect(cell(page, "a1")).to_have_attribute("data-chosen", "")
    page.locator("#look > summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator("#look")).not_to_have_attribute("open", "")
    expect(cell(page, "a1")).to_have_attribute("data-chosen", "")


@pytest.mark.parametrize("lang", ["en", "pt-BR", "es"])
def test_the_start_form_keeps_what_was_entered(visit, lang):
    page = visit("/games/tic-tac-toe", lang=lang)
    page.check("input[name=kind][value=shared]")
    page.click("details.more > summary")
    page.fill("[name=name]", "Ana")
    page.fill("[name=other-name]", "Bia")
    page.check("[name=turning]")
    page.select_option("[name=clock]", "5")
    page.fill("input[name=position]", "xxx/3 x")
    with leaving(page):
        page.click("form.start > button.main")
    expect(page.locator("#problem")).to_be_in_viewport()
    assert page.locator("#problem").inner_text()
    expect(page.locator("[name=name]")).to_have_value("Ana")
    expect(page.locator("[name=other-name]")).to_have_value("Bia")
    expect(page.locator("[name=turning]")).to_be_checked()
    expect(page.locator("[name=clock]")).to_have_value("5")
    expect(page.locator("input[name=kind][value=shared]")).to_be_checked()
    # The position is corrected where it was entered.
    page.fill("input[name=position]", "3/1x1/3 o")
    with leaving(page):
        page.click("form.start > button.main")
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#content")).to_have_attribute("data-turn", "second")


@pytest.mark.parametrize(
    ("game", "variant"), [("tapatan", ""), ("kalah", ""), ("hex", ""), ("pentago", ""), ("amazons", "6x6")]
)
def test_a_position_from_the_editor_is_played(visit, game, variant):
    """With the chosen opponent, level and side, on every kind of board, in the variant of the editor."""
    page = visit(f"/games/{game}/editor?variant={variant}")
    before = page.locator("#content").get_attribute("data-position")
    page.locator("form[action$='/set'] button").first.click()  # the other side is to move
    expect(page.locator("#content")).not_to_have_attribute("data-position", before)
    with leaving(page):
        page.click("aside a.button.main")
    expect(page.locator("form.start [name=variant]")).to_have_count(0)
    page.check("input[name=level][value='1']")
    page.check("input[name=side][value=second]")
    with leaving(page):
        page.click("form.start > button.main")
    expect(page.locator("#content")).to_have_attribute("data-turn", "second")
    expect(page.locator("#content")).to_have_attribute("data-thinking", "no")


def test_an_invalid_position_stays_in_the_editor(visit):
    page = visit("/games/tapatan/editor")
    field = page.locator("label input[name=position]")
    field.fill("no such position")
    page.locator("form:has(label input[name=position]) button").click()
    expect(page.locator("#notice")).not_to_be_empty()
    expect(field).to_have_value("no such position")


@pytest.mark.parametrize("lang", ["en", "pt-BR", "es"])
def test_the_import_form_keeps_the_text(visit, lang):
    page = visit("/import", lang=lang)
    text = '[Game "tic-tac-toe"]\n\n1. a1 b2\n2. a1 c3 *\n'
    page.fill("textarea", text)
    page.fill("[name=game]", "tic-tac-toe")
    with leaving(page):
        page.click("form.block button.main")
    expect(page.locator("main [role=alert]")).to_contain_text("a1")
    expect(page.locator("textarea")).to_have_value(text)
    expect(page.locator("[name=game]")).to_have_value("tic-tac-toe")
    page.fill("textarea", '[Game "tic-tac-toe"]\n[Oops\n1. a1')
    with leaving(page):
        page.click("form.block button.main")
    expect(page.locator("main [role=alert]")).to_contain_text("2")
    expect(page.locator("textarea")).to_have_value('[Game "tic-tac-toe"]\n[Oops\n1. a1')
