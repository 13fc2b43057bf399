"""Run a program that prints one JSON object, and measure its peak memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

# Linux counts the resident set in kilobytes, macOS in bytes.
RSS_UNIT = 1 if sys.platform == "darwin" else 1024


class ChildError(Exception):
    """A program failed; the message is the end of its output."""


@dataclass(frozen=True)
class Finished:
    answer: dict[str, Any]
    peak_bytes: int


def run_json(command: Sequence[str]) -> Finished:
    # wait4, because RUSAGE_CHILDREN is the maximum over all children so far.
    with tempfile.TemporaryFile("w+") as complaints:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints, text=True)
        assert process.stdout is not None
        text = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        process.stdout.close()
        complaints.seek(0)
        lines = complaints.read().strip().splitlines()
    if process.returncode:
        raise ChildError(lines[-1] if lines else f"exit status {process.returncode}")
    try:
        answer = json.loads(text)
    except json.JSONDecodeError as error:
        raise ChildError(f"no JSON on stdout: {text[:80]!r}") from error
    return Finished(answer, usage.ru_maxrss * RSS_UNIT)
