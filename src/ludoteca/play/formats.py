"""The formats of records by name, without the code that writes them: help texts need no more."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Format:
    """A format of records."""

    name: str
    ending: str
    """The extension of a file name."""
    media: str
    is_read: bool = False
    """Whether it can be imported too."""


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
