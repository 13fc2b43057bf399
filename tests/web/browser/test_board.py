"""The board: clicking, dragging, keyboard and touch."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import DESKTOP, PHONE
from tests.web.browser.playing import (
    GAMES,
    answered,
    cell,
    choose_look,
    data,
    expect_ply,
    first_path,
    leaving,
    play,
    settled,
    start,
    tree,
)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_clicks_along_a_legal_path_make_the_move(visit, game, size):
    """The move is made, marked by more than colour, and told in words."""
    page = visit("/mine?anim=0", size=size)
    start(page, game)
    before = page.locator("#picture").inner_html()
    path = first_path(page)
    play(page, *path)
    expect_ply(page, 1)
    assert page.locator("#picture").inner_html() != before
    cells = [
        click
        for click in path
        if cell(page, click).count() and "gridcell" in (cell(page, click).get_attribute("role") or "")
    ]
    lit = page.locator("#board .cell-button[data-last]")
    assert set(cells) <= {one.get_attribute("data-click") for one in lit.all()}
    assert page.locator("#picture .last").count() == lit.count()
    left = page.locator("#board .cell-button[data-last=left]")
    assert page.locator("#picture .last.left").count() == left.count()
    said = page.locator("#status").inner_text()
    assert path[0].rstrip("'") in said


def test_legal_targets_are_highlighted_and_can_be_hidden(visit):
    page = visit()
    start(page, "tic-tackle")
    for origin in tree(page):
        below = page.request.get(f"{data(page, 'url')}/paths?ply=0&prefix={origin}").json()["tree"]
        lit = page.locator("#board .cell-button[data-target]")
        cell(page, origin).click()
        expect(lit).to_have_count(len(below))
        assert set(lit.evaluate_all("all => all.map(one => one.dataset.click)")) == set(below)
        page.keyboard.press("Escape")
        expect(lit).to_have_count(0)
    cell(page, "a1").click()
    expect(page.locator("#board .cell-button[data-target]")).not_to_have_count(0)
    dot = "getComputedStyle(document.querySelector('.cell-button[data-target]'), '::after').backgroundColor"
    assert page.evaluate(dot) != "rgba(0, 0, 0, 0)"
    choose_look(page, targets=False)
    cell(page, "a1").click()
    expect(page.locator("#board .cell-button[data-chosen]")).to_have_count(1)
    expect(page.locator("#board .cell-button[data-target]")).to_have_count(0)
    cell(page, "a1").drag_to(cell(page, "a2"))
    expect_ply(page, 1)


def test_a_piece_can_be_dragged_and_returns_from_an_illegal_target(visit):
    page = visit("/mine?anim=0")
    start(page, "tapatan")
    piece = page.locator('#picture .piece[data-cell="a1"]')
    home = piece.get_attribute("transform")
    cell(page, "a1").drag_to(cell(page, "c1"))
    expect(piece).not_to_have_class(re.compile("dragged"))
    expect(piece).to_have_attribute("transform", home)
    cell(page, "a1").drag_to(cell(page, "b2"))
    expect_ply(page, 1)
    assert page.locator("#moves a").all_inner_texts() == ["a1-b2"]


def test_a_move_of_several_clicks_can_be_cancelled(visit):
    page = visit()
    start(page, "amazons")
    path = first_path(page)
    assert len(path) == 3
    chosen = page.locator("#board [data-chosen]")
    play(page, *path[:2])
    expect(chosen).to_have_count(2)
    expect(page.locator("#board [data-target]")).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("#board [data-chosen], #board [data-target]")).to_have_count(0)
    for number, click in enumerate(path):
        expect(chosen).to_have_count(number)
        play(page, click)
    expect_ply(page, 1)


def test_placing_and_turning_is_one_move(visit):
    """With buttons over the board."""
    page = visit()
    start(page, "pentago")
    play(page, "b2")
    expect_ply(page, 0)
    turns = page.locator("#board .turn:visible")
    expect(turns).to_have_count(8)
    turns.first.click()
    expect_ply(page, 1)


def test_undo_goes_back_to_the_persons_last_turn(visit):
    page = visit()
    start(page, "tapatan", kind="computer", level=1, seed=5)
    positions = []
    for number in (0, 2):
        positions.append(data(page, "position"))
        play(page, *first_path(page))
        settled(page, number)
        expect_ply(page, number + 2)
    now = data(page, "position")
    page.click('[data-command="undo"]')
    expect_ply(page, 2)
    assert data(page, "position") == positions[1]
    assert data(page, "turn") == "first"
    page.click('[data-command="redo"]')
    expect_ply(page, 4)
    assert data(page, "position") == now


def test_every_earlier_position_can_be_shown(visit):
    """Scrubbing, and a branch that leaves the game as it was."""
    page = visit()
    start(page, "tapatan")
    for _ in range(4):
        before = int(data(page, "ply"))
        play(page, *first_path(page))
        expect_ply(page, before + 1)
    whole, address = data(page, "position"), data(page, "url")
    page.click("#moves a >> nth=2")
    expect(page.locator("#content")).to_have_attribute("data-shown", "3")
    with leaving(page):
        page.locator("main form[action$='/branch'] button").click()
    branch = data(page, "url")
    assert branch != address
    for number in (3, 4):
        play(page, *first_path(page))
        expect_ply(page, number + 1)
    page.goto(address)
    assert data(page, "position") == whole
    with leaving(page):
        page.click(f'.branches a[href="{branch}"]')
    expect_ply(page, 5)


def test_the_pie_rule_is_offered_once(visit):
    page = visit()
    for swaps in (True, False):
        start(page, "hex", variant="swap", p_size=5)
        swap = page.locator('#choices [data-click="swap"]')
        expect(swap).to_have_count(0)
        play(page, "a2")
        expect_ply(page, 1)
        expect(swap).to_be_visible()
        expect(cell(page, "a2")).to_have_attribute("aria-label", "a2, White")
        if swaps:
            # The stone changes sides, reflected to where it is worth as much; first is to move.
            swap.click()
            expect(cell(page, "b1")).to_have_attribute("aria-label", "b1, Black")
            expect(cell(page, "a2")).to_have_attribute("aria-label", "a2, empty")
            assert data(page, "turn") == "first"
        else:
            play(page, "c3")
        expect_ply(page, 2)
        expect(swap).to_have_count(0)


def test_resigning_asks_first_and_a_draw_needs_both(visit):
    page = visit()
    start(page, "tapatan")
    page.click("[data-sure=resign]")
    page.click("#sure-resign [value=no]")
    expect(page.locator("#sure-resign")).to_be_hidden()
    play(page, "a1", "b2")
    expect_ply(page, 1)
    assert data(page, "over") == "no"
    page.click("[data-sure=resign]")
    page.click("#sure-resign [value=yes]")
    expect(page.locator("#content")).to_have_attribute("data-result", "first")
    start(page, "tapatan")
    page.click("[data-sure=draw]")
    page.click("#sure-draw [value=yes]")
    page.wait_for_selector(".offer")
    assert data(page, "over") == "no"
    page.click('.offer [data-command="answer"]')
    expect(page.locator("#content")).to_have_attribute("data-result", "draw")


def test_time_runs_out(visit, services, monkeypatch):
    """The clock runs for people only, and the server decides."""
    page = visit()
    start(page, "tapatan", clock=5)
    play(page, *first_path(page))
    expect_ply(page, 1)
    expect(page.locator(".clock[data-runs=yes]")).to_have_count(1)
    with answered(page, "/flag"):
        page.evaluate("document.querySelector('.clock[data-runs=yes]').dataset.left = '0.1'")
    assert data(page, "over") == "no", "the browser's clock alone must not decide"
    clock = services.commands.clock
    monkeypatch.setattr(services.commands, "clock", lambda: clock() + 301)
    page.reload()
    expect(page.locator("#content")).to_have_attribute("data-reason", "time")
    assert data(page, "result") == "first"


def test_the_clock_stands_while_a_computer_thinks(visit):
    """In a game that is not searched out in two seconds, watched from within the page all the while."""
    page = visit()
    start(page, "gomoku", kind="computer", player_second="engine", seconds_second=2, clock=5)
    expect(page.locator(".clock")).to_have_count(1)
    page.evaluate(
        """window.seen = []; setInterval(() => {
            if (document.getElementById("content").dataset.thinking === "yes") window.seen.push([
                document.querySelectorAll(".clock[data-runs=yes]").length,
                document.querySelector(".clock").textContent,
            ]);
        }, 50)"""
    )
    play(page, *first_path(page))
    settled(page, 0)
    expect_ply(page, 2)
    expect(page.locator(".clock[data-runs=yes]")).to_have_count(1)
    seen = page.evaluate("window.seen")
    assert len(seen) >= 5
    assert [running for running, _ in seen] == [0] * len(seen)
    assert len({text for _, text in seen}) == 1


@pytest.mark.parametrize("game", ["tapatan", "kalah", "hex", "coyote"])
def test_roving_tabindex_and_arrow_keys(visit, game):
    """The board is entered and left by one Tab; an arrow goes that way and back comes back that way."""
    page = visit("/mine?anim=0")
    start(page, game)
    page.locator(".seat.above").evaluate("one => { one.tabIndex = -1; one.focus() }")
    page.keyboard.press("Tab")
    here = "document.activeElement.dataset.n"
    assert page.evaluate(f"{here} !== undefined && document.activeElement.role === 'gridcell'")
    page.keyboard.press("Tab")
    assert page.evaluate(f"{here} === undefined")
    page.keyboard.press("Shift+Tab")
    middle = "e => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] }"
    ways = {"ArrowRight": (1, 0), "ArrowLeft": (-1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}
    moved = 0
    for key in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowUp"):
        before = page.evaluate(f"({middle})(document.activeElement)")
        number = page.evaluate(here)
        page.keyboard.press(key)
        after = page.evaluate(f"({middle})(document.activeElement)")
        if page.evaluate(here) != number:
            moved += 1
            along = [(b - a) * way for a, b, way in zip(before, after, ways[key], strict=True)]
            assert sum(along) > 5, (key, before, after)
    assert moved >= 4


def test_the_whole_game_by_keyboard_and_roles(visit):
    """Tapatan is won without a mouse."""
    page = visit("/mine?anim=0")
    start(page, "tapatan")
    position = "x1o/o1x/x1o"
    assert data(page, "position").startswith(position)
    page.get_by_role("grid").get_by_role("gridcell", name="a1, White").focus()

    def go(name):
        """Walk to a cell by arrow keys alone."""
        for _ in range(8):
            here = page.evaluate("document.activeElement.dataset.click")
            if here == name:
                return
            sideways = "ArrowRight" if here[0] < name[0] else "ArrowLeft" if here[0] > name[0] else ""
            page.keyboard.press(sideways or ("ArrowUp" if here[1] < name[1] else "ArrowDown"))
        raise AssertionError(f"{name} was not reached")

    moves = [("a1", "b2"), ("c1", "b1"), ("c2", "c1")]
    for number, (origin, target) in enumerate(moves):
        for name in (origin, target):
            go(name)
            page.keyboard.press("Enter")
        expect_ply(page, number + 1)
        if number < len(moves) - 1:
            expect(page.get_by_role("status").first).to_contain_text(f"{origin}-{target}")
    expect(page.locator("#content")).to_have_attribute("data-result", "first")
    expect(page.get_by_role("status").first).to_contain_text("White wins")


def test_keys_use_the_position_after_a_swap(visit):
    """The step back goes from the position that is seen, however quickly it follows the move."""
    page = visit("/mine?anim=0")
    start(page, "tapatan")
    play(page, *first_path(page))
    expect_ply(page, 1)
    page.evaluate("document.activeElement.blur()")
    page.evaluate("""() => new MutationObserver((changes, observer) => {
        observer.disconnect();
        document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowLeft", bubbles: true}));
    }).observe(document.getElementById("content"), {attributeFilter: ["data-ply"]})""")
    play(page, *first_path(page))
    expect_ply(page, 2)
    expect(page.locator("#content")).to_have_attribute("data-shown", "1")


def test_keyboard_shortcuts_and_their_list(visit):
    page = visit("/mine?anim=0")
    start(page, "tapatan")
    corner = cell(page, "a1").bounding_box()
    for number in range(2):
        play(page, *first_path(page))
        expect_ply(page, number + 1)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#content")).to_have_attribute("data-shown", "1")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#content")).to_have_attribute("data-shown", "2")
    record = page.locator("#moves").inner_text()
    page.keyboard.press("f")
    expect(page.locator("#board.flipped")).to_have_count(1)
    turned = cell(page, "a1").bounding_box()
    assert turned["x"] > corner["x"] + 100
    assert turned["y"] < corner["y"] - 100
    assert page.locator("#moves").inner_text() == record
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()


def test_a_move_can_be_typed(visit):
    page = visit()
    start(page, "tapatan")
    page.fill("#typed", "zz9")
    page.keyboard.press("Enter")
    expect(page.locator("#notice .message")).to_contain_text("zz9")
    expect_ply(page, 0)
    page.fill("#typed", "A1 B2")
    page.keyboard.press("Enter")
    expect_ply(page, 1)


def test_a_whole_kalah_game_by_touch(visit):
    """On a small phone, against the weakest level."""
    page = visit("/mine?anim=0", size=PHONE, has_touch=True, is_mobile=True)
    start(page, "kalah", kind="computer", level=1, seed=11, p_pits=3, p_seeds=2)
    for _ in range(60):
        if data(page, "over") == "yes":
            break
        before = int(data(page, "ply"))
        play(page, *first_path(page), tap=True)
        settled(page, before)
    assert data(page, "result") in ("first", "second", "draw")


SMALL: dict[str, dict[str, Any]] = {
    "tapatan": {}, "tic-tackle": {}, "pentago": {}, "kalah": {}, "coyote": {}, "amazons": {"variant": "6x6"},
    "gomoku": {"variant": "9x9"}, "hex": {"p_size": 7},
}  # fmt: skip
"""Boards of up to 9 by 9."""


@pytest.mark.parametrize("game", SMALL)
def test_targets_are_large_enough_for_fingers(visit, game):
    """And all that can be done is in view without scrolling."""
    page = visit("/mine", size=PHONE, has_touch=True, is_mobile=True)
    start(page, game, **SMALL[game])
    boxes = page.evaluate(
        "[...document.querySelectorAll('#board .cell-button')].map(b => b.getBoundingClientRect().toJSON())"
    )
    assert min(min(box["width"], box["height"]) for box in boxes) >= 24
    bar = page.locator(".actions").bounding_box()
    assert bar["y"] + bar["height"] <= PHONE["height"] + 1
    assert page.evaluate("scrollY") == 0


def test_a_finger_that_drags_a_piece_does_not_scroll_the_page(visit):
    """The piece follows the finger, the page stays, and the move is made."""
    page = visit("/mine?anim=0", size=PHONE, has_touch=True, is_mobile=True)
    start(page, "tapatan")
    begin, end = (cell(page, name).bounding_box() for name in ("a1", "b2"))
    devtools = page.context.new_cdp_session(page)

    def touch(kind, part):
        x = begin["x"] + begin["width"] / 2 + part * (end["x"] - begin["x"])
        y = begin["y"] + begin["height"] / 2 + part * (end["y"] - begin["y"])
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    assert page.evaluate("document.documentElement.scrollHeight > innerHeight"), "there is nothing to scroll"
    touch("touchStart", 0)
    for part in (0.2, 0.4, 0.6, 0.8, 1):
        touch("touchMove", part)
    touch("touchEnd", 1)
    expect_ply(page, 1)
    assert page.evaluate("scrollY") == 0


def test_pieces_are_animated_unless_motion_is_reduced(visit):
    ends = {}
    for motion in ("no-preference", "reduce"):
        page = visit("/mine", reduced_motion=motion)
        start(page, "kalah")
        page.evaluate(
            """window.seen = []; new MutationObserver((all) => { for (const one of all)
            if (one.target.id === 'board') window.seen.push(one.target.dataset.anim); })
            .observe(document.body, { subtree: true, attributeFilter: ['data-anim'] })"""
        )
        play(page, "3")
        expect_ply(page, 1)
        expect(page.locator("#board")).to_have_attribute("data-anim", "idle")
        ends[motion] = data(page, "position"), "running" in page.evaluate("window.seen")
    assert ends["no-preference"][0] == ends["reduce"][0]
    assert [ends[motion][1] for motion in ("no-preference", "reduce")] == [True, False]


def test_unmoved_pieces_keep_their_dom_nodes(visit):
    """The board is morphed: what did not move is left alone."""
    page = visit("/mine?anim=0")
    start(page, "tapatan")
    page.evaluate("""document.querySelector('.piece[data-cell="c1"]').marked = true""")
    play(page, "a1", "b2")
    expect_ply(page, 1)
    assert page.evaluate("""document.querySelector('.piece[data-cell="c1"]').marked === true""")
    assert page.evaluate("""document.querySelector('.piece[data-cell="b2"]').namespaceURI""").endswith("/svg")


def test_one_sound_for_a_move_and_none_when_off(visit):
    page = visit()
    page.context.add_init_script(
        """window.made = 0; const real = AudioContext.prototype.createOscillator;
        AudioContext.prototype.createOscillator = function () { window.made++; return real.call(this); }"""
    )
    start(page, "tapatan")
    play(page, "a1", "b2")
    expect_ply(page, 1)
    assert page.evaluate("window.made") == 0
    choose_look(page, sound=True)
    for number in (1, 2, 3):
        play(page, *first_path(page))
        expect_ply(page, number + 1)
        assert page.evaluate("window.made") == number
