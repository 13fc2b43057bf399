"""Visitors who play, each from the front page to the goal: a child, a player used to Lichess, a blind player.

They play games that the side to begin wins by force, and the solver tells their moves: they win whatever the
computer answers."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from ludoteca.games import Position, load
from tests.web.browser.conftest import PHONE, findings
from tests.web.browser.playing import data, leaving, play, settled


def winning_move(position: Position) -> str:
    """The move that wins soonest."""
    values = position.values()
    wins = {move: value.plies or 0 for move, value in values.items() if value.kind == "win"}
    return min(wins, key=lambda move: wins[move])


# -- a child on a phone -------------------------------------------------------------------------------

CHILD_WINS = [("picaria", "Picaria"), ("rastros", "Rastros"), ("three-mens-morris", "Trilha de Três")]


def test_a_child_on_a_phone_wins_three_games(visit):
    page: Page = visit("/?anim=0", lang="pt-BR", size=PHONE, has_touch=True, is_mobile=True)
    for name, title in CHILD_WINS:
        if page.url.count("/g/"):
            with leaving(page):
                page.locator("header .brand").tap()
        page.fill("input[type=search]", title)
        found = page.get_by_role("link", name=title, exact=True).first
        expect(found).to_be_in_viewport()
        with leaving(page):
            found.tap()
        page.locator("label:has(input[name=level][value='1'])").tap()
        with leaving(page):
            page.locator("form.start button.main").tap()
        game = load(name)
        while data(page, "over") == "no":
            before = int(data(page, "ply"))
            position = game.position(data(page, "position"))
            play(page, *position.find(winning_move(position)).path, tap=True)
            settled(page, before)
        status = page.locator("#status")
        expect(status).to_contain_text("Você venceu!")
        expect(status).to_be_in_viewport(ratio=1)
        expect(page.locator(".ending .button").first).to_be_in_viewport(ratio=1)
        assert page.locator("#board [data-win]").count() >= 1
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.goto("/mine")
    for _, title in CHILD_WINS:
        expect(page.locator("main")).to_contain_text(title)


# -- a player used to Lichess -------------------------------------------------------------------------


def test_a_lichess_player_reviews_a_game_and_shares_the_analysis(visit):
    page: Page = visit("/?anim=0")
    page.fill("input[type=search]", "picaria")
    with leaving(page):
        page.get_by_role("link", name="Picaria", exact=True).first.click()
    page.check("input[name=level][value='1']", force=True)
    with leaving(page):
        page.click("form.start button.main")
    # Throw the win away, and resign.
    start = load("picaria").start()
    values = start.values()
    blunder = start.find(next(move for move, value in values.items() if value.kind != "win"))
    play(page, *blunder.path)
    settled(page, 0)
    page.click("[data-sure=resign]")
    page.click("#sure-resign button[value=yes]")
    expect(page.locator("#status")).to_have_text("You lose. You resigned.")
    with leaving(page):
        page.click("text=Game review")
    expect(page.locator("[data-review=done]")).to_be_visible()
    own, others = page.locator("details.mistakes").all()
    assert own.evaluate("one => one.open") and not others.evaluate("one => one.open")
    mistake = own.locator("li", has_text=blunder.text).first
    expect(mistake).to_contain_text("blunder")
    mistake.locator("text=Find a better move").click()
    expect(page.locator("#content")).to_have_attribute("data-shown", "0")
    better = start.find(winning_move(start))
    play(page, *better.path)
    expect(page.locator("#content")).to_have_attribute("data-verdict", "right")
    # The engine goes on from the better move; its line is kept, and commented.
    line = page.locator("#lines li").first
    expect(line).to_be_visible()
    expect(page.locator("#picture .best-move")).to_have_count(1)
    page.fill("[name=comment]", "This wins by force.")
    page.click("text=Save comment")
    expect(page.locator("#moves .comment")).to_have_text("This wins by force.")
    page.click("#share summary")
    link = page.input_value("#link")
    friend: Page = visit(link.removeprefix(page.evaluate("location.origin")), lang="es")
    assert friend.locator("#moves .move").all_inner_texts() == page.locator("#moves .move").all_inner_texts()
    expect(friend.locator("#moves .comment")).to_have_text("This wins by force.")
    expect(friend.locator('#moves [aria-current="step"]')).to_have_text(better.text)
    assert data(friend, "position") == start.play(better).text
    friend.keyboard.press("Home")
    expect(friend.locator("#content")).to_have_attribute("data-at", "0")


# -- a blind player -----------------------------------------------------------------------------------

NAME = """() => { const one = document.activeElement;
    const said = [...(one.labels || [])].map(label => label.innerText).join(" ");
    return (one.getAttribute("aria-label") || said || one.innerText || one.value || "").trim(); }"""
LISTEN = """() => { window.heard = []; let last = "";
    const listen = () => { const now = document.querySelector("[role=status]").innerText;
        if (now !== last) window.heard.push(last = now); };
    const all = { subtree: true, childList: true, characterData: true };
    new MutationObserver(listen).observe(document.body, all);
    listen(); }"""
HEAR = """pattern => new Promise(done => { const next = () => {
    while (window.heard.length) {
        const said = window.heard.shift();
        if (new RegExp(pattern).test(said)) return done(said);
    }
    setTimeout(next, 20); }; next(); })"""


class Listener:
    """Somebody who uses the keyboard, and hears names and announcements only."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, key: str) -> str:
        """The name of what has the focus afterwards."""
        self.page.keyboard.press(key)
        return self.name()

    def name(self) -> str:
        found: str = self.page.evaluate(NAME)
        return found

    def go(self, name: str, most: int = 60) -> None:
        """Press Tab until something with this name has the focus."""
        assert any(re.fullmatch(name, self.press("Tab")) for _ in range(most)), name

    def go_to_cell(self, cell: str) -> str:
        """Walk over the board by arrow keys; the name of the cell with what stands on it."""
        for _ in range(12):
            here = self.name()
            if here.partition(",")[0] == cell:
                return here
            sideways = "ArrowRight" if here[0] < cell[0] else "ArrowLeft" if here[0] > cell[0] else ""
            self.press(sideways or ("ArrowUp" if here[1] < cell[1] else "ArrowDown"))
        raise AssertionError(f"{cell} was not reached")

    def enter(self) -> None:
        with leaving(self.page):
            self.page.keyboard.press("Enter")

    def listen(self) -> None:
        """Hear what the status line says from now on."""
        self.page.evaluate(LISTEN)

    def hear(self, pattern: str) -> re.Match[str]:
        """Wait until the status line has said something; what it was, and everything before it, is past."""
        found = re.search(pattern, self.page.evaluate(HEAR, pattern))
        assert found
        return found


def test_a_blind_player_wins_by_keyboard_and_announcements(visit):
    page: Page = visit("/?anim=0")
    blind = Listener(page)
    blind.go("Search")
    page.keyboard.type("three men's")
    expect(page.get_by_role("link", name="Three Men's Morris", exact=True).first).to_be_visible()
    blind.go("Three Men's Morris")
    blind.enter()
    blind.go(r"\d Quati.*")
    while not blind.press("ArrowUp").startswith("1 "):
        pass
    blind.go("Start game")
    blind.enter()
    assert findings(page) == []
    position = load("three-mens-morris").start()
    blind.listen()
    blind.hear("Your move")
    blind.go(r"\w\d, .*")
    while True:
        move = position.find(winning_move(position))
        for number, click in enumerate(move.path):
            label = blind.go_to_cell(click)
            mine = number == 0 and len(move.path) > 1
            assert label.endswith("White" if mine else "empty"), (move, label)
            page.keyboard.press("Enter")
            if mine:
                expect(page.locator("[aria-live=assertive]")).to_have_text(re.compile(rf"\b{move.path[1]}\b"))
        position = position.play(move)
        reply = blind.hear(r"^You win! Three in a row\.$|played (\w\d(?:-\w\d)?)\. Your move")[1]
        if reply is None:
            break
        position = position.play(reply)
    assert position.outcome and position.outcome.winner == "first"
    blind.go("Rematch")
