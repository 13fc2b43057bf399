"""Values as TOML writes them."""

from __future__ import annotations

import re
from typing import Any


def write(value: Any) -> str:
    """A value as it stands in a file, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(write(item) for item in value)}]"
    if isinstance(value, dict):
        items = ", ".join(f"{key_of(str(key))} = {write(item)}" for key, item in value.items())
        return f"{{ {items} }}" if items else "{}"
    return str(value.isoformat())


_SIGNS = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def quoted(text: str) -> str:
    signs = (_SIGNS.get(c) or (c if c.isprintable() else f"\\U{ord(c):08x}") for c in text)
    return f'"{"".join(signs)}"'


def key_of(key: str | int) -> str:
    return str(key) if re.fullmatch(r"[A-Za-z0-9_-]+", str(key)) else quoted(str(key))
