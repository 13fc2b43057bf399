"""`ludoteca experiments`: list, text, JSON and Markdown output, interruption."""

import signal

import pytest

from ludoteca.classics.experiments import EXPERIMENTS
from ludoteca.cli.commands import experiments


def test_list(run):
    listed = run("experiments", "--list")
    assert listed.code == 0
    assert [line.split()[0] for line in listed.out.splitlines()] == list(EXPERIMENTS)
    some = run("experiments", "parity", "--list", "--json", "--lang", "pt-BR").json
    assert [one["name"] for one in some["experiments"]] == ["parity"]
    assert "paridade" in some["experiments"][0]["title"]


def test_figures_are_compared(run):
    told = run("experiments", "pentago-matrices", "pentago-successors", "--quick")
    assert told.code == 0
    assert "board 2: rows and columns        580,800  580,800" in told.out
    answer = run("experiments", "pentago-successors", "--quick", "--json").json
    assert answer["complete"] is True
    (one,) = answer["experiments"]
    assert [(row["key"], row["theirs"], row["ours"]) for row in one["rows"]] == [
        ("moves", 280, 280),
        ("positions", 105, 105),
    ]


def test_markdown_output(run):
    text = run("experiments", "pentago-matrices", "--quick", "--markdown").out
    assert text.startswith("# The reports' experiments\n\nWritten by `ludoteca experiments pentago-matrices")
    assert "| measured | in the report | here |\n|---|--:|--:|\n| board 1: rows and columns | 43,400" in text


def test_an_unknown_experiment_is_refused(run):
    refused = run("experiments", "pentago-matrix")
    assert refused.code == 2
    assert 'Did you mean "pentago-matrices"?' in refused.err


@pytest.mark.parametrize("words", [(), ("--json",), ("--markdown",)])
def test_interruption_keeps_the_results_so_far(run, monkeypatch, words):
    def impatient(self, done):
        if len(done) > 1 and done[-1].rows:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(experiments._Bar, "show", impatient)
    stopped = run("experiments", "pentago-successors", "pentago-depth", *words)
    assert stopped.code == 130
    assert "105" in stopped.out
    assert "Stopped: results so far." in stopped.err
    if words == ("--json",):
        assert stopped.json["complete"] is False
