"""`ludoteca tournament`: output, files, exit codes, interruption."""

import json
import signal
from xml.etree import ElementTree

import pytest

from ludoteca.play.record import Record
from tests.children import child
from tests.waiting import wait_until

WORDS = (
    "tournament",
    "tapatan",
    "strong=engine:nodes=60",
    "random",
    "random",
    "--seed",
    "3",
    "--workers",
    "1",
)


def test_json_output(run, own_folder):
    answer = run(*WORDS, "-n", "4", "--json")
    assert answer.code == 0
    found = answer.json
    assert (found["games"], found["total"], found["over"], found["stopped"]) == (12, 12, True, False)
    first = found["players"][0]
    assert (first["player"], first["spec"], first["rank"]) == ("strong", "engine:nodes=60", 1)
    assert first["wins"] + first["draws"] + first["losses"] == first["games"] == 8
    assert set(first["against"]) == {"random", "random #2"}
    low, high = first["interval"]
    assert low < first["elo"] < high
    assert 0.5 < first["superiority"] <= 1
    assert sum(one["points"] for one in found["players"]) == 12
    assert sum(found["first_side"].values()) == 12
    assert str(own_folder) in found["file"]


def test_a_second_run_resumes_and_afresh_starts_over(run, tmp_path):
    file = str(tmp_path / "cup.jsonl")
    once = run(*WORDS, "--file", file)
    assert once.err == ""
    again = run(*WORDS, "--file", file)
    assert "Resumed with 6 of 6 games" in again.err
    assert again.out == once.out
    resumed = run("tournament", "--resume", file)
    assert resumed.out == once.out
    assert "Resumed" not in run(*WORDS, "--file", file, "--afresh").err
    assert run(*WORDS, "-n", "4", "--file", file).code == 2


def test_output_is_translated(run):
    text = run(*WORDS).out
    assert "strong" in text and "points" in text and "First side:" in text and "The games are in" in text
    assert "pontos" in run(*WORDS, "--lang", "pt-BR").out
    assert "puntos" in run(*WORDS, "--lang", "es").out


def test_markdown_svg_and_records(run, tmp_path):
    drawn, records = tmp_path / "table.svg", tmp_path / "games.jsonl"
    answer = run(*WORDS, "--markdown", "--svg", str(drawn), "--records", str(records))
    assert answer.out.startswith("## Tapatan: 6 games\n\n|")
    assert "| strong |" in answer.out
    assert ElementTree.parse(drawn).getroot().tag.endswith("svg")
    found = [Record.from_json(line) for line in records.read_text("utf-8").splitlines()]
    assert len(found) == 6
    assert {one.first for one in found} == {"strong", "random", "random #2"}
    assert dict(found[0].others)["Round"].count(".") == 3


@pytest.mark.parametrize("format", ["gauntlet", "swiss", "knockout"])
def test_other_formats(run, format):
    found = run(*WORDS, "--format", format, "--json").json
    assert found["over"]
    assert (found["champion"] is not None) == (format == "knockout")
    assert found["challenger"] == ("strong" if format == "gauntlet" else None)


def test_a_gauntlet_with_a_test(run):
    words = (*WORDS, "--format", "gauntlet", "-n", "60", "--sprt", "0,150")
    found = run(*words, "--json").json
    assert [one["verdict"] for one in found["sprt"]] == ["accepted", "accepted"]
    assert found["games"] == sum(one["games"] for one in found["sprt"]) < 120
    assert "strong against random: SPRT passed" in run(*words).out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["tapatan", "random"], "from 2 to 64 players"),
        ([], "name a game and its players"),
        (["tapatan", "random", "human"], "a person cannot play"),
        (["tapatan", "random", "random", "-n", "3"], "odd number"),
        (["tapatan", "random", "random", "--format", "league"], "league"),
        (["tapatan", "random", "random", "--format", "swiss", "--sprt", "0,5"], "needs a gauntlet"),
        (["tapatan", "random", "random", "--workers", "dask://x"], "not the address of a cluster"),
        (["tapatan", "random", "random", "--workers", "0"], "--workers"),
        (["--resume", "nowhere.jsonl"], "nowhere.jsonl"),
    ],
)
def test_wrong_arguments(run, words, says):
    answer = run("tournament", *words)
    assert answer.code == 2
    assert says in answer.err


def test_ctrl_c_shows_the_table_and_loses_nothing(tmp_path, run):
    file = tmp_path / "cup.jsonl"
    words = ["tournament", "tapatan", "engine:nodes=60", "random", "-n", "100000", "--workers", "1"]
    with child([*words, "--file", str(file), "--json"]) as process:
        wait_until(lambda: file.exists() and file.read_bytes().count(b"\n") > 3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    assert process.returncode == 130, err
    found = json.loads(out)
    assert found["stopped"]
    assert found["games"] == file.read_bytes().count(b"\n") - 1
