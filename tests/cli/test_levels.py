"""Levels at the command line: playing, rating and tuning."""

import json
import tomllib

import pytest


def test_the_level_is_printed(run):
    answer = run(
        "play",
        "mnk:width=4,height=4,in-a-row=3",
        "--first",
        "random:seed=1",
        "--second",
        "level:3",
        "--seed",
        "4",
    )
    assert answer.code == 0
    assert "Quati (coati) is level 3 of 8 (not rated in this game yet)." in answer.out
    assert "vs Quati (" in answer.out
    portuguese = run(
        "play",
        "mnk:width=4,height=4,in-a-row=3",
        "--first",
        "random",
        "--second",
        "level:onca",
        "--lang",
        "pt",
    )
    assert "Onça é o nível 8 de 8 (ainda não avaliado neste jogo)." in portuguese.out


def test_a_search_cut_short_is_reported(run, monkeypatch):
    monkeypatch.setattr("ludoteca.engine.levels.TIME_GUARD", 0.0)
    answer = run("play", "hex:size=2", "--first", "level:8", "--second", "random:seed=1")
    assert "The machine is busy: the search of Onça was cut short." in answer.out


def test_the_same_seed_is_the_same_game(run):
    words = ("play", "tic-tac-toe", "--first", "level:1", "--second", "level:3")
    assert run(*words, "--seed", "4").out == run(*words, "--seed", "4").out


def test_a_saved_game_keeps_the_seed(run, own_folder):
    run("play", "tic-tackle", "--second", "level:2", "--name", "Ana", typed="a1-a2\nquit\n")
    (kept,) = (own_folder / "unfinished").glob("*.json")
    assert json.loads(kept.read_text("utf-8"))["players"]["second"].startswith("level:2,seed=")
    assert run("play", "--resume", typed="quit\n").code == 0


@pytest.mark.parametrize(
    ("player", "says"),
    [
        (
            "level:9",
            'level: level: "9" is not valid: a level from 1 to 8 or its name is expected: Joaninha, Tatu',
        ),
        ("level:mouse", '"mouse" is not valid'),
        ("level:s=1.5", "a number from 0 to 1 is expected"),
    ],
)
def test_unknown_levels_are_refused(run, player, says):
    answer = run("play", "tapatan", "--second", player)
    assert answer.code == 2
    assert says in answer.err


def test_refusals_are_translated(run):
    answer = run("play", "tapatan", "--second", "level:9", "--lang", "pt-BR")
    assert "não é válido: é preciso um nível de 1 a 8 ou o nome dele: Joaninha" in answer.err
    answer = run("match", "tapatan", "human", "random", "--lang", "pt-BR")
    assert "uma pessoa não pode jogar um match" in answer.err


def test_levels_play_a_match(run):
    words = ("match", "tic-tackle", "level:s=0.6", "level:s=0", "-n", "6", "--processes", "1", "--seed", "1")
    answer = run(*words, "--json")
    assert answer.json["wins"] >= 4


SMALL = """
    family = "alignment"
    [board]
    grid = [3, 3]
    [setup]
    board = "3/3/3"
    [turn]
    do = "place"
    [[end]]
    when = { align = 3 }
    result = "owner wins"
    [draw]
    full-board = true
"""


def test_a_network_is_trained_and_stored_if_it_wins(run, tmp_path, own_folder):
    file = tmp_path / "mine.toml"
    file.write_text(SMALL, "utf-8")
    few = {"rounds": 1, "games": 40, "nodes": 60, "test-games": 8, "test-nodes": 40, "processes": 1}
    words = ["tune", str(file), "--network"]
    words += [word for name, number in few.items() for word in (f"--{name}", str(number))]
    answer = run(*words, "--json")
    found = answer.json
    assert (found["rounds"], found["kept"]) == (1, 1 - answer.code)
    assert found["positions"] > 50
    written = tmp_path / "mine.network.toml"
    assert found["file"] == (str(written) if found["kept"] else None)
    assert written.exists() == bool(found["kept"])
    shown = run(*words, "--lang", "pt-BR")
    assert (
        "sobre a avaliação sem a rede" if not shown.code else "nenhuma melhora sobre os pesos"
    ) in shown.out
    if found["kept"]:
        assert run("best", str(file), "--nodes", "500").code == 0


def test_tuning_weights_without_numpy_is_refused_before_any_game(run, own_folder, monkeypatch):
    monkeypatch.setattr("ludoteca.engine.weight_fitting.find_spec", lambda name: None)
    answer = run("tune", "tic-tac-toe", "--games", "1", "--no-cells")
    assert (answer.code, answer.out) == (2, "")
    assert 'pip install "ludoteca[train]"' in answer.err


def test_networks_need_winning_lines_and_no_variant(run, own_folder):
    answer = run("tune", "kalah", "--network")
    assert (answer.code, answer.out) == (2, "")
    assert "a network needs winning lines, and this game has none" in answer.err
    answer = run("tune", "pentago/after-rotation", "--network", "--lang", "pt-BR")
    assert answer.code == 2
    assert "variantes no mesmo tabuleiro também a usam" in answer.err


def test_levels_are_rated_and_stored(run, tmp_path, own_folder):
    file = tmp_path / "mine.toml"
    file.write_text(SMALL, "utf-8")
    words = ("calibrate", str(file), "--quick", "--games-per-pair", "4", "--processes", "1")
    shown = run(*words, "--dry-run", "--lang", "pt-BR")
    assert shown.code in (0, 1)
    assert "nível" in shown.out
    assert "Nada foi salvo." in shown.out
    assert not (tmp_path / "mine.tuned.toml").exists()
    answer = run(*words, "--json")
    assert (answer.code, answer.err) == (shown.code, "")
    found = answer.json
    assert found["games"] == 4 * 13
    assert len(found["curve"]) == 7
    assert found["file"] == str(tmp_path / "mine.tuned.toml")
    written = tomllib.loads((tmp_path / "mine.tuned.toml").read_text("utf-8"))
    assert [row["name"] for row in written["levels"]] == [level["name"] for level in found["levels"]]
