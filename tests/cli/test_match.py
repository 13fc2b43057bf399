"""`ludoteca match`: JSON output, exit codes, interruption."""

import json
import signal
from pathlib import Path

import pytest

from benchmarks.web_load import children_of
from tests.children import child
from tests.waiting import wait_until

QUICK = ("--processes", "1", "--seed", "1")


def test_json_output(run):
    answer = run("match", "tic-tackle", "engine:nodes=200", "random", "-n", "6", *QUICK, "--json")
    assert (answer.code, answer.err) == (0, "")
    found = answer.json
    assert (found["a"], found["b"], found["games"]) == ("engine:nodes=200", "random", 6)
    assert found["wins"] + found["draws"] + found["losses"] == 6
    assert found["wins"] >= 5
    assert found["elo"] > 0
    low, high = found["interval"]
    assert low < found["elo"]
    assert high is None or found["elo"] < high
    assert found["superiority"] > 0.9
    assert sum(found["pairs"]) == found["openings"] == 3
    assert found["seconds_per_move"].keys() == {"a", "b"}
    assert min(found["seconds_per_move"].values()) > 0
    assert found["sprt"] is None
    assert not found["stopped"]


@pytest.mark.parametrize(
    ("a", "b", "code", "verdict"),
    [
        ("engine:nodes=100", "random", 0, "accepted"),
        ("random", "engine:nodes=100", 1, "rejected"),
        ("random", "random", 1, "undecided"),
    ],
)
def test_exit_code_follows_the_sprt(run, a, b, code, verdict):
    number = "4" if verdict == "undecided" else "100"
    answer = run("match", "tapatan", a, b, "-n", number, "--sprt", "0,200", *QUICK, "--json")
    assert answer.code == code
    assert answer.json["sprt"]["verdict"] == verdict
    assert answer.json["sprt"]["elo1"] == 200


def test_output_is_translated(run):
    words = ("match", "tapatan", "engine:nodes=50", "random", "-n", "4", "--sprt", "0,100", *QUICK)
    english = run(*words).out
    assert "engine:nodes=50 vs random: +4 =0 −0, 100.0 % of 4 games from 2 openings" in english
    assert "+∞]" in english
    assert "more games are needed" in english
    assert "4 partidas com 2 aberturas" in run(*words, "--lang", "pt-BR").out


def test_openings_are_balanced_by_default(run):
    words = ("match", "tapatan", "random", "random", "-n", "6", *QUICK, "--json")
    usual, chosen, even = (
        run(*words, *more).json for more in ((), ("--openings", "any"), ("--openings", "even"))
    )
    assert (usual["even_openings"], chosen["even_openings"], even["even_openings"]) == (True, False, True)
    assert chosen["openings"] == usual["openings"] == 3


def test_records_are_written_and_open_with_record(run, tmp_path):
    folder = tmp_path / "games"
    run("match", "hex:size=3", "random", "random", "-n", "2", "--records", f"{folder}/", *QUICK)
    assert sorted(file.name for file in folder.iterdir()) == ["0001.txt", "0002.txt"]
    assert run("record", str(folder / "0002.txt")).code == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["tapatan", "random"], "missing"),
        (["tapatan", "random", "nobody"], 'no player called "nobody"'),
        (["tapatan", "random", "human"], "a person cannot play a match"),
        (["tapatan", "random", "random", "--sprt", "5"], "“5” is not a pair of Elo differences"),
        (["tapatan", "random", "random", "--sprt", "5,0"], "the smaller one first"),
        (["tapatan", "random", "random", "--openings", "evn"], "unknown value “evn”. Did you mean “even”?"),
        (["tapatan", "random", "random", "--moves", "z9"], "z9"),
        (["tapatan", "random", "random", "--records", "/dev/null/x/y"], "/dev/null/x"),
    ],
)
def test_invalid_arguments_are_reported(run, words, says):
    answer = run("match", *words, "--json")
    assert (answer.code, answer.out) == (2, "")
    assert says in answer.err
    assert "Traceback" not in answer.err


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are looked up in /proc")
def test_ctrl_c_stops_all_workers_and_reports_the_games_played(tmp_path):
    records = tmp_path / "records.txt"
    words = ["match", "tic-tackle", "random", "engine:nodes=500", "-n", "100000", "--processes", "2"]
    with child([*words, "--json", "--records", str(records)]) as process:
        wait_until(lambda: records.exists() and records.stat().st_size > 0)
        family = children_of(process.pid)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (130, "")
    answer = json.loads(out)
    assert answer["stopped"]
    assert answer["games"] == answer["wins"] + answer["draws"] + answer["losses"] > 0
    assert records.read_text("utf-8").count("[Game ") == answer["games"]
    assert len(family) >= 2
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in family))
