"""Exercises in the browser: typed answers in the picture, feedback, hints, keyboard, both sizes."""

import pytest
from playwright.sync_api import expect

from ludoteca.exercises import make_exercise
from ludoteca.games import load
from tests.web.browser.conftest import DESKTOP, PHONE, findings
from tests.web.browser.playing import data

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


def fits(page) -> bool:
    found: bool = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return found


@SIZES
def test_values_are_typed_checked_and_shown_in_the_picture(visit, size):
    page = visit("/exercise?game=tapatan&kind=values", size=size)
    exercise = make_exercise(load("tapatan").start(), "values")
    asked = [node for node in exercise.reading_order if node.asked]
    page.fill('[name="n0-value"]', "77")
    expect(page.locator('g[data-node="0"] [data-is=value]')).to_have_text("77")
    page.keyboard.press("Enter")  # checks
    page.wait_for_selector("#content[data-points]")
    assert data(page, "points") == "0"
    expect(page.locator('g[data-node="0"]')).to_have_attribute("data-status", "wrong")
    expect(page.locator("#told-0-value")).to_contain_text("none of its children")
    assert fits(page)
    assert findings(page) == []
    page.click('button[value="h0"]')
    expect(page.locator(".given-hint")).to_contain_text("take the largest value")
    for node in asked:
        page.fill(f'[name="n{node.id}-value"]', str(node.value))
    page.click('.buttons button[value="check"]')
    page.wait_for_selector("#content[data-complete=yes]")
    expect(page.locator("#score")).to_contain_text(f"{len(asked)} of {len(asked)} points")
    assert findings(page) == []


@SIZES
def test_cuts_are_marked_by_keyboard_or_in_the_picture(visit, size):
    page = visit("/exercise?game=kalah&kind=cuts&size=medium", size=size)
    exercise = make_exercise(load("kalah").start(), "cuts", size="medium")
    cuts = [node.id for node in exercise.nodes if node.cut]
    assert fits(page)
    page.locator(f'[name="n{cuts[0]}-cut"]').focus()
    page.keyboard.press("Space")
    expect(page.locator(f'[data-edge="{cuts[0]}"]')).to_have_class("rule-line marked")
    for node in cuts[1:]:
        page.locator(f'g[data-node="{node}"] polygon').click(position={"x": 4, "y": 9})
        expect(page.locator(f'[name="n{node}-cut"]')).to_be_checked()
    page.click('.buttons button[value="check"]')
    page.wait_for_selector("#content[data-complete=yes]")
    assert data(page, "points") == str(len(cuts))
    assert findings(page) == []


@SIZES
def test_the_solution_and_the_paper(visit, size):
    page = visit("/exercise?game=tapatan&kind=window&size=medium", size=size, lang="pt-BR")
    assert findings(page) == []
    page.click("text=Mostrar a solução")
    expect(page.locator(".solution li").first).to_contain_text("[")
    assert findings(page) == []
    assert fits(page)
    page.click("text=Imprimir com solução")
    expect(page.locator(".exercise-sheet")).to_have_count(2)
    assert findings(page) == []


def test_it_works_without_scripts(visit):
    page = visit("/exercise?game=tapatan&kind=values", java_script_enabled=False)
    page.fill('[name="n0-value"]', "77")
    page.click('.buttons button[value="check"]')
    expect(page.locator("#score")).to_contain_text("0 of 4 points")
    page.click('button[value="h0"]')
    expect(page.locator(".given-hint")).to_have_count(1)
    expect(page.locator("#score")).to_contain_text("0 of 4 points")


def test_the_links_from_a_game_a_tree_and_a_draft(visit):
    page = visit("/games/tapatan")
    page.click("text=Exercises")
    expect(page.locator("h1")).to_contain_text("Tapatan")


@SIZES
def test_the_printed_pages_fit(visit, size, tmp_path):
    """Two pages on A4: the exercise and its solution."""
    page = visit("/exercise/print?game=gomoku&kind=cuts&size=large", size=size)
    paper = page.pdf(prefer_css_page_size=True)
    assert paper.count(b"/Type /Page\n") + paper.count(b"/Type /Page ") == 2
