"""A real server in a thread, for tests that need one: browsers, programs, many at once."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from ludoteca.web.app import create_app
from ludoteca.web.serving import address_of, listen
from ludoteca.web.settings import Settings


@contextmanager
def running(settings: Settings) -> Iterator[str]:
    """A server on a free port; its address."""
    opened = listen("127.0.0.1", 0)
    config = uvicorn.Config(
        create_app(settings), log_level="error", access_log=False, timeout_graceful_shutdown=1, lifespan="on"
    )
    server = uvicorn.Server(config)
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
