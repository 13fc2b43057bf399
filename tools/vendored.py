"""Reads `requirements/vendored.toml`, the record of the works of others in this repository.

    python -m tools.vendored   # fetch each work's npm package and compare every file with it

The suite compares the files with the recorded hashes; this command, which needs npm and the network, compares
them with what was published.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
RECORD = ROOT / "requirements" / "vendored.toml"


@dataclass(frozen=True)
class VendoredFile:
    """A file of this repository, and its path inside the published package."""

    file: str
    published: str
    sha256: str


@dataclass(frozen=True)
class Work:
    """A published package, some of whose files are copied unchanged. `integrity` is that of its archive."""

    name: str
    package: str
    version: str
    licence: str
    integrity: str
    installed: bool
    files: tuple[VendoredFile, ...]


def works() -> list[Work]:
    record = tomllib.loads(RECORD.read_text("utf-8"))
    return [
        Work(**{**work, "files": tuple(VendoredFile(**file) for file in work["files"])})
        for work in record["work"]
    ]


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def differences(work: Work, archive: bytes) -> list[str]:
    """What differs between the record of a work and the archive that was published."""
    digest = base64.b64encode(hashlib.sha512(archive).digest()).decode()
    if work.integrity != f"sha512-{digest}":
        return [f"{work.package} {work.version}: the archive is another one"]
    with tarfile.open(fileobj=io.BytesIO(archive)) as package:
        return [
            f"{file.file}: not the published {file.published}"
            for file in work.files
            if sha256(_content(package, file.published)) != file.sha256
        ]


def _content(package: tarfile.TarFile, name: str) -> bytes:
    member = package.extractfile(f"package/{name}")
    return member.read() if member else b""


def fetch(work: Work) -> bytes:
    """The npm package of a work, as published."""
    npm = shutil.which("npm")
    if npm is None:
        sys.exit("npm not found")
    with tempfile.TemporaryDirectory() as folder:
        command = [npm, "pack", "--json", "--pack-destination", folder, f"{work.package}@{work.version}"]
        packed = subprocess.run(command, capture_output=True, text=True, check=True)
        name: str = json.loads(packed.stdout)[0]["filename"]
        return Path(folder, name).read_bytes()


def main() -> int:
    found = [line for work in works() for line in differences(work, fetch(work))]
    print(*found or [f"{sum(len(work.files) for work in works())} files are as published"], sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
