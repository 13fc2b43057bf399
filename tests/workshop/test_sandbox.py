"""Strangers' rules cannot hold anybody up: what explodes or never ends is refused or stopped."""

from __future__ import annotations

import pytest

from ludoteca.workshop.drafts import copy_of
from ludoteca.workshop.sandbox import PHRASES, Guard, Refused

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
def guard():
    with Guard(seconds=5.0) as one:
        yield one


def test_good_rules_are_let_in(guard):
    draft = copy_of("tapatan", "Mine")
    looked = guard.look(draft.text, "Mine")
    assert looked.ok
    assert draft.game is not None and looked.rules == draft.game.rules_hash


def test_mistakes_come_with_fixes(guard):
    looked = guard.look(copy_of("tapatan").fill("end[1].when.align", "9").text)
    (problem,) = looked.problems
    assert not looked.ok
    assert problem["card"] == "end"
    assert problem["fixes"][0]["pt-BR"] == "Usar 3"
    assert guard.look(problem["fixes"][0]["text"]).ok


@pytest.mark.parametrize("name", EXPLODING)
def test_rules_that_explode_are_refused(guard, name):
    with pytest.raises(Refused) as refused:
        guard.look(EXPLODING[name])
    assert refused.value.reason in ("moves", "time")
    assert guard.look(copy_of("tapatan").text).ok


@pytest.mark.parametrize(
    "text", ["#" * 30_000, "a = " + "[" * 9000 + "]" * 9000, "a = " + "9" * 9000, "\0", "[[["]
)
def test_strange_texts_are_answered(guard, text):
    looked = guard.look(text)
    assert not looked.ok
    assert looked.problems[0]["pt-BR"]


def test_what_takes_too_long_is_ended_and_the_next_is_served(guard):
    task = {"task": "smell", "text": copy_of("amazons").text, "name": "slow", "budget": 60.0, "seed": 1}
    with pytest.raises(Refused) as refused:
        guard._ask(task, 0.3)
    assert refused.value.reason == "time"  # of the processor: the system has ended it
    assert guard.look(copy_of("tapatan").text).ok


def test_memory_is_limited():
    with Guard(seconds=10.0, megabytes=40) as guard, pytest.raises(Refused) as refused:
        guard.look(copy_of("tapatan").text)
    assert refused.value.reason in ("died", "memory")


def test_the_smell_test_is_kept_within_its_time(guard):
    found = guard.smell(copy_of("tapatan").text, seconds=1.0)
    assert found["ok"]
    assert found["pt-BR"]["findings"][0]["text"].startswith("Começa")
    assert not guard.smell("family = 3\n", seconds=1.0)["ok"]


def test_nobody_waits_for_ever():
    guard = Guard(children=0)
    with pytest.raises(Refused) as refused:
        guard._ask({}, 1.0, patience=0.01)
    assert refused.value.reason == "busy"


@pytest.mark.parametrize("key", list(PHRASES))
def test_every_refusal_is_said_in_both_languages(key):
    assert Refused(key).message("en") != Refused(key).message("pt-BR")


def test_ideas_come_as_texts(guard):
    ideas = guard.ideas(copy_of("tapatan").text)
    assert {"Perde quem conseguir", "Tabuleiro de 5×5"} <= {one["pt-BR"] for one in ideas}
    assert guard.look(ideas[0]["text"]).ok
