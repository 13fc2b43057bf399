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
    assert "board 2: rows and columns        580,800  580,800                 = 580,800" in told.out
    assert "Claim: With one stone on the board, 280 moves lead to 105 positions." in told.out
    assert told.out.count("Verdict: held") == 2
    assert told.out.endswith("Verdicts\npentago-matrices    held\npentago-successors  held\n")
    answer = run("experiments", "pentago-successors", "--quick", "--json").json
    assert answer["complete"] is True
    (one,) = answer["experiments"]
    assert (one["verdict"], one["verdict_text"]) == ("held", "held")
    assert [row["check"]["verdict"] for row in one["rows"]] == ["held", "held"]
    assert [(row["key"], row["theirs"], row["ours"]) for row in one["rows"]] == [
        ("moves", 280, 280),
        ("positions", 105, 105),
    ]


def test_markdown_output(run):
    text = run("experiments", "pentago-matrices", "--quick", "--markdown").out
    assert text.startswith(
        "# The reports' experiments\n\nResults of `ludoteca experiments pentago-matrices --quick`"
    )
    assert "**This is a quick run**" in text
    assert "| board 1: rows and columns | 43,400 | 43,400 |  | = 43,400 | held |" in text


def test_an_unknown_experiment_is_refused(run):
    refused = run("experiments", "pentago-matrix")
    assert refused.code == 2
    assert 'Did you mean "pentago-matrices"?' in refused.err


@pytest.mark.parametrize("words", [(), ("--json",), ("--markdown",)])
def test_interruption_keeps_the_results_so_far(run, monkeypatch, words):
    def impatient(self, done):
        if len(done) > 1 and done[-1].rows and not done[-1].complete:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(experiments._Bar, "show", impatient)
    stopped = run("experiments", "pentago-successors", "pentago-depth", *words)
    assert stopped.code == 130
    assert "105" in stopped.out
    assert "Stopped: results so far." in stopped.err
    if words == ("--json",):
        assert stopped.json["complete"] is False


def test_an_interrupted_run_continues_from_its_checkpoint(run, monkeypatch, tmp_path):
    file = str(tmp_path / "check.jsonl")
    words = ("experiments", "hex-bridges", "--quick", "--json")
    whole = run(*words).json

    def impatient(self, done):
        if done and done[-1].rows and not done[-1].complete:
            signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as patched:
        patched.setattr(experiments._Bar, "show", impatient)
        stopped = run(*words, "--checkpoint", file)
    assert stopped.code == 130
    assert stopped.json["experiments"][0]["verdict"] == "undecided"
    assert "The same command continues from the checkpoint." in stopped.err
    continued = run(*words, "--checkpoint", file)
    assert continued.code == 0
    assert continued.json["experiments"][0]["rows"] == whole["experiments"][0]["rows"]
    again = run("experiments", "hex-bridges", "--json", "--checkpoint", file)
    assert again.code == 2
    assert "quick and full runs need files of their own" in again.err


def test_stored_results_are_shown_in_any_language(run, tmp_path):
    file = tmp_path / "results.json"
    file.write_text(run("experiments", "pentago-matrices", "pentago-successors", "--quick", "--json").out)
    shown = run("experiments", "--results", str(file), "--lang", "es")
    assert "Veredicto: se cumplió" in shown.out
    some = run("experiments", "pentago-matrices", "--results", str(file), "--json").json
    assert [one["name"] for one in some["experiments"]] == ["pentago-matrices"]
    assert "| **held** |" in run("experiments", "--results", str(file), "--markdown").out


def test_unreadable_results_are_refused(run, tmp_path):
    missing = run("experiments", "--results", str(tmp_path / "none.json"))
    assert missing.code == 2
    assert "cannot be read" in missing.err
    (tmp_path / "other.json").write_text("{}")
    other = run("experiments", "--results", str(tmp_path / "other.json"))
    assert other.code == 2
    assert "has no results of experiments" in other.err
