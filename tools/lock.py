"""Writes the lock files in `requirements`: exact versions, with the hashes of all their files.

    python -m tools.lock             # make lock: bring them in step with pyproject.toml, keep versions
    python -m tools.lock --upgrade   # make upgrade: take the newest versions that pyproject.toml allows

One file serves every supported Python on Linux, macOS and Windows: a line with a marker applies only where
the marker is true. Checkouts, CI and container images install from the lock files; `pip install ludoteca`
takes what the bounds in pyproject.toml allow.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
REQUIREMENTS = ROOT / "requirements"

EXTRAS: dict[str, tuple[str, ...]] = {
    "dev": ("dev", "postgresql", "train", "dask"),
    "run": (),
    "server": ("postgresql",),
}
"""The optional dependencies in a lock file, besides the dependencies of the package."""
GROUPS = {"release": "release"}
"""Lock files of a dependency group alone."""
BUILD = "build"
"""The lock file of `build-system.requires`."""
NAMES = ("dev", "run", "server", BUILD, "release")
FOLLOWERS = ("run", "server", BUILD)
"""Lock files that are installed into the same environment as `dev`, hence the same versions."""

_PIN = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[^\s;]+)(?: ; (?P<marker>[^\\]+?))? \\$")
_HASH = re.compile(r"^ +--hash=(?P<hash>sha256:[0-9a-f]{64})(?: \\)?$")
_VIA = re.compile(r"^    # (?:via |  )(?P<name>[a-z0-9-]+)(?: \(pyproject\.toml\))?$")


@dataclass(frozen=True)
class Pin:
    """One locked version. `marker` is empty where it applies everywhere; `required_by` lists packages."""

    name: str
    version: str
    marker: str
    hashes: list[str]
    required_by: list[str]


def pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def wanted(name: str) -> list[str]:
    """The requirements in pyproject.toml that a lock file must satisfy."""
    settings = pyproject()
    if name == BUILD:
        return list(settings["build-system"]["requires"])
    if name in GROUPS:
        return list(settings["dependency-groups"][GROUPS[name]])
    extras = settings["project"]["optional-dependencies"]
    return [*settings["project"]["dependencies"], *(line for extra in EXTRAS[name] for line in extras[extra])]


def lock_file(name: str) -> Path:
    return REQUIREMENTS / f"{name}.lock"


def read(name: str) -> list[Pin]:
    """The pins of a lock file."""
    return parse(lock_file(name).read_text("utf-8"))


def parse(text: str) -> list[Pin]:
    """The pins in a text. Raises `ValueError` for a line that is neither pin, hash nor comment."""
    pins: list[Pin] = []
    for line in text.splitlines():
        if pin := _PIN.match(line):
            pins.append(Pin(pin["name"], pin["version"], pin["marker"] or "", [], []))
        elif (found := _HASH.match(line)) and pins:
            pins[-1].hashes.append(found["hash"])
        elif (via := _VIA.match(line)) and pins:
            pins[-1].required_by.append(via["name"])
        elif not line.lstrip().startswith("#"):
            raise ValueError(line)
    return pins


def write(name: str, *options: str) -> None:
    """Write a lock file with uv, which must be installed beside this Python."""
    oldest = pyproject()["project"]["requires-python"].removeprefix(">=")
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--generate-hashes"]
    command += ["--python-version", oldest, "--custom-compile-command", "make lock", *options]
    if name in FOLLOWERS:
        command += ["--constraint", lock_file("dev").relative_to(ROOT).as_posix()]
    command += ["--output-file", lock_file(name).relative_to(ROOT).as_posix(), *_sources(name)]
    subprocess.run(command, cwd=ROOT, input="\n".join(wanted(name)), text=True, check=True)


def _sources(name: str) -> list[str]:
    if name in EXTRAS:
        return ["pyproject.toml", *(f"--extra={extra}" for extra in EXTRAS[name])]
    return [f"--group={GROUPS[name]}"] if name in GROUPS else ["-"]


if __name__ == "__main__":
    for each in NAMES:
        write(each, *sys.argv[1:])
        print(lock_file(each).relative_to(ROOT), len(read(each)), "packages")
