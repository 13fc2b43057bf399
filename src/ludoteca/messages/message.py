"""A message: a code with parameters, independent of any language until it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from ludoteca.messages.catalogue import Catalogue
from ludoteca.messages.languages import LANGUAGES
from ludoteca.messages.quoting import cut

_COMMON = Catalogue("common")
_LONGEST = 200
"""A longer text in a parameter, which may be a whole file of a user, is cut."""


@dataclass(frozen=True)
class Message:
    """What is to be said. A parameter may itself be a message, or a tuple of alternatives to be listed."""

    domain: str
    code: str
    params: Mapping[str, object] = field(default_factory=dict)

    def text(self, lang: str) -> str:
        """The sentence in a language."""
        shown = {name: _shown(value, lang) for name, value in self.params.items()}
        return catalogue(self.domain).text(lang, self.code, **shown)

    def find(self, name: str) -> object:
        """The value of a parameter of this message or of a message nested in it; None if there is none."""
        if name in self.params:
            return self.params[name]
        nested = (value.find(name) for value in self.params.values() if isinstance(value, Message))
        return next((value for value in nested if value is not None), None)

    def __reduce__(self) -> tuple[object, ...]:
        return Message, (self.domain, self.code, dict(self.params))


class WordList(tuple[str, ...]):
    """Words of a file format or of the command line as a parameter: listed in quotes, never translated."""

    __slots__ = ()


class Alternatives(WordList):
    """Words of which one is meant: `"a", "b" or "c"`."""

    __slots__ = ()


@dataclass(frozen=True)
class Number:
    """A number with decimals as a parameter, shown with the decimal separator of the language."""

    value: float

    def text(self, lang: str) -> str:
        return localized(f"{self.value:g}", lang)


class Translated(dict[str, str]):
    """A text in every shipped language as a parameter, as another process may send it."""

    __slots__ = ()


@cache
def catalogue(domain: str) -> Catalogue:
    return Catalogue(domain)


def listing(items: tuple[object, ...], lang: str, conjunction: str = "and") -> str:
    """Items as a list in a sentence: `a`, `a and b`, `a, b and c`."""
    texts = [str(_shown(item, lang)) for item in items]
    if len(texts) < 2:
        return "".join(texts)
    return _COMMON.text(lang, f"list.{conjunction}", first=", ".join(texts[:-1]), last=texts[-1])


def number(value: float, lang: str, places: int = 0) -> str:
    """A number with the thousands and decimal separators of a language."""
    return localized(f"{value:,.{places}f}", lang)


def language_name(tag: str) -> str:
    """What a shipped language calls itself; the tag itself for any other language."""
    return _COMMON.text(tag, "language.name") if tag in LANGUAGES else tag


def localized(digits: str, lang: str) -> str:
    """A number formatted by Python, with the separators of a language: `1,234.5` as `1.234,5`."""
    marks = {",": _COMMON.text(lang, "number.thousands"), ".": _COMMON.text(lang, "number.decimal")}
    return "".join(marks.get(sign, sign) for sign in digits)


def _shown(value: object, lang: str) -> object:
    if isinstance(value, Message | Number):
        return value.text(lang)
    if isinstance(value, Translated):
        return value[lang]
    if isinstance(value, Alternatives):
        return listing(tuple(f'"{word}"' for word in value), lang, "or")
    if isinstance(value, WordList):
        return ", ".join(f'"{word}"' for word in value)
    if isinstance(value, tuple):
        return ", ".join(str(_shown(item, lang)) for item in value)
    return cut(value, _LONGEST) if isinstance(value, str) else value
