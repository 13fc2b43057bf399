"""The sandbox refuses or ends untrusted rules that exceed its limits."""

from __future__ import annotations

import subprocess
import sys
from multiprocessing import Pipe

import pytest

from ludoteca import system
from ludoteca.messages import LANGUAGES
from ludoteca.parallel import LocalPool, worker
from ludoteca.workshop.drafts import copy_of
from ludoteca.workshop.sandbox import Sandbox, SandboxError

SPREAD = " ".join(f"{column}{row}" for column in "bdfhjlnpr" for row in range(2, 19, 2))
EXPLODING = {
    "pairs of cells": 'board.grid = [19, 19]\nturn.do = { place = "anywhere", pieces = 2 }\n',
    "slides and shots": 'board.grid = [19, 19]\nsetup.first = { piece = "row 1" }\n'
    'setup.second = { piece = "row 19" }\nturn = { do = "slide", then = "shoot" }\n',
    "chains of leaps": 'board.grid = [19, 19]\nsetup.first = { piece = "a1 a3 a5 c1" }\n'
    f'setup.second = {{ piece = "{SPREAD}" }}\n'
    'turn.do = { leap = "all", take = true, chain = "free", removal = "at the end", land = "any" }\n',
}


@pytest.fixture(scope="module")
def sandbox():
    with Sandbox(seconds=5.0) as one:
        yield one


def test_valid_rules_pass(sandbox):
    draft = copy_of("tapatan", "Mine")
    result = sandbox.check(draft.text, "Mine")
    assert result.ok
    assert draft.game is not None and result.rules == draft.game.rules_hash


def test_problems_come_with_fixes(sandbox):
    result = sandbox.check(copy_of("tapatan").fill("end[1].when.align", "9").text)
    (problem,) = result.problems
    assert not result.ok
    assert problem["card"] == "end"
    assert problem["fixes"][0]["pt-BR"] == "Usar 3"
    assert sandbox.check(problem["fixes"][0]["text"]).ok


@pytest.mark.parametrize("name", EXPLODING)
def test_rules_over_the_limits_are_refused(sandbox, name):
    with pytest.raises(SandboxError) as refused:
        sandbox.check(EXPLODING[name])
    assert refused.value.reason in ("moves", "time")
    assert sandbox.check(copy_of("tapatan").text).ok


@pytest.mark.parametrize(
    "text", ["#" * 30_000, "a = " + "[" * 9000 + "]" * 9000, "a = " + "9" * 9000, "\0", "[[["]
)
def test_malformed_texts_have_problems(sandbox, text):
    result = sandbox.check(text)
    assert not result.ok
    assert result.problems[0]["pt-BR"]


def test_a_task_over_its_time_is_ended_and_the_next_one_works(sandbox):
    with pytest.raises(SandboxError) as refused:
        sandbox._run("playtest", copy_of("halma").text, "slow", 0.3, "", budget=60.0, seed=1)
    assert refused.value.reason == "time"
    assert sandbox.check(copy_of("tapatan").text).ok


@pytest.mark.skipif(not system.IS_POSIX, reason="without a limit on memory in this system")
def test_memory_is_limited():
    with Sandbox(seconds=10.0, megabytes=40) as sandbox, pytest.raises(SandboxError) as refused:
        sandbox.check(copy_of("tapatan").text)
    assert refused.value.reason in ("died", "memory")


def test_a_playtest_keeps_its_time_limit(sandbox):
    found = sandbox.playtest(copy_of("tapatan").text, seconds=1.0)
    assert found["ok"]
    assert found["pt-BR"]["findings"][0]["text"].startswith("Começa")
    assert not sandbox.playtest("family = 3\n", seconds=1.0)["ok"]


def test_waiting_for_a_worker_has_a_limit(monkeypatch):
    monkeypatch.setattr("ludoteca.workshop.sandbox._PATIENCE", 0.01)
    with LocalPool(0) as pool, pytest.raises(SandboxError) as refused:
        Sandbox(pool, seconds=0.01).check(copy_of("tapatan").text)
    assert refused.value.reason == "busy"


def test_a_worker_that_dies_before_it_is_ready_is_a_refusal(monkeypatch):
    monkeypatch.setattr(worker, "start_child", dead_child)
    with Sandbox() as sandbox, pytest.raises(SandboxError) as refused:
        sandbox.check(copy_of("tapatan").text)
    assert refused.value.reason == "died"


def dead_child():
    here, there = Pipe()
    there.close()
    return subprocess.Popen([sys.executable, "-c", ""]), here


@pytest.mark.parametrize("reason", ["time", "memory", "depth", "moves", "died", "busy"])
def test_every_refusal_is_translated(reason):
    error = SandboxError(reason)
    assert all(error.text(lang) != error.text("en") for lang in LANGUAGES[1:])
    assert error.code == f"sandbox.{reason}"


def test_ideas_include_the_new_text(sandbox):
    ideas = sandbox.ideas(copy_of("tapatan").text)
    assert {"Perde quem conseguir", "Tabuleiro de 5×5"} <= {one["pt-BR"] for one in ideas}
    assert sandbox.check(ideas[0]["text"]).ok
