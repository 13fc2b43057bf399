"""Every harness for a second or two, and every input that once showed a bug."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.system import IS_POSIX
from tests.fuzz.driver import ROOT, Child, Finding, Fuzzer
from tests.fuzz.harness import CORPUS, Harness, corpus_files
from tests.fuzz.kinds import KINDS

pytestmark = pytest.mark.skipif(not IS_POSIX, reason="limits of time and memory are set as on Unix")

INPUTS = {
    "rules": 250, "oracle": 250, "drafts": 150, "names": 200, "positions": 250, "moves": 250, "records": 200,
    "sgf": 60, "piskvork": 60, "players": 2000, "tables": 200, "certificates": 400, "tuned": 300,
    "networks": 200, "evaluations": 200, "tournaments": 150, "api": 25, "schema": 4,
}  # fmt: skip
"""How many inputs take about a second."""
PATIENCE = 30.0
"""Seconds for an answer of the server on a busy machine."""


def harness(kind: str) -> Harness:
    made = KINDS[kind]
    return made(PATIENCE) if kind in ("api", "schema") else made()  # type: ignore[call-arg]


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """The child process imports `tests` from the current folder."""
    monkeypatch.chdir(ROOT)


def test_every_harness_runs_in_the_suite():
    assert INPUTS.keys() == KINDS.keys()
    assert {folder.name for folder in CORPUS.iterdir()} <= KINDS.keys()


@pytest.mark.parametrize("kind", KINDS)
def test_mutated_inputs_show_no_bug(kind: str, tmp_path: Path):
    fuzzer = Fuzzer(harness(kind), seed=1, folder=tmp_path)
    try:
        fuzzer.run_number(INPUTS[kind])
    finally:
        fuzzer.close()
    assert not fuzzer.findings, "\n".join(map(str, fuzzer.findings.values()))
    assert fuzzer.features > 3, "the inputs reach nearly nothing"


@pytest.mark.parametrize("kind", [kind for kind in KINDS if corpus_files(kind)])
def test_inputs_that_showed_a_bug_show_none(kind: str):
    child = Child(harness(kind))
    try:
        for file in corpus_files(kind):
            came = child.run(file.read_bytes())
            assert not isinstance(came, Finding), f"{file.name}: {came}"
    finally:
        child.close()


@pytest.mark.slow
@pytest.mark.parametrize("first", range(20))
def test_ten_thousand_mutated_rules_are_refused_or_played(first: int, tmp_path: Path):
    fuzzer = Fuzzer(harness("rules"), seed=100 + first, folder=tmp_path)
    try:
        fuzzer.run_number(500)
    finally:
        fuzzer.close()
    assert not fuzzer.findings, "\n".join(map(str, fuzzer.findings.values()))
