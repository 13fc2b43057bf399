"""Every message is translated into every shipped language, with the same parameters."""

from __future__ import annotations

import string
from pathlib import Path

import polib
import pytest

from ludoteca.messages import LANGUAGES, Catalogue, Message, match_language, preferred_language
from ludoteca.messages.languages import LOCALE_FOLDER
from ludoteca.messages.message import listing, number

DOMAINS = sorted(file.stem for file in (LOCALE_FOLDER / "en" / "LC_MESSAGES").glob("*.po"))


def read(lang: str, domain: str) -> polib.POFile:
    return polib.pofile(str(LOCALE_FOLDER / lang.replace("-", "_") / "LC_MESSAGES" / f"{domain}.po"))


def texts(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def fields(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}


def test_english_is_the_default_language() -> None:
    assert LANGUAGES[0] == "en"
    assert "pt-BR" in LANGUAGES


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_every_domain(lang: str) -> None:
    folder = LOCALE_FOLDER / lang.replace("-", "_") / "LC_MESSAGES"
    assert sorted(file.stem for file in folder.glob("*.po")) == DOMAINS


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_message_is_translated(lang: str, domain: str) -> None:
    english = {entry.msgid: entry for entry in read("en", domain)}
    translated = {entry.msgid: entry for entry in read(lang, domain)}
    assert translated.keys() == english.keys()
    for key, entry in translated.items():
        assert not entry.fuzzy and not entry.obsolete, key
        assert all(texts(entry)), f"{lang}: {domain}: {key} is empty"
        wanted = set().union(*map(fields, texts(english[key])))
        assert set().union(*map(fields, texts(entry))) == wanted, key
        assert bool(entry.msgid_plural) == bool(english[key].msgid_plural), key


@pytest.mark.parametrize("domain", DOMAINS)
def test_keys_are_unique(domain: str) -> None:
    for lang in LANGUAGES:
        keys = [entry.msgid for entry in read(lang, domain)]
        assert len(keys) == len(set(keys))


@pytest.mark.parametrize(
    ("tag", "lang"),
    [("pt_BR.UTF-8", "pt-BR"), ("pt", "pt-BR"), ("en-GB", "en"), ("EN", "en"), ("xx", None), ("", None)],
)
def test_tags_are_matched_by_primary_language(tag: str, lang: str | None) -> None:
    assert match_language(tag) == lang


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"LANG": "pt_BR.UTF-8"}, "pt-BR"),
        ({"LANG": "pt"}, "pt-BR"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LC_ALL": "en_GB.UTF-8", "LANG": "pt_BR.UTF-8"}, "en"),
        ({"LC_ALL": "C", "LANG": "pt_BR.UTF-8"}, "en"),
        ({"LC_MESSAGES": "pt_PT", "LANG": "en_US"}, "pt-BR"),
        ({"LANGUAGE": "xx:pt_BR:en", "LANG": "en_US.UTF-8"}, "pt-BR"),
        ({"LANGUAGE": "xx", "LANG": "pt_BR"}, "pt-BR"),
        ({"LANG": "xx_XX"}, "en"),
    ],
)
def test_environment_variables_have_the_precedence_of_gettext(environment: dict[str, str], lang: str) -> None:
    assert preferred_language(environment) == lang


def test_an_unknown_key_is_an_error() -> None:
    with pytest.raises(KeyError, match="no-such-key"):
        Catalogue("common").text("en", "no-such-key")


def test_plural_forms_are_chosen_by_n() -> None:
    scores = Catalogue("cli")
    assert [scores.text("en", "scores.n-wins", n=n) for n in (0, 1, 2)] == ["0 wins", "1 win", "2 wins"]
    assert scores.text("pt-BR", "scores.n-wins", n=2) == "2 vitórias"
    assert scores.get("en", "no-such-key", "default") == "default"


def test_an_uncompiled_catalogue_is_explained() -> None:
    with pytest.raises(RuntimeError, match="compile_catalogues"):
        Catalogue("no-such-domain").text("en", "key")


def test_messages_nest() -> None:
    inner = Message("common", "list.or", {"first": "a", "last": "b"})
    outer = Message("common", "list.and", {"first": inner, "last": ("c", "d")})
    assert outer.text("en") == "a or b and c, d"
    assert outer.text("pt-BR") == "a ou b e c, d"


def test_lists_and_numbers_follow_the_language() -> None:
    assert [listing(tuple("abc"[:n]), "en") for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert listing(("a", "b"), "pt-BR", "or") == "a ou b"
    assert (number(1234.5, "en", 1), number(1234.5, "pt-BR", 1)) == ("1,234.5", "1.234,5")


def test_stale_catalogues_are_compiled(tmp_path: Path) -> None:
    from tools.compile_catalogues import compile_all

    folder = tmp_path / "en" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "common.po").write_text('msgid "a"\nmsgstr "b"\n')
    assert [file.name for file in compile_all(tmp_path)] == ["common.mo"]
    assert compile_all(tmp_path) == []
