"""The lesson pack in the browser: prepared in the background, readable on a phone, printed without faults."""

import re

import pytest
from playwright.sync_api import expect

from benchmarks.lesson_layout import content_of, layout_faults, open_page
from ludoteca.games import ids, load
from ludoteca.lessons import lesson_page
from ludoteca.messages import LANGUAGES
from ludoteca.workshop.print_sheet import raw_of
from tests.web.browser.conftest import DESKTOP, PHONE, findings

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


def ready(page):
    page.wait_for_selector("#content[data-lesson=ready]")
    return page


def is_too_wide(page):
    return page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


@SIZES
def test_a_lesson_from_the_page_of_a_game(visit, size):
    page = visit("/games/tapatan", size=size)
    page.locator(".links a", has_text="Lesson to print").click()
    ready(page)
    assert not is_too_wide(page)
    assert findings(page) == []
    for heading in ("Notes for the teacher", "Puzzles", "Play on the floor", "Answers to the puzzles"):
        expect(page.locator("h1", has_text=heading).first).to_be_attached()
    expect(page.locator(".lesson-puzzles-page .lesson-puzzle")).to_have_count(3)
    page.locator(".lesson-languages a", has_text="Español").click()
    ready(page)
    expect(page.locator(".lesson-notes-page h1")).to_have_text("Notas para quien enseña")


@SIZES
def test_a_lesson_of_a_game_that_was_just_made(visit, size):
    page = visit("/workshop", size=size)
    answer = page.request.post("/workshop/copy", form={"game": "achi"})
    page.goto(answer.url)
    page.locator("a[href$='/lesson']").click()
    ready(page)
    assert not is_too_wide(page)
    expect(page.locator(".lesson-answers-page .lesson-puzzle")).to_have_count(3)
    expect(page.locator(".exercise-sheet")).to_have_count(4)


def test_buttons_are_not_printed(visit):
    page = ready(visit("/games/kalah/lesson", lang="pt-BR"))
    page.emulate_media(media="print")
    for part in ("header.top", "footer.foot", "[data-print]", ".lesson-languages"):
        assert not page.locator(part).is_visible(), part
    sheets = page.locator(".lesson-pack > *").count() + page.locator(".lesson-pack .paper-page").count()
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) == sheets


@pytest.mark.parametrize("game", ["tapatan", "kalah", "gomoku", "hex", "draughts"])
def test_the_print_sheet_fits_a_phone(visit, game):
    page = visit(f"/games/{game}/print", size=PHONE)
    assert not is_too_wide(page)
    wide = page.evaluate("""[...document.querySelectorAll(".paper-sheet *")]
        .filter(one => one.getBoundingClientRect().right > innerWidth).length""")
    assert wide == 0


# -- layout -------------------------------------------------------------------------------------------

SAMPLE = {
    "coyote": "pt-BR", "kalah": "es", "hex:size=5": "en", "tapatan": "pt-BR", "draughts": "es",
    "amazons/6x6": "en",
}  # fmt: skip
"""A hunt, mancala, connection, alignment, draughts, territory; each in one language."""


def faults_of(page, name, lang, seconds):
    content = content_of(name, seconds)
    return layout_faults(page, lesson_page(load(name), raw_of(name), content, lang))


@pytest.mark.parametrize("name", SAMPLE)
def test_packs_of_different_kinds_have_no_layout_faults(chromium, name):
    page = open_page(chromium)
    faults, pages = faults_of(page, name, SAMPLE[name], seconds=3)
    assert faults == []
    assert 10 <= pages <= 12
    page.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", ids())
def test_every_pack_has_no_layout_faults(chromium, name):
    page = open_page(chromium)
    content = content_of(name, 15)
    for lang in LANGUAGES:
        text = lesson_page(load(name), raw_of(name), content, lang)
        assert layout_faults(page, text)[0] == [], lang
    page.close()


def test_faults_are_noticed(chromium):
    page = open_page(chromium)
    text = lesson_page(load("tapatan"), raw_of("tapatan"), content_of("tapatan", 1), "en")
    wide = text.replace("Notes for the teacher</h1>", "x" * 300 + "</h1>")
    assert any("overflows" in one or "beyond" in one for one in layout_faults(page, wide)[0])
    high = text.replace('<ul class="lesson-list">', '<ul class="lesson-list">' + "<li>more</li>" * 60, 1)
    assert any("mm high" in one for one in layout_faults(page, high)[0])
    page.close()
