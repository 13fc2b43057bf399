"""A Dask cluster on loopback: a scheduler and workers, each a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.waiting import wait_until

ROOT = Path(__file__).parent.parent.parent


@dataclass
class Cluster:
    address: str
    """As `--workers` takes it."""
    folder: Path
    environment: dict[str, str]
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def add_worker(self, **environment: str) -> subprocess.Popen[bytes]:
        place = self.address.replace("dask://", "tcp://")
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(self.folder))
        self.workers.append(_start(self, "dask_worker", place, *options, **environment))
        return self.workers[-1]

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        process.send_signal(signal.SIGKILL)
        process.wait()

    def log(self) -> str:
        return (self.folder / "log").read_text("utf-8", "replace")


def _start(cluster: Cluster, module: str, *words: str, **environment: str) -> subprocess.Popen[bytes]:
    return _process(cluster.folder, {**cluster.environment, **environment}, module, *words)


def _process(folder: Path, environment: dict[str, str], module: str, *words: str) -> subprocess.Popen[bytes]:
    with (folder / "log").open("ab") as log:
        command = [sys.executable, "-W", "ignore", "-m", f"distributed.cli.{module}", *words]
        return subprocess.Popen(command, stdout=log, stderr=log, env=environment, cwd=folder)


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[Cluster]:
    """A scheduler with workers that may import the tests. All are ended afterwards."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    file = folder / "scheduler.json"
    options = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
    scheduler = _process(folder, environment, "dask_scheduler", *options)
    found = Cluster("", folder, environment, scheduler)
    try:
        wait_until(lambda: file.exists() and file.stat().st_size > 0)
        found.address = json.loads(file.read_text())["address"].replace("tcp://", "dask://")
        for _ in range(workers):
            found.add_worker()
        yield found
    finally:
        for process in (*found.workers, scheduler):
            process.kill()
            process.wait()
