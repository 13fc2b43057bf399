"""Ten thousand mutated files: each is refused with clear messages or can be played.

A mutant may take two seconds of CPU time and 300 megabytes (see `fuzz`). Each batch runs in its own process,
so that a crash of the kernel is detected and attributed to its file.
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
    # The mutants must include both refused and playable files.
    assert counts["played"] > BATCH // 6, counts
    assert counts["refused"] > BATCH // 6, counts


def blamed(number: int, code: int, stderr: str) -> str:
    """The report of a failed mutant."""
    text, variant, values = mutant(number)
    return f"mutant {number} (variant {variant!r}, {values}) ended with {code}:\n{text}\n{stderr[-3000:]}"


# -- files that were hard to stand --------------------------------------------------------------------


def regressions() -> list[ParameterSet]:
    return [pytest.param(file, id=file.stem) for file in sorted(REGRESSIONS.glob("*.toml"))]


@pytest.mark.parametrize("file", regressions())
def test_regression_files_are_refused_or_played(file: Path):
    """Each caused a crash, a hang or an unclear message once."""
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
