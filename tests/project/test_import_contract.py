"""The import contracts of pyproject.toml are kept: layers, and no cycle in any package."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
KERNEL = ROOT / "src" / "ludoteca" / "kernel"
IMPORT = re.compile(r"^\s*(?:from|c?import)\s+(ludoteca[.\w]*|\.+\w*)", re.MULTILINE)


def test_the_contract_is_kept():
    linter = Path(sys.executable).with_name("lint-imports")
    told = subprocess.run([linter, "--no-logo", "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert told.returncode == 0, told.stdout + told.stderr


def test_the_compiled_sources_import_only_errors_and_result_types():
    """The linter reads Python alone, so Cython's files are read here."""
    sources = [file for file in sorted(KERNEL.rglob("*")) if file.suffix in {".pyx", ".pxi", ".pxd"}]
    found = {(file.name, name) for file in sources for name in IMPORT.findall(file.read_text("utf-8"))}
    assert sources
    assert {name for _, name in found} <= {"ludoteca.errors", "ludoteca.kernel.results"}, found
