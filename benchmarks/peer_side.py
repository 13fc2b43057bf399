"""Find or create an interpreter with OpenSpiel, and run `openspiel_side.py` in it."""

from __future__ import annotations

import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.child import ChildError, run_json

HERE = Path(__file__).parent
OWN_VENV = HERE / ".venv"
SCRIPT = str(HERE / "openspiel_side.py")
PACKAGES = {"pyspiel": "open_spiel", "easyAI": "easyAI"}
"""The peers: module and package names."""


def interpreter(module: str = "pyspiel") -> str:
    """This interpreter or that of the benchmarks, whichever can import a peer."""
    own = str(OWN_VENV / "bin" / "python")
    for python in (sys.executable, own):
        if has(python, module):
            return python
    package = PACKAGES[module]
    if not has(own, "pip"):
        say(f"{package} is not installed: creating {OWN_VENV.relative_to(HERE.parent)} for it.")
        venv.create(OWN_VENV, with_pip=True, clear=True)
    say(f"Running pip install {package} there; this happens once.")
    pip = [own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package]
    done = subprocess.run(pip, capture_output=True, text=True, check=False)
    if done.returncode or not has(own, module):
        complaints = done.stderr.strip().splitlines()
        raise ChildError(f"{package} could not be installed: {complaints[-1] if complaints else 'no reason'}")
    return own


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def has(python: str, module: str) -> bool:
    try:
        done = subprocess.run([python, "-c", f"import {module}"], capture_output=True, check=False)
    except FileNotFoundError:
        return False
    return done.returncode == 0


def version(python: str) -> str:
    code = "from importlib.metadata import version; print(version('open_spiel'))"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    return done.stdout.strip() or "of unknown version"


@dataclass
class PeerGame:
    """One game on the OpenSpiel side; the first run chooses the fastest id and method."""

    python: str
    ids: tuple[str, ...]
    turn: str
    way: str = ""

    def perft(self, depth: int, budget: float) -> dict[str, Any]:
        command = [self.python, SCRIPT, "perft", *self.ids, "--depth", str(depth), "--way", self.way]
        answer = self.run(command, budget)
        self.ids, self.way = (answer["game"],), answer["way"]
        return answer

    def playouts(self, budget: float, seed: int) -> dict[str, Any]:
        answer = self.run([self.python, SCRIPT, "playouts", *self.ids, "--seed", str(seed)], budget)
        self.ids = (answer["game"],)
        return answer

    def run(self, command: list[str], budget: float) -> dict[str, Any]:
        return run_json([*command, "--turn", self.turn, "--seconds", str(budget)]).answer
