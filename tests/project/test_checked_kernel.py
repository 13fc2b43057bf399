"""The kernel built with bounds checks gives the same answers as the one that people play with."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIBRARY = ROOT / "src" / "ludoteca" / "games" / "library"
CHECKED = ROOT / "build" / "checked"

# Runs each command that it reads, and answers with the kernel's file and one line of JSON per command.
# A command's name goes to stderr first: a check that fails ends the process there and then.
RUNNER = """
import contextlib, io, json, sys
import ludoteca.kernel
from ludoteca.cli.main import main
print(json.dumps(sys.modules["ludoteca.kernel._kernel"].__file__))
for command in json.load(sys.stdin):
    print(*command, file=sys.stderr, flush=True)
    with contextlib.redirect_stdout(io.StringIO()) as answer:
        main(command)
    print(json.dumps(json.loads(answer.getvalue())))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the checks are those of gcc and clang; here MSVC builds")
def test_the_checked_kernel_gives_the_same_answers():
    build_checked_kernel()
    commands = [command for file in sorted(LIBRARY.glob("*.toml")) for command in commands_for(file)]
    assert commands
    ordinary, expected = answers(commands)
    checked, found = answers(commands, PYTHONPATH=str(CHECKED))
    assert Path(checked).is_relative_to(CHECKED)
    assert not Path(ordinary).is_relative_to(CHECKED)
    assert found == expected


def build_checked_kernel() -> None:
    built = subprocess.run(
        [sys.executable, "setup.py", "build"],
        cwd=ROOT,
        env=os.environ | {"LUDOTECA_KERNEL_BUILD": "checked"},
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stdout + built.stderr


def commands_for(file: Path) -> list[list[str]]:
    """Wide and shallow, then narrow and deep: between them they reach every kind of action and end."""
    if "." in file.stem:
        return []
    return [
        ["perft", file.stem, "2", "--json"],
        ["playouts", file.stem, "-n", "5", "--seed", "1", "--json"],
    ]


def answers(commands: list[list[str]], **environment: str) -> tuple[str, list[dict]]:
    """The kernel's file, and what each command answered, apart from the time it took."""
    ran = subprocess.run(
        [sys.executable, "-c", RUNNER],
        input=json.dumps(commands),
        cwd=ROOT / "tests",
        env=os.environ | environment,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, f"ended with {ran.returncode} in the last of these:\n{ran.stderr}"
    assert "Exception ignored" not in ran.stderr, ran.stderr
    kernel, *results = [json.loads(line) for line in ran.stdout.splitlines()]
    return kernel, [{key: value for key, value in result.items() if key != "seconds"} for result in results]
