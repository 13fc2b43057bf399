"""The search tree step by step: buttons, slider, keys, counters, two algorithms side by side."""

import pytest
from playwright.sync_api import expect

from ludoteca.engine.tree import grow
from ludoteca.games import load
from tests.web.browser.conftest import DESKTOP, PHONE, findings
from tests.web.browser.playing import leaving, start

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


def opened(visit, game, size=DESKTOP, lang="en", **query):
    page = visit(size=size, lang=lang)
    start(page, game)
    address = page.url.split("?")[0]
    page.goto(f"{address}/tree?" + "&".join(f"{name}={value}" for name, value in query.items()))
    return page


def counters(page, run=0):
    names = ("nodes", "leaves", "cuts")
    return [int(page.locator(f'[data-run="{run}"] [data-count={name}]').inner_text()) for name in names]


@SIZES
def test_the_construction_forwards_and_backwards(visit, size):
    page = opened(visit, "tapatan", size, depth=2)
    tree = grow(load("tapatan").start(), 2)
    whole = [tree.nodes, tree.record.leaves, tree.branches_pruned]
    assert counters(page) == whole
    page.click("[data-player=first]")
    assert counters(page) == [0, 0, 0]
    assert page.locator(".run g[data-node].future").count() == tree.nodes
    page.click("[data-player=next]")
    expect(page.locator("[data-said]")).to_have_text("The search enters the root with α = −∞ and β = +∞.")
    assert counters(page) == [1, 0, 0]
    cut = next(n for n, step in enumerate(tree.record.steps, 1) if step.kind == "cut")
    page.locator("#step").fill(str(cut))
    expect(page.locator("[data-said]")).to_contain_text("Cut at")
    expect(page.locator("[data-said]")).to_contain_text("Max already has a move worth")
    assert counters(page)[2] == tree.record.steps[cut - 1].count
    assert findings(page) == []
    page.click("[data-player=previous]")
    assert counters(page)[2] == 0
    page.locator("#step").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step-number")).to_have_text(str(cut))
    page.click("[data-player=last]")
    assert counters(page) == whole
    assert page.locator(".run .future").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert findings(page) == []


@SIZES
def test_controls_sentence_and_current_node_are_on_one_screen(visit, size):
    page = opened(visit, "tic-tackle", size, depth=2, algorithm="minimax")
    page.uncheck("#fit")
    root, frame = (page.locator(f".run {one}").bounding_box() for one in ("g[data-node='0']", ".scroll"))
    assert frame["y"] <= root["y"] and root["y"] + root["height"] <= frame["y"] + frame["height"]
    page.click("[data-player=first]")
    page.locator("#step").fill("150")
    page.click("[data-player=next]")
    assert page.locator(".run g.now").count() == 1
    for one in ("[data-player=play]", "#step", "[data-said]", ".run g.now polygon"):
        box = page.locator(one).bounding_box()
        assert box and box["y"] >= -1 and box["y"] + box["height"] <= size["height"] + 1, one
    assert page.locator(".run g.now").bounding_box()["y"] > page.locator("#player").bounding_box()["height"]


def test_it_plays_by_itself_and_pauses(visit):
    page = opened(visit, "tic-tac-toe", depth=1)
    page.select_option("#speed", "250")
    page.keyboard.press("p")
    expect(page.locator("[data-player=play]")).to_have_text("Pause")
    last = page.locator("#step").get_attribute("max")
    expect(page.locator("#step-number")).to_have_text(last or "")
    expect(page.locator("[data-player=play]")).to_have_text("Play")
    page.keyboard.press(",")
    expect(page.locator("#step-number")).to_have_text(str(int(last or "0") - 1))
    page.keyboard.press(".")
    expect(page.locator("#step-number")).to_have_text(last or "")


@SIZES
def test_depth_first_and_breadth_first_side_by_side(visit, size):
    page = opened(
        visit, "tapatan", size, depth=2, algorithm="minimax", beside="breadth-first", values="weighted"
    )
    assert page.locator(".run").count() == 2
    assert counters(page, 0)[0] == counters(page, 1)[0] == 26
    page.click("[data-player=first]")
    for _ in range(3):
        page.click("[data-player=next]")
    assert counters(page, 0) == [3, 0, 0]
    assert counters(page, 1)[0] > counters(page, 0)[0]  # a whole level at once
    expect(page.locator('[data-run="1"] [data-said]')).to_contain_text("join the queue")
    assert findings(page) == []


def test_kalah_shows_extra_turns_and_empty_pits(visit):
    page = opened(visit, "kalah", depth=2, values="kalah-2017", algorithm="minimax", lang="pt-BR")
    expect(page.locator(".run svg").first).to_contain_text("3 ↻")
    expect(page.locator(".run svg").first).to_contain_text("∅ 3")
    expect(page.locator(".tree-legend")).to_contain_text("turno extra")
    assert findings(page) == []


def test_the_form_keeps_what_was_chosen(visit):
    page = opened(visit, "tapatan", depth=2)
    page.select_option("[name=algorithm]", "expectiminimax")
    page.select_option("[name=values]", "graded")
    with leaving(page):
        page.click("form.filters button")
    expect(page.locator("[name=algorithm]")).to_have_value("expectiminimax")
    expect(page.locator(".run")).to_have_attribute("data-algorithm", "expectiminimax")
    expect(page.locator(".tree-legend")).to_contain_text("at random")
    page.click("text=Exercise on this position")
    expect(page.locator("h1")).to_contain_text("Tapatan")
