"""The laboratory in the browser: options of each algorithm, a watched game, a match, an experiment."""

import pytest
from playwright.sync_api import expect

from ludoteca.games import load
from tests.web.browser.conftest import DESKTOP, PHONE, findings
from tests.web.browser.playing import leaving

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


def fits(page, size) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth") <= size["width"])


def choose(page, side: str, player: str) -> None:
    """Choose a player, and wait for its options."""
    with page.expect_response("**/lab/options**"):
        page.select_option(f"[name=player-{side}]", player)
    expect(page.locator(".htmx-request, .htmx-swapping")).to_have_count(0)


@SIZES
def test_two_different_set_ups_are_watched_on_the_game_page(visit, size):
    page = visit("/games/tapatan", size=size)
    with leaving(page):
        page.click(".about a[href$='/lab']")
    choose(page, "first", "minimax")
    page.fill("[name='first.depth']", "2")
    choose(page, "second", "explosion-guard")
    page.fill("[name='second.depth']", "3")
    page.select_option("[name='second.order']", "shuffled")
    page.locator("#options-second summary").click()
    page.fill("[name='second.threshold']", "2")
    assert findings(page) == []
    assert fits(page, size)
    with leaving(page):
        page.click("button[value=watch]")
    expect(page.locator("#seat-below .who b")).to_have_text("minimax:depth=2")
    expect(page.locator("#seat-above .who b")).to_contain_text("explosion-guard:depth=3")
    expect(page.locator("#moves li").nth(1)).to_be_visible()
    expect(page.locator("details.thinking")).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    expect(page.locator("[data-command=go-on]")).to_be_visible()
    page.locator("details.thinking summary").click()
    expect(page.locator(".thinking-summary")).to_contain_text("stopped because")
    assert findings(page) == []
    with leaving(page):
        page.click(".links a[href$='/log']")
    expect(page.locator("table.ledger tbody tr").first).to_contain_text("the depth was reached")
    assert findings(page) == [] and fits(page, size)


def test_the_options_follow_the_algorithm(visit):
    page = visit("/games/hex/lab")
    expect(page.locator("[name='first.evaluator'] option").first).to_have_text("default: hex-2004")
    page.fill("[name='first.depth']", "7")
    choose(page, "first", "timeout")
    expect(page.locator("[name='first.depth']")).to_have_value("7")  # what was entered stays
    page.select_option("[name=player-first]", "mcts")
    expect(page.locator("[name='first.playouts']")).to_be_visible()
    expect(page.locator("[name='first.evaluator']")).to_have_count(0)
    page.select_option("[name=player-first]", "random")
    expect(page.locator("#options-first")).to_contain_text("More options")


@SIZES
def test_a_match_fills_its_table(visit, size):
    page = visit("/games/tic-tac-toe/lab?first=alphabeta:depth=3&second=random", size=size)
    page.select_option("[name=games]", "4")
    with leaving(page):
        page.click("button[value=match]")
    expect(page.locator(".state.over")).to_contain_text("4 of 4 games")
    assert findings(page) == [] and fits(page, size)


def test_levels_have_a_record_of_thinking(visit):
    page = visit("/games/draughts/lab?first=level:8&second=human")
    with leaving(page):
        page.click("button[value=watch]")
    expect(page.locator("details.thinking")).to_be_visible()
    page.locator("details.thinking summary").click()
    expect(page.locator(".thinking-summary")).to_contain_text("positions searched:")
    expect(page.locator(".thinking-summary")).to_contain_text("expects")


@SIZES
def test_an_evaluation_on_the_board(visit, size):
    position = load("gomoku").start().play_all(["h8", "a1", "i8", "a3", "j8"]).text
    page = visit(f"/games/gomoku/evaluate?position={position.replace(' ', '%20')}", size=size)
    expect(page.locator("svg .label[data-cell=i8]")).to_be_visible()
    expect(page.locator("tr[data-term=run-open-3]")).to_contain_text("h8 −")
    assert findings(page) == [] and fits(page, size)
    page.select_option("[name=evaluator]", "terms")
    with leaving(page):
        page.click("button.main")
    expect(page.locator("tr[data-term=tempo]")).to_be_visible()


@SIZES
def test_an_experiment_runs_and_is_stopped(visit, size):
    page = visit("/lab", size=size)
    assert findings(page) == [] and fits(page, size)
    with leaving(page):
        page.click("form[action='/lab/experiments/pentago-depth'] button")
    expect(page.locator("#run[data-state=running] progress")).to_be_visible()
    page.get_by_role("button", name="Stop").focus()
    expect(page.locator("#run tbody tr").first).to_be_visible()  # figures while it runs
    assert page.evaluate("document.activeElement.textContent") == "Stop"  # progress leaves the focus there
    assert findings(page) == [] and fits(page, size)
    with leaving(page):
        page.click("text=Stop")
    expect(page.locator("#run")).to_have_attribute("data-state", "stopped")
    page.goto("/lab")
    expect(page.locator("#my-experiments li")).to_have_count(1)


def test_an_experiment_is_complete_without_reloading(visit):
    page = visit("/lab")
    with leaving(page):
        page.click("form[action='/lab/experiments/hex-speed'] button")
    address = page.url
    expect(page.locator("#run[data-state=complete]")).to_be_visible()
    other = visit(address[address.index("/lab/runs/") :], lang="es")
    expect(other.locator("#run[data-state=complete] tbody tr").first).to_be_visible()
    expect(other.locator("#run form[action$=stop]")).to_have_count(0)
