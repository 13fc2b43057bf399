"""Forms for the options of players, derived from the options that each player registers.

The terminal's menu and the pages of the laboratory ask for the same fields, and both build the specification
that `parse_player` reads.
"""

from __future__ import annotations

import inspect
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from ludoteca.messages import catalogue
from ludoteca.play.players import Decimal, Kind, OneOf, UnknownPlayer, Whole, kinds, quoted, split_options

MESSAGES = catalogue("play")

INTEGER, NUMBER, CHOICE, SWITCH, TEXT = "integer", "number", "choice", "switch", "text"
USUAL = ("depth", "seconds", "nodes", "playouts", "evaluator", "utility", "order", "window", "parity")
"""The options that are shown first; the others follow in their own order."""
Limits = Mapping[str, float | None]
"""The most that an option may be, None for no limit. An option that is not named is not offered."""
Choices = Mapping[str, Collection[str]]
"""The values of an option that make sense, for instance in one game. None of them, and it is left out."""


@dataclass(frozen=True)
class Field:
    """One option of a player, as a form asks for it. Left empty, it is the player's own default."""

    name: str
    kind: str
    """`integer`, `number`, `choice`, `switch` (0 or 1) or `text`."""
    least: float = 0
    most: float = 0
    words: tuple[str, ...] = ()
    """The values of a choice."""
    default: str = ""
    """The default, if it is known."""

    def label(self, lang: str) -> str:
        return MESSAGES.get(lang, f"option.{self.name}", self.name)

    def word(self, lang: str, value: str) -> str:
        """A value of a choice in a language, with the word that specifications use."""
        said = MESSAGES.get(lang, f"value.{value}", value)
        return value if said == value else f"{said} ({value})"

    def about(self, lang: str) -> str:
        """What the option does, in one sentence."""
        return MESSAGES.get(lang, f"option-about.{self.name}", "")


def fields_of(
    kind: Kind,
    limits: Limits | None = None,
    choices: Choices | None = None,
    defaults: Mapping[str, str] | None = None,
) -> list[Field]:
    """The fields of a player. `limits` are those of a shared server; choices with nothing to choose are left
    out. `defaults` are those that it has in one game."""
    defaults = {**_defaults(kind), **(defaults or {})}
    ordered = sorted(kind.options, key=lambda name: USUAL.index(name) if name in USUAL else len(USUAL))
    found = []
    for name in ordered:
        if limits is not None and name not in limits:
            continue
        field = _field(name, kind.options[name], defaults.get(name, ""))
        most = limits.get(name) if limits else None
        if most is not None and field.kind in (INTEGER, NUMBER):
            field = Field(name, field.kind, field.least, min(field.most, most), default=field.default)
        if choices and name in choices:
            words = tuple(choices[name])
            if field.kind == CHOICE:
                words = tuple(word for word in field.words if word in words)
            field = Field(name, CHOICE, words=words, default=field.default)
        if field.kind == TEXT or field.least < field.most or len(field.words) > 1:
            found.append(field)
    return found


def _field(name: str, option: object, default: str) -> Field:
    if isinstance(option, Whole):
        kind = SWITCH if (option.least, option.most) == (0, 1) else INTEGER
        return Field(name, kind, option.least, option.most, default=default)
    if isinstance(option, Decimal):
        return Field(name, NUMBER, option.least, option.most, default=default)
    if isinstance(option, OneOf):
        return Field(name, CHOICE, words=option.words, default=default)
    return Field(name, TEXT, default=default)


def _defaults(kind: Kind) -> dict[str, str]:
    """The default values that a player's class states: in `DEFAULTS`, or as those of its arguments."""
    found: dict[str, str] = dict(getattr(kind.make, "DEFAULTS", {}))
    for name, one in inspect.signature(kind.make).parameters.items():
        if isinstance(one.default, int | float | str) and one.default != "":
            value = f"{one.default:g}" if isinstance(one.default, float) else str(one.default)
            found[name.replace("_", "-")] = value
    return found


def entered(spec: str) -> tuple[str, dict[str, str]]:
    """A specification as the fields of a form: the player, and the values of its options. What is not known
    is left out."""
    word, _, rest = spec.strip().partition(":")
    kind = kinds().get(word)
    if kind is None:
        return "", {}
    values = {}
    try:
        items = split_options(rest) if rest else []
    except UnknownPlayer:
        items = []
    for name, value in items:
        name, value = (kind.bare, name) if value is None else (name, value)
        if name in kind.options:
            values[name] = value
    return word, values


def specification(word: str, values: Mapping[str, str]) -> str:
    """The text of a player with options; empty values are left out. Raises `UnknownPlayer` for a player that
    does not exist, but does not check the values: `parse_player` does."""
    known = kinds()
    if word not in known:
        raise UnknownPlayer("player.unknown", name=word, hint="", known=tuple(known))
    given = [
        f"{name}={quoted(values[name].strip())}"
        for name in known[word].options
        if values.get(name, "").strip()
    ]
    return word + (":" + ",".join(given) if given else "")
