"""Message catalogues: the compiled gettext files of one domain in every shipped language."""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from functools import cache, cached_property

from ludoteca.messages.languages import DEFAULT, LOCALE_FOLDER

PLURAL = "n"
"""The parameter that chooses between the plural forms of a message."""


class Catalogue:
    """The messages of one domain. `text` fills in the parameters, as `str.format` does."""

    def __init__(self, domain: str) -> None:
        self.domain = domain

    def __contains__(self, key: str) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def text(self, lang: str, key: str, /, **params: object) -> str:
        """The message in a language. `KeyError` for a key that no catalogue has."""
        if key not in self._keys:
            raise KeyError(f"{self.domain}: {key}")
        translations = _translations(self.domain, lang)
        count = params.get(PLURAL)
        if key in self._plurals and isinstance(count, int | float):
            template = translations.ngettext(key, key, count)  # type: ignore[arg-type]
        elif key in self._plurals:
            template = translations.ngettext(key, key, 2)
        else:
            template = translations.gettext(key)
        return template.format(**params) if params or "{" in template else template

    def get(self, lang: str, key: str, default: str = "", /, **params: object) -> str:
        """The message, or a default where no catalogue has the key."""
        return self.text(lang, key, **params) if key in self else default

    @cached_property
    def _keys(self) -> dict[str, None]:
        return dict.fromkeys(key for key in self._default if key)

    @cached_property
    def _plurals(self) -> frozenset[str]:
        return frozenset(key[0] for key in _raw(self.domain, DEFAULT) if isinstance(key, tuple))

    @property
    def _default(self) -> Iterator[str]:
        return (key[0] if isinstance(key, tuple) else key for key in _raw(self.domain, DEFAULT))


@cache
def _translations(domain: str, lang: str) -> gettext.GNUTranslations:
    """One compiled catalogue; `make` compiles them."""
    file = LOCALE_FOLDER / lang.replace("-", "_") / "LC_MESSAGES" / f"{domain}.mo"
    try:
        with file.open("rb") as stream:
            return gettext.GNUTranslations(stream)
    except FileNotFoundError:
        compile_first = "run `make`, or `python tools/compile_catalogues.py` in a checkout"
        raise RuntimeError(f"message catalogue {file.name} is not compiled: {compile_first}") from None


def _raw(domain: str, lang: str) -> dict[str | tuple[str, int], str]:
    catalog: dict[str | tuple[str, int], str] = _translations(domain, lang)._catalog  # type: ignore[attr-defined]
    return catalog
