"""Values and words of a user's text, made fit for a sentence."""

from __future__ import annotations


def cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def printable(text: str) -> str:
    """The text on one line, with control characters escaped."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
