"""What a linter does not know: rules stay in the data, and nobody's machine is in the code."""

import io
import re
import subprocess
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "ludoteca"
LIBRARY = PACKAGE / "games" / "library"
COLLECTIONS = PACKAGE / "games" / "collections.toml"
"""Groups of games chosen by hand: data, as the library is."""
CLASSICS = PACKAGE / "classics"  # players written for one game each, called by that game's name
LOCALE = PACKAGE / "locale"  # texts, among them those of the classics' experiments

# Ids that are words of geometry too: a hexagonal board, and the pattern of lines named after its game.
ALSO_GEOMETRY = {"alquerque", "hex", "y"}

# Where a checkout or a home stands on one machine.
MACHINE_PATH = re.compile(r"(?<![\w.~-])(?:/(?:root|work|(?:home|Users)/\w+)/|[A-Z]:\\+Users\\)")

NOT_OURS = {".git", ".venv", "build", "dist", "__pycache__"}


def project_files() -> list[Path]:
    """Every file that git tracks or would track; in an unpacked archive, every file that was not built."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        told = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return [file for file in ROOT.rglob("*") if file.is_file() and is_ours(file)]
    return [ROOT / name for name in told.stdout.split("\0") if name and (ROOT / name).is_file()]


def is_ours(file: Path) -> bool:
    folders = file.relative_to(ROOT).parts[:-1]
    return not any(name in NOT_OURS or name.endswith((".egg-info", "_cache")) for name in folders)


def text_of(file: Path) -> str:
    """The file as text; nothing for pictures and compiled files."""
    content = file.read_bytes()
    return "" if b"\0" in content else content.decode("utf-8")


def lines_matching(pattern: re.Pattern[str], files: list[Path]) -> list[str]:
    return [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()}"
        for file in files
        for number, line in enumerate(text_of(file).splitlines(), start=1)
        if pattern.search(line)
    ]


def names_of(ids: set[str]) -> re.Pattern[str]:
    """Any of the ids as a word of its own, hyphenated, underscored or run together."""
    words = sorted(re.escape(game).replace(r"\-", "[-_]?") for game in ids)
    return re.compile(rf"(?<![a-z0-9])(?:{'|'.join(words)})(?![a-z0-9])", re.IGNORECASE)


def test_no_file_names_a_place_on_one_machine():
    assert lines_matching(MACHINE_PATH, project_files()) == []


def code_of(file: Path) -> str:
    """The source without comments and docstrings, in which games may be cited by name."""
    source = text_of(file)
    if file.suffix == ".py":
        return python_code(source)
    if file.suffix in {".pyx", ".pxi", ".pyi"}:
        return re.sub(r"#.*", "", re.sub(r'"""(?!\n    #include).*?"""', "", source, flags=re.DOTALL))
    return source


def python_code(source: str) -> str:
    """Every token but comments and strings that are statements."""
    kept: list[str] = []
    at_start = True
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        is_docstring = token.type == tokenize.STRING and at_start
        if token.type != tokenize.COMMENT and not is_docstring:
            kept.append(token.string)
        if token.type not in {tokenize.NL, tokenize.COMMENT}:
            at_start = token.type in {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING}
    return " ".join(kept)


def test_no_code_names_a_game():
    """A game is a file in the library; code that names one has learnt which game it serves."""
    games = {file.name.split(".")[0] for file in LIBRARY.glob("*.toml")}
    ours = [file for file in project_files() if file.is_relative_to(PACKAGE)]
    code = [
        file for file in ours if not {LIBRARY, CLASSICS, LOCALE} & set(file.parents) and file != COLLECTIONS
    ]
    assert games
    assert code
    pattern = names_of(games - ALSO_GEOMETRY)
    assert [str(file.relative_to(ROOT)) for file in code if pattern.search(code_of(file))] == []


def test_comments_and_docstrings_may_name_a_game():
    source = (
        '"""Odd threats, known from dara."""\n\ndef play(n):\n    """As in dara."""\n    return n  # dara\n'
    )
    assert "dara" not in python_code(source)
    assert "dara" in python_code('x = 1\nif x == "dara":\n    pass\n')


@pytest.mark.parametrize("line", ["play_two_by_two(board)", 'if id == "two-by-two":', "class TwoByTwo:"])
def test_a_game_is_recognised_however_it_is_spelled(line):
    assert names_of({"two-by-two"}).search(line)


def test_longer_words_are_not_taken_for_games():
    assert not names_of({"dara"}).search("a standard darae")
