"""Builds the instrumented kernels and runs the workloads with them: `make sanitize`.

    python -m tests.sanitize [checked|asan|tsan ...]

A build passes if it reports nothing, gives the results of the ordinary kernel, and, with a sanitizer, reports
each planted fault.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent

# Memory of Python objects comes from malloc, so that AddressSanitizer sees the bounds of every buffer.
# Leaks are not looked for: the interpreter frees little of its memory at exit.
ENVIRONMENT = {
    "checked": {},
    "asan": {
        "PYTHONMALLOC": "malloc",
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    },
    "tsan": {"TSAN_OPTIONS": f"suppressions={HERE / 'tsan.supp'}:halt_on_error=1:exitcode=66"},
}
RUNTIME = {"asan": "libasan.so", "tsan": "libtsan.so"}
FAULTS = {
    "asan": {
        "planted_heap_overflow": "heap-buffer-overflow",
        "planted_signed_overflow": "signed integer overflow",
    },
    "tsan": {"planted_data_race": "data race"},
}

# Calls one planted fault, from two threads at once.
CALL_FAULT = """
import ctypes, sys, threading
import ludoteca.kernel._kernel as kernel
fault = ctypes.CDLL(kernel.__file__)[sys.argv[1]]
threads = [threading.Thread(target=fault, args=(1_000_000,)) for _ in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


class Failed(Exception):
    pass


def build(name: str) -> None:
    print(f"{name}: building", flush=True)
    environment = os.environ | {"LUDOTECA_KERNEL_BUILD": name}
    built = subprocess.run(
        [sys.executable, "setup.py", "-q", "build"], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    if built.returncode:
        raise Failed(built.stdout + built.stderr)


def run(name: str, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python with a build's package and runtime library."""
    environment = (
        os.environ | ENVIRONMENT[name] | {"PYTHONPATH": f"{ROOT / 'build' / name}{os.pathsep}{ROOT}"}
    )
    if name in RUNTIME:
        environment["LD_PRELOAD"] = runtime(RUNTIME[name])
    return subprocess.run(
        [*without_aslr(name), sys.executable, *command], env=environment, capture_output=True, text=True
    )


def runtime(library: str) -> str:
    """The path of a sanitizer's library. Python is not linked with it, so it must be loaded first."""
    compiler = os.environ.get("CC", "gcc")
    found = subprocess.run(
        [compiler, f"-print-file-name={library}"], capture_output=True, text=True, check=True
    )
    return found.stdout.strip()


def without_aslr(name: str) -> list[str]:
    """ThreadSanitizer needs fixed address ranges, which recent Linux kernels randomize too widely."""
    return ["setarch", "-R"] if name == "tsan" and sys.platform == "linux" else []


def check_workloads(name: str) -> None:
    arguments = ["-m", "tests.sanitize.workloads"] + (["--threads"] if name == "tsan" else [])
    print(f"{name}: running", flush=True)
    done = run(name, *arguments)
    if done.returncode:
        raise Failed(done.stderr[-20_000:])
    if name != "tsan":
        compare(done.stdout.splitlines(), ordinary_results(arguments))
    print(f"{name}: {len(done.stdout.splitlines())} workloads, nothing reported", flush=True)


def ordinary_results(arguments: list[str]) -> list[str]:
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise Failed(done.stderr[-20_000:])
    return done.stdout.splitlines()


def compare(found: list[str], expected: list[str]) -> None:
    """The same results, apart from proofs that ran out of time in one of the two."""
    if len(found) != len(expected):
        raise Failed(f"{len(found)} results instead of {len(expected)}")
    different = [
        f"{one}\n  ordinary kernel: {other}"
        for one, other in zip(found, expected, strict=True)
        if one != other and '"solvers"' not in one
    ]
    if different:
        raise Failed("\n".join(different))


def check_faults(name: str) -> None:
    """Each planted fault must end the process with its report."""
    for fault, report in FAULTS.get(name, {}).items():
        done = run(name, "-c", CALL_FAULT, fault)
        if done.returncode == 0 or report not in done.stderr:
            raise Failed(f"{fault} was not reported as {report!r}:\n{done.stderr[-4000:]}")
        print(f"{name}: {fault} was reported", flush=True)


def main(names: list[str]) -> int:
    for name in names or list(ENVIRONMENT):
        try:
            build(name)
            check_faults(name)
            check_workloads(name)
        except Failed as failed:
            print(f"{name}: FAILED\n{failed}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
