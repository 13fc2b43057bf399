"""The command line as a whole: help, languages, exit codes, usage errors."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludoteca.cli.commands.admin import ACTIONS
from ludoteca.cli.main import ALIASES, COMMANDS
from tests.children import child
from tests.waiting import wait_until

LUDOTECA = [sys.executable, "-m", "ludoteca"]


def test_help_lists_every_command(run):
    answer = run("--help")
    assert answer.code == 0
    assert answer.out.startswith("usage: ludoteca")
    assert all(f"\n    {command} " in answer.out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_every_command_is_translated(run, command):
    english, portuguese = run(command, "--help"), run(command, "--help", "--lang", "pt-BR")
    assert (english.code, portuguese.code) == (0, 0)
    assert english.out.startswith(f"usage: ludoteca {command}")
    assert portuguese.out.startswith(f"uso: ludoteca {command}")
    assert "opções" in portuguese.out
    assert "options" not in portuguese.out


@pytest.mark.parametrize("action", ACTIONS)
def test_help_of_the_commands_of_admin_is_translated(run, action):
    english, portuguese = (run("admin", action, "--help", "--lang", lang) for lang in ("en", "pt-BR"))
    assert english.out.startswith(f"usage: ludoteca admin {action}")
    assert portuguese.out.startswith(f"uso: ludoteca admin {action}")
    assert "--json" in english.out and "--database URL" in english.out
    assert "opções" in portuguese.out and "options" not in portuguese.out


def test_the_lang_option_overrides_the_environment(run, monkeypatch):
    monkeypatch.setenv("LANG", "pt_BR.UTF-8")
    assert run("--help").out.startswith("uso:")
    assert run("--lang", "en", "--help").out.startswith("usage:")
    assert run("list", "--lang=en", "--help").out.startswith("usage:")


@pytest.mark.parametrize(("former", "current"), [*ALIASES.items()])
def test_former_command_names_still_work(run, former, current):
    assert former not in run("--help").out
    assert run(former, "--help") == run(current, "--help")


def test_the_version(run):
    assert run("--version").out.split()[0] == "ludoteca"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["lst"], "unknown value “lst”. Did you mean “list”? Known: serve, menu, list"),
        (["perft"], "missing: GAME, DEPTH"),
        (["perft", "hex", "deep"], "DEPTH: “deep” is not an integer from 1 to 60"),
        (["perft", "hex", "0"], "DEPTH: “0” is not an integer from 1 to 60"),
        (["perft", "hex", "1", "--fast"], "unknown arguments: --fast"),
        (["perft", "hex", "1", "--position"], "--position: a value is missing"),
        (["playouts", "hex", "-n", "-5"], "-n: “-5” is not an integer"),
        (["list", "--family", "hunting"], "--family: unknown value “hunting”. Did you mean “hunt”?"),
        (["list", "--lang", "fr"], "unknown language “fr”. Known: en, "),
        (["perft", "hx", "1"], 'there is no game called "hx".'),
        (["rules", "hex:size=99"], "size = 99 is out of range. Allowed: 2 to 19."),
        (["rules", "hex/none"], 'hex has no variant "none".'),
        (["show", "none.toml"], "none.toml"),
        (["show", "hex:size=3", "--position", "9/9 x"], "cannot be read"),
        (["show", "hex:size=3", "--moves", "a1 a1"], "a1: a1 is occupied."),
        (["play", "hex:size=3", "--second", "ramdom"], 'Did you mean "random"?'),
        (["play", "hex:size=3", "--begins", "third"], "--begins: unknown value “third”."),
        (["play"], "no game given. See: ludoteca list"),
        (["play", "--resume"], "no unfinished game"),
        (["play", "hex", "--resume"], "no unfinished game of hex"),
        (["record", "none.txt"], "none.txt: No such file or directory"),
        (["show", "hex:size=3", "--svg", "none/board.svg"], "No such file or directory"),
        (
            ["completion", "csh"],
            "unknown value “csh”. Did you mean “tcsh”? Known: bash, zsh, fish, tcsh, powershell.",
        ),
    ],
)
def test_usage_errors_are_reported_on_stderr(run, words, says):
    answer = run(*words)
    assert answer.code == 2
    assert answer.out == ""
    assert says in answer.err
    assert "Traceback" not in answer.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["lst"], "COMANDO: valor desconhecido “lst”. Quis dizer “list”?"),
        (["perft", "hex"], "falta: PROFUNDIDADE"),
        (["perft", "hex", "x"], "“x” não é um número inteiro de 1 a 60"),
        (["rules", "hx"], 'não há jogo chamado "hx".'),
        (["play", "hex", "--second", "ramdom"], 'não há jogador chamado "ramdom".'),
        (["play", "--resume"], "não há partida inacabada para continuar"),
    ],
)
def test_usage_errors_are_translated(run, words, says):
    answer = run(*words, "--lang", "pt-BR")
    assert answer.code == 2
    assert says in answer.err


@pytest.mark.parametrize(
    "words",
    [
        ["perft", "none", "1"],
        ["playouts", "none"],
        ["rules", "none"],
        ["show", "none"],
        ["check", "none"],
        ["bench", "none"],
        ["record", "none"],
        ["list", "--family", "none"],
    ],
)
def test_with_json_an_error_leaves_stdout_empty(run, words):
    answer = run(*words, "--json")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err


def test_running_as_a_module_with_a_closed_pipe():
    ran = subprocess.run(
        ["bash", "-o", "pipefail", "-c", f"{sys.executable} -m ludoteca rules hex | head -1"],
        capture_output=True, text=True,
    )  # fmt: skip
    assert ran.stdout.startswith("Hex")
    assert ran.stderr == ""


def test_help_loads_no_game():
    program = (
        "import sys; before = set(sys.modules); from ludoteca.cli.main import main; main(['--help']);"
        " print(*{'rich', 'ludoteca.games', 'ludoteca.kernel', 'sqlite3'} & (sys.modules.keys() - before))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == ""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize(
    "words",
    [["perft", "hex", "9"], ["perft", "hex", "9", "--divide"], ["playouts", "hex", "-n", "1000000000"]],
)
def test_ctrl_c_stops_a_long_kernel_call(words):
    with child([*words, "--json"]) as walk:
        wait_for_the_kernel(walk.pid)
        time.sleep(0.5)
        walk.send_signal(signal.SIGINT)
        out, err = walk.communicate(timeout=120)
    assert walk.returncode == 130
    assert (out, err.strip()) == ("", "Stopped.")


def wait_for_the_kernel(pid: int) -> None:
    """Wait until the kernel is loaded: before that, Python itself would handle Ctrl-C."""
    maps = Path(f"/proc/{pid}/maps")
    if maps.exists():
        wait_until(lambda: "_kernel" in maps.read_text())
    else:
        time.sleep(2)  # the system does not show it


def test_only_json_is_printed_by_long_commands():
    ran = subprocess.run([*LUDOTECA, "perft", "hex:size=5", "4", "--json"], capture_output=True, text=True)
    assert json.loads(ran.stdout)["counts"] == [25, 600, 13800, 303600]
    assert ran.stderr == ""
