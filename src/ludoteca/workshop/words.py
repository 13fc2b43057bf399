"""Values of the rules language in words, for the sentences of rules text and cards."""

from __future__ import annotations

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


def _keys(value: str, key: str) -> tuple[str, str]:
    """A value may have words of its own under one key."""
    return f"word.{key}={value}", f"word.{value}"
