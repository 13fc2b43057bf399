"""The text format of records: headers in brackets, numbered moves, comments in braces, as in PGN.

A number covers a move by first and the reply by second. If second moves without a move by first before it,
the number is followed by `…`: `1. 3 2. 6 5 3… 2` is first, first again, second, second again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ludoteca.errors import BadRecord

WIDTH = 80
_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_UNESCAPES = {"n": "\n", "r": "\r", "t": "\t", "s": " "}
_BLANK = re.compile(r"[ \t\r\n]*")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_HEADER = re.compile(r'\[[ \t]*([A-Za-z][A-Za-z0-9-]*)[ \t]+"((?:[^"\\]|\\.)*)"[ \t]*\]', re.DOTALL)
_COMMENT = re.compile(r"\{((?:[^{}\\]|\\.)*)\}", re.DOTALL)
_NUMBER = re.compile(r"(\d+)(…|\.{3}|\.)")
_WORD = re.compile(r"[^ \t\r\n{}]+")
RESULTS = ("first", "second", "draw", "*")


@dataclass
class Sheet:
    """The parsed text of a record, before it is checked."""

    headers: dict[str, str] = field(default_factory=dict)
    comment: str = ""
    """The comment before the first move."""
    moves: list[tuple[str, str, str]] = field(default_factory=list)
    """Move, by whom, comment."""
    result: str = "*"


# -- writing ------------------------------------------------------------------------------------------


def write_sheet(sheet: Sheet) -> str:
    headers = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in sheet.headers.items())
    return f"{headers}\n{_wrapped(_tokens(sheet))}\n"


def numbered(sides: Iterable[str]) -> Iterator[str]:
    """The number before each move, given the sides: `1.`, empty, or `3…`."""
    number, first_moved = 0, False
    for by in sides:
        if by == "second" and first_moved:
            yield ""
        else:
            number += 1
            yield f"{number}." if by == "first" else f"{number}…"
        first_moved = by == "first"


def _tokens(sheet: Sheet) -> Iterator[str]:
    yield from _comment_words(sheet.comment)
    before = numbered(by for _, by, _ in sheet.moves)
    for (move, _, comment), number in zip(sheet.moves, before, strict=True):
        yield f"{number} {move}" if number else move
        yield from _comment_words(comment)
    yield sheet.result


def _comment_words(comment: str) -> list[str]:
    if not comment:
        return []
    text = _escaped(comment).replace("{", "\\{").replace("}", "\\}")
    # Only the first of several spaces may become a line break.
    text = re.sub(r"(?<= ) |^ | $", r"\\s", text)
    return ("{" + text + "}").split(" ")


def _escaped(text: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in text)


def _quoted(text: str) -> str:
    return _escaped(text).replace('"', '\\"')


def _wrapped(tokens: Iterable[str]) -> str:
    """The tokens on lines of at most 80 columns; a number stays with its move."""
    lines = [""]
    for token in tokens:
        if lines[-1] and len(lines[-1]) + 1 + len(token) > WIDTH:
            lines.append("")
        lines[-1] += f" {token}" if lines[-1] else token
    return "\n".join(lines)


# -- reading ------------------------------------------------------------------------------------------


def read_sheet(text: str) -> Sheet:
    """Parse a text. Raises `BadRecord` with the line of the error."""
    sheet = Sheet()
    at = _read_headers(text, sheet)
    _read_moves(text, at, sheet)
    if not sheet.moves or sheet.moves[-1][0] not in RESULTS:
        raise BadRecord("record.no-result", known=tuple(RESULTS))
    sheet.result, _, last_comment = sheet.moves.pop()
    if last_comment:
        _add_comment(sheet, last_comment)
    return sheet


def is_header(name: str) -> bool:
    return bool(_NAME.fullmatch(name))


def is_move(text: str) -> bool:
    """Whether a move can be written: one word, which is not read as a number before a move."""
    return bool(_WORD.fullmatch(text)) and not _NUMBER.match(text)


def _read_headers(text: str, sheet: Sheet) -> int:
    at = _skip(text, 0)
    while text.startswith("[", at):
        match = _HEADER.match(text, at)
        if not match:
            raise BadRecord("record.header", line=_line(text, at))
        name = match[1]
        if name in sheet.headers:
            raise BadRecord("record.header-twice", line=_line(text, at), name=name)
        sheet.headers[name] = _unescaped(match[2])
        at = _skip(text, match.end())
    return at


def _read_moves(text: str, at: int, sheet: Sheet) -> None:
    """Parse the moves; the result is appended as if it were a move."""
    mover = "first"
    at = _skip(text, at)
    while at < len(text):
        if match := _COMMENT.match(text, at):
            _add_comment(sheet, _unescaped(re.sub(r"[ \t\r\n]+", " ", match[1]).strip(" ")))
        elif match := _NUMBER.match(text, at):
            mover = "first" if match[2] == "." else "second"
        elif match := _WORD.match(text, at):
            sheet.moves.append((match[0], mover, ""))
            mover = "second" if mover == "first" else "first"
        else:
            raise BadRecord("record.stray-brace", line=_line(text, at))
        at = _skip(text, match.end())


def _add_comment(sheet: Sheet, comment: str) -> None:
    if not sheet.moves:
        sheet.comment = f"{sheet.comment} {comment}".strip(" ") if sheet.comment else comment
        return
    move, by, earlier = sheet.moves[-1]
    sheet.moves[-1] = (move, by, f"{earlier} {comment}" if earlier else comment)


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: _UNESCAPES.get(found[1], found[1]), text, flags=re.DOTALL)


def _skip(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    return match.end() if match else at


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
