"""Training in the workshop: the button, its progress and its gain; and the job in a worker."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.errors import LudotecaError
from ludoteca.games import loads
from ludoteca.games.learnt import kept_path
from ludoteca.games.library import LIBRARY_DIR
from ludoteca.parallel import TaskFuture
from ludoteca.tournament.learning import Learning
from ludoteca.tournament.series import Score
from ludoteca.web.budgets import PROFILES
from ludoteca.web.game_cache import GameCache
from ludoteca.web.games.trainings import SECONDS, TrainingService
from ludoteca.web.workers.training import train
from tests.web.conftest import browser
from tests.web.test_workshop import HTMX, copied, do

GAIN = {"elo": 123.4, "low": 60.0, "high": 190.0, "games": 60, "wins": 40, "draws": 2, "losses": 18}


class Jobs:
    """A runner whose only job the test finishes itself."""

    def __init__(self, runner):
        self.budgets, self.started = runner.budgets, []

    def submit(self, job, seconds, progress=None, **_):
        future: TaskFuture[object] = TaskFuture()
        self.started.append((job, progress, future))
        return future


@pytest.fixture
def jobs(client):
    services = client.app.state.services
    before = services.trainings.jobs
    services.trainings.jobs = Jobs(before)
    services.trainings.forget()
    yield services.trainings.jobs
    services.trainings.jobs = before
    services.trainings.forget()


def status(client, draft):
    return client.get(f"{draft}/training", headers=HTMX).text


def test_the_button_starts_a_training_and_shows_its_gain(client, jobs):
    draft = copied(client, "tapatan")
    assert "Train for" in client.get(draft).text
    page = do(client, draft, "train")
    assert "Training: 0 %" in page and 'hx-get="' in page
    (job, progress, future), *others = jobs.started
    assert job["kind"] == "train" and "[board]" in job["file"] and not others
    progress({"step": "play", "share": 0.42, "games": 17, "kept": 0})
    assert "Training: 42 %, 17 games" in status(client, draft)
    # A second click does not start a second training.
    do(client, draft, "train")
    assert len(jobs.started) == 1
    future.finish({"gain": GAIN, "positions": 5000, "games": 80})
    page = status(client, draft)
    assert "Stronger: 123 Elo more than before (won 40, drawn 2, lost 18)." in page
    assert "80 games with 5000 positions" in page.replace("5,000", "5000") and "hx-trigger" not in page
    assert "Stronger: 123 Elo" in client.get(draft).text


def test_a_training_without_a_gain_says_so(client, jobs):
    draft = copied(client, "tapatan")
    do(client, draft, "train")
    jobs.started[0][2].finish({"gain": None, "positions": 100, "games": 3})
    assert "No improvement found" in status(client, draft)


def test_a_training_that_fails_says_why(client, jobs):
    draft = copied(client, "tapatan")
    do(client, draft, "train")
    jobs.started[0][2].finish(None, LudotecaError("busy.threads"))
    assert 'class="failure"' in status(client, draft)
    # It can be started again.
    do(client, draft, "train")
    assert len(jobs.started) == 2


def test_a_training_can_be_stopped(client, jobs):
    draft = copied(client, "tapatan")
    do(client, draft, "train")
    assert "Training stopped." in do(client, draft, "stop-training")
    assert jobs.started[0][2].cancelled()


def test_only_the_owner_may_train(client, jobs):
    draft = copied(client, "tapatan")
    stranger = browser(client)
    assert stranger.post(f"{draft}/train", headers=HTMX).status_code == 403
    assert stranger.post(f"{draft}/stop-training", headers=HTMX).status_code == 403
    assert not jobs.started


def test_without_javascript_the_page_is_shown_again(client, jobs):
    draft = copied(client, "tapatan")
    answer = client.post(f"{draft}/train", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, draft)
    assert client.get(f"{draft}/training", follow_redirects=False).headers["location"] == draft


@pytest.mark.parametrize("limits", sorted(PROFILES))
def test_a_training_fits_the_budget_of_a_visitor(client, limits, monkeypatch):
    service = TrainingService(client.app.state.services.jobs)
    monkeypatch.setattr(service.jobs.budgets, "profile", PROFILES[limits])
    seconds = service.seconds()
    if limits == "off":
        assert seconds == SECONDS
    else:
        assert 100 <= seconds < PROFILES[limits].visitor["training"].burst


def test_the_job_keeps_what_it_has_learnt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path))
    monkeypatch.setattr(Learning, "_gate", lambda self, candidate: Score())
    monkeypatch.setattr("ludoteca.web.workers.training._MOST_GAMES", 3)
    monkeypatch.setattr("ludoteca.web.workers.training._ROUNDS", 1)
    monkeypatch.setattr("ludoteca.web.workers.training._TEST_GAMES", 2)
    monkeypatch.setattr("ludoteca.web.workers.training._NODES", 30)
    text = (LIBRARY_DIR / "tapatan.toml").read_text("utf-8")
    cache = GameCache()
    before = cache.game("mine", text)
    assert before.learnt is None
    told: list[dict[str, object]] = []
    found = train({"called": "mine", "file": text, "seconds": 600.0}, told.append)
    assert found["games"] == 3 and found["positions"] > 0 and found["gain"]
    assert told and {"step", "share", "games", "kept"} == told[0].keys()
    assert kept_path(before.rules_hash).is_file()
    # From now on games with these rules use it, also those that were loaded before.
    after = cache.game("mine", text)
    assert after is not before and after.learnt is not None
    assert cache.game("mine", text) is after
    assert loads(text).learnt == after.learnt
