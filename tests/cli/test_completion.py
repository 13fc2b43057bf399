"""Completion scripts complete commands, options, games and players."""

import shutil
import subprocess

import pytest

from ludoteca.cli.commands.admin import ACTIONS
from ludoteca.cli.commands.completion import SHELLS
from ludoteca.cli.main import COMMANDS

ASK = """
COMP_WORDS=({words})
COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
_shtab_ludoteca
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.fixture
def complete(run, tmp_path):
    """The completions that bash offers for the last word."""
    script = tmp_path / "completion.bash"
    script.write_text(run("completion", "bash").out)

    def offered(*words: str) -> list[str]:
        quoted = " ".join(f"'{word}'" for word in words)
        told = subprocess.run(
            ["bash", "--norc", "-c", f"source {script}\n" + ASK.format(words=quoted)],
            capture_output=True, text=True, check=True, cwd=tmp_path,
        )  # fmt: skip
        assert told.stderr == ""
        return told.stdout.split()

    return offered


needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not here")


@needs_bash
def test_bash_completes_commands_and_options(complete):
    assert complete("ludoteca", "") == list(COMMANDS)
    assert complete("ludoteca", "pl") == ["play", "playtest", "playouts"]
    assert complete("ludoteca", "--lang", "pt") == ["pt-BR"]
    assert complete("ludoteca", "--lang", "pt-BR", "perf") == ["perft"]
    assert complete("ludoteca", "perft", "hex", "3", "--no") == ["--no-bulk"]


@needs_bash
def test_bash_completes_games_players_and_files(complete, tmp_path):
    (tmp_path / "mine.toml").write_text("")
    assert complete("ludoteca", "play", "alq") == [
        "alquerque", "alquerque/compulsory", "alquerque/majority", "alquerque/single",
    ]  # fmt: skip
    assert complete("ludoteca", "play", "hex", "--second", "r") == ["random", "random-first"]
    assert complete("ludoteca", "list", "--family", "h") == ["hunt"]
    assert complete("ludoteca", "check", "min") == ["mine.toml"]
    assert complete("ludoteca", "record", "min") == ["mine.toml"]
    assert complete("ludoteca", "completion", "") == list(SHELLS)


@needs_bash
def test_bash_completes_the_commands_of_admin(complete, tmp_path):
    (tmp_path / "backup.sqlite").write_text("")
    assert complete("ludoteca", "admin", "") == list(ACTIONS)
    assert complete("ludoteca", "admin", "purge", "--dry") == ["--dry-run"]
    assert complete("ludoteca", "admin", "restore", "back") == ["backup.sqlite"]
    assert complete("ludoteca", "admin", "status", "--lang", "pt") == ["pt-BR"]


CHECKS = {"bash": ["-n"], "zsh": ["-n"], "fish": ["--no-execute"], "tcsh": ["-n"]}


@pytest.mark.parametrize("shell", SHELLS)
def test_scripts_have_no_syntax_errors(run, tmp_path, shell):
    answer = run("completion", shell)
    assert answer.code == 0
    assert "alquerque/majority" in answer.out
    if shell in CHECKS and shutil.which(shell):
        script = tmp_path / f"completion.{shell}"
        script.write_text(answer.out)
        subprocess.run([shell, *CHECKS[shell], str(script)], check=True)


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not here")
def test_fish_completes(run, tmp_path):
    script = tmp_path / "completion.fish"
    script.write_text(run("completion", "fish").out)
    told = subprocess.run(
        ["fish", "--no-config", "-c", f"source {script}; complete -C 'ludoteca play alquerque/m'"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert told.stdout.split() == ["alquerque/majority"]
