"""The two languages that players read: which one is wanted, and phrases in both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

LANGUAGES = ("en", "pt-BR")

Table = Mapping[str, tuple[str, str]]
"""A key and its text in each of the languages."""

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def preferred(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for, in the order in which other programs look; else English."""
    for variable in _VARIABLES:
        for word in environment.get(variable, "").split(":"):
            known = known_language(word)
            if known:
                return known
        if environment.get(variable) and variable != "LANGUAGE":
            break
    return LANGUAGES[0]


def known_language(word: str) -> str | None:
    """The language meant by a locale's name: `pt_BR.UTF-8`, `pt`, `en-GB`."""
    start = word.strip().casefold().replace("_", "-").split(".")[0].split("-")[0]
    return {"en": "en", "pt": "pt-BR"}.get(start)


class Phrases:
    """Phrases by key. `|` parts the singular from the plural, chosen by the value called `n`."""

    def __init__(self, *tables: Table) -> None:
        self._texts = {key: texts for table in tables for key, texts in table.items()}

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def say(self, lang: str, key: str, **values: object) -> str:
        """The phrase in a language, its places filled in."""
        text = self._texts[key][LANGUAGES.index(lang)]
        if "|" in text:
            one, many = text.split("|")
            text = one if values.get("n") == 1 else many
        return text.format(**values)

    def find(self, lang: str, key: str, otherwise: str = "") -> str:
        """The phrase, or something else where there is none."""
        return self.say(lang, key) if key in self else otherwise
