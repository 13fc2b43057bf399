"""Values of the rules language in words, for the sentences of rules text and cards."""

from __future__ import annotations

import re

from ludoteca.messages import catalogue

MESSAGES = catalogue("rules")


def word(lang: str, value: object, key: str = "") -> str:
    """A value in words, under some key of the rules. Unknown values are returned unchanged."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    for known in _keys(text, key):
        if known in MESSAGES:
            return MESSAGES.text(lang, known)
    return text


def is_known(value: str, key: str = "") -> bool:
    return any(known in MESSAGES for known in _keys(value, key))


_REGIONS = {
    "not": re.compile(r"not (?P<a>.+)"),
    "but-not": re.compile(r"(?P<a>.+?) but not (?P<b>.+)"),
    "row": re.compile(r"row (?P<a>\d+)"),
    "rows": re.compile(r"rows (?P<a>\d+)-(?P<b>\d+)"),
    "column": re.compile(r"column (?P<a>\w+)"),
    "columns": re.compile(r"columns (?P<a>\w+)-(?P<b>\w+)"),
    "far-rows": re.compile(r"far rows (?P<a>\d+)"),
    "near-rows": re.compile(r"near rows (?P<a>\d+)"),
}


def region_text(lang: str, value: str) -> str:
    """A set of cells such as `rows 1-2 but not a1` in words; cells are returned unchanged."""
    if is_known(value):
        return word(lang, value)
    for key, pattern in _REGIONS.items():
        if match := pattern.fullmatch(value):
            parts = {name: region_text(lang, part) for name, part in match.groupdict().items()}
            return MESSAGES.text(lang, f"region.{key}", **parts)
    return value


def _keys(value: str, key: str) -> tuple[str, str]:
    """A value may have words of its own under one key."""
    return f"word.{key}={value}", f"word.{value}"
