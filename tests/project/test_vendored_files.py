"""The works of others are those that were recorded, unchanged and with their licences."""

from __future__ import annotations

import base64
import hashlib
import io
import tarfile
from dataclasses import replace

import pytest

from tests.project.test_project_rules import ROOT, project_files
from tools import vendored

WORKS = vendored.works()
FILES = [file for work in WORKS for file in work.files]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.file)
def test_a_vendored_file_is_unchanged(file):
    assert vendored.sha256((ROOT / file.file).read_bytes()) == file.sha256


def test_every_vendored_file_is_recorded():
    present = {file.relative_to(ROOT).as_posix() for file in project_files() if "vendor" in file.parts}
    assert present
    assert present == {file.file for file in FILES}


@pytest.mark.parametrize("work", WORKS, ids=lambda work: work.name)
def test_a_work_comes_with_its_licence(work):
    assert [file.file for file in work.files if file.published.startswith("LICENSE")]
    assert work.name in (ROOT / "NOTICE").read_text("utf-8")


@pytest.mark.parametrize("work", WORKS, ids=lambda work: work.name)
def test_only_what_is_in_the_package_is_installed(work):
    assert {file.file.startswith("src/ludoteca/") for file in work.files} == {work.installed}


def archive_of(content: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as package:
        for name, data in content.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(data)
            package.addfile(member, io.BytesIO(data))
    return out.getvalue()


def test_the_comparison_with_what_was_published_finds_differences():
    work = WORKS[0]
    content = {file.published: (ROOT / file.file).read_bytes() for file in work.files}
    same = archive_of(content)
    changed = archive_of({**content, work.files[0].published: b"other"})
    assert vendored.differences(published(same), same) == []
    assert vendored.differences(published(changed), changed) == [
        f"{work.files[0].file}: not the published {work.files[0].published}"
    ]
    assert vendored.differences(work, same) == [f"{work.package} {work.version}: the archive is another one"]


def published(archive: bytes) -> vendored.Work:
    digest = base64.b64encode(hashlib.sha512(archive).digest()).decode()
    return replace(WORKS[0], integrity=f"sha512-{digest}")
