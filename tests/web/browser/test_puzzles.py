"""Puzzles and exact values in a browser, on a desktop and on a phone."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from ludoteca.games import load
from ludoteca.messages import LANGUAGES
from ludoteca.puzzles import puzzles_path, read_puzzles
from tests.web.browser.conftest import findings
from tests.web.browser.playing import answered, cell, data, leaving, play, start

SIZES = [{"width": 1280, "height": 800}, {"width": 360, "height": 640}]
GAME = "felli"
PUZZLE = read_puzzles(puzzles_path(GAME), load(GAME))[0]


def shot(page, name, size):
    """A picture of the page, if somebody wants to look at it."""
    folder = os.environ.get("LUDOTECA_SHOTS")
    if folder:
        page.screenshot(path=str(Path(folder) / f"{name}-{size['width']}.png"), full_page=True)


def fits(page):
    """Nothing is wider than the window."""
    return page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("size", SIZES)
def test_the_list_leads_to_the_puzzle_of_the_day(visit, size):
    page = visit("/puzzles", size=size)
    assert fits(page) and findings(page) == []
    shot(page, "list", size)
    with leaving(page):
        page.click(".today .button.main")
    expect(page.locator("#board")).to_be_visible()
    assert fits(page)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_navigation_fits_on_a_phone(visit, lang):
    page = visit("/puzzles", lang=lang, size=SIZES[1])
    box = page.locator("#look > summary").bounding_box()
    assert box["x"] + box["width"] <= SIZES[1]["width"]


@pytest.mark.parametrize("size", SIZES)
def test_a_wrong_move_is_refuted_and_the_solution_is_played(visit, size):
    page = visit(f"/puzzles/{GAME}/1", size=size)
    shot(page, "puzzle", size)
    line = PUZZLE.positions(load(GAME))
    wrong, refutation = next((m, r) for m, r in PUZZLE.steps[0].wrong.items() if r.reply)
    play(page, *line[0].find(wrong).path)
    expect(page.locator("#content")).to_have_attribute("data-verdict", "wrong")
    assert data(page, "position") == line[0].play(wrong).play(refutation.reply).text
    expect(page.locator("#status")).to_contain_text(refutation.reply)
    shot(page, "refuted", size)
    with answered(page, "step=0"):
        page.click("text=Try again")
    for number, step in enumerate(PUZZLE.steps):
        expect(page.locator("#content")).to_have_attribute("data-step", str(number))
        play(page, *line[step.ply].find(PUZZLE.line[step.ply]).path)
        expect(page.locator("#status")).to_contain_text(PUZZLE.line[step.ply])
    expect(page.locator("#content")).to_have_attribute("data-verdict", "solved")
    shot(page, "solved", size)
    assert fits(page) and findings(page) == []
    with leaving(page):
        page.click("text=Solution")
    for ply in (1, 2):
        with answered(page, f"ply={ply}"):
            page.locator(".scrub [data-step]").nth(2).click()
        assert data(page, "position") == line[ply].text
    shot(page, "solution", size)
    with leaving(page):
        page.click("text=Next puzzle")
    assert page.url.endswith(f"/puzzles/{GAME}/2")


@pytest.mark.parametrize("size", SIZES)
def test_the_switch_marks_every_move_with_its_value(visit, size):
    page = visit(size=size)
    start(page, "tapatan")
    page.check("#values-switch")
    values = load("tapatan").start().values()
    marked = page.locator("#board [data-mark]")
    expect(marked).to_have_count(len({move.text.split("-")[0] for move in _moves("tapatan")}))
    expect(page.locator(".value-list li")).to_have_count(len(values))
    first = next(iter(_moves("tapatan")))
    cell(page, first.path[0]).click()
    target = cell(page, first.path[1])
    expect(target).to_have_attribute("data-value", values[first.text].kind)
    shot(page, "values", size)
    target.click()
    expect(page.locator(".value-history")).to_be_visible()
    assert fits(page) and findings(page) == []
    shot(page, "history", size)
    page.uncheck("#values-switch")
    expect(page.locator("#board [data-mark]")).to_have_count(0)
    expect(page.locator(".value-list")).to_have_count(0)


def _moves(name):
    return load(name).start().legal_moves
