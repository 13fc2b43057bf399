"""Calls that only some operating systems have, each with a portable branch.

No other module makes such calls. LUDOTECA_PORTABLE=1 forces the portable branches, for tests.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:  # loading a game needs neither sockets nor other processes
    import socket
    import subprocess
    from multiprocessing.connection import Connection

FORCE_PORTABLE = os.environ.get("LUDOTECA_PORTABLE") == "1"
IS_POSIX = os.name == "posix" and not FORCE_PORTABLE


def _log(text: str, refused: Exception) -> None:
    import logging

    logging.getLogger(__name__).debug(text, refused)


def cores() -> int:
    """The number of processors that this process may use; elsewhere, that the machine has."""
    if IS_POSIX and hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def physical_memory() -> int | None:
    """The machine's memory in bytes; None where the system does not say."""
    if not IS_POSIX:
        return None
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (OSError, ValueError):
        return None


def reuse_address(listener: socket.socket) -> None:
    """Let a restarted server bind its port at once. Windows does so by itself, and there the option would let
    two servers share a port."""
    import socket

    if os.name == "posix":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


def drop_dead_peers(listener: socket.socket, seconds: int) -> None:
    """Let the system close accepted connections whose other end has vanished; elsewhere after hours."""
    import socket

    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (
        ("TCP_KEEPIDLE", seconds), ("TCP_KEEPINTVL", max(1, seconds // 4)), ("TCP_KEEPCNT", 4),
        ("TCP_USER_TIMEOUT", 1000 * seconds),
    ):  # fmt: skip
        if IS_POSIX and hasattr(socket, name):
            listener.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def network_address() -> str | None:
    """The address of this machine in its network, if it has one. Nothing is sent."""
    return next((found for one in _PROBED if (found := _address_towards(one))), None)


_PROBED = ("192.0.2.1", "10.42.0.2", "192.168.137.2", "192.168.0.2", "192.168.1.2", "10.0.0.2", "172.16.0.2")
"""An address reserved for documentation, for which the default route is taken. Where there is none, as on a
laptop that is a hotspot itself: addresses in the networks that systems and routers usually choose."""


def _address_towards(host: str) -> str | None:
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((host, 9))  # only the route matters
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if found.startswith(("127.", "0.")) else found


# -- files --------------------------------------------------------------------------------------------


def open_at_once(path: Path | str) -> int:
    """Open a file for reading, without waiting for somebody to write where it is a pipe; elsewhere pipes have
    no names in the file system."""
    if not IS_POSIX:
        return os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    os.set_blocking(handle, True)
    return handle


def lock_file(file: IO[bytes]) -> bool:
    """Keep other processes from locking an open file, until it is closed. False if one has locked it. Where
    the system cannot, nobody is kept from it."""
    try:
        if IS_POSIX:
            import fcntl

            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def sync_folder(folder: Path) -> None:
    """Let the names of new files survive a power cut; elsewhere the system does so by itself."""
    if not IS_POSIX:
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# -- limits on this process -----------------------------------------------------------------------------


_NICE = 5


def lower_priority() -> None:
    """Run after other processes; elsewhere nothing changes.

    With Linux autogroups, niceness counts within a session only, so the autogroup is set as well.
    """
    if not IS_POSIX:
        return
    os.nice(_NICE)
    group = Path("/proc/self/autogroup")
    if group.exists():
        try:
            group.write_text(str(_NICE))
        except OSError as refused:
            _log("autogroup unchanged: %s", refused)


def limit_process(file_megabytes: int | None) -> None:
    """Forbid core dumps and limit the size of written files; elsewhere there is no limit."""
    if not IS_POSIX:
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if file_megabytes is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (file_megabytes << 20, file_megabytes << 20))


@contextmanager
def memory_limit(megabytes: int | None) -> Iterator[None]:
    """Within the block, allocations beyond this address space of the process fail with `MemoryError`."""
    if not IS_POSIX or megabytes is None:
        yield
        return
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    most = megabytes << 20
    resource.setrlimit(resource.RLIMIT_AS, (most if before[1] < 0 else min(most, before[1]), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


_MOST_DESCRIPTORS = 65_536


def raise_descriptor_limit() -> int:
    """Raise the number of files and sockets that this process may open as far as it may; the number."""
    if not IS_POSIX:
        return 8192  # Windows limits the handles of a process to millions
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, _MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        except (OSError, ValueError) as refused:
            _log("descriptor limit unchanged: %s", refused)
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return most if soft == resource.RLIM_INFINITY else soft


HAS_CPU_LIMIT = IS_POSIX
"""Whether `cpu_limit` works; elsewhere the parent process can only limit the wall-clock time."""


@contextmanager
def cpu_limit(seconds: float | None) -> Iterator[None]:
    """Within the block, SIGPROF ends this process when it has used that much CPU time."""
    if not HAS_CPU_LIMIT or seconds is None:
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)


_PARENT_POLL = 1.0
"""Seconds between two looks at the parent process."""


def end_with_parent() -> None:
    """End this process soon after its parent, even while it computes; elsewhere at its next message."""
    if not IS_POSIX:
        return
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_PARENT_POLL)
        os._exit(1)

    threading.Thread(target=watch, daemon=True, name="ludoteca-parent-watch").start()


def exceeded_cpu_limit(returncode: int) -> bool:
    """Whether a child process was ended by its `cpu_limit`."""
    return HAS_CPU_LIMIT and returncode == -signal.SIGPROF


# -- child processes ------------------------------------------------------------------------------------


def start_connected(module: str, seconds: float) -> tuple[subprocess.Popen[bytes], Connection]:
    """Start a child process that calls `module.main(address)`, and a connection to it.

    Neither forked, which would copy locked locks, nor spawned by `multiprocessing`, which would import the
    main module of this process again. Raises `TimeoutError` if the child does not connect in time.
    """
    return _start_with_pipe(module) if IS_POSIX else _start_with_socket(module, seconds)


def connect(address: str) -> Connection:
    """The child's end of the connection of `start_connected`."""
    import socket
    from multiprocessing.connection import Connection

    kind, _, number = address.partition(":")
    if kind == "pipe":
        return Connection(int(number))
    token = sys.stdin.buffer.read()
    server = socket.create_connection(("127.0.0.1", int(number)))
    server.sendall(token)
    return Connection(server.detach())


def start_limited(command: Sequence[str], megabytes: int, cpu_seconds: int) -> subprocess.Popen[bytes]:
    """Start another program with pipes to its input and output, limits on its memory and CPU time, and no
    error output. It and what it starts end with this process, however this one ends, and it does not get the
    Ctrl-C of the terminal; elsewhere there are no limits, and it sees the end of its input.
    """
    import subprocess

    pipes: dict[str, Any] = {
        "stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL,
    }  # fmt: skip
    if not IS_POSIX:
        return subprocess.Popen(list(command), **pipes)
    numbers = [str(number) for number in (os.getpid(), megabytes, cpu_seconds)]
    call = "from ludoteca.system import supervise; supervise()"
    return subprocess.Popen([sys.executable, "-c", call, *numbers, *command], start_new_session=True, **pipes)


_END_SECONDS = 5.0
"""Seconds for the process between us and a program to end all others."""
NOT_STARTED = 127
"""The exit code of a program of `start_limited` that cannot be started, as shells have it."""


def supervise() -> None:
    """The main function of the process between us and a program of `start_limited`: sets the limits, ends the
    process group when our process has ended, and passes the exit code on."""
    import resource
    import subprocess

    parent, megabytes, seconds = (int(number) for number in sys.argv[1:4])

    def limit() -> None:
        for kind, wanted in ((resource.RLIMIT_AS, megabytes << 20), (resource.RLIMIT_CPU, seconds)):
            _, most = resource.getrlimit(kind)  # of our own process, which may have limits too
            most = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
            resource.setrlimit(kind, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_PARENT_POLL)
        end()

    def end(*_: object) -> None:
        _end_descendants()
        os.killpg(0, signal.SIGKILL)

    _adopt_orphans()
    signal.signal(signal.SIGTERM, end)
    try:
        program = subprocess.Popen(sys.argv[4:], preexec_fn=limit)  # no other thread has started yet
    except (OSError, subprocess.SubprocessError):
        os._exit(NOT_STARTED)
    os.close(0)
    os.close(1)
    threading.Thread(target=watch, daemon=True, name="ludoteca-parent-watch").start()
    code = program.wait()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _end_descendants()  # what the program has started and left behind
    os.killpg(0, signal.SIGTERM)
    os._exit(code if code >= 0 else 128 - code)


_SUBREAPER = 36
"""`PR_SET_CHILD_SUBREAPER` of Linux."""


def _adopt_orphans() -> None:
    """Let processes whose parent ends become children of this one, on Linux: they cannot escape by a session
    of their own."""
    if sys.platform.startswith("linux"):
        import ctypes

        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)


def _end_descendants() -> None:
    """Kill and reap the children of this process, and their children, which become its own."""
    for _ in range(_MOST_GENERATIONS):
        found = _children()
        if not found:
            return
        for pid in found:
            try:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
            except (ProcessLookupError, ChildProcessError):
                continue


_MOST_GENERATIONS = 1000


def _children() -> list[int]:
    """The children of this process, where `/proc` lists them."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        if int(fields[1]) == os.getpid():
            found.append(int(folder.name))
    return found


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process of `start_limited` with everything that it has started, and reap it."""
    import subprocess

    if process.poll() is None:
        if IS_POSIX:
            process.terminate()  # the process between ends what left the group, too
            try:
                process.wait(_END_SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()


def _command(module: str, address: str) -> list[str]:
    return [sys.executable, "-c", f"from {module} import main; main({address!r})"]


def _start_with_pipe(module: str) -> tuple[subprocess.Popen[bytes], Connection]:
    import subprocess
    from multiprocessing import Pipe

    here, there = Pipe()
    options: dict[str, Any] = {"pass_fds": [there.fileno()], "start_new_session": True}
    with there:
        command = _command(module, f"pipe:{there.fileno()}")
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, **options), here


def _start_with_socket(module: str, seconds: float) -> tuple[subprocess.Popen[bytes], Connection]:
    """Other processes of the machine may connect as well: only the child knows the token."""
    import secrets
    import socket
    import subprocess

    token = secrets.token_hex(32).encode()
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(seconds)
        port = server.getsockname()[1]
        process = subprocess.Popen(_command(module, f"port:{port}"), stdin=subprocess.PIPE)
        assert process.stdin is not None
        with process.stdin as stdin:
            stdin.write(token)
        try:
            return process, _accept(server, token, seconds)
        except BaseException:
            process.kill()
            process.wait()
            raise


def _accept(server: socket.socket, token: bytes, seconds: float) -> Connection:
    """The first connection that sends the token."""
    import hmac
    from multiprocessing.connection import Connection

    while True:
        client, _ = server.accept()
        client.settimeout(seconds)
        received = b""
        while len(received) < len(token) and (part := client.recv(len(token) - len(received))):
            received += part
        if hmac.compare_digest(received, token):
            client.settimeout(None)
            return Connection(client.detach())
        client.close()
