"""Ten thousand damaged files: each is refused in clear words or can be played, never anything else.

A mutant may take two seconds of processor time and 300 megabytes (see `fuzz`). Each batch runs in a process
of its own, so that even a crash of the kernel is noticed, and blamed on its file.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from tests.games.fuzz import SECONDS
from tests.games.mutants import mutant

ROOT = Path(__file__).parents[2]
MUTANTS = 10_000
BATCH = 500
REGRESSIONS = Path(__file__).with_name("regressions")

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="limits of time and memory are set as on Unix"
)


@pytest.mark.parametrize("first", range(0, MUTANTS, BATCH))
def test_damaged_files_are_refused_or_played(first: int):
    ran = subprocess.run(
        [sys.executable, "-m", "tests.games.fuzz", str(first), str(first + BATCH)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=BATCH * SECONDS,
    )
    *done, last = ran.stdout.splitlines() or ["nothing"]
    assert ran.returncode == 0, blamed(int(last.split()[0]), ran.returncode, ran.stderr)
    counts = Counter(line.split()[1] for line in (*done, last))
    assert counts.total() == BATCH
    # Files that are all refused would prove little, and files that all play would not be damaged.
    assert counts["played"] > BATCH // 6, counts
    assert counts["refused"] > BATCH // 6, counts


def blamed(number: int, code: int, stderr: str) -> str:
    """What to do about a mutant: its file, and how it ended."""
    text, variant, values = mutant(number)
    return f"mutant {number} (variant {variant!r}, {values}) ended with {code}:\n{text}\n{stderr[-3000:]}"


# -- files that were hard to stand --------------------------------------------------------------------


def regressions() -> list[ParameterSet]:
    return [pytest.param(file, id=file.stem) for file in sorted(REGRESSIONS.glob("*.toml"))]


@pytest.mark.parametrize("file", regressions())
def test_regression_files_are_refused_or_played(file: Path):
    """Each was a crash, a hang or a riddle once."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.games.fuzz"],
        cwd=ROOT,
        input=file.read_text("utf-8"),
        capture_output=True,
        text=True,
        timeout=30 * SECONDS,
    )
    assert ran.returncode == 0, f"ended with {ran.returncode}: {ran.stderr[-3000:]}"
    assert ran.stdout.strip() in ("refused", "played")
