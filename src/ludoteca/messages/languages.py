"""The shipped languages, found in the `locale` folder, and which of them a reader prefers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

LOCALE_FOLDER = Path(__file__).parent.parent / "locale"
DEFAULT = "en"

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def _shipped() -> tuple[str, ...]:
    tags = (folder.name.replace("_", "-") for folder in LOCALE_FOLDER.iterdir() if folder.is_dir())
    return tuple(sorted(tags, key=lambda tag: (tag != DEFAULT, tag)))


LANGUAGES = _shipped()
"""BCP 47 tags of the shipped languages, the default one first."""


def match_language(tag: str) -> str | None:
    """The shipped language that a locale name or language tag asks for: `pt_BR.UTF-8`, `pt`, `en-GB`."""
    wanted = tag.split(".")[0].replace("_", "-").strip().casefold()
    exact = (known for known in LANGUAGES if known.casefold() == wanted)
    similar = (known for known in LANGUAGES if _primary(known) == _primary(wanted))
    return next(iter((*exact, *similar)), None)


def preferred_language(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for, in gettext's order of variables; English otherwise."""
    for variable in _VARIABLES:
        for tag in environment.get(variable, "").split(":"):
            known = match_language(tag)
            if known:
                return known
        if environment.get(variable) and variable != "LANGUAGE":
            break
    return DEFAULT


def _primary(tag: str) -> str:
    return tag.casefold().split("-")[0]
