"""A real server for tests, in a thread or as a process."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import threading
import time
from collections.abc import Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from fastapi import FastAPI

from ludoteca.web.app import create_app
from ludoteca.web.server import address_of, listen, make_server
from ludoteca.web.settings import Settings

Result = TypeVar("Result")


@contextmanager
def running(settings: Settings, app: FastAPI | None = None) -> Iterator[str]:
    """A server on a free port; its address."""
    opened = listen("127.0.0.1", 0)
    server = make_server(app or create_app(settings), settings)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [opened]}, daemon=True)
    thread.start()
    while not server.started:
        if not thread.is_alive():
            raise RuntimeError("the server did not start")
        time.sleep(0.01)
    try:
        yield address_of(opened)
    finally:
        server.should_exit = True
        thread.join(10)
        opened.close()


def awaited(what: Coroutine[Any, Any, Result]) -> Result:
    """What a coroutine returns, in a thread and a loop of its own: where a browser was driven before, the
    test's own thread has a loop that runs already."""
    with ThreadPoolExecutor(1) as alone:
        return alone.submit(asyncio.run, what).result()


@dataclass
class Program:
    """`ludoteca serve` as a process of its own."""

    address: str
    process: subprocess.Popen[str]

    def kill(self) -> None:
        """Kill it without any chance to clean up."""
        self.process.kill()
        self.process.wait(20)


@contextmanager
def program(database: str, workers: int = 1, more: Sequence[str] = ()) -> Iterator[Program]:
    """The command on a free port; killed after the test if it still runs."""
    line = [sys.executable, "-m", "ludoteca", "serve", "--no-browser", "--lang", "en"]
    line += ["--database", database, "--workers", str(workers), "--limits", "off", *more]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert process.stdout
        said = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", said)
        assert found, said
        yield Program(found[0], process)
    finally:
        process.kill()
        process.wait(20)
        assert process.stdout
        process.stdout.close()
