"""Runs a harness: makes inputs, sends them to a child process, and keeps what failed."""

from __future__ import annotations

import hashlib
import re
import shlex
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

from ludoteca.system import exceeded_cpu_limit, start_connected
from tests.fuzz.harness import Harness

ROOT = Path(__file__).parents[2]
FAILED = ROOT / "build" / "fuzz"
"""Where failing inputs are saved, by kind."""
START_SECONDS = 120.0
INPUTS_PER_CHILD = 5000
"""A child is replaced after this many inputs, so that caches do not grow for ever."""
MOST_SEEDS = 4000
SHRINK_TRIES = 150
_FRAME = re.compile(r'File "[^"]*?([^"/]+)", line (\d+) in (\S+)')


@dataclass(frozen=True)
class Finding:
    """An input that showed a bug."""

    kind: str
    signature: str
    report: str
    data: bytes
    is_repeatable: bool = True
    """Whether it also fails alone in a new child."""
    file: Path | None = None

    @property
    def command(self) -> str:
        """The command that reproduces it, from the root of the repository."""
        path = self.file.relative_to(ROOT) if self.file and self.file.is_relative_to(ROOT) else self.file
        return f"{shlex.quote(sys.executable)} -m tests.fuzz {self.kind} --input {shlex.quote(str(path))}"

    def __str__(self) -> str:
        alone = "" if self.is_repeatable else " (only after other inputs)"
        return f"{self.kind}: {self.signature}{alone}\n{self.report.rstrip()}\n  {self.command}\n"


class Child:
    """A child process that runs the inputs of a harness."""

    def __init__(self, harness: Harness) -> None:
        self.harness = harness
        self.served = 0
        self._folder = tempfile.TemporaryDirectory(prefix="ludoteca-fuzz-")
        self._errors = Path(self._folder.name) / "stderr"
        self._process: subprocess.Popen[bytes]
        self._pipe: Connection
        self._process, self._pipe = start_connected("tests.fuzz.child", START_SECONDS)
        self._pipe.send((harness, str(self._errors)))
        try:
            if not self._pipe.poll(START_SECONDS):
                raise EOFError
            self._pipe.recv()
        except (EOFError, OSError):
            report = self._stderr()
            self.close()
            raise RuntimeError(f"{harness.kind}: the child did not start\n{report}") from None

    def run(self, data: bytes) -> list[str] | Finding:
        """The features of an input, or a finding, which may have ended the child: see `is_alive`."""
        self.served += 1
        try:
            self._pipe.send(data)
            if not self._pipe.poll(self.harness.wall_seconds):
                return self._died(data)
            answer = self._pipe.recv()
        except (EOFError, OSError):
            return self._died(data)
        if answer[0] == "passed":
            features: list[str] = answer[1]
            return features
        return Finding(self.harness.kind, answer[1], answer[2], data)

    def _died(self, data: bytes) -> Finding:
        try:
            code = self._process.wait(0.5)
        except subprocess.TimeoutExpired:
            code = None
        self._process.kill()
        self._process.wait()
        if code is None:
            why = f"no answer within {self.harness.wall_seconds:g} seconds"
        elif exceeded_cpu_limit(code):
            why = f"more than {self.harness.seconds:g} seconds of CPU time"
        else:
            why = f"the process ended with {code}"
        report = self._stderr()
        found = _FRAME.search(report)
        return Finding(
            self.harness.kind, why + (f" in {found[1]} ({found[3]})" if found else ""), report, data
        )

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def _stderr(self) -> str:
        return self._errors.read_text("utf-8", "replace")[-4000:] if self._errors.exists() else ""

    def close(self) -> None:
        """End the process; it gets a moment to clean up."""
        try:
            if self.is_alive:
                self._pipe.send(None)
                self._process.wait(5)
        except (OSError, subprocess.TimeoutExpired):
            self._process.kill()
        self._process.kill()
        self._process.wait()
        self._pipe.close()
        self._folder.cleanup()


class Fuzzer:
    """The run of one harness. The same seed gives the same inputs."""

    def __init__(self, harness: Harness, seed: int = 0, folder: Path = FAILED) -> None:
        self.harness, self.seed, self.folder = harness, seed, folder
        self.tried = 0
        self.seconds = 0.0
        self.findings: dict[str, Finding] = {}
        """The first finding with each signature."""
        self._seeds = harness.seeds()
        self._untried = list(self._seeds)
        self._features: set[str] = set()
        self._child: Child | None = None

    @property
    def features(self) -> int:
        """The number of different features seen."""
        return len(self._features)

    def run(self, is_over: Callable[[], bool]) -> None:
        """Try inputs until told to stop."""
        begun = time.monotonic()
        while not is_over():
            self._try(self._next())
        self.seconds += time.monotonic() - begun

    def run_number(self, number: int) -> None:
        """Try this many more inputs."""
        wanted = self.tried + number
        self.run(lambda: self.tried >= wanted)

    def run_for(self, seconds: float, stop: threading.Event) -> None:
        until = time.monotonic() + seconds
        self.run(lambda: stop.is_set() or time.monotonic() >= until)

    def _next(self) -> bytes:
        if self._untried:
            return self._untried.pop()
        chance = Random(f"{self.harness.kind} {self.seed} {self.tried}")
        return self.harness.mutate(chance.choice(self._seeds), self._seeds, chance)

    def _try(self, data: bytes) -> None:
        self.tried += 1
        came = self._run(data)
        if isinstance(came, Finding):
            self._keep(came)
        elif not self._features.issuperset(came):
            self._features.update(came)
            if len(self._seeds) < MOST_SEEDS:
                self._seeds.append(data)

    def _run(self, data: bytes) -> list[str] | Finding:
        if self._child and (not self._child.is_alive or self._child.served >= INPUTS_PER_CHILD):
            self.close()
        self._child = self._child or Child(self.harness)
        return self._child.run(data)

    def _keep(self, finding: Finding) -> None:
        if finding.signature in self.findings:
            return
        self.close()
        smallest = self._shrunk(finding)
        self.findings[finding.signature] = saved(smallest, self.folder)

    def _shrunk(self, finding: Finding) -> Finding:
        """The smallest input found with the same signature."""
        tries = SHRINK_TRIES

        def fails(data: bytes) -> Finding | None:
            nonlocal tries
            tries -= 1
            came = self._run(data)
            return came if isinstance(came, Finding) and came.signature == finding.signature else None

        best = fails(finding.data)
        if best is None:
            return Finding(finding.kind, finding.signature, finding.report, finding.data, is_repeatable=False)
        size = max(1, len(best.data) // 2)
        while tries > 0:
            smaller = None
            for at in range(0, len(best.data), size):
                if tries > 0 and (smaller := fails(best.data[:at] + best.data[at + size :])):
                    best = smaller
                    break
            if smaller is None and size == 1:
                break
            size = size if smaller else size // 2
        return best

    def close(self) -> None:
        """End the child process."""
        if self._child:
            self._child.close()
            self._child = None


def saved(finding: Finding, folder: Path) -> Finding:
    """The finding with its input saved in a file, which has a report beside it."""
    name = hashlib.sha256(finding.data).hexdigest()[:12]
    where = folder / finding.kind
    where.mkdir(parents=True, exist_ok=True)
    file = where / name
    file.write_bytes(finding.data)
    kept = Finding(**{**finding.__dict__, "file": file})
    file.with_suffix(".report").write_text(str(kept), "utf-8")
    return kept


def check_input(harness: Harness, data: bytes) -> list[str] | Finding:
    """What comes of one input in a child of its own."""
    child = Child(harness)
    try:
        return child.run(data)
    finally:
        child.close()
