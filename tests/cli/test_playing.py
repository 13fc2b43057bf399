"""Games at the terminal with scripted input: undo, save, resume, scores."""

import json

import pytest

from ludoteca.games import ids
from ludoteca.play.record import Record

PEOPLE = ("--second", "human", "--name", "Ana", "--name", "Bia")


def lines(*typed: str) -> str:
    return "\n".join(typed) + "\n"


@pytest.fixture
def scores(run):
    def tallies() -> dict[tuple[str, str], tuple[int, int, int]]:
        found = run("scores", "--json").json["scores"]
        return {(one["player"], one["side"]): (one["wins"], one["draws"], one["losses"]) for one in found}

    return tallies


# -- whole games --------------------------------------------------------------------------------------


def test_two_people_play_a_whole_game(run, scores):
    answer = run("play", "tic-tac-toe", *PEOPLE, typed=lines("a1", "b1", "a2", "b2", "a3"))
    assert answer.code == 0
    assert answer.err == ""
    assert answer.out.startswith("Tic-tac-toe: Ana (x) vs Bia (o)\n")
    assert "1. Ana (x), your move: " in answer.out
    assert "1… Bia plays b1" in answer.out
    assert "Ana wins. Three in a row.\n" in answer.out
    assert "Ana in Tic-tac-toe: 1 win, 0 draws, 0 losses.\n" in answer.out
    assert "Bia in Tic-tac-toe: 0 wins, 0 draws, 1 loss.\n" in answer.out
    assert scores() == {("Ana", "first"): (1, 0, 0), ("Bia", "second"): (0, 0, 1)}


def test_a_whole_game_in_portuguese(run):
    answer = run("play", "tic-tac-toe", *PEOPLE, "--lang", "pt-BR", typed=lines("a1", "b1", "a2", "b2", "a3"))
    assert answer.out.startswith("Jogo da Velha: Ana (x) × Bia (o)\n")
    assert "Ana venceu. Três em linha.\n" in answer.out
    assert "Ana em Jogo da Velha: 1 vitória, 0 empates, 0 derrotas.\n" in answer.out


@pytest.mark.parametrize("game_id", ids())
def test_games_between_computers_are_not_scored(run, game_id, own_folder):
    answer = run("play", game_id, "--first", "random", "--second", "random", "--seed", "4")
    assert answer.code == 0
    assert " win" in answer.out or "Draw" in answer.out
    assert not own_folder.exists()


def test_a_person_against_the_computer_with_a_seed_is_repeatable(run):
    typed = lines("b2", "a1", "c1", "a3", "b1", "b3", "c3", "a2", "c2")
    one, other = (
        run("play", "tic-tac-toe", "--second", "random", "--seed", "3", "--name", "Ana", typed=typed).out
        for _ in range(2)
    )
    assert one.splitlines()[:20] == other.splitlines()[:20]
    assert "random plays" in one


def test_moves_can_be_chosen_by_number(run):
    answer = run("play", "tic-tac-toe", *PEOPLE, typed=lines("moves", "2", "#1", "99", "quit"))
    assert "1 a1  2 b1  3 c1" in answer.out
    assert "1. Ana plays b1" in answer.out
    assert "1… Bia plays a1" in answer.out
    assert "99: there are only 7 legal moves." in answer.out


def test_list_numbers_need_a_sign_where_moves_are_numbers(run):
    answer = run("play", "kalah", *PEOPLE, typed=lines("moves", "3", "#2", "quit"))
    assert "#1 1  #2 2" in answer.out
    assert "1. Ana plays 3" in answer.out
    assert "2. Ana plays 2" in answer.out


def test_position_moves_and_begins_options(run):
    answer = run("play", "tic-tac-toe", *PEOPLE, "--begins", "second", "--moves", "b2", typed="")
    assert "2  ·[o]·" in answer.out
    assert "2. Ana (x), your move: " in answer.out
    answer = run("play", "tic-tac-toe", *PEOPLE, "--position", "xx1/oo1/3 o", typed=lines("c2"))
    assert "Bia wins. Three in a row." in answer.out


def test_a_finished_start_position_is_not_scored(run, scores):
    answer = run("play", "tic-tac-toe", *PEOPLE, "--position", "xxx/oo1/3 o")
    assert "Ana wins. Three in a row." in answer.out
    assert scores() == {}


def test_the_record_of_a_game_can_be_written(run, tmp_path):
    file = tmp_path / "game.txt"
    run("play", "tic-tac-toe", *PEOPLE, "--record", str(file), typed=lines("a1", "b1", "a2", "b2", "a3"))
    record = Record.read(file.read_text("utf-8"))
    assert (record.first, record.second, record.result_word) == ("Ana", "Bia", "first")
    assert run("record", str(file)).code == 0


# -- what can be typed --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "typed", "says"),
    [
        ("en", "a1", "a1: a1 is occupied."),
        ("en", "z9", "z9: z9 is not on the board."),
        ("en", "hello", "hello: this is not a move. A move looks like "),
        ("pt-BR", "a1", "a1: a1 está ocupada."),
        ("pt-BR", "z9", "z9: z9 não está no tabuleiro."),
        ("pt-BR", "olá", "olá: isto não é um lance."),
    ],
)
def test_an_illegal_move_is_explained(run, lang, typed, says):
    answer = run("play", "tic-tac-toe", *PEOPLE, "--lang", lang, typed=lines("a1", typed, "b1", "quit"))
    assert says in answer.out
    assert "2. Ana (x), " in answer.out


@pytest.mark.parametrize(("undo", "redo", "lang"), [("undo", "redo", "en"), ("desfazer", "refazer", "pt-BR")])
def test_undo_and_redo(run, undo, redo, lang):
    typed = lines("a1", "b1", undo, undo, undo, redo, redo, redo, "quit")
    out = run("play", "tic-tac-toe", *PEOPLE, "--lang", lang, typed=typed).out
    taken, again, no_undo, no_redo = (
        ("1 move taken back.", "1 move redone.", "Nothing to undo", "Nothing to redo")
        if lang == "en"
        else ("1 lance desfeito.", "1 lance refeito.", "Não há o que desfazer", "Não há o que refazer")
    )
    assert (out.count(taken), out.count(again)) == (2, 2)
    assert no_undo in out
    assert no_redo in out


def test_undo_against_the_computer_takes_both_moves_back(run):
    out = run("play", "tic-tac-toe", "--seed", "1", typed=lines("b2", "undo", "quit")).out
    assert "2 moves taken back." in out
    assert "No moves were played" in out


@pytest.mark.parametrize("word", ["resign", "desistir", "RESIGN"])
def test_resigning(run, word, scores):
    out = run("play", "tic-tac-toe", *PEOPLE, typed=lines("a1", word)).out
    assert "Ana wins. The opponent resigned." in out
    assert scores() == {("Ana", "first"): (1, 0, 0), ("Bia", "second"): (0, 0, 1)}


def test_a_draw_is_offered_and_answered(run, scores):
    out = run("play", "tic-tac-toe", *PEOPLE, typed=lines("draw", "no", "a1", "empate", "sim")).out
    assert "Ana offers a draw." in out
    assert "Bia, do you accept? (yes/no) " in out
    assert "Bia declines the draw." in out
    assert "Draw: agreement." in out
    assert scores() == {("Ana", "first"): (0, 1, 0), ("Bia", "second"): (0, 1, 0)}


def test_the_computer_answers_an_offer(run):
    drawn = ("--position", "xox/1x1/oxo x ply=7", "--first", "human", "--second", "engine")
    assert "Draw: agreement." in run("play", "tic-tac-toe", *drawn, typed=lines("draw")).out
    winning = ("--position", "o1o/x2/o1x x", "--first", "human", "--second", "engine")
    assert (
        "engine declines the draw." in run("play", "tic-tac-toe", *winning, typed=lines("draw", "quit")).out
    )


def test_flip_rules_help_and_empty_lines(run):
    out = run("play", "tic-tac-toe", *PEOPLE, typed=lines("", "a1", "flip", "rules", "?", "ajuda")).out
    assert "1  · ·[x]\n" in out
    assert "You win with three of your marks in a row" in out
    assert out.count("undo, redo") == 2


def test_passing_has_a_portuguese_word(run):
    out = run("play", "tic-tac-toe", *PEOPLE, "--lang", "pt-BR", typed=lines("passar")).out
    assert "isso não é possível agora" in out


# -- keeping ------------------------------------------------------------------------------------------


def test_an_unfinished_game_is_resumed(run, own_folder):
    left = run("play", "tic-tac-toe", *PEOPLE, typed=lines("a1", "b1", "a2", "quit"))
    assert left.code == 0
    assert "Game saved: resume it with `ludoteca play tic-tac-toe --resume`." in left.out
    again = run("play", "tic-tac-toe", "--resume", typed=lines("undo", "redo", "b2", "a3"))
    assert again.out.startswith("Resuming the game of ")
    assert "2… Bia (o), your move: " in again.out
    assert "Ana wins. Three in a row." in again.out
    assert list((own_folder / "unfinished").iterdir()) == []
    assert run("play", "tic-tac-toe", "--resume").code == 2


def test_end_of_input_saves_the_game(run, own_folder):
    run("play", "tic-tac-toe", *PEOPLE, typed=lines("a1", "b1"))
    (file,) = (own_folder / "unfinished").iterdir()
    assert [one["move"] for one in json.loads(file.read_text())["record"]["moves"]] == ["a1", "b1"]


def test_resume_without_a_game_takes_the_newest(run):
    run("play", "tic-tac-toe", *PEOPLE, typed=lines("a1"))
    run("play", "hex:size=3", *PEOPLE, typed=lines("b2"))
    assert "Hex: Ana (White x) vs Bia (Black o)" in run("play", "--resume").out
    assert "Tic-tac-toe: " in run("play", "tic-tac-toe", "--resume").out


def test_a_new_game_does_not_overwrite_an_unfinished_one(run):
    run("play", "tic-tac-toe", *PEOPLE, typed=lines("a1"))
    answer = run("play", "tic-tac-toe", *PEOPLE, typed=lines("b2", "resign"))
    assert "There is an unfinished game" in answer.err
    assert "1 [x]· ·" in run("play", "tic-tac-toe", "--resume").out


def test_a_resumed_computer_keeps_its_seed(run):
    whole = run("play", "hex:size=3", "--second", "random:seed=5", typed=lines("a1", "a2", "a3", "b1")).out
    run("play", "hex:size=3", "--second", "random:seed=5", typed=lines("a1"))
    again = run("play", "hex:size=3", "--resume", typed=lines("a2", "a3", "b1")).out
    assert [line for line in whole.splitlines() if "random plays" in line][1:] == [
        line for line in again.splitlines() if "random plays" in line
    ]


def test_a_game_from_a_file_is_resumed_from_any_folder(run, tmp_path, monkeypatch):
    rules = (
        '[board]\ngrid = [3, 3]\n[turn]\ndo = "place"\n[[end]]\nwhen = { align = 3 }\nresult = "owner wins"\n'
    )
    (tmp_path / "mine.toml").write_text(rules)
    monkeypatch.chdir(tmp_path)
    run("play", "mine.toml", *PEOPLE, typed=lines("a1"))
    monkeypatch.chdir("/")
    assert "1… Bia (second o), your move: " in run("play", "--resume").out
    (tmp_path / "mine.toml").write_text(rules.replace("align = 3", "align = 2"))
    changed = run("play", "--resume")
    assert changed.code == 2
    assert "other rules" in changed.err


def test_a_corrupt_save_is_moved_aside(run, own_folder):
    run("play", "tic-tac-toe", *PEOPLE, typed=lines("a1"))
    (file,) = (own_folder / "unfinished").iterdir()
    file.write_text("{")
    answer = run("play", "tic-tac-toe", "--resume")
    assert answer.code == 2
    assert "could not be read" in answer.err
    assert len(list((own_folder / "unfinished").glob("*.broken-*"))) == 1


def test_corrupt_scores_are_moved_aside_and_the_game_counts(run, own_folder, scores):
    own_folder.mkdir()
    (own_folder / "scores.sqlite").write_bytes(b"scores" * 1000)
    answer = run("play", "tic-tac-toe", *PEOPLE, typed=lines("resign"))
    assert "scores.sqlite could not be read" in answer.err
    assert "Bia in Tic-tac-toe: 1 win" in answer.out
    assert scores()[("Bia", "second")] == (1, 0, 0)


def test_a_read_only_folder_does_not_stop_a_game(run, own_folder):
    own_folder.write_text("a file where a folder is wanted")
    answer = run("play", "tic-tac-toe", *PEOPLE, typed=lines("a1", "b1", "a2", "b2", "a3"))
    assert answer.code == 0
    assert "Ana wins. Three in a row." in answer.out
    assert answer.err.count("ludoteca: ") == 2  # once for the game, once for the scores
    assert "Traceback" not in answer.err


def test_save_during_a_game(run, tmp_path):
    file = tmp_path / "my game.txt"
    answer = run("play", "tic-tac-toe", *PEOPLE, typed=lines("a1", "save", f"salvar {file}", "quit"))
    assert answer.out.count("Game saved") == 2
    assert Record.read(file.read_text("utf-8")).moves[0].move == "a1"


# -- scores -------------------------------------------------------------------------------------------


def test_scores_as_text(run):
    assert run("scores").out == "No finished games yet.\n"
    assert run("scores", "Ana", "--lang", "pt-BR").out == "Ana ainda não terminou nenhuma partida.\n"
    run("play", "tic-tac-toe", *PEOPLE, typed=lines("resign"))
    run("play", "tic-tac-toe", *PEOPLE, typed=lines("a1", "resign"))
    out = run("scores", "Ana").out
    assert out.splitlines()[0].split() == ["player", "game", "side", "wins", "draws", "losses"]
    assert out.splitlines()[1].split() == ["Ana", "tic-tac-toe", "X", "1", "0", "1"]
    assert "Bia" not in out
    assert run("scores", "Ana", "--json").json == {
        "scores": [
            {"player": "Ana", "game": "tic-tac-toe", "side": "first", "wins": 1, "draws": 0, "losses": 1}
        ]
    }


def test_the_user_name_is_the_default_name(run, monkeypatch):
    monkeypatch.setenv("LOGNAME", "carla")
    out = run("play", "tic-tac-toe", "--second", "human", typed=lines("a1")).out
    assert out.startswith("Tic-tac-toe: carla (x) vs guest (o)")


# -- no terminal --------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [[], ["menu"]])
def test_a_demo_game_is_shown_without_a_terminal(run, words):
    answer = run(*words)
    assert answer.code == 0
    assert "computer against computer." in answer.out
    assert " wins" in answer.out.splitlines()[-1]
    assert run(*words).out == answer.out


def test_the_demo_game_can_be_chosen(run):
    out = run("menu", "--game", "hex:size=3", "--lang", "pt-BR").out
    assert out.startswith("Hex: computador contra computador.")
    assert " venceu" in out
