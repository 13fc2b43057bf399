"""Three visitors from the front page to their goals: a student of AI, a game designer and a teacher."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludoteca.engine.tree import grow
from ludoteca.games import load
from ludoteca.games.collections import board_collections
from ludoteca.messages import catalogue
from ludoteca.play.trees import value_text
from tests.web.browser.conftest import DESKTOP, PHONE, Open, findings
from tests.web.browser.playing import answered, data, expect_ply, first_path, leaving, play, settled
from tests.web.browser.test_workshop import change, field

MESSAGES = catalogue("web")


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def open_link(page: Page, selector: str) -> None:
    with leaving(page):
        page.locator(selector).first.click()


def start_game(page: Page, kind: str) -> None:
    page.locator(".option", has=page.locator(f"input[value={kind}]")).click()
    with leaving(page):
        page.click("form.start > button.main")
    expect(page.locator("#board")).to_be_visible()


@pytest.mark.parametrize(("size", "lang"), [(DESKTOP, "en"), (PHONE, "pt-BR")], ids=["desktop", "phone"])
def test_a_student_builds_the_search_tree_of_a_position_and_reads_it(
    visit: Open, size: Any, lang: str
) -> None:
    page = visit("/", lang=lang, size=size)
    open_link(page, ".starters a[href='/games/tic-tac-toe']")
    start_game(page, "shared")
    position = load("tic-tac-toe").start()
    for ply, move in enumerate(("b2", "a1", "a3", "c1"), 1):
        play(page, move)
        expect_ply(page, ply)
        position = position.play(move)
    open_link(page, "a[href$='/tree']")
    assert fits(page) and findings(page) == []

    # The picture begins with the root in view; its legend is below it.
    frame = page.locator(".scroll")
    assert frame.evaluate(
        """frame => { const root = frame.querySelector('g[data-node="0"]').getBoundingClientRect();
        const outer = frame.getBoundingClientRect();
        return outer.left <= root.left && root.right <= outer.right
            && outer.top <= root.top && root.bottom <= outer.bottom; }"""
    )
    expect(page.locator(".tree-legend li").last).to_be_visible()

    # Deeper, then without pruning: the counts are those of the search.
    for depth, algorithm in (("3", "alphabeta"), ("3", "minimax")):
        page.select_option("[name=depth]", depth)
        page.select_option("[name=algorithm]", algorithm)
        with leaving(page):
            page.click("form.filters button")
        grown = grow(position, int(depth), algorithm=algorithm)
        assert (data(page, "nodes"), data(page, "pruned")) == (str(grown.nodes), str(grown.branches_pruned))
    page.go_back()
    grown = grow(position, 3, True, "path")
    value = value_text(grown.root.value, lang)
    expect(page.locator(".numbers dd").last).to_have_text(value)

    # The outline tells the same as the picture, move by move down the best line.
    root = page.locator("#walk > [role=treeitem]")
    expect(root.locator("> .node .value")).to_have_text(value)
    item = root
    for node in grown.line[1:]:
        item = item.locator(f'> ul > li[data-position="{node.position.text}"]')
        item.locator("> .node").click()
        expect(item.locator("> .node .value")).to_have_text(
            re.compile(re.escape(value_text(node.value, lang)))
        )
        source = page.locator("#preview").get_attribute("src") or ""
        assert page.evaluate("text => decodeURIComponent(text)", source).endswith(node.position.text)
    assert "-29" not in page.locator("#walk").inner_text(), "a score of the engine is shown as it is"


@pytest.mark.parametrize(("size", "lang"), [(DESKTOP, "es"), (PHONE, "en")], ids=["desktop", "phone"])
def test_a_designer_remixes_a_game_fixes_an_error_plays_and_publishes(
    visit: Open, size: Any, lang: str
) -> None:
    page = visit("/", lang=lang, size=size)
    open_link(page, "header a[href='/workshop']")
    page.select_option("select[name=game]", "tic-tac-toe")
    open_link(page, "form[action='/workshop/copy'] button")

    # A larger board, a row that does not fit on it, and the fix that is offered.
    change(page, "board.grid-0", "4")
    change(page, "board.grid-1", "4")
    change(page, "end[1].when.align", "9")
    expect(page.locator("#rules-pane")).to_have_attribute("data-good", "no")
    expect(page.locator("#card-end .wrong").first).to_contain_text("9")
    page.locator("#card-end .wrong form button").first.click()
    expect(page.locator("#rules-pane")).to_have_attribute("data-good", "yes")
    expect(field(page, "end[1].when.align")).to_have_value("4")
    expect(page.locator("#board button[role=gridcell]")).to_have_count(16)

    # A trial move is answered at once.
    play(page, *first_path(page))
    settled(page, 0)
    expect(page.locator("#content")).to_have_attribute("data-ply", re.compile("[2-9]"))

    # A name, and the link that a friend opens.
    page.fill("#title", "Velha 4x4")
    with answered(page, "/name"):
        page.locator("form", has=page.locator("#title")).locator("button").click()
    expect(page.locator(".draft-head h1")).to_have_text("Velha 4x4")
    expect(page.locator(".reach").last).to_contain_text("ludoteca serve --host 0.0.0.0")
    assert fits(page) and findings(page) == []
    link = page.locator("#draft-link").input_value()

    friend = visit("/" + link.split("/", 3)[3], lang="pt-BR", size=size)
    expect(friend.locator("h1")).to_have_text("Velha 4x4")
    assert fits(friend) and findings(friend) == []
    open_link(friend, "form[action$='/play'] button")
    play(friend, *first_path(friend))
    settled(friend, 0)
    expect(friend.locator("#board button[role=gridcell]")).to_have_count(16)


@pytest.mark.parametrize(("size", "lang"), [(DESKTOP, "pt-BR"), (PHONE, "es")], ids=["desktop", "phone"])
def test_a_teacher_finds_the_games_on_one_board_and_prints_a_sheet(visit: Open, size: Any, lang: str) -> None:
    page = visit("/", lang=lang, size=size)
    with answered(page, "/"):
        page.locator("#q").press_sequentially("alquerque")
    open_link(page, ".collections a[href='/boards/alquerque-5x5']")
    collection = board_collections()["alquerque-5x5"]
    cards = sum(len(collection.variants(one)) for one in collection.games)
    expect(page.locator(".box")).to_have_count(cards)
    expect(page.locator(".lead")).to_contain_text(str(cards))
    assert fits(page) and findings(page) == []

    # Amazons is played on another board too: everything from here on is about the small one.
    open_link(page, ".box a[href='/games/amazons?variant=alquerque-5x5']")
    game = load("amazons/alquerque-5x5")
    expect(page.locator("h1")).to_have_text(game.title(lang))
    assert fits(page) and findings(page) == []
    open_link(page, ".links a[href*='/print']")
    expect(page.locator(".paper-sheet h1")).to_have_text(game.title(lang))
    expect(page.locator(".paper-rules li")).to_have_text(list(game.words(lang).play))
    assert "10x10" not in page.locator(".paper-sheet").inner_text()
    page.evaluate("window.print = () => { document.body.dataset.printed = 'yes'; }")
    page.click("[data-print]")
    expect(page.locator("body")).to_have_attribute("data-printed", "yes")

    page.emulate_media(media="print")
    for part in ("header.top", "footer.foot", ".buttons"):
        expect(page.locator(part).first).to_be_hidden()
    paper = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1 + page.locator(".paper-page").count()
    page.emulate_media(media="screen")
    open_link(page, ".buttons a")
    expect(page.locator("h1")).to_have_text(game.title(lang))
