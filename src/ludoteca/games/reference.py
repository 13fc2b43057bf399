"""The language reference as Markdown, generated from the declarations of the language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import MISSING
from typing import Any

from ludoteca.games import reference_prose as prose
from ludoteca.games.fields import PerSide, is_required, keys_of
from ludoteca.games.keyword_usage import SHAPE_KEYWORDS, SHAPES, Keyword, games_using
from ludoteca.games.library import ids
from ludoteca.games.problems import as_toml, sentence
from ludoteca.games.reference_general import GENERAL
from ludoteca.games.spec import (
    CONDITIONS,
    DEFAULT_VALUE,
    VALUES,
    VERBS,
    Action,
    Board,
    Checks,
    Condition,
    Custody,
    Draw,
    End,
    Follow,
    Formats,
    GameSpec,
    Kind,
    Parameter,
    Promotion,
    Sample,
    Setup,
    Turn,
    When,
    Windows,
    Words,
    modifiers_of,
)

_MOST_NAMED = 6
_HEADINGS: dict[type, str] = {
    GameSpec: "The file",
    Board: "`[board]`",
    Kind: "`[pieces.NAME]`",
    Promotion: "`promote`",
    Setup: "`[setup]`",
    Turn: "`[turn]` and `[[phase]]`",
    Follow: "`then`",
    Condition: "`when` of an action",
    Custody: "`custody`",
    Windows: "`shape`, `without` and `spare`",
    End: "`[[end]]`",
    Draw: "`[draw]`",
    Parameter: "`[parameters.NAME]`",
    Words: "`[text.LANGUAGE]`",
    Formats: "`[formats]`",
    Checks: "`[checks]`",
    Sample: "`samples`",
}


def reference() -> str:
    """The whole page."""
    parts = [
        prose.INTRODUCTION,
        *map(_table, (GameSpec, Board)),
        _phrases(),
        *map(_table, (Kind, Promotion, Setup, Turn, Follow)),
        _actions(),
        *map(_table, (Condition, Custody, Windows, End)),
        _conditions(),
        _results(),
        _table(Draw),
        prose.PARAMETERS,
        *map(_table, (Parameter, Words, Formats, Checks, Sample)),
        _as_text(),
    ]
    page = "\n".join(part.rstrip() + "\n" for part in parts)
    first, rest = page.split("\n## ", 1)
    return f"{first}\n{_contents(page)}\n## {rest}"


def _contents(page: str) -> str:
    """The table of contents."""
    headings = re.findall(r"^## (.*)$", page, re.MULTILINE)
    links = (
        f"[{heading}](#{re.sub(r'[^a-z -]', '', heading.lower()).replace(' ', '-')})" for heading in headings
    )
    return "Contents: " + " · ".join(links) + "\n"


# -- tables -------------------------------------------------------------------------------------------


def _table(table: type) -> str:
    level = "###" if table in (Promotion, Follow, Condition, Custody, Windows, Sample, Parameter) else "##"
    entries = (_entry(table.__name__, key, known) for key, known in keys_of(table).items())
    return _section(f"{level} {_HEADINGS[table]}", table.__doc__ or "", entries)


def _section(heading: str, about: str, entries: Iterable[str]) -> str:
    return "\n\n".join((heading, about, *entries))


def _entry(table: str, key: str, known: Any) -> str:
    """The entry of a key: description, value, default, example, games."""
    metadata = known.metadata
    lines = [f"**`{key}`** {metadata['doc']}", f"Value: {metadata['reader'].describe().text('en')}."]
    if "verbs" in metadata:
        lines.append(f"With {_either(metadata['verbs'])}.")
    if "needs" in metadata:
        lines.append(f"Requires {_either(metadata['needs'])}.")
    if is_required(known):
        lines.append("Required.")
    elif usual := _usual(known):
        lines.append(f"Default: `{usual}`.")
    lines.append(f"Example: `{metadata['example']}`")
    return "\\\n".join((*lines, _used_in((table, key))))


def _usual(known: Any) -> str:
    """The default value as TOML; empty if there is none."""
    usual = known.default
    if usual is MISSING or usual is None or usual in ((), "", ("", "")):
        return ""
    if isinstance(known.metadata["reader"], PerSide):
        usual = usual[0]
    if isinstance(usual, tuple) and len(usual) == 1:
        usual = usual[0]
    return as_toml(usual)


def _either(words: Iterable[str]) -> str:
    *most, last = (f"`{word}`" for word in words)
    return " or ".join(filter(None, (", ".join(most), last)))


def _used_in(word: Keyword) -> str:
    using = games_using(word)
    if len(using) == len(ids()):
        return "Used by every game of the library."
    named, more = ", ".join(using[:_MOST_NAMED]), len(using) - _MOST_NAMED
    if len(using) > 1:
        return f"Used by {named}{f' and {more} more' if more > 0 else ''}."
    where = f"Used by {named}" if using else "Not used by any library game yet"
    return f"{where}{_why_general(word)}."


def _why_general(word: Keyword) -> str:
    """Why a keyword that only one game uses is in the language."""
    table, key = word
    shape = ("When", key) if table in SHAPES and key in SHAPE_KEYWORDS else word
    reason = GENERAL.get(word, GENERAL.get(shape, ""))
    return f"; general: {reason}" if reason else ""


# -- phrases ------------------------------------------------------------------------------------------


def _number(word: Keyword) -> int:
    return len(games_using(word))


def _why_few(word: Keyword) -> str:
    """The reason for a keyword that at most one game uses."""
    return f" General: {GENERAL[word]}." if _number(word) <= 1 and word in GENERAL else ""


def _phrases() -> str:
    cells = [
        f"| `{word}` | {meaning}{_why_few(('cells', word))} | `{example}` | {_number(('cells', word))} |"
        for word, (meaning, example) in prose.CELLS.items()
    ]
    directions = [
        f"| `{one}` | {sentence(meaning)}{_why_few(('directions', one))} | {_number(('directions', one))} |"
        for one, meaning in prose.DIRECTIONS.items()
    ]
    return "\n".join(
        (
            "## Sets of cells",
            "",
            "A phrase consists of these keywords, cells and names from `[regions]`. `but not` has the lowest"
            " precedence, then `within`.",
            "",
            "| phrase | meaning | example | games |",
            "|---|---|---|---|",
            *cells,
            "",
            "## Directions",
            "",
            'A step must match all words of a phrase such as `"forward diagonal"`, and at least one of a list'
            ' such as `["forward", "sideways"]`.',
            "",
            "| word | meaning | games |",
            "|---|---|---|",
            *directions,
        )
    )


# -- actions ------------------------------------------------------------------------------------------


def _actions() -> str:
    modifiers = (_entry("Action", key, known) for key, known in keys_of(Action).items())
    about = (
        f"{Action.__doc__} Actions are used in `do`, in `then` and in the `moves` of a kind; the mover"
        " chooses one from a list."
    )
    return "\n\n".join(
        (
            _section("## Actions", about, map(_verb, VERBS)),
            _section("### Modifiers of actions", "Keys of an action besides its verb.", modifiers),
        )
    )


def _verb(verb: str) -> str:
    with_it = ", ".join(f"`{key}`" for key in modifiers_of(verb))
    lines = [
        f"**`{verb}`** {VERBS[verb]}",
        f"Value: {VALUES[verb].describe().text('en')}.",
        f'Alone, `"{verb}"` means `{{ {verb} = {as_toml(DEFAULT_VALUE[verb])} }}`.',
        f"Modifiers: {with_it}." if with_it else "No modifiers.",
        f"Example: `{{ {verb} = {as_toml(DEFAULT_VALUE[verb])} }}`",
    ]
    return "\\\n".join((*lines, _used_in(("Action", verb))))


# -- ends ---------------------------------------------------------------------------------------------


def _conditions() -> str:
    known = keys_of(When)
    conditions = [name.replace("_", "-") for name in CONDITIONS]
    return "\n\n".join(
        (
            _section(
                "### `when` of an end",
                f'{When.__doc__} Exactly one of these. `"no move"` stands for `{{ no-move = "mover" }}`, and'
                ' `"no move for both"` for `{ no-move = "both" }`.',
                (_entry("When", key, known[key]) for key in conditions),
            ),
            _section(
                "### Modifiers of conditions",
                "Keys besides the condition.",
                (_entry("When", key, item) for key, item in known.items() if key not in conditions),
            ),
        )
    )


def _results() -> str:
    rows = (f"| `{result}` | {sentence(meaning)} |" for result, meaning in prose.RESULTS.items())
    return "\n".join(("### Results", "", "| result | meaning |", "|---|---|", *rows))


def _as_text() -> str:
    positions = (f"| `{text}` | {sentence(meaning)} |" for text, meaning in prose.POSITIONS.items())
    moves = (f"| `{text}` | {sentence(meaning)} |" for text, meaning in prose.MOVES.items())
    return "\n".join(
        (
            prose.LETTERS,
            "| position | meaning |",
            "|---|---|",
            *positions,
            "",
            "Move input is parsed leniently. The canonical notation:",
            "",
            "| move | meaning |",
            "|---|---|",
            *moves,
        )
    )
