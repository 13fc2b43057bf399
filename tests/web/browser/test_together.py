"""Two people, spectators, games between computers, and links."""

import re
import tomllib
from importlib.resources import files

import pytest
from playwright.sync_api import expect

from ludoteca.games import load
from ludoteca.play.opponents import level_number
from ludoteca.play.record import Record, RecordedMove
from ludoteca.web.settings import Settings
from ludoteca.web.store.ratings import Z95, Opponent, rate
from tests.web.browser.playing import (
    cell,
    data,
    expect_ply,
    first_path,
    leaving,
    play,
    read_qr,
    settled,
    start,
)


def test_two_screens_and_a_spectator(visit):
    """The link seats the guest; a move shows elsewhere; a third visitor only watches."""
    host = visit()
    start(host, "tapatan", kind="link", name="Ana")
    link = host.locator("#invite").input_value()
    path = re.sub(r"^https?://[^/]+", "", link)
    other = visit(path)
    other.fill("[name=name]", "Bia")
    with leaving(other):
        other.click("form.start button")
    assert data(other, "mine") == "second"
    expect(host.locator("#seat-above")).to_contain_text("Bia")
    play(host, "a1", "b2")
    expect_ply(other, 1)  # by the event stream only
    third = visit(path)
    expect(third.locator("main")).to_contain_text("taken")
    third.goto(data(host, "url"))
    assert data(third, "mine") == ""
    assert third.locator("#board").get_attribute("data-may") == "no"
    other.reload()
    assert data(other, "mine") == "second"
    play(other, *first_path(other))
    expect_ply(host, 2)
    expect_ply(third, 2)


def test_undo_between_two_screens_needs_consent(visit):
    """An undo needs the consent of the opponent."""
    host = visit()
    start(host, "tapatan", kind="link")
    guest = visit(re.sub(r"^https?://[^/]+", "", host.locator("#invite").input_value()))
    with leaving(guest):
        guest.click("form.start button")
    expect(host.locator("#board")).to_have_attribute("data-may", "yes")
    play(host, "a1", "b2")
    expect_ply(host, 1)
    host.click('[data-command="undo"]')
    guest.wait_for_selector(".offer")
    expect_ply(host, 1)
    guest.click('.offer [data-command="answer"]')
    expect_ply(guest, 0)
    expect_ply(host, 0)


def test_the_board_turns_at_a_shared_screen(visit):
    page = visit("/mine?anim=0")
    start(page, "tapatan", name="Ana", other_name="Bia", turning="yes")
    expect(page.locator("#seat-below")).to_contain_text("Ana")
    home = cell(page, "a1").bounding_box()
    play(page, "a1", "b2")
    expect(page.locator("#seat-below")).to_contain_text("Bia")
    assert cell(page, "a1").bounding_box()["y"] < home["y"]


def test_computers_play_pause_and_step(visit):
    """The same seed gives the same game."""
    records = []
    for _ in range(2):
        page = visit("/mine?anim=0")
        start(page, "tapatan", kind="watch", watch_first="level:5", watch_second="level:5", seed=42)
        page.locator('[data-command="pause"]').click()
        page.wait_for_selector('[data-command="go-on"]')
        before = int(data(page, "ply"))
        page.wait_for_timeout(1200)  # longer than from move to move
        expect_ply(page, before)
        page.click('[data-command="step"]')
        expect_ply(page, before + 1)
        page.wait_for_timeout(1200)
        expect_ply(page, before + 1)
        page.select_option(".speed select", "0.15")
        page.click('[data-command="go-on"]')
        page.wait_for_selector("#moves li:nth-child(6)")
        records.append(page.locator("#moves a").all_inner_texts()[:6])
    assert records[0] == records[1]


def measured(game):
    """The levels in a game's file of measurements."""
    text = (files("ludoteca") / "games" / "library" / f"{game}.tuned.toml").read_text("utf-8")
    return tomllib.loads(text)["levels"]


@pytest.mark.parametrize("game", ["tapatan", "kalah"])
def test_measured_levels_show_their_ratings(visit, game):
    """The levels of the page, their names and their Elo with its interval are those of the file."""
    page = visit(f"/games/{game}")
    told = measured(game)
    page.click(".opponents > summary")
    cards = page.locator(".opponent").all()
    assert len(cards) == len(told)
    for card, level in zip(cards, told, strict=True):
        elo, low, high = (level[key] for key in ("elo", "low", "high"))
        number, margin = level_number(level["name"]), round((high - low) / 2)
        expect(card.locator("b")).to_have_text(str(number))
        expect(card).to_contain_text(f"{level['name']} (")
        expect(card.locator(".elo")).to_have_text(f"Rating {elo} ± {margin} (95% interval: {low} to {high})")
        expect(page.locator(f".level:has([value='{number}'])")).to_contain_text(level["name"])
    assert page.locator(".levels > .hint").count() == 0


def test_unmeasured_levels_are_marked(visit):
    """Where there is no file, the usual eight are offered, without figures."""
    page = visit("/games/seega")
    assert [one.get_attribute("data-level") for one in page.locator(".opponent").all()] == list("12345678")
    assert page.locator(".opponent .elo").count() == 0
    expect(page.locator(".levels > .hint")).to_have_text(
        "These levels have not been rated for this game yet."
    )


def test_the_strongest_level_answers_in_time(visit):
    """The chosen level sits beside the clock, and answers within the longest time it may think, and a
    second."""
    page = visit()
    strongest = 8
    start(page, "tapatan", kind="computer", level=strongest, clock=5)
    seat = page.locator("#seat-above")
    expect(seat).to_contain_text(measured("tapatan")[-1]["name"])
    expect(seat).to_contain_text(f"level {strongest}")
    play(page, *first_path(page))
    settled(page, 0)
    expect_ply(page, 2)
    told = page.request.get(data(page, "url") + "/log.json").json()["moves"][1]["thinking"]
    assert told["level"] == strongest
    assert told["seconds"] <= Settings().seconds + 1


def test_a_finished_game_changes_the_rating_by_the_formula(visit):
    """Lost games against measured levels; the best rating stands first, and all are provisional."""
    page = visit("/mine")
    levels = measured("tapatan")
    expected = {}
    for name, level in (("Ana", levels[0]), ("Bia", levels[-1])):
        start(page, "tapatan", kind="computer", level=level_number(level["name"]), name=name)
        page.click("[data-sure=resign]")
        page.click("#sure-resign [value=yes]")
        expect(page.locator("#content")).to_have_attribute("data-over", "yes")
        opponent = Opponent(level["elo"], (level["high"] - level["low"]) / 2 / Z95, levels[0]["elo"])
        elo, deviation = rate([(0.0, opponent)])
        expected[name] = f"{round(elo)} ± {round(Z95 * deviation)} provisional"
    page.goto("/mine")
    rows = page.locator("#ratings tbody tr")
    for row, name in enumerate(("Bia", "Ana")):
        expect(rows.nth(row).locator("td").first).to_have_text(name)
        expect(rows.nth(row).locator("td").nth(2)).to_have_text(expected[name])


def test_either_side_and_any_algorithm(visit):
    page = visit()
    start(page, "tic-tac-toe", kind="computer", side="second", player_first="minimax", depth_first=2)
    expect_ply(page, 1)
    assert data(page, "mine") == "second"
    expect(page.locator("#seat-above")).to_contain_text("minimax:depth=2")


def test_a_link_shows_the_same_game_in_another_browser(visit):
    """After sixty moves, in a new browser; and the QR code leads there too."""
    game, made = load("hex"), list[RecordedMove]()
    position = game.start()
    while len(made) < 60:
        move = position.legal_moves[(7 * len(made)) % len(position.legal_moves)]
        made.append(RecordedMove(move.text, position.mover))
        position = position.play(move)
    page = visit("/import")
    page.fill("[name=text]", Record(game.name, game.rules_hash, moves=tuple(made)).to_text())
    with leaving(page):
        page.get_by_role("button", name="Import", exact=True).click()
    expect_ply(page, 60)
    assert data(page, "position") == position.text
    page.click("#share summary")
    link = page.locator("#link").input_value()
    assert len(link) <= 2000
    qr = page.locator("img.qr")
    qr.scroll_into_view_if_needed()
    expect(qr).to_have_js_property("complete", True)
    assert read_qr(qr.screenshot()) == link
    stranger = visit(re.sub(r"^https?://[^/]+", "", link))
    for name in ("position", "ply", "game"):
        assert data(stranger, name) == data(page, name)
    expect(stranger.locator("h1")).to_have_text("Hex")


def test_results_are_counted(visit):
    page = visit("/mine?anim=0")
    games = {
        "win": ("a1", "a3", "b1", "b3", "c1"),
        "loss": ("a1", "a3", "b1", "b3", "c2", "c3"),
        "draw": ("a1", "b2", "c3", "b1", "b3", "a3", "c1", "c2", "a2"),
    }
    for moves in games.values():
        start(page, "tic-tac-toe", name="Ana", other_name="Bia")
        for number, click in enumerate(moves):
            play(page, click)
            expect_ply(page, number + 1)
        assert data(page, "over") == "yes"
    page.goto("/mine")
    ana = page.locator("#results tr", has_text="Ana").inner_text().split()
    assert ana[-3:] == ["1", "1", "1"]
    bia = page.locator("#results tr", has_text="Bia").inner_text().split()
    assert bia[-3:] == ["1", "1", "1"]


def test_switching_the_language_keeps_the_game(visit):
    page = visit()
    start(page, "tapatan")
    play(page, "a1", "b2")
    expect_ply(page, 1)
    page.goto(data(page, "url") + "?lang=pt-br")
    expect(page.locator("html")).to_have_attribute("lang", "pt-BR")
    expect_ply(page, 1)
    expect(page.locator("#status")).to_contain_text("Vez das Pretas.")
    text = page.locator("body").inner_text()
    for english in ("Undo", "Moves", "to move", "Resign", "Hint"):
        assert english not in text


def test_each_level_has_a_picture_a_description_and_a_start_button(visit):
    page = visit("/games/tapatan", lang="pt-BR")
    page.click(".opponents > summary")
    cards = page.locator(".opponent")
    for card in cards.all():
        assert card.locator("img").get_attribute("alt")
        assert len(card.locator("small").first.inner_text()) > 20
    with leaving(page):
        cards.nth(1).locator("button").click()
    expect(page.locator("#content[data-game]")).to_be_visible()
    expect(page.locator("#seat-above img")).to_have_count(1)
