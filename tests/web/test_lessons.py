"""The lesson pack on the server: prepared by a worker, for games of the library, variants and drafts."""

from __future__ import annotations

import pytest

from ludoteca.errors import LudotecaError
from ludoteca.games import Position, load
from ludoteca.lessons import make_content
from ludoteca.parallel import TaskFuture, TookTooLong
from ludoteca.play.catalogue import cards
from ludoteca.play.examples import is_unequal
from ludoteca.web.games.lessons import _key
from ludoteca.web.workers.tutorial import tutorial_steps
from tests.waiting import wait_until
from tests.web.test_workshop import copied, do


def test_a_lesson_belongs_to_one_name_and_text():
    """A name that ends in what another text begins with must not share its lesson."""
    assert _key("a", "b\nc") != _key("a\nb", "c")
    assert _key("tapatan", None) != _key("tapatan", "")


class Jobs:
    """A runner whose searches the test finishes itself; pages are drawn by the real one."""

    def __init__(self, runner):
        self.budgets, self.run, self.started = runner.budgets, runner.run, []

    def submit(self, job, seconds, progress=None, **_):
        future: TaskFuture[object] = TaskFuture()
        self.started.append((job, seconds, future))
        return future


@pytest.fixture
def jobs(client):
    lessons = client.app.state.services.lessons
    before = lessons.jobs
    lessons.jobs = Jobs(before)
    lessons.forget()
    yield lessons.jobs
    lessons.jobs = before
    lessons.forget()


@pytest.fixture(scope="module")
def content():
    return make_content(load("tapatan"), seconds=0)


def ready(client, path):
    wait_until(lambda: 'data-lesson="running"' not in client.get(path).text)
    return client.get(path).text


def test_a_lesson_is_prepared_and_shown(client, jobs, content):
    page = client.get("/games/tapatan/lesson").text
    assert 'data-lesson="running"' in page and "Preparing the lesson" in page and 'hx-get="' in page
    client.get("/games/tapatan/lesson")
    (job, _, future), *others = jobs.started
    assert job["called"] == "tapatan" and job["file"] is None and not others
    future.finish(content)
    page = client.get("/games/tapatan/lesson").text
    assert 'data-lesson="ready"' in page and "Notes for the teacher" in page and "hx-get" not in page
    assert "Notas para quem ensina" in client.get("/games/tapatan/lesson?lang=pt-BR").text
    assert len(jobs.started) == 1


def test_a_lesson_that_takes_too_long_is_made_without_puzzles(client, jobs, content):
    client.get("/games/tapatan/lesson")
    jobs.started[0][2].finish(None, TookTooLong("task.time"))
    assert 'data-lesson="running"' in client.get("/games/tapatan/lesson").text
    job, seconds, future = jobs.started[1]
    assert job["seconds"] == 0 and seconds > 0
    future.finish(content)
    assert "could prove no puzzle" in client.get("/games/tapatan/lesson").text


def test_a_failure_is_told_and_can_be_repeated(client, jobs):
    client.get("/games/tapatan/lesson")
    jobs.started[0][2].finish(None, LudotecaError("setup.over"))
    page = client.get("/games/tapatan/lesson").text
    assert 'data-lesson="failed"' in page and "could not be prepared" in page and "again=1" in page
    assert 'data-lesson="running"' in client.get("/games/tapatan/lesson?again=1").text
    assert len(jobs.started) == 2


def test_a_variant_has_its_own_lesson(client):
    page = ready(client, "/games/halma/lesson?variant=5x5")
    assert "Notes for the teacher" in page and "5×5" in page


def test_a_draft_has_a_lesson(client):
    draft = copied(client, "tapatan")
    assert f'href="{draft}/lesson"' in client.get(draft).text
    page = ready(client, f"{draft}/lesson")
    assert 'data-lesson="ready"' in page and page.count('class="lesson-puzzle"') == 6
    assert "@page exercise" in client.get("/lesson.css").text


def test_rules_that_are_not_valid_have_none(client):
    draft = client.post("/workshop/copy", data={"game": "tapatan"}, follow_redirects=False).headers[
        "location"
    ]
    do(client, draft, "text", text="x = 1")
    assert client.get(f"{draft}/lesson").status_code == 200, "the last valid rules count"
    assert client.get("/workshop/no-such-draft/lesson").status_code == 404
    assert client.get("/games/no-such-game/lesson").status_code == 404


@pytest.mark.parametrize("game", ["tapatan", "coyote"])
def test_the_page_of_a_game_links_its_tutorial_and_lesson(client, game):
    page = client.get(f"/games/{game}").text
    assert f'href="/games/{game}/learn"' in page and f'href="/games/{game}/lesson"' in page


def test_a_tutorial_of_a_variant(client):
    page = client.get("/games/halma/learn?variant=5x5").text
    assert 'data-url="/games/halma/5x5/learn/1"' in page and "5×5" in page


def test_the_page_of_a_tutorial_of_a_hunt_names_both_sides(client):
    assert "You will play both sides" in client.get("/games/coyote/learn").text


HUNTS = [one.id for one in cards("en") if is_unequal(load(one.id))]


@pytest.mark.parametrize("game", HUNTS)
def test_the_tutorial_of_a_hunt_teaches_both_sides(game):
    steps = tutorial_steps(load(game))
    won = {step["mover"] for step in steps if step["task"] != "move"}
    moved = {step["mover"] for step in steps if step["task"] == "move"}
    assert won == moved == {"first", "second"}
    assert len(HUNTS) > 10


def test_a_side_that_wins_by_no_move_of_its_own_is_taught_a_forced_win():
    game = load("three-musketeers")
    found = [step for step in tutorial_steps(game) if step["task"] == "force"]
    assert [step["mover"] for step in found] == ["first", "second"]
    for step in found:
        start = game.position(step["position"])
        for move in start.legal_moves:
            assert _wins_always(start.after(move), step["mover"]) is (move.text in step["solutions"])


def _wins_always(position: Position, side: str) -> bool:
    """By trying everything."""
    if position.outcome is not None:
        return position.outcome.winner == side
    tried = (_wins_always(position.after(move), side) for move in position.legal_moves)
    return any(tried) if position.mover == side else all(tried)


def test_the_task_of_a_forced_win_is_a_sentence(client):
    job = {"kind": "tutorial", "called": "three-musketeers"}
    key = ("tutorial", load("three-musketeers").rules_hash)
    steps = client.app.state.services.jobs.run_cached(key, job, 60.0)
    number = next(n for n, step in enumerate(steps, 1) if step["task"] == "force")
    page = client.get(f"/games/three-musketeers/learn?step={number}").text
    assert "Find a move that wins whatever your opponent does." in page
