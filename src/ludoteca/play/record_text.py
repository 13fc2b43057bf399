"""The text format of records: headers in brackets, numbered moves, comments in braces, variations in
parentheses, as in PGN.

A number covers a move by first and the reply by second. If second moves without a move by first before it,
the number is followed by `…`: `1. 3 2. 6 5 3… 2` is first, first again, second, second again. A variation
follows the move that it replaces: `1. a1 b2 ( 1… c3 2. b2 ) 2. c1`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from ludoteca.errors import BadRecord

WIDTH = 80
_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_UNESCAPES = {"n": "\n", "r": "\r", "t": "\t", "s": " "}
_BLANK = re.compile(r"[ \t\r\n]*")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_HEADER = re.compile(r'\[[ \t]*([A-Za-z][A-Za-z0-9-]*)[ \t]+"((?:[^"\\]|\\.)*)"[ \t]*\]', re.DOTALL)
_COMMENT = re.compile(r"\{((?:[^{}\\]|\\.)*)\}", re.DOTALL)
_VARIATION = re.compile(r"[()]")
_NUMBER = re.compile(r"(\d+)(…|\.{3}|\.)")
_WORD = re.compile(r"[^ \t\r\n{}()]+")
DEEPEST = 40
"""How deeply variations may be nested."""
RESULTS = ("first", "second", "draw", "*")


@dataclass(frozen=True)
class RecordedMove:
    """One move of a record."""

    move: str
    by: str
    """`first` or `second`."""
    comment: str = ""
    variations: tuple[tuple[RecordedMove, ...], ...] = ()
    """Lines that begin with another move in the same position."""


@dataclass
class Sheet:
    """The parsed text of a record, before it is checked."""

    headers: dict[str, str] = field(default_factory=dict)
    comment: str = ""
    """The comment before the first move."""
    moves: list[RecordedMove] = field(default_factory=list)
    result: str = "*"


# -- writing ------------------------------------------------------------------------------------------


def write_sheet(sheet: Sheet) -> str:
    headers = "".join(f'[{name} "{quoted(value)}"]\n' for name, value in sheet.headers.items())
    return f"{headers}\n{_wrapped(_tokens(sheet))}\n"


@dataclass(frozen=True)
class Numbering:
    """Where the numbers before the moves of a line have got to."""

    number: int = 0
    first_moved: bool = False

    def after(self, by: str) -> Numbering:
        replies = by == "second" and self.first_moved
        return Numbering(self.number + (not replies), by == "first")

    def label(self, by: str, explicit: bool = False) -> str:
        """The number before the next move: `1.`, `3…`, or empty before a reply."""
        if by == "second" and self.first_moved and not explicit:
            return ""
        number = self.after(by).number
        return f"{number}." if by == "first" else f"{number}…"


def numbered(sides: Iterable[str]) -> Iterator[str]:
    """The number before each move, given the sides: `1.`, empty, or `3…`."""
    at = Numbering()
    for by in sides:
        yield at.label(by)
        at = at.after(by)


def _tokens(sheet: Sheet) -> Iterator[str]:
    yield from _comment_words(sheet.comment)
    yield from _line_tokens(sheet.moves, Numbering())
    yield sheet.result


def _line_tokens(moves: Iterable[RecordedMove], at: Numbering, explicit: bool = False) -> Iterator[str]:
    for one in moves:
        number = at.label(one.by, explicit)
        yield f"{number} {one.move}" if number else one.move
        yield from _comment_words(one.comment)
        for line in one.variations:
            yield "("
            yield from _line_tokens(line, at, explicit=True)
            yield ")"
        at, explicit = at.after(one.by), False


def _comment_words(comment: str) -> list[str]:
    if not comment:
        return []
    text = _escaped(comment).replace("{", "\\{").replace("}", "\\}")
    # Only the first of several spaces may become a line break.
    text = re.sub(r"(?<= ) |^ | $", r"\\s", text)
    return ("{" + text + "}").split(" ")


def _escaped(text: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in text)


def quoted(text: str) -> str:
    """A text between the quotation marks of a header."""
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
    if not sheet.moves or sheet.moves[-1].move not in RESULTS or sheet.moves[-1].variations:
        raise BadRecord("record.no-result", known=tuple(RESULTS))
    last = sheet.moves.pop()
    sheet.result = last.move
    if last.comment and sheet.moves:
        _add_comment(sheet.moves, last.comment)
    elif last.comment:
        sheet.comment = _joined(sheet.comment, last.comment)
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
    lines, movers, before = [sheet.moves], ["first"], [""]
    at = _skip(text, at)
    while at < len(text):
        if match := _COMMENT.match(text, at):
            comment = _unescaped(re.sub(r"[ \t\r\n]+", " ", match[1]).strip(" "))
            if lines[-1]:
                _add_comment(lines[-1], comment)
            else:
                before[-1] = _joined(before[-1], comment)
        elif match := _NUMBER.match(text, at):
            movers[-1] = "first" if match[2] == "." else "second"
        elif match := _WORD.match(text, at):
            is_first = len(lines) > 1 and not lines[-1]
            lines[-1].append(RecordedMove(match[0], movers[-1], before[-1] if is_first else ""))
            movers[-1] = "second" if movers[-1] == "first" else "first"
        elif match := _VARIATION.match(text, at):
            if match[0] == "(" and lines[-1]:
                if len(lines) > DEEPEST:
                    raise BadRecord("record.too-deep")
                movers.append(lines[-1][-1].by)
                lines.append([])
                before.append("")
            elif match[0] == ")" and len(lines) > 1 and lines[-1]:
                line = tuple(lines.pop())
                movers.pop()
                before.pop()
                last = lines[-1][-1]
                lines[-1][-1] = replace(last, variations=(*last.variations, line))
            else:
                raise BadRecord("record.parenthesis", line=_line(text, at))
        else:
            raise BadRecord("record.stray-brace", line=_line(text, at))
        at = _skip(text, match.end())
    if len(lines) > 1:
        raise BadRecord("record.parenthesis", line=_line(text, len(text)))
    sheet.comment = before[0]


def _add_comment(line: list[RecordedMove], comment: str) -> None:
    line[-1] = replace(line[-1], comment=_joined(line[-1].comment, comment))


def _joined(earlier: str, comment: str) -> str:
    return f"{earlier} {comment}" if earlier else comment


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: _UNESCAPES.get(found[1], found[1]), text, flags=re.DOTALL)


def _skip(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    return match.end() if match else at


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
