"""Names and prose use the established terms of the field, not the private words of earlier versions."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.project.test_project_rules import ROOT, project_files

ANYWHERE = re.compile(
    r"\b(opinions?|opinionated|schooling|salien\w+|knobs?|deeds?|smell\w*|mend(s|ed|ing)?|prais\w+|memori[sz]\w*)\b",
    re.IGNORECASE,
)
NAMES = re.compile(r"(?:^|_)(asking|showing|house|spots|benches|desk|news)(?:_|$)", re.IGNORECASE)
DECLARED = re.compile(
    r"^\s*(?:cdef|cpdef|def|class|function|async function|const|let)\b[^(=:\n]*?\b(\w+)\s*[(=:]", re.MULTILINE
)
"""What Cython and JavaScript declare: functions, classes and variables at the begin of a line."""
WORDS_OF_A_NAME = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

FOLDERS = ("src", "docs", "tests", "benchmarks", "tools")
ROOT_FILES = (
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "Makefile",
    "pyproject.toml",
    "setup.py",
)
"""The changelog names what was renamed."""
TEXTS = {
    ".py",
    ".pyi",
    ".pyx",
    ".pxi",
    ".pxd",
    ".h",
    ".c",
    ".md",
    ".html",
    ".js",
    ".css",
    ".toml",
    ".po",
    ".ipynb",
    ".txt",
}
ALLOWED = {
    "tests/project/test_vocabulary.py": "this list",
    "src/ludoteca/cli/main.py": "the hidden alias of `playtest`",
    "tests/cli/test_workshop.py": "the test of that alias",
    "src/ludoteca/web/api/workshop.py": "the deprecated path of the API",
    "tests/web/test_workshop_api.py": "the test of that path",
}
"""Files in which a word of `ANYWHERE` may stand, and why."""
OTHER_LANGUAGES = ("/locale/pt_BR/", "/locale/es/")
VENDORED = ("/vendor/",)
MIGRATIONS = "/migrations/versions/"


def texts() -> Iterator[tuple[str, str]]:
    for file in project_files():
        name = file.relative_to(ROOT).as_posix()
        skipped = any(part in f"/{name}" for part in (*OTHER_LANGUAGES, *VENDORED, MIGRATIONS))
        is_text = name.partition("/")[0] in FOLDERS and file.suffix in TEXTS
        if (is_text or name in ROOT_FILES) and not skipped:
            yield name, file.read_text("utf-8")


def english_lines(name: str, text: str) -> Iterator[tuple[int, str]]:
    """The lines of a file; of a game's file, those outside its texts in other languages."""
    lang = "en"
    for number, line in enumerate(text.split("\n"), 1):
        section = re.match(r"\[.*\btext\.([\w-]+)", line) if name.endswith(".toml") else None
        if section:
            lang = section[1]
        elif line.startswith("["):
            lang = "en"
        if lang == "en":
            yield number, line


def test_private_words_are_gone() -> None:
    found = [
        f"{name}:{number}: {match[0]}"
        for name, text in texts()
        if name not in ALLOWED
        for number, line in english_lines(name, text)
        for match in ANYWHERE.finditer(line.replace("_", " "))
    ]
    assert found == []


def names_of(file: Path) -> Iterator[str]:
    """The module's name and the names of its classes and functions."""
    yield file.stem
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def snake(name: str) -> str:
    return WORDS_OF_A_NAME.sub("_", name).lower()


def test_modules_classes_and_functions_have_standard_names() -> None:
    found = [
        f"{file.relative_to(ROOT)}: {name}"
        for file in project_files()
        if file.suffix == ".py"
        and file.relative_to(ROOT).parts[0] in FOLDERS
        and MIGRATIONS not in file.as_posix()
        for name in names_of(file)
        if NAMES.search(snake(name))
    ]
    assert found == []


def test_names_in_cython_and_javascript_are_standard() -> None:
    found = [
        f"{name}: {word}"
        for name, text in texts()
        if name.endswith((".pyx", ".pxi", ".pxd", ".js"))
        for word in (Path(name).stem, *DECLARED.findall(text))
        if NAMES.search(snake(word))
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        "cdef inline int asking(const Tables* t) noexcept nogil:",
        "    def news(self):",
        "class Desk:",
        "function showing(board) {",
        "const benches = 1;",
    ],
)
def test_declarations_are_found(line: str) -> None:
    assert [word for word in DECLARED.findall(line) if NAMES.search(snake(word))]


@pytest.mark.parametrize(
    "word", ["opinion", "an Opinion", "mended", "salience", "praise", "smell test", "deeds"]
)
def test_the_pattern_finds_private_words(word: str) -> None:
    assert ANYWHERE.search(word)


@pytest.mark.parametrize(
    "word", ["recommended", "amended", "indeed", "appraisal", "memory", "depends", "deedless"]
)
def test_the_pattern_spares_ordinary_words(word: str) -> None:
    assert not ANYWHERE.search(word)
