"""The version a user installs is the version the changelog explains."""

import re
import tomllib
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parents[2]
HEADING = re.compile(r"^## \[(?P<version>[^\]]+)\] - (?P<day>\S+)$", re.MULTILINE)
ENTRIES = list(HEADING.finditer((ROOT / "CHANGELOG.md").read_text("utf-8")))


def test_the_newest_entry_is_the_package_version():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert ENTRIES, "CHANGELOG.md has no heading like `## [0.1.0] - 2026-11-15`"
    assert ENTRIES[0]["version"] == project["version"]


def test_entries_are_dated_and_newest_first():
    days = [date.fromisoformat(entry["day"]) for entry in ENTRIES]
    assert days == sorted(days, reverse=True)
