"""Every error message with the input that causes it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import ludoteca.games
from ludoteca.errors import BadPosition, IllegalMove, LimitExceeded, RulesError, UnknownGame
from ludoteca.games import load, loads
from ludoteca.games.expressions import ExpressionError
from ludoteca.games.illegal_moves import REASONS
from ludoteca.games.problems import MOST_PROBLEMS, Problems
from ludoteca.geometry import UnknownRegion
from tests.games.error_cases import MOVES, STEPPING, ErrorCase, elsewhere, file_cases, messages_of

ROOM = Path(ludoteca.games.__file__).parent
ERRORS = (ExpressionError, BadPosition, IllegalMove, UnknownGame, UnknownRegion)
GAME = 'board.grid = [3, 3]\nturn.do = "place"\n'


@pytest.mark.parametrize("mistake", file_cases(), ids=lambda mistake: mistake[0].replace("\n", " ")[:60])
def test_errors_in_files(mistake: ErrorCase):
    _, make, messages = mistake
    assert_told(messages_of(make), messages)


@pytest.mark.parametrize("mistake", elsewhere(), ids=lambda mistake: repr(mistake[0]))
def test_errors_in_names_positions_and_moves(mistake: ErrorCase):
    _, make, messages = mistake
    assert_told(messages_of(make), messages)


def assert_told(found: list[str], expected: list[str]) -> None:
    """Compare messages in order; one that ends in … is a prefix."""
    begun = [
        message[: len(wanted) - 1] + "…" if wanted.endswith("…") else message
        for message, wanted in zip(found, expected, strict=False)
    ]
    assert [*begun, *found[len(expected) :]] == expected


@pytest.mark.parametrize(("game", "position", "move", "message", "reason"), MOVES)
def test_a_refused_move_has_a_reason_for_programs(game, position, move, message, reason):
    with pytest.raises(IllegalMove) as refusal:
        loads(game).position(position).play(move)
    assert refusal.value.reason == reason


def test_every_reason_is_seen():
    assert {reason for *_, reason in MOVES} | {"wrong side to move"} == set(REASONS)


def test_the_wrong_side():
    with pytest.raises(IllegalMove) as refusal:
        loads(STEPPING).position("2o/3/x2 x").play("c3-b3", by="second")
    assert str(refusal.value) == "it is the first player's turn, not the second player's."
    assert refusal.value.reason == "wrong side to move"


# -- files that are no files --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x" * 200_001, "the file is larger than 200000 characters."),
        (f"board.pits = {'9' * 5000}", "this is not TOML: a number or a date is out of range."),
        (f"a = {'[' * 5000}{']' * 5000}", "tables are nested more than 12 deep."),
        (f"a = {'[' * 13}{']' * 13}", "tables are nested more than 12 deep."),
        (f"{'a.' * 13}a = 1", "tables are nested more than 12 deep."),
    ],
)
def test_oversized_games_are_refused(text: str, message: str):
    assert messages_of(lambda: loads(text)) == [message]


def test_a_file_that_is_not_text(tmp_path: Path):
    file = tmp_path / "my-game.toml"
    file.write_bytes(b"\xff\xfe")
    assert messages_of(lambda: load(str(file))) == ["the file is not UTF-8 text."]


def test_a_file_that_is_too_large(tmp_path: Path):
    file = tmp_path / "my-game.toml"
    file.write_text("#" * 900_000)
    assert messages_of(lambda: load(str(file))) == ["the file is larger than 200000 characters."]


def test_a_folder_is_not_a_game(tmp_path: Path):
    folder = tmp_path / "my-game.toml"
    folder.mkdir()
    assert messages_of(lambda: load(str(folder))) == [f"{folder}: Is a directory."]


# -- many mistakes, odd mistakes ----------------------------------------------------------------------


def test_the_number_of_problems_is_limited():
    found = messages_of(lambda: loads(GAME + "".join(f"key{n} = {n}\n" for n in range(5000))))
    assert len(found) == MOST_PROBLEMS + 1
    assert found[-1] == "and more."


def test_a_message_is_one_printable_line():
    (found,) = messages_of(lambda: loads(GAME + 'family = "\\u001b[31m\\n\\u202e"'))
    assert found.startswith('family: "\\x1b[31m\\n\\u202e" is not known here.')


def test_long_values_are_truncated():
    (found,) = messages_of(lambda: loads(GAME + f'family = "{"x" * 3000}"'))
    assert found.startswith(f'family: "{"x" * 38}… is not known here. Allowed: "blocking"')


def test_the_file_is_named_in_each_message():
    with pytest.raises(RulesError) as refusal:
        loads(GAME + "bord = 1\nturm = 2", "tower")
    assert [problem.file for problem in refusal.value.problems] == ["tower.toml", "tower.toml"]
    assert str(refusal.value) == "\n".join(map(str, refusal.value.problems))


def test_kernel_limits_are_reported():
    with pytest.raises(LimitExceeded, match=r"^depth must be between 1 and 60\.$"):
        loads(GAME).perft(61)


# -- no message without a test ------------------------------------------------------------------------


def test_every_message_is_covered():
    with noted_sites() as seen:
        for _, make, _ in (*file_cases(), *elsewhere()):
            messages_of(make)
        test_the_wrong_side()
    missed = [site for site in sites() if not any(file == site[0] and line in site[1] for file, line in seen)]
    untried = [site for site in missed if not is_tried_above(*site)]
    assert [f"{Path(file).name}:{lines[0]}" for file, lines in untried] == []


def is_tried_above(file: str, lines: range) -> bool:
    """Whether the call is about file access, which other tests cover."""
    source = Path(file).read_text("utf-8").splitlines()[lines[0] - 1 : lines[-1]]
    return "RulesError(" in " ".join(source) or "_file_error(" in " ".join(source)


def sites() -> set[tuple[str, range]]:
    """The source locations that add problems or raise errors."""
    found = set()
    for file in ROOM.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and is_message(node.func):
                found.add((str(file), range(node.lineno, (node.end_lineno or node.lineno) + 1)))
    return found


def is_message(function: ast.expr) -> bool:
    if isinstance(function, ast.Attribute):
        return function.attr in ("add", "add_message") and ast.unparse(function.value).endswith("problems")
    return isinstance(function, ast.Name) and function.id in {error.__name__ for error in ERRORS}


@contextmanager
def noted_sites() -> Iterator[set[tuple[str, int]]]:
    """Record the locations that add problems or raise errors."""
    seen: set[tuple[str, int]] = set()
    patch = pytest.MonkeyPatch()

    def note(owner: type, name: str) -> None:
        plain = getattr(owner, name)

        def noting(self, *arguments, **params):
            frame = sys._getframe(1)
            seen.add((frame.f_code.co_filename, frame.f_lineno))
            plain(self, *arguments, **params)

        patch.setattr(owner, name, noting)

    note(Problems, "add")
    note(Problems, "add_message")
    for error in ERRORS:
        note(error, "__init__")
    try:
        yield seen
    finally:
        patch.undo()
