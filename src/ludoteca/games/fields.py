"""Field readers: validate a TOML value, convert it, and describe it as text and as JSON Schema.

Reading, error messages, editor completion and the language reference all come from these declarations.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Protocol

from ludoteca.games.problems import Problems, expected, shown, unknown
from ludoteca.messages import Alternatives, Message, WordList

Schema = dict[str, Any]


class Reader(Protocol):
    """Reads one type of value."""

    def read(self, value: object, where: str, problems: Problems) -> Any: ...

    def schema(self) -> Schema: ...

    def describe(self) -> Message:
        """The expected type of value."""
        ...


# -- readers ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Integer:
    """An integer within limits."""

    low: int
    high: int

    def read(self, value: object, where: str, problems: Problems) -> int | None:
        if isinstance(value, str) and "$" in value and problems.has(where):
            return None  # a parameter that was not substituted; reported already
        if isinstance(value, bool) or not isinstance(value, int):
            problems.add(where, "value.not-integer", value=shown(value), low=self.low, high=self.high)
            return None
        if not self.low <= value <= self.high:
            problems.add(where, "value.out-of-range", value=shown(value), low=self.low, high=self.high)
            return None
        return value

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def describe(self) -> Message:
        return expected("expected.integer", low=self.low, high=self.high)


@dataclass(frozen=True)
class Boolean:
    """true or false."""

    def read(self, value: object, where: str, problems: Problems) -> bool | None:
        if not isinstance(value, bool):
            problems.add(where, "value.not-boolean", value=shown(value))
            return None
        return value

    def schema(self) -> Schema:
        return {"type": "boolean"}

    def describe(self) -> Message:
        return expected("expected.boolean")


@dataclass(frozen=True)
class String:
    """Any text."""

    about: str = "expected.text"
    """What the text is, as the code of a message."""
    longest: int = 4000

    def read(self, value: object, where: str, problems: Problems) -> str | None:
        if not isinstance(value, str):
            problems.add(where, "value.not-text", value=shown(value), wanted=self.describe())
            return None
        if len(value) > self.longest:
            problems.add(where, "value.too-long", limit=self.longest)
            return None
        return value

    def schema(self) -> Schema:
        return {"type": "string", "maxLength": self.longest}

    def describe(self) -> Message:
        return expected(self.about)


@dataclass(frozen=True)
class Phrase(String):
    """A phrase that is resolved once the board is known."""

    of: str = "cells"

    def read(self, value: object, where: str, problems: Problems) -> str | None:
        text = super().read(value, where, problems)
        if text is not None:
            problems.phrases.append((self.of, text))
        return text


@dataclass(frozen=True)
class Year:
    """A year, or a text about one."""

    def read(self, value: object, where: str, problems: Problems) -> str | None:
        if isinstance(value, int) and not isinstance(value, bool):
            year = Integer(-9999, 9999).read(value, where, problems)
            return None if year is None else str(year)
        return String("expected.year", 60).read(value, where, problems)

    def schema(self) -> Schema:
        return {"type": ["integer", "string"], "maxLength": 60}

    def describe(self) -> Message:
        return expected("expected.year-or-text")


@dataclass(frozen=True)
class OneOf:
    """One of several words."""

    words: tuple[str, ...]

    def read(self, value: object, where: str, problems: Problems) -> str | None:
        if isinstance(value, str) and value in self.words:
            return value
        problems.add(where, "value.unknown-word", words=WordList(self.words), **unknown(value, self.words))
        return None

    def schema(self) -> Schema:
        return {"enum": list(self.words)}

    def describe(self) -> Message:
        code = "expected.one-of" if len(self.words) > 1 else "expected.word"
        return expected(code, words=WordList(self.words))


@dataclass(frozen=True)
class ListOf:
    """A list of values. A single value is accepted as a list of one where that is allowed."""

    inner: Reader
    longest: int = 400
    fewest: int = 0

    def read(self, value: object, where: str, problems: Problems) -> tuple[Any, ...] | None:
        if not isinstance(value, list) and self.fewest <= 1:
            one = self.inner.read(value, where, problems)
            return None if one is None else (one,)
        if not isinstance(value, list):
            wanted, count = self.describe(), self.fewest
            problems.add(where, "value.not-list", value=shown(value), wanted=wanted, count=count)
            return None
        if not self.fewest <= len(value) <= self.longest:
            problems.add_message(where, self._wrong_count(len(value)))
            return None
        read = []
        for i, item in enumerate(value):
            if problems.enough():
                return None
            read.append(self.inner.read(item, f"{where}[{i + 1}]", problems))
        return None if any(item is None for item in read) else tuple(read)

    def _wrong_count(self, found: int) -> Message:
        if self.fewest == self.longest:
            return Message("problems", "value.wrong-count", {"n": self.longest, "found": found})
        if not self.fewest:
            return Message("problems", "value.too-many", {"high": self.longest, "found": found})
        params = {"low": self.fewest, "high": self.longest, "found": found}
        return Message("problems", "value.count-out-of-range", params)

    def schema(self) -> Schema:
        inner = self.inner.schema()
        some = {"type": "array", "items": inner, "minItems": self.fewest, "maxItems": self.longest}
        return some if self.fewest > 1 else {"anyOf": [inner, some]}

    def describe(self) -> Message:
        if self.longest == 1:
            return self.inner.describe()
        if self.fewest == self.longest:
            return expected("expected.list", n=self.fewest, inner=self.inner.describe())
        return expected("expected.one-or-list", inner=self.inner.describe())


@dataclass(frozen=True)
class PerSide:
    """One value for both sides, or `{ first = …, second = … }`. Read as a pair."""

    inner: Reader

    def read(self, value: object, where: str, problems: Problems) -> tuple[Any, Any] | None:
        if isinstance(value, dict) and value and set(value) <= {"first", "second"}:
            pair = [
                self.inner.read(value[side], f"{where}.{side}", problems) if side in value else None
                for side in ("first", "second")
            ]
            return pair[0], pair[1]
        one = self.inner.read(value, where, problems)
        return None if one is None else (one, one)

    def schema(self) -> Schema:
        inner = self.inner.schema()
        sides = {
            "type": "object",
            "properties": {"first": inner, "second": inner},
            "additionalProperties": False,
        }
        return {"anyOf": [inner, sides]}

    def describe(self) -> Message:
        return expected("expected.per-side", inner=self.inner.describe())


@dataclass(frozen=True)
class MapOf:
    """A table with user-defined keys."""

    inner: Reader
    longest: int = 400
    names: str = r".{1,80}"
    """The pattern of a name …"""
    made_of: str = "name.any"
    """… and as the code of a message."""

    def read(self, value: object, where: str, problems: Problems) -> dict[str, Any] | None:
        if not isinstance(value, dict):
            problems.add(where, "value.not-table", value=shown(value), wanted=self.describe())
            return None
        if len(value) > self.longest:
            problems.add(where, "table.too-many-names", limit=self.longest, found=len(value))
            return None
        read = {}
        for key, item in value.items():
            if problems.enough():
                return None
            if not re.fullmatch(self.names, key):
                problems.add(where, "table.bad-name", name=shown(key), wanted=expected(self.made_of))
                continue
            read[key] = self.inner.read(item, f"{where}.{key}", problems)
        return {key: item for key, item in read.items() if item is not None}

    def schema(self) -> Schema:
        return {
            "type": "object",
            "propertyNames": {"pattern": f"^{self.names}$"},
            "additionalProperties": self.inner.schema(),
            "maxProperties": self.longest,
        }

    def describe(self) -> Message:
        return expected("expected.map", inner=self.inner.describe())


@dataclass(frozen=True)
class Table:
    """A table with known keys: the fields of a dataclass made with `spec_field`."""

    of: type

    def read(self, value: object, where: str, problems: Problems) -> Any:
        if not isinstance(value, dict):
            problems.add(where, "value.not-table", value=shown(value), wanted=self.describe())
            return None
        known = keys_of(self.of)
        read = {"where": where, **read_keys(value, known, where, problems, self.of.__name__)}
        for key, known_field in known.items():
            if is_required(known_field) and known_field.name not in read:
                if key not in value:
                    example = known_field.metadata["example"]
                    problems.add(where, "table.missing-key", key=key, example=example)
                return None
        return self.of(**read)

    def schema(self) -> Schema:
        known = keys_of(self.of)
        return {
            "title": self.of.__name__,
            "description": self.of.__doc__,
            "type": "object",
            "properties": {key: key_schema(f) for key, f in known.items()},
            "required": [key for key, f in known.items() if is_required(f)],
            "additionalProperties": False,
        }

    def describe(self) -> Message:
        return expected("expected.table", words=WordList(keys_of(self.of)))


# -- tables of the language ---------------------------------------------------------------------------


def spec_field(reader: Reader, doc: str, example: str, **options: Any) -> Any:
    """Declare a key of a table: its reader, description and example.

    `default` makes it optional; `needs` names keys of the same table, one of which must be set as well;
    `general` says why a key that only one library game uses is general enough for the language; `sentence` is
    its English sentence on a card, which `make accept` copies into the catalogue `rules`.
    """
    default = options.pop("default", MISSING)
    return field(default=default, metadata={"reader": reader, "doc": doc, "example": example, **options})


def keys_of(table: type) -> Mapping[str, Any]:
    """The keys of a table as written in a file, with their dataclass fields."""
    return {f.name.rstrip("_").replace("_", "-"): f for f in fields(table) if "reader" in f.metadata}


def is_required(known_field: Any) -> bool:
    return known_field.default is MISSING and known_field.default_factory is MISSING


def key_schema(known_field: Any) -> Schema:
    """The JSON Schema of a key, with its description."""
    schema: Schema = known_field.metadata["reader"].schema()
    return {**schema, "description": known_field.metadata["doc"]}


def read_keys(
    value: Mapping[str, object], known: Mapping[str, Any], where: str, problems: Problems, table: str
) -> dict[str, Any]:
    """The values of a table by field name; unknown, invalid and misplaced keys are problems."""
    read: dict[str, Any] = {}
    for key, item in value.items():
        if problems.enough():
            break
        place = f"{where}.{key}" if where else key
        if key not in known:
            problems.add(place, "table.unknown-key", words=WordList(known), **unknown(key, known))
            continue
        problems.words.add((table, key))
        needs = known[key].metadata.get("needs", ())
        if item is not False and needs and not any(value.get(other, False) is not False for other in needs):
            problems.add(place, "table.needs-key", words=Alternatives(needs))
        result = known[key].metadata["reader"].read(item, place, problems)
        if result is not None:
            read[known[key].name] = result
    return read
