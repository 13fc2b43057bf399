"""Following a game: half-moves, the pace of replies, the last move, small cells, announcements."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludoteca.games import load
from ludoteca.games.steps import half_moves
from tests.web.browser.conftest import DESKTOP, PHONE
from tests.web.browser.playing import (
    GAMES,
    cell,
    choose_look,
    data,
    expect_ply,
    first_path,
    play,
    settled,
    start,
    tree,
)

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
TOUCH: dict[str, Any] = {"size": PHONE, "has_touch": True, "is_mobile": True}


@cache
def half_made(name: str, word: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """A position, the clicks of a half-move after which `word` comes, and the rest of a move."""
    rng, position = random.Random(5), load(name).start()
    while True:
        if position.is_over:
            position = position.game.start()
        move = rng.choice(position.legal_moves)
        for clicks, half in half_moves(position, [move]).items():
            if half.next == word:
                return position.text, clicks, move.path[len(clicks) :]
        position = position.after(move)


def pieces(page: Page) -> dict[str, str]:
    """The pieces that are drawn, by cell."""
    found: dict[str, str] = page.evaluate(
        """Object.fromEntries([...document.querySelectorAll("#picture .piece:not(.taken)")].map(
        one => [one.dataset.cell, one.classList[1] + " " + one.classList[2]]))"""
    )
    return found


def drawing(page: Page) -> str:
    return (
        page.locator("#picture .pieces").inner_html() if page.locator("#picture .pieces > g").count() else ""
    )


# -- half-moves ---------------------------------------------------------------------------------------

HALF_MOVES = [
    ("pentago", "rotate", "Now turn a block."),
    ("amazons", "shoot", "Now shoot."),
    ("isola", "block", "Now choose the cell to block."),
    ("nine-mens-morris", "remove", "Now choose the piece to remove."),
    ("draughts", "continue-jump", "Continue the jump."),
    ("fanorona", "capture", "Now choose which pieces to capture."),
    ("domineering", "second-cell", "Now choose the second cell."),
    ("neutron", "slide", "Now move a piece."),
]


@SIZES
@pytest.mark.parametrize(("game", "word", "sentence"), HALF_MOVES, ids=[one[0] for one in HALF_MOVES])
def test_a_half_move_is_drawn_told_and_taken_back(visit, game, word, sentence, size):
    page = visit("/mine?anim=0", size=size)
    position, clicks, rest = half_made(game, word)
    start(page, game, position=position)
    before, drawn, said = pieces(page), drawing(page), page.locator("#status").inner_text()
    play(page, *clicks)
    expect(page.locator("#board")).to_have_attribute("data-step", word)
    assert pieces(page) != before
    assert page.locator("#status").inner_text().startswith(sentence)
    expect(page.locator("#status")).to_be_in_viewport()
    expect_ply(page, 0)
    page.keyboard.press("Escape")
    expect(page.locator("#board[data-step]")).to_have_count(0)
    assert drawing(page) == drawn
    assert page.locator("#status").inner_text() == said
    play(page, *clicks, *rest)
    expect_ply(page, 1)


def test_the_marble_lies_on_the_board_before_the_block_turns(visit):
    page = visit("/mine")
    start(page, "pentago")
    page.evaluate(
        """document.addEventListener("click", () => { window.clicked = performance.now(); }, true);
        new MutationObserver(() => { window.drawn ??= performance.now(); })
        .observe(document.getElementById("picture"), { subtree: true, childList: true });"""
    )
    play(page, "b2")
    expect(page.locator('#picture .piece[data-cell="b2"]')).to_have_count(1)
    assert page.evaluate("window.drawn - window.clicked") < 100
    play(page, "3+")
    expect_ply(page, 1)
    expect(page.locator("#board")).to_have_attribute("data-anim", "idle")
    assert list(pieces(page)) == ["b2"]


@pytest.mark.parametrize(
    ("lang", "sentence"), [("pt-BR", "Agora gire um bloco."), ("es", "Ahora gira un bloque.")]
)
def test_the_next_step_in_other_languages(visit, lang, sentence):
    page = visit("/mine?anim=0", lang=lang)
    start(page, "pentago")
    play(page, "c3")
    expect(page.locator("#status")).to_have_text(sentence)


def test_a_captured_piece_stays_visible_while_the_jump_goes_on(visit):
    page = visit("/mine?anim=0")
    start(page, "draughts", position="8/8/8/4o3/8/2o5/1x6/8 x")
    play(page, "b2", "d4")
    assert set(pieces(page)) == {"d4", "e5"}
    taken = page.locator("#picture .piece.taken")
    expect(taken).to_have_attribute("data-cell", "c3")
    assert float(taken.evaluate("one => getComputedStyle(one).opacity")) < 0.5
    play(page, "f6")
    expect_ply(page, 1)
    assert set(pieces(page)) == {"f6"}


@SIZES
def test_buttons_that_turn_blocks_cover_no_cell(visit, size):
    page = visit("/mine?anim=0", size=size)
    start(page, "pentago")
    play(page, "b2")
    expect(page.locator("#board .turn:visible")).to_have_count(8)
    boxes = """all => all.map(one => { const b = one.getBoundingClientRect();
        return [b.left, b.top, b.right, b.bottom] })"""
    cells = page.locator("#board .cell-button").evaluate_all(boxes)
    for left, top, right, bottom in page.locator("#board .turn").evaluate_all(boxes):
        assert 0 <= left < right <= size["width"]
        assert right - left >= 24
        assert bottom - top >= 24
        assert not [
            b for b in cells if b[0] < right - 1 and b[2] > left + 1 and b[1] < bottom - 1 and b[3] > top + 1
        ]


# -- legal cells --------------------------------------------------------------------------------------


def marked_open(page: Page) -> list[str]:
    found: list[str] = page.locator("#board [data-open]").evaluate_all(
        "all => all.map(one => one.dataset.click)"
    )
    return sorted(found)


@SIZES
def test_cells_are_marked_where_not_every_empty_one_can_be_played_on(visit, size):
    page = visit("/mine?anim=0", size=size)
    start(page, "othello")
    legal = sorted(move.path[0] for move in load("othello").start().legal_moves)
    assert marked_open(page) == legal
    play(page, legal[0])
    expect_ply(page, 1)
    assert marked_open(page) == sorted(tree(page))
    start(page, "hex")
    assert marked_open(page) == []


@SIZES
def test_a_piece_falls_down_the_column_that_was_clicked(visit, size):
    page = visit("/mine?anim=0", size=size)
    start(page, "connect-four")
    for number, (clicked, landed) in enumerate((("d6", "d1"), ("d4", "d2"), ("a1", "a1"), ("d6", "d3"))):
        assert clicked == landed or cell(page, clicked).get_attribute("data-can") == ""
        play(page, clicked)
        expect_ply(page, number + 1)
        expect(cell(page, landed)).to_have_attribute("data-last", "")
    assert set(pieces(page)) == {"d1", "d2", "a1", "d3"}


def test_a_piece_is_seen_falling(visit):
    page = visit("/mine")
    start(page, "connect-four")
    play(page, "d6")
    expect_ply(page, 1)
    expect(page.locator("#board")).to_have_attribute("data-anim", "running")
    height = """one => new DOMMatrix(getComputedStyle(one).transform).f - one.transform.baseVal[0].matrix.f"""
    piece = page.locator('#picture .piece[data-cell="d1"]')
    assert piece.evaluate(height) <= 0
    expect(page.locator("#board")).to_have_attribute("data-anim", "idle")
    assert piece.evaluate(height) == 0


# -- pace ---------------------------------------------------------------------------------------------

TIMELINE = """() => { window.times = []; const note = (what) => window.times.push([what, performance.now()]);
    new MutationObserver((all) => { for (const one of all) {
        if (one.target.id === "board") note(one.target.dataset.anim);
        if (one.target.id === "content") note("ply " + one.target.dataset.ply); } })
    .observe(document.body, { subtree: true, attributeFilter: ["data-anim", "data-ply"] }); }"""


@pytest.mark.parametrize(("pace", "least"), [("normal", 400), ("slow", 800), ("instant", 0)])
def test_a_reply_comes_after_the_own_move_has_been_shown(visit, pace, least):
    page = visit()
    choose_look(page, pace=pace)
    start(page, "tapatan", kind="computer", level=1, seed=5)
    page.evaluate(TIMELINE)
    play(page, *first_path(page))
    expect_ply(page, 2)
    expect(page.locator("#board")).to_have_attribute("data-anim", "idle")
    times = page.evaluate("window.times")
    what = [one for one, _ in times]
    own, reply = what.index("ply 1"), what.index("ply 2")
    idle = what.index("idle", what.index("running", own))
    assert idle < reply
    assert times[reply][1] - times[idle][1] >= least
    assert "running" in what[reply:]


@pytest.mark.parametrize("how", ["reduced motion", "anim=0", "setting"])
def test_nothing_moves_where_motion_is_not_wanted(visit, how):
    reduced = {"reduced_motion": "reduce"} if how == "reduced motion" else {}
    page = visit("/mine?anim=0" if how == "anim=0" else "/mine", **reduced)
    if how == "setting":
        choose_look(page, motion=False)
    for game in ("pentago", "kalah", "amazons"):
        start(page, game)
        page.evaluate(TIMELINE)
        play(page, *first_path(page))
        expect_ply(page, 1)
        assert "running" not in [what for what, _ in page.evaluate("window.times")]
        assert page.locator("#picture .ghost, #picture .flying").count() == 0


@SIZES
@pytest.mark.parametrize("game", ["kalah", "oware"])
def test_seeds_are_sown_one_by_one(visit, game, size):
    page = visit("/mine", size=size)
    start(page, game)
    page.evaluate(
        """window.counts = []; window.flown = 0; new MutationObserver((all) => { for (const one of all) {
            window.flown += [...one.addedNodes].filter((node) => node.classList?.contains("flying")).length;
            const pit = one.target.closest?.(".pit, .store")?.dataset.cell;
            if (one.target.matches?.(".count")) window.counts.push([pit, one.target.textContent]); } })
        .observe(document.getElementById("picture"), { subtree: true, childList: true });"""
    )
    play(page, "2")
    expect_ply(page, 1)
    expect(page.locator("#board")).to_have_attribute("data-anim", "running")
    expect(page.locator("#board")).to_have_attribute("data-anim", "idle")
    assert page.evaluate("window.flown") == 4
    assert page.evaluate("window.counts") == [["2", "0"], ["3", "5"], ["4", "5"], ["5", "5"], ["6", "5"]]
    assert page.locator("#picture .flying").count() == 0


def test_counters_change_when_the_move_has_been_shown(visit):
    page = visit("/mine")
    start(page, "kalah")
    page.evaluate(
        """window.stores = []; const store = () => document.querySelector("#seat-below .counter b").innerText;
        new MutationObserver((all) => {
            for (const one of all) window.stores.push([one.target.dataset.anim, store()]);
        }).observe(document.getElementById("board"), { attributeFilter: ["data-anim"] });"""
    )
    play(page, "3")
    expect_ply(page, 1)
    expect(page.locator("#seat-below [data-counter=store] b")).to_have_text("1")
    expect(page.locator("#board")).to_have_attribute("data-anim", "idle")
    assert page.evaluate("window.stores") == [["running", "0"], ["idle", "1"]]


def test_moves_in_a_row_are_shown_one_by_one(visit):
    """Two moves of the same side arrive at once: each is shown, and the extra turn is told."""
    page = visit("/mine")
    start(page, "kalah")
    page.evaluate(TIMELINE)
    url = data(page, "url")
    same_site = {"origin": page.url.removesuffix(url)}
    for ply, pit in enumerate(("3", "6", "1'")):
        form = {"path": json.dumps([pit]), "ply": str(ply)}
        answer = page.request.post(f"{url}/move", form=form, headers=same_site)
        assert answer.ok, answer.text()
    expect_ply(page, 3)
    times = page.evaluate("window.times")
    plies = [what for what, _ in times if what.startswith("ply")]
    assert plies == ["ply 1", "ply 2", "ply 3"]
    assert [what for what, _ in times].count("running") >= 2


def test_an_extra_turn_is_told(visit):
    page = visit("/mine?anim=0")
    start(page, "kalah")
    play(page, "3")
    expect_ply(page, 1)
    expect(page.locator("#status")).to_contain_text("Extra turn.")
    play(page, "1")
    expect_ply(page, 2)
    expect(page.locator("#status")).not_to_contain_text("Extra turn.")


# -- marks of the last move ---------------------------------------------------------------------------


def test_origin_and_destination_have_different_marks(visit):
    page = visit("/mine?anim=0")
    start(page, "tapatan")
    play(page, "a1", "b2")
    expect_ply(page, 1)
    expect(cell(page, "a1")).to_have_attribute("data-last", "left")
    expect(cell(page, "b2")).to_have_attribute("data-last", "")
    assert page.locator("#picture circle.last.left").count() == 1
    assert page.locator("#picture path.last:not(.left)").count() == 1


def test_a_turned_block_carries_the_mark_of_the_last_move(visit):
    page = visit("/mine?anim=0")
    start(page, "pentago")
    play(page, "a1", "3+")
    expect_ply(page, 1)
    marked = page.locator("#board .cell-button[data-last]")
    expect(marked).to_have_count(1)
    expect(marked).to_have_attribute("data-click", "a3")
    assert list(pieces(page)) == ["a3"]


# -- phones -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "where", "fields"),
    [("gomoku", "h8", {}), ("hex", "f6", {}), ("gomoku", "k10", {"variant": "19x19"})],
)
def test_a_tap_on_a_small_cell_is_confirmed(visit, game, where, fields):
    page = visit("/mine?anim=0", **TOUCH)
    start(page, game, **fields)
    box = cell(page, where).bounding_box()
    assert min(box["width"], box["height"]) < 24
    cell(page, where).tap()
    ring = page.locator("#sight .ring")
    expect(ring).to_be_visible()
    assert ring.bounding_box()["width"] >= 40
    expect(page.locator("#said")).to_contain_text(where)
    confirm = page.locator("#choices [data-confirm-tap]")
    expect(confirm).to_be_in_viewport(ratio=1)
    expect(confirm).to_contain_text(where)
    expect_ply(page, 0)
    page.locator("#choices [data-cancel]").tap()
    expect(ring).to_have_count(0)
    cell(page, where).tap()
    confirm.tap()
    expect_ply(page, 1)
    expect(ring).to_have_count(0)
    other = first_path(page)[0]
    cell(page, other).tap()
    expect(ring).to_be_visible()
    cell(page, other).tap()
    expect_ply(page, 2)


def test_taps_need_no_confirmation_where_cells_are_large_or_it_is_turned_off(visit):
    page = visit("/mine?anim=0", **TOUCH)
    start(page, "gomoku", variant="9x9")
    cell(page, "e5").tap()
    expect_ply(page, 1)
    choose_look(page, confirm=False)
    start(page, "gomoku")
    cell(page, "h8").tap()
    expect_ply(page, 1)


@pytest.mark.parametrize("game", GAMES)
def test_no_board_is_wider_than_a_phone(visit, game):
    page = visit("/mine?anim=0", **TOUCH)
    start(page, game)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    play(page, first_path(page)[0])
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("lang", ["en", "pt-BR", "es"])
def test_the_buttons_of_a_game_have_room_for_their_words(visit, lang):
    page = visit("/mine?anim=0", lang=lang, **TOUCH)
    for kind in ("computer", "watch"):
        start(page, "tapatan", kind=kind)
        if kind == "watch":
            page.click("[data-command=pause]")
            expect(page.locator("[data-command=go-on]")).to_be_visible()
        cut = page.locator(".actions .button span").evaluate_all(
            "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.innerText)"
        )
        assert cut == []
        edges = page.locator(".actions > *, .actions .button, .actions select").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().right)"
        )
        assert max(edges) <= PHONE["width"]


@SIZES
def test_both_steps_of_a_hint_are_in_view_and_told(visit, size):
    page = visit("/mine?anim=0", size=size)
    start(page, "tapatan", kind="computer", level=1)
    page.click('[data-command="hint"]')
    hint = page.locator(".offer[data-hinted]")
    expect(hint).to_contain_text("Look at")
    again = hint.locator("button")
    expect(again).to_be_in_viewport(ratio=1)
    expect(page.locator("#said")).to_contain_text("Look at")
    again.click()
    expect(hint).to_contain_text("Try")
    expect(hint.locator("p").first).to_be_in_viewport(ratio=1)
    expect(page.locator("#said")).to_contain_text("Try")


# -- announcements ------------------------------------------------------------------------------------


def test_targets_are_announced(visit):
    page = visit("/mine?anim=0")
    start(page, "tapatan")
    play(page, "a1")
    expect(page.locator("#said")).to_have_text("Legal targets: b2, b1.")
    assert page.locator("#said").get_attribute("aria-live") == "assertive"
    expect(page.locator("#status")).to_have_text("a1 selected. Choose where to move.")
    page.keyboard.press("Escape")
    expect(page.locator("#said")).to_have_text("Selection cleared.")


def test_a_computers_extra_turns_are_shown_one_by_one(visit):
    """Against a computer, every ply of the game is seen."""
    page = visit("/mine")
    choose_look(page, pace="instant")
    start(page, "kalah", kind="computer", level=4, seed=3, p_pits=4, p_seeds=3)
    page.evaluate(TIMELINE)
    for _ in range(4):
        if data(page, "over") == "yes":
            break
        before = int(data(page, "ply"))
        play(page, *first_path(page))
        settled(page, before)
    plies = [what for what, _ in page.evaluate("window.times") if what.startswith("ply")]
    assert plies == [f"ply {n}" for n in range(1, len(plies) + 1)]
