"""The ways to write a record down, by name. Nothing is read here: a help text wants no more."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Format:
    """A way to write a record down."""

    name: str
    ending: str
    """Of a file's name."""
    media: str
    is_read: bool = False
    """Whether it can be read too; pictures cannot."""


FORMATS = {
    one.name: one
    for one in (
        Format("text", "txt", "text/plain; charset=utf-8", True),
        Format("json", "json", "application/json", True),
        Format("sgf", "sgf", "application/x-go-sgf", True),
        Format("piskvork", "psq", "text/plain; charset=utf-8", True),
        Format("svg", "svg", "image/svg+xml"),
        Format("png", "png", "image/png"),
        Format("gif", "gif", "image/gif"),
        Format("html", "html", "text/html; charset=utf-8"),
    )
}
