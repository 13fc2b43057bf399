"""The child process: runs one input after the other, each within its limits.

The parent sends the harness and the path of a file for stderr, whose folder is for temporary files, and then
inputs. The answer to an input is `("passed", features)` or `("failed", signature, report)`.
"""

from __future__ import annotations

import faulthandler
import gc
import os
import re
import signal
import sys
import tempfile
import traceback
from contextlib import nullcontext
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType

from ludoteca.system import HAS_CPU_LIMIT, IS_POSIX, connect, cpu_limit, lower_priority
from tests.fuzz.harness import Harness

Answer = tuple[str, list[str]] | tuple[str, str, str]
_PACKAGE = "ludoteca"


def main(address: str) -> None:
    """Serve inputs on the connection that the parent made."""
    pipe = connect(address)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lower_priority()
    harness, errors = pipe.recv()
    tempfile.tempdir = str(Path(errors).parent)  # removed by the parent, however this process ends
    with Path(errors).open("wb") as file:
        os.dup2(file.fileno(), 2)
        sys.stderr.flush()
        faulthandler.enable(file)
        if HAS_CPU_LIMIT:
            faulthandler.register(signal.SIGPROF, file, chain=True)
        serve(harness, pipe)


def serve(harness: Harness, pipe: Connection) -> None:
    try:
        harness.warm_up()
        limit_memory(harness.megabytes)
        pipe.send("ready")
        while (data := pipe.recv()) is not None:
            pipe.send(answer(harness, data))
    except EOFError:
        pass  # the parent has gone
    finally:
        harness.close()


def answer(harness: Harness, data: bytes) -> Answer:
    """The features of an input, or the error that it raised."""
    try:
        with cpu_limit(harness.seconds) if harness.seconds else nullcontext():
            return "passed", harness.run(data)
    except Exception as error:
        # Without the frames of a failed input, whose locals may hold most of the memory.
        told = "failed", signature(error), "".join(traceback.format_exception(error, limit=-12))[-6000:]
        del error
    gc.collect()
    return told


def signature(error: BaseException) -> str:
    """The type of an error and the innermost function of the package that raised it; of a failed assertion
    of a harness, what it says."""
    where = _place(error.__traceback__)
    says = re.sub(r"\d+", "N", str(error)[:40]) if isinstance(error, AssertionError) else ""
    return f"{type(error).__name__} in {where}{': ' + says if says else ''}"


def _place(trace: TracebackType | None) -> str:
    frames = list(traceback.walk_tb(trace))
    inside = [one for one in frames if f"{os.sep}{_PACKAGE}{os.sep}" in one[0].f_code.co_filename]
    is_assertion = f"{os.sep}tests{os.sep}" in frames[-1][0].f_code.co_filename
    frame, line = frames[-1] if is_assertion or not inside else inside[-1]
    return f"{Path(frame.f_code.co_filename).name}:{line} ({frame.f_code.co_name})"


def limit_memory(megabytes: int) -> None:
    """Let the process grow by that much, where the system can tell its size."""
    sizes = Path("/proc/self/statm")
    if not megabytes or not IS_POSIX or not sizes.exists():
        return
    import resource

    taken = int(sizes.read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + (megabytes << 20),) * 2)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
