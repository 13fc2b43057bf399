"""The C programs: compiled into a temporary folder, and run."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from benchmarks.child import ChildError, run_json

SOURCES = Path(__file__).parent / "c"
COMPILER = os.environ.get("CC", "cc")
FLAGS = ["-O2"]


def compile_program(style: str, name: str, folder: Path) -> Path:
    target = folder / f"{style}-{name}"
    command = [COMPILER, *FLAGS, "-o", str(target), str(SOURCES / style / f"{name}.c")]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise ChildError(f"no C compiler: {COMPILER}") from error
    if done.returncode:
        raise ChildError(done.stderr.strip().splitlines()[-1])
    return target


def perft(program: Path, depth: int) -> tuple[list[int], float]:
    """Counts, and moves made per CPU second."""
    answer = run_json([str(program), str(depth)]).answer
    return answer["counts"], answer["nodes"] / answer["seconds"]
