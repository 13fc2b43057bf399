"""A real terminal: colours, the menu, Ctrl-C."""

import os
import signal
import sys
from importlib import import_module

import pytest

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals here", allow_module_level=True)
pexpect = import_module("pexpect")  # after the check: it has no terminals on Windows


@pytest.fixture
def terminal(own_folder):
    opened = []

    def start(*words: str, **environment: str):
        variables = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", **environment}
        child = pexpect.spawn(
            sys.executable,
            ["-m", "ludoteca", *words],
            env=variables,
            encoding="utf-8",
            timeout=120,
            # Background processes may ignore SIGINT, and the child would inherit that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            dimensions=(60, 100),
        )
        opened.append(child)
        return child

    yield start
    for child in opened:
        child.close(force=True)


def leave(child) -> int:
    child.expect(pexpect.EOF)
    child.wait()
    child.close()
    return int(child.exitstatus)


def test_a_whole_game_with_colours(terminal):
    child = terminal("play", "tic-tac-toe", "--second", "human", "--name", "Ana", "--name", "Bia")
    for move in ("a1", "b1", "a2", "b2", "a3"):
        child.expect("your move: ")
        child.sendline(move)
    child.expect("\x1b.*Ana wins. Three in a row")
    assert leave(child) == 0


def test_no_color_is_respected(terminal):
    child = terminal("show", "tic-tackle", NO_COLOR="1")
    child.expect(pexpect.EOF)
    assert "\x1b[" not in child.before
    assert "o───x───o" in child.before


def test_ctrl_c_and_ctrl_d_save_the_game(terminal):
    child = terminal("play", "tic-tac-toe", "--second", "human")
    child.expect("your move: ")
    child.sendline("a1")
    child.expect("your move: ")
    child.sendintr()
    child.expect("Game saved")
    assert leave(child) == 0
    child = terminal("play", "tic-tac-toe", "--resume")
    child.expect("1… guest .*your move: ")
    child.sendeof()
    child.expect("Game saved")
    assert leave(child) == 0


def test_the_menu_finds_a_game_and_plays_it(terminal):
    child = terminal(LANG="pt_BR.UTF-8")
    child.expect("POSICIONAMENTO")
    child.expect("Um número, parte de um nome, `lab` para o laboratório ou `sair`: ")
    child.sendline("nada disso")
    child.expect("Nenhum jogo encontrado para “nada disso”")
    child.sendline("damas")  # a name in full is chosen at once
    child.expect("Que variante")
    child.sendline("1")
    child.expect("Seu nome")
    child.sendline("Ana")
    child.expect("Adversário")
    child.sendline("7")
    child.expect(r"Um número \[1\]: ")
    child.sendline("2")
    child.expect("Com que lado")
    child.expect("começam")
    child.sendline("")
    child.expect("Ana .*, seu lance: ")
    child.sendline("desistir")
    child.expect("desistiu")
    child.expect("Enter para o menu")
    child.sendline("")
    child.expect("ou `sair`: ")
    child.sendline("sair")
    child.expect("Até a próxima")
    assert leave(child) == 0


def test_the_menu_lets_a_person_choose_a_level_by_name(terminal):
    child = terminal("menu", "--name", "Ana", "--game", "mnk:width=4,height=4")
    child.expect("Opponent")
    child.sendline("1")
    child.expect(r"Which level\? \(not rated in this game yet\)")
    child.expect("1  Joaninha.*2  Tatu.*8  Onça")
    child.sendline("2")
    child.expect("Which side")
    child.sendline("2")
    child.expect(r"Tatu \(armadillo\) is level 2 of 8 \(not rated in this game yet\)")
    child.expect("Tatu plays")
    child.expect("your move: ")
    child.sendline("quit")
    child.expect("Game saved")
    child.expect("Enter for the menu")
    child.sendline("quit")
    child.expect("Goodbye")
    assert leave(child) == 0


def test_the_menu_offers_the_other_players_too(terminal):
    child = terminal("menu", "--name", "Ana", "--game", "tic-tac-toe")
    child.expect("Opponent")
    child.sendline("3")
    child.expect("Which player")
    child.expect(r"engine \(searches ahead")
    child.sendline("1")
    child.expect("Which side")
    child.sendline("1")
    child.expect("your move: ")
    child.sendeof()
    child.expect("Enter for the menu")
    child.sendeof()
    child.expect("Goodbye")


def test_the_laboratory_of_the_menu(terminal):
    """Two players with options are watched, with what they think; then an evaluation."""
    child = terminal("menu")
    child.expect("`lab` for the laboratory, or `quit`: ")
    child.sendline("lab")
    child.expect("What do you want to try")
    child.sendline("1")
    child.expect("or `quit`: ")
    child.sendline("tic-tac-toe")
    child.expect("Which player")
    child.sendline("1")  # alphabeta
    child.expect(r"evaluator +.*\(auto, none, terms; default auto\)")
    child.expect("Options such as depth=2,evaluator=auto")
    child.sendline("depth=900")
    child.expect("900.*between 1 and 200|1.*200")
    child.expect("Options such as")
    child.sendline("depth=3,evaluator=terms")
    child.expect("Which player")
    child.sendline("1")
    child.expect("Options such as")
    child.sendline("")
    child.expect("depth 3 .*positions searched: .*stopped because")
    child.expect("Enter for the menu")
    child.sendline("")
    child.sendline("lab")
    child.expect("What do you want to try")
    child.sendline("3")
    child.expect("or `quit`: ")
    child.sendline("tic-tac-toe")
    child.expect("A position as text, or moves from the start")
    child.sendline("b2")
    child.expect("Opponent's open lines that lack 2")
    child.expect("Enter for the menu")
    child.sendline("")
    child.sendline("lab")
    child.expect("What do you want to try")
    child.sendline("3")
    child.expect("or `quit`: ")
    child.sendline("kalah")
    child.expect("Which variant")
    child.sendline("1")
    child.expect("Which evaluator")
    child.sendline("2")  # terms
    child.expect("A position as text, or moves from the start")
    child.sendline("4,4,4,4,4,4/4,4,4,4,4,0 o stores=4,0")
    child.expect("terms: the engine's terms")
    child.expect("Enter for the menu")
    child.sendline("quit")
    child.expect("Goodbye")
    assert leave(child) == 0


def test_the_menu_resumes_the_unfinished_game(terminal):
    child = terminal("menu", "--name", "Ana", "--game", "tic-tac-toe")
    child.expect("Opponent")
    child.sendline("2")
    child.expect("Which side")
    child.sendline("1")
    child.expect("your move: ")
    child.sendline("a1")
    child.expect("your move: ")
    child.sendline("quit")
    child.expect("Game saved")
    child.expect("Enter for the menu")
    child.sendline("")
    child.expect("1 resume: tic-tac-toe, Ana vs guest")
    child.sendline("1")
    child.expect("Resuming the game of")
    child.expect("your move: ")
    child.sendeof()
    child.expect("Enter for the menu")
    child.sendeof()
    child.expect("Goodbye")
    assert leave(child) == 0


def test_a_long_command_shows_a_progress_bar_and_stops_on_ctrl_c(terminal):
    child = terminal("perft", "hex", "9")
    child.expect("counting")
    child.sendintr()
    child.expect("Stopped.")
    assert leave(child) == 130


def test_perft_with_a_progress_bar_counts_the_same(terminal):
    child = terminal("perft", "tic-tac-toe", "6")
    child.expect("54,720")
    assert leave(child) == 0


def test_ctrl_c_prints_the_partial_analysis(terminal, tmp_path):
    record = tmp_path / "game.txt"
    record.write_text('[Game "gomoku"]\n\n1. h8 h9 2. j9 a1 *\n', "utf-8")
    child = terminal("analyse", str(record), "--seconds", "60")
    child.expect("analysing")
    child.sendintr()
    child.expect("Stopped.")
    child.expect("Analysed 0 of 4 moves, from the end.")
    assert leave(child) == 130


def test_the_table_of_a_tournament_is_live_and_ctrl_c_keeps_it(terminal, tmp_path):
    file = str(tmp_path / "cup.jsonl")
    words = ("engine:nodes=60", "random", "-n", "10000", "--workers", "1", "--file", file)
    child = terminal("tournament", "tapatan", *words)
    child.expect("[1-9][0-9]* of 10000 games")  # drawn again and again, with the table above
    child.sendintr()
    child.expect("Stopped after [0-9]+ of 10000 games. The same command resumes the tournament.")
    child.expect("engine:nodes=60")
    assert leave(child) == 130
    again = terminal("tournament", "--resume", file, "--workers", "1")
    again.expect("Resumed with [1-9][0-9]* of 10000 games")
    again.sendintr()
    assert leave(again) == 130
