"""Whatever the program needs goes into the wheel: files that are no modules are named in pyproject.toml."""

import re
import tomllib
from pathlib import Path

from tests.project.test_project_rules import PACKAGE, ROOT, project_files

ALWAYS_IN_THE_SDIST = {
    "LICENSE",
    "MANIFEST.in",
    "NOTICE",
    "PKG-INFO",
    "README.md",
    "pyproject.toml",
    "setup.cfg",
    "setup.py",
}
ONLY_IN_THE_REPOSITORY = {".github", ".gitattributes", ".gitignore"}
NOT_INSTALLED = {".pyx", ".pxi", ".pxd", ".h", ".so", ".pyd", ".po"}  # sources of what is compiled


def is_module(file: Path) -> bool:
    return file.suffix == ".py" and (file.parent / "__init__.py").exists()


def test_every_file_of_the_package_is_installed():
    """H2: what pages need comes with the wheel."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["ludoteca"]
    named = {file for pattern in patterns for file in PACKAGE.glob(pattern)}
    ours = [file for file in project_files() if file.is_relative_to(PACKAGE)]
    assert ours
    left = [file for file in ours if not is_module(file) and file not in named]
    assert [str(file.relative_to(PACKAGE)) for file in left if file.suffix not in NOT_INSTALLED] == []


def test_every_file_and_folder_of_the_project_is_in_the_sdist():
    """Whoever unpacks the sdist can set up, test and lock as in a checkout."""
    named = set(re.split(r"[\s/]+", (ROOT / "MANIFEST.in").read_text("utf-8")))
    present = {file.relative_to(ROOT).parts[0] for file in project_files()}
    assert present - named - ALWAYS_IN_THE_SDIST - ONLY_IN_THE_REPOSITORY == set()
