"""What comes out of a printer: A4 pages without buttons, on which everything fits."""

import re

import pytest

from ludoteca.games import ids, load
from ludoteca.games.collections import board_collections
from ludoteca.workshop.print_sheet import page as sheet_page
from ludoteca.workshop.print_sheet import raw_of

MILLIMETRE = 96 / 25.4
TOO_WIDE = """() => { const sheet = document.querySelector(".paper-sheet");
    const right = sheet.getBoundingClientRect().right + 1;
    return [...sheet.querySelectorAll("*")].filter(one => !one.parentElement.closest("svg"))
        .filter(one => one.getBoundingClientRect().right > right).map(one => one.outerHTML.slice(0, 80)); }"""


def pages_of(page):
    found = page.pdf(prefer_css_page_size=True)
    assert set(re.findall(rb"/MediaBox \[([\d. ]+)\]", found)) <= {b"0 0 594.95996 841.91998", b"0 0 595 842"}
    return len(re.findall(rb"/Type\s*/Page\b", found))


@pytest.mark.parametrize("lang", ["pt-BR", "es"])
def test_every_game_fits_on_its_pages(chromium, lang):
    page = chromium.new_page(viewport={"width": 794, "height": 1123})
    page.emulate_media(media="print")
    on_one_board = board_collections()["alquerque-5x5"].games
    variants = [f"{game_id}/{variant}" for game_id, variant in on_one_board.items() if variant]
    for game_id in [*ids(), *variants]:
        page.set_content(sheet_page(load(game_id), raw_of(game_id), lang))
        assert page.evaluate(TOO_WIDE) == [], game_id
        rules_end = page.locator(".paper-foot").evaluate("one => one.getBoundingClientRect().bottom")
        assert rules_end / MILLIMETRE <= 277, game_id
        assert pages_of(page) == 1 + page.locator(".paper-page").count(), game_id
    page.close()


@pytest.mark.parametrize("game", ["kalah", "gomoku"])
def test_the_page_prints_nothing_but_the_sheet(visit, game):
    page = visit(f"/games/{game}/print")
    page.emulate_media(media="print")
    for part in ("header.top", "footer.foot", "[data-print]", ".no-print"):
        assert not page.locator(part).is_visible(), part
    assert pages_of(page) == 1 + page.locator(".paper-page").count()
