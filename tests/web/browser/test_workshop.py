"""The workshop in a browser: cards, text, board, mistakes, sharing; files in and out; paper."""

from __future__ import annotations

import re
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from ludoteca.games import load
from ludoteca.workshop.drafts import Draft
from tests.web.browser.conftest import DESKTOP, PHONE, findings
from tests.web.browser.playing import (
    GAMES,
    answered,
    expect_ply,
    first_path,
    leaving,
    play,
    read_qr,
    start,
)

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


def field(page: Page, where: str):
    return page.locator(f'[id="i-{where}"]')


def change(page: Page, where: str, value: str) -> None:
    """Fill a blank, and wait until the answer is shown."""
    with answered(page, "/fill"):
        one = field(page, where)
        if one.evaluate("one => one.tagName") == "SELECT":
            one.select_option(value)
        else:
            one.fill(value)
            one.press("Tab")


def open_copy(page: Page, game: str) -> None:
    page.goto(f"/games/{game}")
    with leaving(page):
        page.locator('form[action="/workshop/copy"] button').click()
    expect(page.locator("#draft-editor")).to_be_visible()


@pytest.mark.parametrize(
    ("game", "size"),
    [*((game, DESKTOP) for game in GAMES), *((game, PHONE) for game in ("tapatan", "hex", "kalah"))],
)
def test_every_board_has_an_editor_that_is_accessible_and_fits(visit, game, size):
    page = visit("/", lang="pt-BR", size=size)
    open_copy(page, game)
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("#card-board .says").inner_text()


def test_a_card_changes_sentence_board_and_text_but_not_the_original(visit):
    page = visit("/", lang="en")
    open_copy(page, "tic-tac-toe")
    before = page.locator("#picture").inner_html()
    change(page, "board.grid-0", "4")
    expect(page.locator("#board button[role=gridcell]")).to_have_count(12)
    assert page.locator("#picture").inner_html() != before
    expect(page.locator("#card-end .says")).to_contain_text("3 own pieces in a row")
    change(page, "end[1].when.align", "4")
    expect(page.locator("#card-end .says")).to_contain_text("4 own pieces in a row")
    expect(page.locator("#rules-text")).to_have_value(re.compile("align = 4"))
    original = page.request.get("/games/tic-tac-toe/rules").text()
    assert "3x3" in original and len(load("tic-tac-toe").board.cells) == 9


def test_the_text_changes_the_cards_and_strange_keys_survive(visit):
    page = visit("/")
    open_copy(page, "tapatan")
    area = page.locator("#rules-text")
    with answered(page, "/text"):
        area.fill(area.input_value().replace("align = 3", "align = 2") + "\n[text.de]\nname = 'Drei'\n")
    expect(field(page, "end[1].when.align")).to_have_value("2")
    change(page, "turn.pass", "allowed")
    expect(page.locator("#rules-text")).to_have_value(re.compile('pass = "allowed"'))
    assert "[text.de]\nname = 'Drei'" in page.locator("#rules-text").input_value()


def test_from_the_game_page_to_a_trial_move_in_three_clicks(visit):
    page = visit("/games/tapatan")
    with leaving(page):
        page.locator('form[action="/workshop/copy"] button').click()  # the first click
    play(page, *first_path(page))  # two more
    expect(page.locator("#content")).to_have_attribute("data-thinking", "no")
    expect(page.locator("#content")).to_have_attribute("data-ply", re.compile("[2-9]"))  # and the answer


def test_the_computer_answers_by_the_changed_rules_and_the_position_stays(visit):
    """What the computer plays is legal by the rules of the text."""
    page = visit("/")
    open_copy(page, "tapatan")
    change(page, "turn.do", "fly")
    path = first_path(page)
    play(page, *path)
    expect_ply(page, 2)
    draft = Draft(page.locator("#rules-text").input_value(), "tapatan")
    assert draft.game
    after = draft.game.start().play(path)
    answers = {after.play(move).text for move in after.legal_moves}
    assert page.locator("#content").get_attribute("data-position") in answers
    change(page, "draw.no-progress", "60")
    expect_ply(page, 2)
    change(page, "turn.do", "place")
    expect_ply(page, 0)
    expect(page.locator(".noted")).to_contain_text("was restarted")


@SIZES
def test_a_problem_is_shown_at_its_card_and_line_with_a_fix(visit, size):
    page = visit("/", lang="pt-BR", size=size)
    open_copy(page, "tapatan")
    change(page, "end[1].when.align", "9")
    card = page.locator("#card-end")
    expect(card).to_have_class(re.compile("bad"))
    expect(card.locator(".wrong").first).to_contain_text("Uma linha de 9 não cabe neste tabuleiro.")
    expect(page.locator("#lines .bad")).to_have_count(1)
    line = int(page.locator("#lines .bad").inner_text())
    assert "align = 9" in page.locator("#rules-text").input_value().splitlines()[line - 1]
    assert findings(page) == []
    # The last good version can still be played.
    play(page, *first_path(page))
    expect(page.locator("#content")).to_have_attribute("data-ply", re.compile("[1-9]"))
    card.get_by_role("button", name=f"linha {line}").first.click()
    marked = "one => one.value.slice(one.selectionStart, one.selectionEnd)"
    assert "align = 9" in page.locator("#rules-text").evaluate(marked)
    card.get_by_role("button", name="Usar 3").click()
    expect(page.locator("#rules-pane")).to_have_attribute("data-good", "yes")
    expect(field(page, "end[1].when.align")).to_have_value("3")


def test_invalid_toml_is_fixed_by_a_click(visit):
    page = visit("/")
    open_copy(page, "tapatan")
    area = page.locator("#rules-text")
    with answered(page, "/text"):
        area.fill(area.input_value().replace('"alignment"', "alignment"))
    expect(page.locator("#rules-pane")).to_have_attribute("data-good", "no")
    expect(page.locator("#problems")).to_contain_text("in quotes")
    assert field(page, "board.lines").is_disabled()
    page.get_by_role("button", name="Put it in quotes").click()
    expect(page.locator("#problems")).to_contain_text("No errors")
    expect(page.locator("#rules-text")).to_have_value(re.compile('family = "alignment"'))


def test_ideas_undo_and_the_playtest(visit):
    page = visit("/", lang="pt-BR")
    open_copy(page, "tapatan")
    page.get_by_role("button", name="Sugestões").click()
    page.get_by_role("button", name="Tabuleiro de 5×5").click()
    expect(page.locator("#board button[role=gridcell]")).to_have_count(25)
    page.get_by_role("button", name="Desfazer a última mudança").click()
    expect(page.locator("#board button[role=gridcell]")).to_have_count(9)
    page.get_by_role("button", name="Testar").click()
    expect(page.locator("#playtest")).to_contain_text("Os dois lados podem vencer.")
    assert findings(page) == []


def test_share_by_link_remix_and_save_under_a_name(visit):
    """The link and its QR code open the same rules in a new browser."""
    page = visit("/")
    open_copy(page, "tapatan")
    change(page, "turn.do", "fly")
    page.locator("#title").fill("Flying Tapatan")
    page.get_by_role("button", name="Save as").click()
    expect(page.locator(".draft-head h1")).to_have_text("Flying Tapatan")
    link = page.locator("#draft-link").input_value()
    text = page.locator("#rules-text").input_value()
    page.locator(".qr-details > summary").click()
    qr = page.locator("img.qr[src^='/workshop']")
    qr.scroll_into_view_if_needed()
    expect(qr).to_have_js_property("complete", True)
    assert read_qr(qr.screenshot()) == link
    friend = visit("/" + link.split("/", 3)[3])
    assert friend.locator("pre.source").text_content().strip() == text.strip()
    expect(friend.locator("h1")).to_have_text("Flying Tapatan")
    expect(friend.locator("main")).to_contain_text("Based on tapatan.")
    expect(friend.locator("main")).to_contain_text("move to any empty cell")
    assert findings(friend) == []
    with leaving(friend):
        friend.get_by_role("button", name="Remix").click()
    expect(friend.locator(".draft-head")).to_contain_text("Based on Flying Tapatan, tapatan.")
    page.goto("/workshop")
    expect(page.locator(".drafts")).to_contain_text("Flying Tapatan")
    assert findings(page) == []


@SIZES
def test_the_start_is_drawn_on_the_board_and_the_text_follows(visit, size):
    """A click on a cell puts the next piece there; cards, text and the game beside it are kept in step."""
    page = visit("/", lang="pt-BR", size=size)
    open_copy(page, "tapatan")
    text = page.locator("#rules-text")
    place = page.locator("#start-board .place[value=b2]")
    for label, board in (("Brancas", "x1o/oxx/x1o"), ("Pretas", "x1o/oox/x1o"), ("bloqueada", "x1o/o#x/x1o")):
        place.click()
        expect(place).to_have_attribute("aria-label", re.compile(label))
        expect(text).to_have_value(re.compile(f'board = "{board}"'))
    expect(page.locator('#board [data-click="b2"]')).to_have_attribute("aria-label", "b2, bloqueada")
    place.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(text).to_have_value(re.compile('board = "xxo/o#x/x1o"'))
    assert page.locator("#start-board .place[tabindex='0']").count() == 1
    with answered(page, "/text"):
        text.fill(text.input_value().replace("xxo/o#x/x1o", "x1o/3/x1o"))
    expect(place).to_have_attribute("aria-label", "b2, vazia")
    assert findings(page) == []
    assert load("tapatan").start().text.startswith("x1o/o1x/x1o")


def test_a_file_is_saved_and_opened_again(visit, tmp_path):
    page = visit("/")
    open_copy(page, "tapatan")
    change(page, "end[1].when.align", "2")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download").click()
    file = tmp_path / "tapatan.toml"
    saved.value.save_as(file)
    page.goto("/workshop")
    page.set_input_files("input[type=file]", file)
    with leaving(page):
        page.get_by_role("button", name="Open a file").click()
    expect(field(page, "end[1].when.align")).to_have_value("2")


def test_the_cards_work_without_javascript(chromium, address):
    context = chromium.new_context(java_script_enabled=False, base_url=address, viewport=DESKTOP)
    page = context.new_page()
    page.goto("/games/tapatan")
    with leaving(page):
        page.locator('form[action="/workshop/copy"] button').click()
    field(page, "end[1].when.align").fill("2")
    with leaving(page):
        page.locator('[id="f-end[1].when.align"] button').click()
    expect(field(page, "end[1].when.align")).to_have_value("2")
    expect(page.locator("#rules-text")).to_have_value(re.compile("align = 2"))
    context.close()


# -- records, pictures, paper -------------------------------------------------------------------------


def test_pictures_and_records_are_downloaded(visit):
    page = visit("/")
    start(page, "gomoku")
    play(page, *first_path(page))
    expect_ply(page, 1)
    url = page.locator("#content").get_attribute("data-url")
    picture = ElementTree.fromstring(page.request.get(f"{url}/export/svg").body())
    assert not [one for one in picture.iter() if "script" in one.tag]
    assert Image.open(BytesIO(page.request.get(f"{url}/export/png?width=300").body())).width == 300
    moving = Image.open(BytesIO(page.request.get(f"{url}/export/gif").body()))
    assert getattr(moving, "n_frames", 1) == 2
    page.locator("#share > summary").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="SGF").click()
    assert saved.value.suggested_filename.endswith(".sgf")


def test_a_record_is_opened_and_an_illegal_move_reported(visit, tmp_path):
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[11]SZ[5];B[a1];W[b2];B[b2])", "utf-8")
    page = visit("/import")
    assert findings(page) == []
    page.set_input_files("input[type=file]", file)
    with leaving(page):
        page.get_by_role("button", name="Import", exact=True).click()
    expect(page.locator("main [role=alert]")).to_contain_text("Move 3 is illegal.")
    with leaving(page):
        page.get_by_role("button", name="Import the legal moves").click()
    expect_ply(page, 2)


@SIZES
def test_the_replay_page_is_self_contained(visit, chromium, tmp_path, size):
    page = visit("/")
    start(page, "tapatan")
    play(page, *first_path(page))
    expect_ply(page, 1)
    url = page.locator("#content").get_attribute("data-url")
    file = tmp_path / "replay.html"
    file.write_bytes(page.request.get(f"{url}/export/html").body())
    context = chromium.new_context(offline=True, viewport=size)
    alone = context.new_page()
    alone.goto(file.as_uri())
    before = alone.locator("#board").inner_html()
    alone.get_by_role("button", name="Next").click()
    expect(alone.locator("#said")).to_have_text("Move 1 of 1")
    assert alone.locator("#board").inner_html() != before
    assert findings(alone) == []
    context.close()


@pytest.mark.parametrize("game", ["tapatan", "kalah", "hex", "draughts", "coyote"])
def test_a_sheet_is_printed_on_paper(visit, game):
    """Board, pieces to cut out and rules, no navigation; ink is black. A18 looks at the pieces without
    their colours."""
    page = visit(f"/games/{game}/print", lang="pt-BR", color_scheme="dark" if game == "hex" else "light")
    assert findings(page) == []
    page.emulate_media(media="print")
    assert not page.locator("header.top").is_visible()
    assert page.locator(".paper-sheet .paper-board svg").is_visible()
    assert page.locator(".paper-rules li").count() >= 3
    assert page.locator(".paper-cut svg").count() == (0 if game == "kalah" else 1)
    assert page.evaluate("getComputedStyle(document.querySelector('.paper-sheet')).color") == "rgb(0, 0, 0)"
    paper = page.pdf(format="A4", print_background=True, prefer_css_page_size=True)
    assert len(re.findall(rb"/Type */Page\b", paper)) <= 2  # the second one for pieces to cut out


def test_a_game_is_trained_with_its_progress_shown_until_it_is_stopped(visit):
    page = visit("/")
    open_copy(page, "tapatan")
    training = page.locator("#training")
    expect(training.get_by_role("button")).to_have_text(re.compile(r"Train for \d+ min"))
    training.get_by_role("button").click()
    expect(training.get_by_role("progressbar")).to_be_visible()
    # The page asks again by itself.
    expect(training.get_by_role("status")).to_have_text(re.compile(r"[1-9]\d* games played"), timeout=60_000)
    training.get_by_role("button", name="Stop training").click()
    expect(training).to_contain_text("Training stopped.")
    expect(training.get_by_role("button")).to_have_text(re.compile(r"Train for \d+ min"))
