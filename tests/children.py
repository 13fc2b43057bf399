"""Child processes that receive Ctrl-C and do not outlive the tests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager


@contextmanager
def child(words: Sequence[str]) -> Iterator[subprocess.Popen[str]]:
    """The command line in a process of its own; it is ended when the block is left."""

    def hear() -> None:
        # Shells let what they start in the background ignore it.
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    process = subprocess.Popen(
        [sys.executable, "-m", "ludoteca", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=os.environ | {"LANG": "C"}, preexec_fn=hear,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.wait()
