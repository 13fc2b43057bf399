"""Rules, lessons, hints, reasons, search tree, review and search log."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from ludoteca.engine.tree import grow
from ludoteca.games import load
from ludoteca.messages import LANGUAGES
from ludoteca.play.advise import advise
from tests.web.browser.conftest import DESKTOP, PHONE, findings
from tests.web.browser.playing import (
    cell,
    data,
    expect_ply,
    first_path,
    leaving,
    play,
    settled,
    start,
    tree,
)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["kalah", "coyote", "hex"])
def test_rules_have_generated_diagrams(visit, game, lang):
    page = visit(f"/games/{game}/rules", lang=lang)
    assert page.locator("html").get_attribute("lang") == lang
    figures = page.locator("figure svg[role=img]")
    assert figures.count() >= 3
    for one in figures.all():
        assert one.locator("title").first.text_content()
    words = load(game).words(lang)
    text = page.locator("main").inner_text()
    assert words.goal in text
    assert all(line in text for line in words.play)
    assert not re.search(r"\b[a-z]+\.[a-z]+-[a-z]+\b", text), "a key of the catalogue is shown"
    assert findings(page) == []


def test_lessons_accept_solutions_only(visit):
    page = visit("/games/tic-tackle/learn")
    steps = 0
    while True:
        steps += 1
        game = load("tic-tackle")
        legal = tree(page)
        wrong = right = None
        for origin, below in legal.items():
            for target in below:
                page.goto(page.url)
                play(page, origin, target)
                page.wait_for_selector("#content[data-verdict=right], #content[data-verdict=wrong]")
                if data(page, "verdict") == "right":
                    right = (origin, target)
                    break
                wrong = (origin, target)
                expect(page.locator(".verdict.wrong")).to_contain_text("Try again")
            if right:
                break
        assert right, game
        more = page.locator("aside a.button.main")
        if more.inner_text() == "Play":
            assert wrong, "the last step, a win, must refuse other moves"
            break
        with leaving(page):
            more.click()
        assert steps < 10
    assert steps >= 2


def test_a_hint_in_two_steps(visit):
    page = visit()
    start(page, "tic-tac-toe")
    for click in ("a1", "a3", "b1", "b3"):
        play(page, click)
        expect(page.locator(f'#board [data-click="{click}"]')).to_have_attribute("data-piece", "")
    page.click('.actions [data-command="hint"]')
    expect(page.locator("#board .cell-button[data-hint]")).to_have_count(1)
    game = load("tic-tac-toe")
    position = game.start().play_all("a1 a3 b1 b3")
    best = advise(position).best
    assert position.play(best.move).outcome
    expect(page.locator("#board .cell-button[data-hint]")).to_have_attribute("data-click", best.move.path[0])
    page.click('.offer [data-command="hint"]')
    expect(page.locator(".offer")).to_contain_text(f"Try {best.move.text}")
    expect(page.locator(".offer .reasons")).to_contain_text("wins:")
    page.click(".offer [data-show-me]")
    expect(page.locator("#content")).to_have_attribute("data-position", position.play(best.move).text)
    page.click("text=Back to the game")
    expect(page.locator("#board")).to_have_attribute("data-may", "yes")
    cell(page, "c1").click()
    expect(page.locator("#content")).to_have_attribute("data-result", "first")
    page.goto("/mine")
    expect(page.locator(".games").first).to_contain_text("with hints")


REASONS = {
    "wins-now": ("tic-tac-toe", "xx1/oo1/3 x"),
    "forces-win": ("tic-tac-toe", "xo1/1x1/2o x"),
    "stops-win": ("tic-tac-toe", "x2/1o1/x2 o"),
    "captures": ("alquerque", "5/5/2xo1/5/o3o x"),
}
"""A reason, and a position in which the engine's move has it."""


@pytest.mark.parametrize("kind", REASONS)
def test_the_variation_of_every_reason_does_what_it_says(visit, kind):
    """Each reason has a variation, which does what the text claims."""
    name, text = REASONS[kind]
    position = load(name).position(text)
    mover = position.mover
    people = {f"player_{mover}": "engine", "side": "second" if mover == "first" else "first"}
    page = visit("/mine?anim=0")
    start(page, name, kind="computer", position=text, seed=1, **people)
    settled(page, 0)
    page.click(".why summary")
    page.wait_for_selector("#why-said li")
    reasons = page.locator("#why-said li")
    assert reasons.locator("[data-show-me]").count() == reasons.count() >= 1
    lines = {}
    for one in reasons.all():
        link = urlsplit(one.locator("[data-show-me]").get_attribute("href"))
        lines[one.get_attribute("data-kind")] = parse_qs(link.query)["line"][0].split()
    assert kind in lines
    for line in lines.values():
        position.play_all(line)
    line, words = lines[kind], page.locator(f"#why-said li[data-kind={kind}]").inner_text()
    after = position.play_all(line)
    page.click(f"#why-said li[data-kind={kind}] [data-show-me]")
    expect(page.locator("#status")).to_contain_text("Variation")
    expect(page.locator("#content")).to_have_attribute("data-position", position.play(line[0]).text)
    page.locator(".scrub [data-step]").last.click()
    expect(page.locator("#content")).to_have_attribute("data-position", after.text)
    number = int((re.findall(r"\d+", words) or ["0"])[0])
    winner = after.outcome.winner if after.outcome else None
    if kind in ("wins-now", "forces-win"):
        assert winner == mover
        assert kind == "wins-now" or len(line) == number
    elif kind == "stops-win":
        assert winner not in (mover, None)
    else:
        assert position.text.split()[0].count("o") - after.text.split()[0].count("o") == number


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_review_of_a_game_with_a_blunder(visit, size):
    """A graph with a link for each position; better moves on request; retries."""
    page = visit("/mine?anim=0", size=size)
    start(page, "tic-tac-toe")
    for number, click in enumerate(("a1", "b1", "b2", "c1", "c3")):
        play(page, click)
        expect_ply(page, number + 1)
    with leaving(page):
        page.click("text=Game review")
    page.wait_for_selector("[data-review=done]")
    assert findings(page) == []
    assert page.locator(".chart a.band").count() == 6
    assert page.locator("table.ledger tbody tr").count() == 6
    marked = page.locator(".marked > li")
    assert marked.count() >= 1
    moves = ("a1", "b1", "b2", "c1", "c3")
    for one in marked.all():
        # Of all cells only the one that was played is named: what was better is not in the page yet.
        played = moves[int(one.get_attribute("data-number")) - 1]
        assert set(re.findall(r"\b[abc][123]\b", one.inner_html())) == {played}
    assert set(re.findall(r"\b[abc][123]\b", page.locator(".chart").inner_html())) <= set(moves)
    marked.first.locator("text=Show the best move").click()
    expect(marked.first.locator(".reasons li").first).to_be_visible()
    told = marked.first.locator(".reasons li")
    assert told.locator("[data-show-me]").count() == told.count()
    number = int(marked.first.get_attribute("data-number"))
    page.locator(".chart a.band").nth(2).click()
    expect(page.locator("#content")).to_have_attribute("data-shown", "2")
    expect(page.locator(".chart a.band").nth(2)).to_have_attribute("aria-current", "step")
    marked.first.locator("text=Find a better move").click()
    expect(page.locator("#content")).to_have_attribute("data-shown", str(number - 1))
    expect(page.locator("section.engine")).to_be_hidden()
    played = page.locator(".status").inner_text()
    for click in tree(page):
        if click not in played:
            page.evaluate("delete document.getElementById('content').dataset.verdict")  # that of the last try
            play(page, click)
            page.wait_for_selector("#content[data-verdict=right], #content[data-verdict=wrong]")
            if data(page, "verdict") == "right":
                break
    assert data(page, "verdict") == "right"


def test_the_tree_of_the_position_on_the_board(visit):
    page = visit()
    start(page, "tic-tac-toe")
    with leaving(page):
        page.click("text=Search tree")
    numbers = {name: data(page, name) for name in ("nodes", "pruned", "value", "whole")}
    grown = grow(load("tic-tac-toe").start(), 2, True, "path")
    counted = {"nodes": grown.nodes, "pruned": grown.branches_pruned, "value": grown.root.value, "whole": 82}
    assert numbers == {name: str(value) for name, value in counted.items()}
    assert sum(1 for _ in grown.root.walk()) == grown.nodes
    assert int(numbers["nodes"]) < 82
    assert page.locator("#walk [role=treeitem]").count() == int(numbers["nodes"])
    assert findings(page) == []
    page.select_option("[name=algorithm]", "minimax")
    with leaving(page):
        page.click("form.filters button")
    assert data(page, "nodes") == "82"
    assert data(page, "pruned") == "0"
    assert data(page, "value") == numbers["value"]
    page.locator("#walk [role=treeitem]").first.focus()
    page.keyboard.press("ArrowDown")
    first = page.evaluate("document.activeElement.dataset.position")
    assert first != ""
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('aria-level')") == "3"
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.position") == first


def test_the_search_log_of_the_computer(visit):
    """The log names depth, nodes and principal variation of each move."""
    page = visit()
    start(page, "tapatan", kind="computer", player_second="engine", seconds_second="0.2")
    play(page, *first_path(page))
    settled(page, 0)
    with leaving(page):
        page.click("text=Engine log")
    row = page.locator("tbody tr").first
    expect(row).to_contain_text("%")
    assert page.request.get(page.url + ".json").json()["moves"][1]["thinking"]["nodes"] > 0
    assert findings(page) == []


def test_the_editor_starts_a_game_from_any_position(visit):
    page = visit("/games/tapatan/editor")
    assert findings(page) == []
    page.click("text=Clear board")
    page.wait_for_selector("#content[data-position^='3/3/3']")
    page.locator(".tools label", has_text="White").click()
    for click in ("a1", "b2"):
        play(page, click)
        page.wait_for_selector(f'#board [data-click="{click}"][data-piece]')
    page.locator(".tools label", has_text="Black").click()
    play(page, "a3")
    page.wait_for_selector('#board [data-click="a3"][data-piece]')
    assert data(page, "position").startswith("o2/1x1/x2")
    with leaving(page):
        page.click("text=Play from here")
    page.check("input[name=kind][value=shared]")
    with leaving(page):
        page.click("form.start button.main")
    expect(page.locator("#content[data-game]")).to_be_visible()
    assert data(page, "position").startswith("o2/1x1/x2")
