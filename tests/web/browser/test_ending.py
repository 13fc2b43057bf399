"""The end of a game in a browser: headline, marks, counters, buttons that stay where they are."""

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import DESKTOP, PHONE
from tests.web.browser.playing import data, expect_ply, leaving, play, start

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
ENDS = {
    "tic-tac-toe": ("xx1/oo1/3 x", ["c3"], "a3 b3 c3", "X wins. Three in a row."),
    "hex:size=3": ("xo1/xx1/1oo x", ["a3"], "a1 a2 a3", "White wins. Sides connected."),
    "y:size=3": ("x/x1/1o1 x", ["a3"], "a1 a2 a3", "White wins. Three sides connected."),
    "havannah:size=3": (
        "3/1xx1/1x1x1/1x2/3 x",
        ["c4"],
        "b2 c2 b3 d3 b4 c4",
        "White wins. A closed ring.",
    ),
    "kalah": ("1,0,0,0,0,0/0,0,0,0,0,1 x stores=40,6", ["6"], "store", "South wins 41–7."),
    "adugo": ("ooooo/oooo1/5/5/2x2/1o1/3 x", ["c1", "g2"], "f2", "Jaguar wins. Five dogs captured."),
}


def begin(page, called, position, kind="shared"):
    """Start from a position."""
    page.goto(f"/games/{called.partition(':')[0]}?called={called}&position={position.replace(' ', '+')}")
    page.check(f"input[name=kind][value={kind}]")
    with leaving(page):
        page.click("form.start button.main")


def in_view(page, selector):
    """Whether an element is wholly within the window, and nothing lies over its middle."""
    return page.locator(selector).first.evaluate(
        """one => { const box = one.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth && one.contains(top); }"""
    )


@SIZES
@pytest.mark.parametrize("game", ENDS)
def test_the_end_is_said_and_marked_and_the_next_step_is_in_view(visit, game, size):
    position, clicks, cells, said = ENDS[game]
    page = visit("/mine?anim=0", size=size)
    begin(page, game, position)
    play(page, *clicks)
    expect(page.locator("#content")).to_have_attribute("data-over", "yes")
    expect(page.locator("#status")).to_have_text(said)
    marked = page.locator("[data-win]").evaluate_all("all => all.map(one => one.dataset.click)")
    assert sorted(marked) == sorted(cells.split())
    assert page.locator("#picture .winning").count() == len(marked)
    assert in_view(page, "#status")
    assert in_view(page, 'form[action$="/again"] button')
    assert in_view(page, '.ending a[href^="/analysis"]')


def test_winning_cells_are_marked_after_the_last_move_has_been_shown(visit):
    game = next(iter(ENDS))
    position, clicks, _, _ = ENDS[game]
    page = visit("/mine")
    begin(page, game, position)
    page.evaluate(
        """() => { window.seen = []; new MutationObserver(() => {
            const mark = document.querySelector("#picture .winning");
            if (!mark) return;
            const state = document.getElementById("board").dataset.anim;
            window.seen.push([state, getComputedStyle(mark).visibility]);
        }).observe(document.body, { subtree: true, attributeFilter: ["data-anim"] }); }"""
    )
    play(page, *clicks)
    expect(page.locator("#content")).to_have_attribute("data-over", "yes")
    expect(page.locator("#board")).to_have_attribute("data-anim", "idle")
    seen = page.evaluate("window.seen")
    assert ["running", "hidden"] in seen and ["idle", "visible"] in seen
    assert ["running", "visible"] not in seen


@pytest.mark.parametrize("lang", ["en", "pt-BR", "es"])
def test_the_buttons_are_in_view_after_a_game_against_the_computer(visit, lang):
    page = visit("/mine?anim=0", lang=lang, size=PHONE)
    begin(page, "adugo", ENDS["adugo"][0], kind="computer")
    play(page, "c1", "g2")
    expect(page.locator("#content")).to_have_attribute("data-over", "yes")
    buttons = page.locator(".ending .button")
    expect(buttons).to_have_count(3)
    assert all(in_view(page, one) for one in ("#status", *(f".ending > :nth-child({n})" for n in (1, 2, 3))))


@SIZES
@pytest.mark.parametrize("game", ["tic-tac-toe", "adugo"])
def test_nothing_moves_between_the_states_of_a_game(visit, game, size):
    """Buttons stay where they are, and the status panel keeps its height."""
    page = visit("/mine?anim=0", size=size)
    start(page, game, kind="computer", level=1)

    def places():
        return page.evaluate(
            """() => [...document.querySelectorAll(".status-card, [data-sure], [data-command=undo], #board")]
            .map(one => { const box = one.getBoundingClientRect();
            return [one.className, ...[box.x, box.y + scrollY, box.width, box.height].map(Math.round)]; })"""
        )

    begun = places()
    play(page, *(["b2"] if game == "tic-tac-toe" else ["c3", "c2"]))
    page.wait_for_selector('#content[data-thinking="no"][data-ply="2"]')
    assert places() == begun
    page.click("[data-command=pause]")
    page.wait_for_selector("[data-command=go-on]")
    assert places() == begun
    page.click("[data-sure=resign]")
    page.click("#sure-resign button[value=yes]")
    page.wait_for_selector('#content[data-over="yes"]')
    assert places() == begun
    expect(page.locator("[data-sure=resign]")).to_be_disabled()
    expect(page.locator("#status")).to_have_text("You lose. You resigned.")


def test_a_draw_is_offered_only_after_a_question_and_where_there_are_draws(visit):
    page = visit("/mine?anim=0")
    start(page, "tic-tac-toe")
    page.click("[data-sure=draw]")
    page.click("#sure-draw button[value=no]")
    expect(page.locator(".offer")).to_have_count(0)
    page.click("[data-sure=draw]")
    page.click("#sure-draw button[value=yes]")
    expect(page.locator(".offer")).to_have_count(1)
    start(page, "hex")
    expect(page.locator("[data-sure=resign]")).to_have_count(1)
    expect(page.locator("[data-sure=draw]")).to_have_count(0)


def test_undo_after_the_end_starts_a_variation(visit):
    page = visit("/mine?anim=0")
    start(page, "tic-tac-toe")
    for number, move in enumerate(("a1", "a2", "b1", "b2", "c1"), 1):
        play(page, move)
        expect_ply(page, number)
    finished = page.url
    with leaving(page):
        page.click("[data-command=undo]")
    assert page.url != finished
    expect_ply(page, 4)
    expect(
        page.locator(f'a[href^="{finished.removeprefix(page.url[: page.url.index("/g/")])}?ply=4"]')
    ).to_be_visible()
    page.goto(finished)
    assert (data(page, "over"), data(page, "ply"), data(page, "result")) == ("yes", "5", "first")


def test_a_pause_stops_the_clock_of_a_game_against_the_computer(visit):
    page = visit("/mine?anim=0")
    start(page, "tapatan", kind="computer", level=1, clock=5)
    expect(page.locator("[data-command=pause]")).to_be_enabled()
    play(
        page,
        *page.evaluate("Object.keys(JSON.parse(document.getElementById('board').dataset.paths)).slice(0, 1)"),
    )
    path = page.evaluate(
        """() => { const tree = JSON.parse(document.getElementById("board").dataset.paths);
        const first = Object.keys(tree)[0]; return Object.keys(tree[first])[0]; }"""
    )
    play(page, path)
    page.wait_for_selector('.clock[data-runs="yes"]')
    page.click("[data-command=pause]")
    page.wait_for_selector("[data-command=go-on]")
    expect(page.locator('.clock[data-runs="yes"]')).to_have_count(0)
    expect(page.locator("#board")).to_have_attribute("data-may", "no")
    expect(page.locator("#status")).to_contain_text("Paused.")
    page.click("[data-command=go-on]")
    page.wait_for_selector('.clock[data-runs="yes"]')
    expect(page.locator("#board")).to_have_attribute("data-may", "yes")


@SIZES
def test_two_computers_have_players_and_names_of_their_own(visit, size):
    page = visit("/mine?anim=0", size=size)
    fields = {"watch_first": "level:1", "watch_second": "random", "watch_name_first": "Ana"}
    start(page, "nine-mens-morris", kind="watch", **fields)
    below, above = page.locator("#seat-below"), page.locator("#seat-above")
    expect(below).to_contain_text("Ana")
    expect(below).to_contain_text("level 1")
    expect(above).to_contain_text("random")
    expect(below.locator("[data-counter=hand]")).to_be_visible()
    expect(below.locator("[data-counter=captured]")).to_contain_text("0/7")


@pytest.mark.parametrize(
    ("game", "first", "second"),
    [("tic-tac-toe", "cross", "nought"), ("adugo", "jaguar", "dog"), ("alquerque", "disc", "disc")],
)
def test_pieces_and_badges_look_like_what_they_are_called(visit, game, first, second):
    page = visit("/mine?anim=0")
    start(page, game)
    expect(page.locator(f"#seat-below .badge .piece.first.{first}")).to_have_count(1)
    expect(page.locator(f"#seat-above .badge .piece.second.{second}")).to_have_count(1)
    if game == "adugo":
        assert page.locator("#picture .piece.dog").count() == 14
