"""The workflows run pinned actions with the least rights, and audit every lock file each week."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.project.test_project_rules import ROOT
from tools import lock

FOLDER = ROOT / ".github" / "workflows"
WORKFLOWS = sorted(FOLDER.glob("*.yml"))
USES = re.compile(r"^ *(?:- )?uses: *(.+)$", re.MULTILINE)
PINNED = re.compile(r"(?P<action>[\w.-]+/[\w./-]+)@(?P<commit>[0-9a-f]{40})  # (?P<version>v\d+\.\d+\.\d+)")
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="an unpacked archive has no workflows")


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_every_action_is_pinned_by_its_commit_with_its_version(file: Path) -> None:
    uses = USES.findall(file.read_text("utf-8"))
    assert uses
    assert [action for action in uses if not PINNED.fullmatch(action)] == []


def test_a_version_is_one_commit_everywhere():
    used = {
        found.group("action", "commit", "version")
        for file in WORKFLOWS
        for found in PINNED.finditer(read(file))
    }
    assert len({action for action, _, _ in used}) == len(used)


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_a_workflow_may_only_read_and_keeps_no_credentials(file: Path) -> None:
    text = read(file)
    assert re.findall(r"^ *permissions:\n((?: +.+\n)+)", text, re.MULTILINE) == ["  contents: read\n"]
    assert text.count("persist-credentials: false") == text.count("uses: actions/checkout@") > 0


def test_every_lock_file_is_audited_each_week():
    audit = read(FOLDER / "audit.yml")
    (locks,) = re.findall(r"^ +lock: \[(.+)\]$", audit, re.MULTILINE)
    assert set(locks.split(", ")) == set(lock.NAMES)
    assert re.search(r'- cron: "\d+ \d+ \* \* [0-6]"', audit)
    assert "pip_audit --strict" in audit  # a package that cannot be looked up fails the audit


def read(file: Path) -> str:
    return file.read_text("utf-8")
