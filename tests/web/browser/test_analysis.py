"""The analysis board: lines, bar, variations, keyboard, links, files; on a desktop and a phone."""

from __future__ import annotations

import random
import re
import string

import pytest
from playwright.sync_api import Page, expect

from ludoteca.games import load
from ludoteca.play.record import Record
from tests.web.browser.conftest import DESKTOP, PHONE, findings
from tests.web.browser.playing import data, expect_ply, leaving, play, start

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


def open_board(visit, query: str = "game=tic-tac-toe", size=DESKTOP, engine: bool = False, **more) -> Page:
    """The board, by default without the engine."""
    page: Page = visit("/mine?anim=0", size=size, **more)
    kept = '{"engine": true, "lines": "3", "strength": "1s"}' if engine else '{"engine": false}'
    page.evaluate("kept => localStorage.setItem('ludoteca-analysis', kept)", kept)
    page.goto(f"/analysis?{query}")
    expect(page.locator("#board")).to_be_visible()
    return page


def expect_at(page: Page, number: int) -> None:
    expect(page.locator("#content")).to_have_attribute("data-at", str(number))


def moves(page: Page) -> list[str]:
    return page.locator("#moves .move").all_inner_texts()


def make_tree(page: Page) -> None:
    """1. a1 b2 with the variation 1… c3."""
    for number, cell in enumerate(("a1", "b2")):
        play(page, cell)
        expect_ply(page, number + 1)
    page.keyboard.press("ArrowLeft")
    expect_at(page, 1)
    play(page, "c3")
    expect_at(page, 3)


@SIZES
def test_lines_appear_and_the_bar_moves(visit, size):
    page = open_board(visit, "game=tic-tac-toe&position=xx1/3/oo1+x", size, engine=True)
    lines = page.locator("#lines li")
    expect(lines).to_have_count(3)
    bar = page.locator("#bar")
    expect(bar).to_have_attribute("aria-valuenow", "100")
    expect(page.locator("#lines .score").first).to_contain_text("X: win in 1")
    expect(page.locator("#lines [data-depth]")).to_be_visible()
    expect(page.locator("#lines [data-nodes]")).to_be_visible()
    expect(page.locator("#engine-said")).to_contain_text("Best move: c3")
    assert findings(page) == []
    play(page, "b2")  # and second wins
    expect(bar).to_have_attribute("aria-valuenow", "0")
    page.click("#engine-settings summary")
    page.select_option("[name=lines]", "5")
    expect(lines).to_have_count(4)  # there are no more moves
    page.click("#engine-settings summary")
    first = page.locator("#lines .line-first b").first.inner_text()
    page.locator("#lines .line-first").first.click()
    expect_ply(page, 2)
    assert moves(page) == ["b2", first]
    expect(page.locator("#content")).to_have_attribute("data-over", "yes")


def test_the_engine_is_switched_off_and_stays_off(visit):
    page = open_board(visit, engine=True)
    expect(page.locator("#lines li").first).to_be_visible()
    page.uncheck("[name=engine]")
    expect(page.locator("#lines li")).to_have_count(0)
    play(page, "a1")
    expect_ply(page, 1)
    page.reload()
    expect(page.locator("[name=engine]")).not_to_be_checked()
    assert page.locator("#lines li").count() == 0


@SIZES
def test_variations_are_promoted_commented_and_deleted(visit, size):
    page = open_board(visit, size=size)
    make_tree(page)
    assert moves(page) == ["a1", "b2", "c3"]
    expect(page.locator("ol.variation .variation .move")).to_have_text("c3")
    page.fill("[name=comment]", "The other corner")
    page.click("text=Save comment")
    expect(page.locator("#moves .comment")).to_have_text("The other corner")
    page.click("text=Promote variation")
    expect_at(page, 2)
    assert moves(page) == ["a1", "c3", "b2"]
    page.locator("#moves .move", has_text="b2").click()
    expect_at(page, 3)
    page.click("text=Delete from here")
    expect_at(page, 1)
    assert moves(page) == ["a1", "c3"]
    assert findings(page) == []


def test_the_keyboard_goes_through_the_tree(visit):
    page = open_board(visit)
    make_tree(page)
    for key, at in (
        ("ArrowUp", 2), ("ArrowDown", 3), ("ArrowLeft", 1), ("Home", 0), ("End", 2), ("ArrowLeft", 1),
        ("ArrowRight", 2),
    ):  # fmt: skip
        page.keyboard.press(key)
        expect_at(page, at)
    expect(page.locator('#moves [aria-current="step"]')).to_have_text("b2")
    # By keyboard alone: reach the board, choose a cell by the arrow keys, and play there.
    page.locator("#board .cell-button[tabindex='0']").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    before = page.evaluate("document.activeElement.dataset.click")
    page.keyboard.press("ArrowDown" if before.endswith("3") else "ArrowUp")
    assert page.evaluate("document.activeElement.dataset.click") != before
    expect_at(page, 2)
    while page.evaluate("document.activeElement.dataset.can") is None:
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect_ply(page, 3)


def test_a_typed_move_and_enter(visit):
    page = open_board(visit)
    page.fill("#typed", "b2")
    page.keyboard.press("Enter")
    expect_ply(page, 1)
    expect(page.locator("#typed")).to_have_value("")


@SIZES
def test_a_link_opens_everything_in_another_browser(visit, size):
    page = open_board(visit, size=size)
    make_tree(page)
    page.fill("[name=comment]", "Look!")
    page.click("text=Save comment")
    expect(page.locator("#moves .comment")).to_have_text("Look!")
    page.click("#share summary")
    link = page.input_value("#link")
    assert len(link) < 2000
    other = visit(link.removeprefix(page.evaluate("location.origin")), size=size)
    assert moves(other) == ["a1", "b2", "c3"]
    expect(other.locator("#moves .comment")).to_have_text("Look!")
    expect_at(other, 3)
    page.reload()
    assert moves(page) == ["a1", "b2", "c3"]


def test_a_file_is_downloaded_and_imported(visit, tmp_path):
    page = open_board(visit)
    make_tree(page)
    page.click("#share summary")
    with page.expect_download() as got:
        page.click("text=Download as a file")
    file = tmp_path / "analysis.txt"
    got.value.save_as(file)
    record = Record.from_text(file.read_text("utf-8"))
    assert record.moves[1].variations[0][0].move == "c3"
    other = visit("/analysis")
    assert findings(other) == []
    other.set_input_files("input[type=file]", file)
    other.click("button:has-text('Analyse a record')")
    expect(other.locator("#moves .move")).to_have_count(3)
    assert moves(other) == ["a1", "b2", "c3"]
    other.reload()  # the address is that of the analysis
    assert moves(other) == ["a1", "b2", "c3"]


def test_a_long_analysis_survives_a_reload_and_is_stored(visit):
    page = open_board(visit)
    play(page, "a1")
    expect_ply(page, 1)
    page.fill("[name=comment]", "".join(random.Random(1).choices(string.printable[:90], k=1900)))
    page.click("text=Save comment")
    expect(page.locator("#moves .comment")).to_be_visible()
    assert "#d=" in page.url
    page.reload()
    expect(page.locator("#moves .comment")).to_be_visible()
    page.click("#share summary")
    page.click("text=Store on this server")
    expect(page.locator("#link")).to_be_visible()
    other = visit(page.input_value("#link").removeprefix(page.evaluate("location.origin")))
    assert moves(other) == ["a1"]


@SIZES
def test_the_best_move_is_an_arrow_or_a_ring(visit, size):
    page = open_board(visit, "game=tapatan&moves=a1-b1+a2-b2", size, engine=True)
    expect(page.locator("#picture .best-move polygon")).to_have_count(1)
    expect(page.locator("#engine-said")).to_contain_text("Best move: a3-b3. Evaluation: White: win in 3.")
    page.uncheck("[name=engine]")
    expect(page.locator("#picture .best-move")).to_have_count(0)
    page.goto("/analysis?game=gomoku")
    page.check("[name=engine]")
    expect(page.locator("#picture .best-move circle")).to_have_count(1)
    expect(page.locator("#lines .search-numbers .score")).to_have_text(re.compile(r"^Black: \d+ %$"))


@SIZES
def test_exact_values_are_shown_on_the_board_and_as_a_history(visit, size):
    page = open_board(visit, "game=tapatan&moves=a1-b1+a2-b2", size)
    page.check("#values-switch")
    position = load("tapatan").start().play_all("a1-b1 a2-b2")
    expect(page.locator(".value-list li")).to_have_count(len(position.values()))
    expect(page.locator('#board [data-value="win"]')).to_have_attribute("data-click", "a3")
    expect(page.locator('#board [data-value="win"]')).to_have_attribute("data-mark", "W3")
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    points = page.locator(".value-history svg a")
    expect(points).to_have_count(3)
    expect(points.nth(2)).to_have_attribute("aria-current", "step")
    points.nth(0).focus()
    page.keyboard.press("Enter")
    expect_at(page, 0)
    expect(points.nth(0)).to_have_attribute("aria-current", "step")
    expect(page.locator(".value-summary")).to_contain_text("moves keep it")
    # Where no table can be made in time, the page says so.
    page.goto("/analysis?game=gomoku")
    expect(page.locator("#values")).to_contain_text("No exact values here")
    assert page.locator("#board [data-mark]").count() == 0


def test_the_values_of_an_endgame_of_a_large_game(visit):
    page = open_board(visit, "game=connect-four&moves=a1+a2+a3+a4+a5+a6+b1+b2+b3+b4+b5+b6+d1+d2+d3+d4+d5+d6")
    page.check("#values-switch")
    expect(page.locator(".value-list li")).to_have_count(4)


def test_on_a_phone_a_retry_shows_the_board(visit):
    page = visit("/mine?anim=0", size=PHONE)
    start(page, "tic-tac-toe")
    for number, click in enumerate(("a1", "b1", "b2", "c1", "c3")):
        play(page, click)
        expect_ply(page, number + 1)
    page.click(".ending a[href^='/analysis']")
    retry = page.locator("button[name=again]").first
    retry.scroll_into_view_if_needed()
    retry.click()
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)
    expect(page.locator("#status")).to_contain_text("Find a better move")


@SIZES
def test_other_pages_lead_to_the_board(visit, size):
    """The menu or the footer, the editor, an imported record, a puzzle."""
    page = open_board(visit, size=size)
    page.goto("/")
    with leaving(page):
        page.locator('a[href="/analysis"]:visible').first.click()
    expect(page.locator("h1")).to_have_text("Analysis board")
    page.goto("/games/tapatan/editor?position=x1o/o1x/x1o+o")
    with leaving(page):
        page.click("a[href^='/analysis?']")
    assert data(page, "position").startswith("x1o/o1x/x1o o")
    page.goto("/import")
    page.fill("textarea[name=text]", "1. b2 a1 2. c3")
    page.fill("input[name=game]", "tic-tac-toe")
    with leaving(page):
        page.click("button[formaction='/analysis/import']")
    assert moves(page) == ["b2", "a1", "c3"]
    page.goto("/puzzles/clobber/1")
    shown = data(page, "position")
    with leaving(page):
        page.click("a[href^='/analysis?']")
    assert data(page, "position") == shown


@pytest.mark.parametrize("name", ["amazons", "pentago", "kalah"])
def test_every_kind_of_move_is_played_on_the_board(visit, name):
    """Amazons: the page fetches parts of its many moves; Pentago: blocks turn; Kalah: a side moves again."""
    page = open_board(visit, f"game={name}")
    move = load(name).start().legal_moves[0]
    play(page, *move.path)
    expect_ply(page, 1)
    assert data(page, "position") == load(name).start().play(move).text
    page.keyboard.press("f")
    expect(page.locator("#board.flipped")).to_be_visible()
    expect_ply(page, 1)
