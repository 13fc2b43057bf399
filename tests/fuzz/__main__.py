"""Long fuzzing: `python -m tests.fuzz [KIND…] [--minutes 30] [--seed N]`; one input: `KIND --input FILE`."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ludoteca.system import cores
from tests.fuzz.driver import FAILED, Finding, Fuzzer, check_input
from tests.fuzz.kinds import EVERY_KIND, KINDS

SLICE = 10.0
"""Seconds for which a harness runs before another one has its turn."""
REPORT_EVERY = 30.0


class Session:
    """Several harnesses that share the time, as many at once as there are processors."""

    def __init__(self, kinds: list[str], minutes: float, seed: int, folder: Path) -> None:
        self.fuzzers = [Fuzzer(EVERY_KIND[kind](), seed, folder) for kind in kinds]
        self.until = time.monotonic() + 60 * minutes
        self.minutes = minutes
        self.stop = threading.Event()
        self._idle = list(self.fuzzers)
        self._lock = threading.Lock()
        self._shown: set[str] = set()

    def run(self, jobs: int) -> None:
        """Run until the time is over or `stop` is set."""
        with ThreadPoolExecutor(jobs) as pool:
            running = [pool.submit(self._work) for _ in range(jobs)]
            try:
                self._report_progress()
            finally:
                self.stop.set()
                for one in running:
                    one.result()
        for fuzzer in self.fuzzers:
            fuzzer.close()

    def _report_progress(self) -> None:
        begun = time.monotonic()
        while not self.stop.wait(max(0.0, min(REPORT_EVERY, self.until - time.monotonic()))):
            passed = (time.monotonic() - begun) / 60
            print(f"{passed:.1f} of {self.minutes:g} minutes: {self.tried:,} inputs, "
                  f"{len(self.findings)} findings", flush=True)  # fmt: skip
            if time.monotonic() >= self.until:
                return

    def _work(self) -> None:
        while not self.stop.is_set() and (left := self.until - time.monotonic()) > 0:
            fuzzer = self._take()
            if fuzzer is None:
                return
            try:
                fuzzer.run_for(min(SLICE, left), self.stop)
            except BaseException:
                self.stop.set()
                raise
            with self._lock:
                self._idle.append(fuzzer)
                self._show_new(fuzzer)

    def _take(self) -> Fuzzer | None:
        """The harness that has had the least of its share."""
        with self._lock:
            if not self._idle:
                return None
            chosen = min(self._idle, key=lambda one: one.seconds / one.harness.share)
            self._idle.remove(chosen)
            return chosen

    def _show_new(self, fuzzer: Fuzzer) -> None:
        for signature, finding in fuzzer.findings.items():
            if f"{finding.kind} {signature}" not in self._shown:
                self._shown.add(f"{finding.kind} {signature}")
                print(f"\nFOUND {finding}", flush=True)

    @property
    def tried(self) -> int:
        return sum(fuzzer.tried for fuzzer in self.fuzzers)

    @property
    def findings(self) -> list[Finding]:
        return [finding for fuzzer in self.fuzzers for finding in fuzzer.findings.values()]


def fuzz(kinds: list[str], minutes: float, seed: int, jobs: int, folder: Path) -> int:
    """Fuzz and report; 1 if something was found."""
    session = Session(kinds, minutes, seed, folder)
    handlers = {
        one: signal.signal(one, lambda *_: session.stop.set()) for one in (signal.SIGINT, signal.SIGTERM)
    }
    print(f"seed {seed}", flush=True)
    try:
        session.run(max(1, min(jobs, len(kinds))))
    finally:
        for one, handler in handlers.items():
            signal.signal(one, handler)
    print(f"\n{'kind':14} {'inputs':>10} {'seconds':>8} {'features':>9} {'findings':>9}")
    for fuzzer in session.fuzzers:
        print(f"{fuzzer.harness.kind:14} {fuzzer.tried:10,} {fuzzer.seconds:8.0f} {fuzzer.features:9} "
              f"{len(fuzzer.findings):9}")  # fmt: skip
    print(f"{'in all':14} {session.tried:10,}")
    for finding in session.findings:
        print(f"\n{finding.kind}: {finding.signature}\n  {finding.command}")
    return 1 if session.findings else 0


def reproduce(kind: str, file: Path) -> int:
    """Run one input; 1 if it fails."""
    came = check_input(EVERY_KIND[kind](), file.read_bytes())
    print(
        f"{came.kind}: {came.signature}\n{came.report}"
        if isinstance(came, Finding)
        else f"passed: {', '.join(came)}"
    )
    return 1 if isinstance(came, Finding) else 0


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz", description="Fuzz everything that reads input."
    )
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"by default all of: {', '.join(KINDS)}")
    parser.add_argument("--minutes", type=float, default=30.0, help="for all together (default 30)")
    parser.add_argument(
        "--seed", type=int, default=None, help="the same seed tries the same inputs in the same order"
    )
    parser.add_argument("--jobs", type=int, default=cores(), help="harnesses that run at once")
    parser.add_argument("--input", type=Path, help="run one input of one kind instead")
    parser.add_argument("--folder", type=Path, default=FAILED, help="where failing inputs are saved")
    given = parser.parse_args(words)
    unknown = [kind for kind in given.kinds if kind not in EVERY_KIND]
    if unknown or (given.input and len(given.kinds) != 1):
        parser.error(f"known kinds: {', '.join(EVERY_KIND)}; --input takes one kind")
    if given.input:
        return reproduce(given.kinds[0], given.input)
    seed = given.seed if given.seed is not None else int(time.time())
    return fuzz(given.kinds or list(KINDS), given.minutes, seed, given.jobs, given.folder)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
