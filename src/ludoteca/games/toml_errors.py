"""The messages of Python's TOML parser as problems with codes, the only place that knows their wording."""

from __future__ import annotations

import re

from ludoteca.errors import Problem
from ludoteca.messages import Message

_PATTERNS = (
    (r"Invalid value", "toml.invalid-value"),
    (r"Invalid statement", "toml.invalid-statement"),
    (r"Invalid initial character for a key part", "toml.invalid-key"),
    (r"Expected '=' after a key in a key/value pair", "toml.expected-equals"),
    (r"Expected '\]' at the end of a table declaration", "toml.unclosed-table-name"),
    (r"Expected '\]\]' at the end of an array declaration", "toml.unclosed-array-name"),
    (r"Expected newline or end of document after a statement", "toml.expected-newline"),
    (r"Expected (?P<what>.+)", "toml.expected"),
    (r"Unclosed array", "toml.unclosed-array"),
    (r"Unclosed inline table", "toml.unclosed-inline-table"),
    (r"Unterminated string", "toml.unterminated-string"),
    (r"(?:Found invalid|Illegal) character (?P<what>.+)", "toml.invalid-character"),
    (r"Cannot declare (?P<what>.+) twice", "toml.declared-twice"),
    (r"Duplicate inline table key (?P<what>.+)", "toml.duplicate-key"),
    (r"Cannot overwrite a value", "toml.overwritten"),
    (r"Cannot (?:mutate immutable|redefine) namespace (?P<what>.+)", "toml.redefined"),
    (r"Unescaped '.+' in a string", "toml.unescaped-backslash"),
    (r"(?:Invalid hex value|Escaped character is not a Unicode scalar value)", "toml.invalid-escape"),
    (r"Invalid date or datetime", "toml.invalid-date"),
    (r"(?P<what>.*)", "toml.other"),
)
_CODES = tuple((re.compile(pattern, re.DOTALL), code) for pattern, code in _PATTERNS)
_PLACE = re.compile(
    r"(?P<what>.*?)(?: \(at (?:line (?P<line>\d+), column (?P<column>\d+)|[^)]*)\))?", re.DOTALL
)


def toml_problem(message: str, text: str, file: str) -> Problem:
    """The parser's message about a text as a problem of a file."""
    place = _PLACE.fullmatch(message)
    assert place is not None
    line = int(place["line"]) if place["line"] else text.count("\n") + 1
    return Problem(_coded(place["what"]), file, "", line, int(place["column"] or 0))


def _coded(what: str) -> Message:
    what = re.sub(r"\('(.*?)',?\)", lambda keys: keys[1].replace("', '", "."), what)  # ('a', 'b') is a.b
    found, code = next((found, code) for pattern, code in _CODES if (found := pattern.fullmatch(what)))
    return Message("problems", code, found.groupdict())
