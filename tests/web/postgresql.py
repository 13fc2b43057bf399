"""A PostgreSQL server in a temporary folder, stopped after the tests."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.required import missing

PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")


def programs() -> Path:
    """The folder of `initdb` and `pg_ctl`; installed if missing and permitted."""
    found = _found()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        asked = ["apt-get", "install", "-y", "-q", "--no-install-recommends", "postgresql"]
        subprocess.run(asked, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        found = _found()
    if found is None:
        missing("no PostgreSQL here: install it with 'apt-get install postgresql'")
    return found


def _found() -> Path | None:
    folders = [folder for place in PLACES for folder in sorted(Path("/").glob(place[1:]), reverse=True)]
    named = shutil.which("initdb")
    folders += [Path(named).parent] if named else []
    return next((one for one in folders if (one / "initdb").exists() and (one / "pg_ctl").exists()), None)


@dataclass
class Cluster:
    """A server that can be stopped and started."""

    folder: Path
    user: str | None

    @property
    def url(self) -> str:
        return f"postgresql://ludoteca@/postgres?host={self.folder}"

    def start(self) -> None:
        options = f"-h '' -k {self.folder} -F"  # a socket, no port that might be in use
        self._control("-w", "-t", "60", "-l", self.folder / "log", "-o", options, "start")

    def stop(self) -> None:
        self._control("-w", "-m", "immediate", "stop")

    def _control(self, *line: object) -> None:
        _run(self.user, programs() / "pg_ctl", "-D", self.folder / "data", *line)


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A server with its socket in a folder of its own: pytest's are closed to other users."""
    with tempfile.TemporaryDirectory(prefix="ludoteca-", ignore_cleanup_errors=True) as made:
        with _running(Path(made)) as found:
            yield found


@contextmanager
def _running(folder: Path) -> Iterator[Cluster]:
    made = Cluster(folder, _user(folder))
    flags = ("-U", "ludoteca", "--auth=trust", "--no-sync", "--encoding=UTF8")
    _run(made.user, programs() / "initdb", "-D", folder / "data", *flags)
    made.start()
    try:
        yield made
    finally:
        made.stop()


def _user(folder: Path) -> str | None:
    """PostgreSQL does not run as root: an unprivileged user owns the folder then."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        os.chown(folder, found.pw_uid, found.pw_gid)
        return name
    missing("PostgreSQL does not run as root, and there is no other user to run it")


def _run(user: str | None, *line: object) -> None:
    done = subprocess.run(
        [str(part) for part in line], user=user, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
