"""Commands that print data, as text and JSON."""

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

from ludoteca.games import ids
from ludoteca.messages import LANGUAGES, catalogue

# -- list and rules -----------------------------------------------------------------------------------


def test_list_shows_every_game_under_its_family(run):
    answer = run("list")
    assert answer.code == 0
    assert all(f"\n  {game_id} " in answer.out for game_id in ids())
    assert "BLOCKING" in answer.out
    assert "variants: compulsory, majority, single" in answer.out
    assert "size 2–19" in answer.out


def test_list_of_one_family_in_portuguese(run):
    answer = run("list", "--family", "hunt", "--lang", "pt-BR")
    assert answer.out.startswith("CAÇA")
    assert "hex" not in answer.out
    assert "jogos." in answer.out


def test_list_as_json(run):
    games = {game["id"]: game for game in run("list", "--json").json["games"]}
    assert sorted(games) == ids()
    told = {"id", "name", "family", "summary", "aliases", "variants", "parameters", "levels"}
    assert games["hex"].keys() == told
    assert all(game["levels"]["names"] for game in games.values())
    assert {game["levels"]["measured"] for game in games.values()} <= {True, False}
    assert {"name": "size", "default": 11, "least": 2, "most": 19, "step": 1} in games["hex"]["parameters"]
    assert {"name": "swap", "default": 0, "values": [0, 1]} in games["hex"]["parameters"]
    assert [variant["id"] for variant in games["alquerque"]["variants"]] == [
        "compulsory",
        "majority",
        "single",
    ]
    assert all(variant.keys() == {"id", "name", "note"} for variant in games["alquerque"]["variants"])


@pytest.mark.parametrize("game_id", ids())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_game_has_a_rules_page(run, game_id, lang):
    answer = run("rules", game_id, "--lang", lang)
    assert answer.code == 0
    for key in ("rules.goal", "rules.play"):
        assert f"\n{catalogue('cli').text(lang, key)}\n" in answer.out
    assert max(map(len, answer.out.splitlines())) <= 120


def test_a_rules_page_shows_moves_and_endings_drawn_from_the_rules(run):
    page = run("rules", "alquerque/majority").out
    assert "\nIn this variant\n" in page
    assert "\nLeap and capture: " in page
    assert "\nEndings\n" in page
    assert "5  o───o───o───o───o" in page
    assert "\nalquerque/single  Capturing is optional" in page


def test_rules_of_a_file_list_its_own_variants(run, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(
        '[board]\ngrid = [3, 3]\n[turn]\ndo = "place"\n[[end]]\nwhen = { align = 3 }\nresult = "owner wins"\n'
        '[variants.long.end]\n[variants.diagonal.text.en]\nnote = "Only diagonals."\n'.replace(
            "[variants.long.end]\n", ""
        )
    )
    assert "mine/diagonal  Only diagonals." in run("rules", str(file)).out


def test_rules_as_json(run):
    rules = run("rules", "hex:size=4", "--json", "--lang", "pt-BR").json
    assert rules["game"] == "hex:size=4"
    assert rules["name"] == "Hex"
    assert rules["family"] == "placement"
    assert rules["start"] == "4/4/4/4 x"
    assert rules["cells"] == 16
    assert rules["sides"] == ["Brancas", "Pretas"]
    assert rules["play"]
    (example, *_) = rules["examples"]
    assert example.keys() == {"verbs", "before", "by", "move", "after"}
    assert rules["endings"][0]["outcome"]["reason"] == "connect"


# -- numbers ------------------------------------------------------------------------------------------


def test_perft_as_json(run):
    answer = run("perft", "tic-tac-toe", "4", "--json").json
    assert answer.keys() == {"game", "counts", "nodes", "seconds"}
    assert answer["counts"] == [9, 72, 504, 3024]
    assert answer["nodes"] == 9 + 72 + 504
    assert run("perft", "tic-tac-toe", "4", "--json", "--no-bulk").json["nodes"] == 9 + 72 + 504 + 3024


@pytest.mark.parametrize("game", ["tic-tackle", "kalah", "amazons/6x6", "nine-mens-morris"])
@pytest.mark.parametrize("bulk", [[], ["--no-bulk"]])
@pytest.mark.parametrize("depth", ["1", "2"])
def test_divided_counts_add_up_to_the_perft(run, game, bulk, depth):
    whole = run("perft", game, depth, "--json", *bulk).json
    divided = run("perft", game, depth, "--json", "--divide", *bulk).json
    assert divided["counts"] == whole["counts"]
    assert divided["nodes"] == whole["nodes"]
    assert sum(divided["divide"].values()) == whole["counts"][-1]


def test_perft_from_a_position_and_after_moves(run):
    here = run("perft", "tic-tac-toe", "2", "--position", "3/1x1/3 o", "--json").json
    assert here["counts"] == [8, 56]
    assert run("perft", "tic-tac-toe", "2", "--moves", "b2", "--json").json["counts"] == [8, 56]
    over = run("perft", "tic-tac-toe", "2", "--position", "xxx/oo1/3 o", "--divide", "--json").json
    assert over["counts"] == [0, 0]


def test_perft_as_text(run):
    english, portuguese = (
        run("perft", "tic-tac-toe", "5"),
        run("perft", "tic-tac-toe", "5", "--lang", "pt-BR"),
    )
    assert "15,120" in english.out
    assert "15.120" in portuguese.out
    assert "b2                          8" in run("perft", "tic-tac-toe", "2", "--divide").out


def test_playouts_as_json(run):
    answer = run("playouts", "kalah", "-n", "300", "--seed", "1", "--json").json
    assert answer.keys() == {"game", "playouts", "moves", "seconds", "results"}
    assert answer["playouts"] == 300
    assert answer["results"].keys() == {"first", "draw", "second"}
    assert sum(answer["results"].values()) == 300


def test_the_same_seed_gives_the_same_playouts_with_or_without_json(run):
    def results(seed: str):
        answer = run("playouts", "tic-tac-toe", "-n", "500", "--seed", seed, "--json").json
        return answer["moves"], answer["results"]

    assert results("7") == results("7") != results("8")
    moves, found = results("7")
    shown = run("playouts", "tic-tac-toe", "-n", "500", "--seed", "7").out
    assert f"X wins {found['first']:>12}" in shown
    assert f"500 games, {moves:,} moves" in shown


def test_bench_signature_does_not_depend_on_time(run):
    one, other = (run("bench", "tic-tac-toe", "hex:size=3", "--json").json for _ in range(2))
    assert one["bench"] == other["bench"] == sum(game["number"] for game in one["games"])
    assert [game["game"] for game in one["games"]] == ["tic-tac-toe", "hex:size=3"]
    assert one["games"][0].keys() == {"game", "number", "perft", "playouts"}
    assert run("bench", "tic-tac-toe", "hex:size=3").out.splitlines()[-1] == f"Bench: {one['bench']}"


# -- show ---------------------------------------------------------------------------------------------


def test_show_draws_a_position(run):
    answer = run("show", "tic-tackle", "--moves", "a1-a2")
    assert "2 [x]──·───·───·───·" in answer.out
    assert "oxoxo/5/5/x4/1oxox o" in answer.out
    assert "Black o to move." in answer.out
    assert "legal moves: " in answer.out
    assert "\x1b" not in answer.out


def test_show_prints_the_outcome(run):
    assert "X wins. Three in a row." in run("show", "tic-tac-toe", "--position", "xxx/oo1/3 o").out
    portuguese = run("show", "tic-tac-toe", "--position", "xxx/oo1/3 o", "--lang", "pt-BR").out
    assert "Vitória do X. Três em linha." in portuguese


def test_show_as_json(run):
    answer = run("show", "tic-tac-toe", "--moves", "b2", "--json").json
    assert answer.keys() == {"game", "position", "mover", "moves", "outcome", "drawing"}
    assert (answer["position"], answer["mover"], answer["outcome"]) == ("3/1x1/3 o", "second", None)
    assert len(answer["moves"]) == 8


def test_show_writes_a_picture(run, tmp_path):
    file = tmp_path / "board.svg"
    answer = run("show", "hex:size=4", "--svg", str(file))
    assert (answer.code, answer.out) == (0, "")
    assert ElementTree.parse(file).getroot().tag.endswith("svg")
    assert run("show", "hex:size=4", "--svg", "-").out.startswith("<svg")
    assert run("show", "hex:size=4", "--svg", str(file), "--json").json["game"] == "hex:size=4"


def test_either_side_can_begin(run):
    begun = run("show", "tic-tac-toe", "--begins", "second", "--moves", "b2 a1", "--json").json
    assert begun["position"] == "3/1o1/x2 o"
    assert run("perft", "tic-tac-toe", "1", "--begins", "second", "--json").json["counts"] == [9]


def test_json_output_in_an_ascii_locale(tmp_path):
    told = subprocess.run(
        [sys.executable, "-m", "ludoteca", "rules", "tic-tac-toe", "--lang", "pt-BR", "--json"],
        capture_output=True, check=True, env=os.environ | {"PYTHONIOENCODING": "latin-1"},
    )  # fmt: skip
    assert json.loads(told.stdout.decode("ascii"))["name"] == "Jogo da Velha"


def test_show_from_the_other_side(run):
    assert run("show", "tic-tac-toe", "--flip", "--moves", "a1").out.splitlines()[2] == "1  · ·[x]"


# -- records ------------------------------------------------------------------------------------------

RECORD = '[Game "tic-tac-toe"]\n[First "Ana"]\n[Second "Bia"]\n\n1. a1 b1 2. a2 b2 3. a3 first\n'


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text(RECORD.replace("\n\n", '\n[Reason "align"]\n\n'))
    return path


def test_a_record_is_shown(run, file):
    answer = run("record", str(file))
    assert answer.code == 0
    assert "Ana (x) vs Bia (o)" in answer.out
    assert "1. a1 b1 2. a2 b2 3. a3 first" in answer.out
    assert "Ana (x) wins. Three in a row." in answer.out
    assert "5 moves, all legal." in answer.out


def test_control_characters_of_a_record_are_removed(run, file):
    file.write_text(file.read_text().replace("Ana", "\x1b[31mAna\x07").replace("b1", "b1 {\x1b[2Jgone}"))
    answer = run("record", str(file))
    assert answer.code == 0
    assert "\x1b" not in answer.out
    assert "\x07" not in answer.out


def test_a_record_as_json_can_be_read_again(run, file, tmp_path):
    answer = run("record", str(file), "--json")
    assert answer.json["legal"] is True
    assert answer.json["last"] == "x2/xo1/xo1 o"
    again = tmp_path / "again.json"
    again.write_text(answer.out)
    assert run("record", str(again), "--json").json == answer.json
    assert run("record", "-", "--json", typed=file.read_text()).json == answer.json


def test_an_illegal_record_exits_with_1_and_shows_its_legal_part(run, file):
    file.write_text(file.read_text().replace("a2", "b1"))
    answer = run("record", str(file))
    assert answer.code == 1
    assert "move 3 is not legal. b1: b1 is occupied." in answer.err
    assert answer.out.endswith("1. a1 b1 *\n")
    value = run("record", str(file), "--json").json
    assert (value["legal"], value["number"], len(value["moves"])) == (False, 3, 2)


@pytest.mark.parametrize("content", ["", "nonsense", "{", "[]", '{"format": 1}', "\x00"])
def test_invalid_records_exit_with_2(run, file, content):
    file.write_text(content)
    answer = run("record", str(file))
    assert (answer.code, answer.out) == (2, "")
    file.write_bytes(b"\xff\xfe")
    assert "not UTF-8" in run("record", str(file)).err


def test_a_record_of_other_rules_is_refused(run, file):
    file.write_text('[Rules "0000"]\n' + file.read_text())
    answer = run("record", str(file))
    assert answer.code == 2
    assert "other rules of tic-tac-toe: 0000" in answer.err


# -- check --------------------------------------------------------------------------------------------

GOOD = '[board]\ngrid = [3, 3]\n[turn]\ndo = "place"\n[[end]]\nwhen = { align = 3 }\nresult = "owner wins"\n'
BAD = GOOD.replace("grid", "gird").replace('"place"', '"plaice"').replace("owner wins", "owner win")


@pytest.fixture
def game_file(tmp_path):
    return tmp_path / "mine.toml"


def test_a_valid_file_passes_the_check(run, game_file):
    game_file.write_text(GOOD)
    answer = run("check", str(game_file), "--games", "300")
    assert answer.code == 0
    assert "300 random games" in answer.out
    assert "legal moves per position" in answer.out
    assert answer.out.endswith("mine: ok\n")


def test_all_errors_are_reported_at_once(run, game_file):
    game_file.write_text(BAD)
    answer = run("check", str(game_file))
    assert answer.code == 1
    assert "3 errors in " in answer.out
    for hint in ("grid", "place", "owner wins"):
        assert f'Did you mean "{hint}"?' in answer.out
    assert "3 erros em " in run("check", str(game_file), "--lang", "pt-BR").out


def test_check_as_json(run, game_file):
    game_file.write_text(BAD)
    answer = run("check", str(game_file), "--json")
    assert answer.code == 1
    assert answer.json["ok"] is False
    assert len(answer.json["problems"]) == 3
    game_file.write_text(GOOD)
    value = run("check", str(game_file), "--json", "--games", "50").json
    assert (value["game"], value["ok"], value["problems"]) == ("mine", True, [])
    random = value["random"]
    assert random["games"] == 50
    assert sum(random["results"].values()) == 50
    assert random["never"].keys() == {"ends", "actions", "phases", "kinds", "draws"}
    assert "random" not in run("check", str(game_file), "--json", "--games", "0").json


def test_rules_and_check_accept_a_position(run):
    """Like every command that takes a game, they accept `--position` and `--moves`."""
    page = run("rules", "tic-tac-toe", "--moves", "b2 a1").out
    assert "Position" in page
    assert "7 legal moves: b1 c1 a2 c2 a3 b3 c3" in page
    here = run("rules", "tic-tac-toe", "--json", "--position", "xx1/oo1/3 x").json["position"]
    assert (here["mover"], len(here["moves"])) == ("first", 5)
    assert "position" not in run("rules", "tic-tac-toe", "--json").json
    # One move wins and the other four leave one reply, so random games are short.
    found = run("check", "tic-tac-toe", "--json", "--games", "60", "--position", "xx1/oox/oxo x").json
    assert found["start"] == "xx1/oox/oxo x"
    assert found["random"]["results"] == {"first": 60, "draw": 0, "second": 0}
    assert found["random"]["longest"] == 1
    assert run("check", "tic-tac-toe", "--position", "zz x").code == 2
    assert run("check", "tic-tac-toe", "--moves", "a1 a1").code == 2
    refused = run("check", "--moves", "a1", "--lang", "pt-BR")
    assert (refused.code, "precisam de um jogo" in refused.err) == (2, True)


def test_errors_are_translated(run, game_file):
    game_file.write_text(GOOD.replace("align = 3", "align = 9"))
    assert "uma linha de 9 não cabe neste tabuleiro." in run("check", str(game_file), "--lang", "pt-BR").out
    told = run("show", str(game_file), "--lang", "pt-BR")
    assert (told.code, "uma linha de 9 não cabe" in told.err) == (2, True)


def test_wrong_expected_values_of_a_file_are_errors(run, game_file):
    game_file.write_text(GOOD + "[checks]\nperft = [9, 70]\n")
    answer = run("check", str(game_file))
    assert answer.code == 1
    assert "70 sequences of 2 moves are stated, but there are 72." in answer.out


def test_unused_rules_are_listed(run, game_file):
    never = '[[end]]\nwhen = { enemy-left = 0 }\nresult = "owner wins"\n'
    game_file.write_text('[setup]\nboard = "xo1/3/3"\n' + GOOD + never)
    assert "ends: end[2] (enemy-left)" in run("check", str(game_file), "--games", "50").out


def test_one_sided_games_are_flagged(run, game_file):
    game_file.write_text(GOOD.replace("align = 3", "board-full = true").replace("owner wins", "most pieces"))
    said = run("check", str(game_file), "--games", "50").out
    assert "In random games first wins nearly always: is this intended?" in said


def test_the_whole_library_is_checked(run):
    answer = run("check", "--json", "--games", "1")
    assert answer.code == 0
    assert answer.json["ok"] is True
    assert len(answer.json["games"]) == len(ids())
    shown = run("check", "--games", "1")
    assert shown.out.endswith(f"{len(ids())} games, all ok.\n")


# -- schema -------------------------------------------------------------------------------------------


def test_schema_prints_one_object(run):
    answer = run("schema")
    assert answer.code == 0
    assert isinstance(json.loads(answer.out), dict)
    assert run("schema", "--json").json == json.loads(answer.out)
