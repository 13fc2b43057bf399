"""The puzzle pages: the list, solving step by step, refuted moves, the solution, and streaks."""

from __future__ import annotations

import json
from datetime import date

import pytest

from ludoteca import load
from ludoteca.messages import LANGUAGES, catalogue
from ludoteca.puzzles import games_with_puzzles, puzzles_path, read_puzzles
from ludoteca.web.games.seats import digest
from ludoteca.web.pages import puzzles as pages
from ludoteca.web.store.puzzles import Streaks, record_error, record_solved, streaks

HTMX = {"hx-request": "true"}
GAME = "felli"
PUZZLES = read_puzzles(puzzles_path(GAME), load(GAME))


def try_move(client, number, step, position, move):
    path = json.dumps(position.find(move).path)
    return client.post(f"/puzzles/{GAME}/{number}/{step}/move", data={"path": path}, headers=HTMX)


def solve(client, number):
    puzzle = PUZZLES[number - 1]
    line = puzzle.positions(load(GAME))
    for count, step in enumerate(puzzle.steps):
        answer = try_move(client, number, count, line[step.ply], puzzle.line[step.ply])
        assert answer.status_code == 200
    return answer


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_list_has_every_game_and_the_puzzle_of_the_day(client, lang):
    page = client.get("/puzzles", headers={"accept-language": lang}).text
    for game in games_with_puzzles():
        assert f'href="/puzzles/{game}"' in page
    assert catalogue("web").text(lang, "puzzles.daily") in page
    assert 'href="/puzzles"' in client.get("/").text


def test_the_page_of_a_game_links_to_its_puzzles(client):
    assert f'href="/puzzles/{GAME}"' in client.get(f"/games/{GAME}").text
    assert 'href="/puzzles/tapatan"' not in client.get("/games/tapatan").text
    assert client.get("/puzzles/tapatan").status_code == 404
    assert client.get("/puzzles/no-such-game").status_code == 404


def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_changes(app):
    services = app.app.state.services
    days = [date(2026, 11, day) for day in range(1, 29)]
    found = [pages.daily_puzzle(services, day) for day in days]
    assert found == [pages.daily_puzzle(services, day) for day in days]
    assert len(set(found)) > 20


def test_a_puzzle_is_solved_step_by_step(client):
    page = client.get(f"/puzzles/{GAME}").text
    assert 'data-may="yes"' in page and "/analysis?game=" in page
    done = solve(client, 1)
    assert 'data-verdict="solved"' in done.text
    assert f'href="/puzzles/{GAME}/2"' in done.text
    listed = client.get("/puzzles").text
    assert f"1 of {len(PUZZLES)} solved" in listed
    assert 'data-step="0"' in client.get(f"/puzzles/{GAME}").text
    assert "Puzzle 2 of" in client.get(f"/puzzles/{GAME}").text


def test_a_right_move_is_answered(client):
    puzzle = PUZZLES[0]
    line = puzzle.positions(load(GAME))
    answer = try_move(client, 1, 0, line[0], puzzle.solution).text
    assert 'data-verdict="right"' in answer and 'data-step="1"' in answer
    assert f'data-position="{line[2].text}"' in answer
    assert puzzle.line[1] in answer


def test_every_wrong_move_is_refuted_on_the_board(client):
    puzzle = PUZZLES[0]
    position = load(GAME).position(puzzle.position)
    for move, refutation in puzzle.steps[0].wrong.items():
        answer = try_move(client, 1, 0, position, move).text
        after = position.play(move)
        shown = after.play(refutation.reply) if refutation.reply else after
        assert 'data-verdict="wrong"' in answer
        assert f'data-position="{shown.text}"' in answer
        assert 'data-may="no"' in answer
        assert f'href="/puzzles/{GAME}/1?step=0"' in answer


def test_an_illegal_move_is_refused(client):
    for path in ('["z9"]', "[", ""):
        answer = client.post(f"/puzzles/{GAME}/1/0/move", data={"path": path}, headers=HTMX)
        assert answer.status_code in (400, 409, 422)


def test_the_solution_is_shown_move_by_move(client):
    puzzle = PUZZLES[0]
    line = puzzle.positions(load(GAME))
    shown = client.post(f"/puzzles/{GAME}/1/solution")
    assert shown.status_code == 200 and str(shown.url).endswith("ply=0")
    for ply, position in enumerate(line):
        page = client.get(f"/puzzles/{GAME}/1?ply={ply}").text
        assert f'data-position="{position.text}"' in page
    assert f'data-position="{line[-1].text}"' in client.get(f"/puzzles/{GAME}/1?ply=9999").text


def test_numbers_and_steps_out_of_range_are_the_nearest(client):
    assert f"Puzzle {len(PUZZLES)} of" in client.get(f"/puzzles/{GAME}/9999").text
    assert 'data-step="0"' in client.get(f"/puzzles/{GAME}/1?step=-5").text


# -- streaks ------------------------------------------------------------------------------------------


def test_streaks_are_kept_per_visitor(client, app):
    database = app.app.state.services.database
    puzzle = PUZZLES[2]
    position = load(GAME).position(puzzle.position)
    solve(client, 3)
    visitor = digest(client.cookies["visitor"])
    solve(client, 4)
    with database.reading() as session:
        assert streaks(session, visitor, date.today()).in_a_row == 2
    try_move(client, 5, 0, load(GAME).position(PUZZLES[4].position), next(iter(PUZZLES[4].steps[0].wrong)))
    with database.reading() as session:
        assert streaks(session, visitor, date.today()) == Streaks(
            streaks(session, visitor, date.today()).days, 0, 2
        )
    try_move(client, 3, 0, position, next(iter(puzzle.steps[0].wrong)))  # solved already
    with database.reading() as session:
        assert streaks(session, visitor, date.today()).solved == 2


def test_the_daily_streak_counts_days(app):
    database = app.app.state.services.database
    with database.writing() as session:
        for number, day in enumerate(("2026-11-14", "2026-11-16", "2026-11-17")):
            record_solved(session, "ana", GAME, str(number), 1_790_000_000.0 + number, day)
        record_error(session, "ana", GAME, "other", 1_700_000_000.0)
    with database.reading() as session:
        assert streaks(session, "ana", date(2026, 11, 17)) == Streaks(2, 3, 3)
        assert streaks(session, "ana", date(2026, 11, 18)).days == 2
        assert streaks(session, "ana", date(2026, 11, 19)).days == 0


def test_the_puzzle_of_the_day_counts_for_the_streak(client, monkeypatch):
    monkeypatch.setattr(pages, "daily_puzzle", lambda services, day: (GAME, 1))
    assert client.get("/puzzles/today").url.path == f"/puzzles/{GAME}/1"
    solve(client, 1)
    assert "<dd>1</dd>" in client.get("/puzzles").text
    data = client.get("/mine/data.json").json()["puzzles"]
    assert [row["solved"] for row in data] == [True] and len(data[0]["daily"]) == 10
    assert "/mine/delete" in client.get("/mine").text
    client.post("/mine/delete", data={"confirm": "yes"})
    assert client.get("/mine/data.json").status_code == 404
