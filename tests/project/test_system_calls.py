"""Calls that only some operating systems have are made in `ludoteca.system` alone."""

import ast
import os
import subprocess
import sys

import pytest

from ludoteca import system
from tests.project.test_project_rules import PACKAGE, ROOT

SYSTEM = PACKAGE / "system.py"
MODULES = {
    "_posixsubprocess", "_winapi", "crypt", "fcntl", "grp", "msvcrt", "nt", "posix", "pty", "pwd", "resource",
    "select", "selectors", "syslog", "termios", "tty", "winreg",
}  # fmt: skip
NAMES = {
    # os
    "chown", "fchmod", "fork", "forkpty", "getegid", "geteuid", "getgid", "getloadavg", "getpgid",
    "getpriority", "getuid", "killpg", "mkfifo", "nice", "sched_getaffinity", "sched_setaffinity",
    "setpriority", "setsid", "sysconf", "uname", "wait3", "wait4", "waitpid",
    # signal
    "ITIMER_PROF", "ITIMER_REAL", "ITIMER_VIRTUAL", "SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGPIPE",
    "SIGPROF", "SIGUSR1", "SIGUSR2", "pthread_kill", "pthread_sigmask", "setitimer", "sigwait",
    # socket, mmap
    "AF_UNIX", "SO_REUSEADDR", "SO_REUSEPORT", "MAP_PRIVATE", "MAP_SHARED", "madvise",
}  # fmt: skip
ARGUMENTS = {"creationflags", "pass_fds", "preexec_fn", "process_group", "start_new_session", "startupinfo"}
PATHS = ("/dev/", "/proc", "/sys/")


def system_calls(tree: ast.AST) -> list[str]:
    """The names and paths in a module that not every system has."""
    found: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names if name.name.partition(".")[0] in MODULES]
        elif isinstance(node, ast.ImportFrom):
            found += [node.module or ""] if (node.module or "").partition(".")[0] in MODULES else []
            found += [name.name for name in node.names if name.name in NAMES]
        elif isinstance(node, ast.Attribute) and node.attr in NAMES:
            found.append(node.attr)
        elif isinstance(node, ast.keyword) and node.arg in ARGUMENTS:
            found.append(node.arg or "")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            is_call = node.value in NAMES | ARGUMENTS | {
                "fork",
                "forkserver",
            }  # getattr(os, "…"), get_context("fork")
            found += [node.value] if is_call or node.value.startswith(PATHS) else []
    return found


@pytest.mark.parametrize(
    "source",
    [
        "import fcntl",
        "from resource import setrlimit",
        "from signal import SIGKILL",
        "os.kill(pid, signal.SIGKILL)",
        "os.fork()",
        "Popen(command, pass_fds=[3])",
        "open('/proc/self/status')",
        "getattr(os, 'sched_getaffinity', None)",
        "get_context('fork')",
    ],
)
def test_such_calls_are_found(source):
    assert system_calls(ast.parse(source))


def test_only_one_module_makes_such_calls():
    found = {
        (str(file.relative_to(PACKAGE)), call)
        for file in sorted(PACKAGE.rglob("*.py"))
        if file != SYSTEM
        for call in system_calls(ast.parse(file.read_text("utf-8")))
    }
    assert found == set()


def test_the_one_module_makes_them():
    assert {"resource", "SIGPROF", "nice", "sysconf"} <= set(
        system_calls(ast.parse(SYSTEM.read_text("utf-8")))
    )


@pytest.mark.skipif(system.FORCE_PORTABLE, reason="this is such a run")
@pytest.mark.parametrize(
    "tests", ["tests/project/test_system.py", "tests/parallel/test_pool.py", "tests/workshop/test_sandbox.py"]
)
def test_the_portable_branches_pass_the_same_tests(tests):
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", tests],
        cwd=ROOT,
        env=os.environ | {"LUDOTECA_PORTABLE": "1"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-4000:]
