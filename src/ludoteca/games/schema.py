"""The JSON Schema of game files, for completion and validation in editors."""

from __future__ import annotations

from typing import Any

from ludoteca.games.fields import Schema, Table
from ludoteca.games.spec import GameSpec

_PARAMETER = {"type": "string", "pattern": r"^\$([a-z][a-z0-9-]*|\{[^{}]+\})$"}
_CHANGES = "Changes"


def json_schema() -> Schema:
    """The schema of a file: draft 2020-12, with each table of the language under `$defs`."""
    walk = _Walk()
    whole = walk.table(Table(GameSpec).schema(), is_partial=False)
    changes = walk.table(Table(GameSpec).schema(), is_partial=True)
    changes["properties"] = {
        "based-on": {"type": "string", "description": "Another variant, to whose changes these are added."},
        **changes["properties"],
    }
    changes |= {"title": "Variant", "description": "What is different in a variant; all else stays as it is."}
    variants = {
        "description": "Variants of the game by name, each with what is different in it.",
        "type": "object",
        "propertyNames": {"pattern": r"^[^\s/:]{1,40}$"},
        "additionalProperties": {"$ref": "#/$defs/Variant"},
    }
    whole |= {
        "title": "A game",
        "description": "A game of Ludoteca: its board, pieces, turns, ends and texts.",
    }
    whole["properties"] = {**whole["properties"], "variants": variants}
    definitions = {name: walk.definitions[name] for name in sorted(walk.definitions)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **whole,
        "$defs": {**definitions, "Variant": changes},
    }


class _Walk:
    """Copies schemas: tables become `$defs`, numbers may be parameters, variants may omit required keys."""

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}

    def copy(self, schema: Any, is_partial: bool) -> Any:
        """A copy of a schema; in a partial one nothing is required except inside lists."""
        if "title" in schema:
            return self._reference(schema, is_partial)
        if schema.get("type") == "integer":
            return _or_parameter(schema)
        copied: Schema = {}
        for key, value in schema.items():
            if key == "anyOf":
                copied[key] = [self.copy(item, is_partial) for item in value]
            elif key == "items":
                copied[key] = self.copy(value, is_partial=False)
            elif key == "additionalProperties" and isinstance(value, dict):
                copied[key] = self.copy(value, is_partial)
            elif key == "properties":
                copied[key] = {name: self.copy(item, is_partial) for name, item in value.items()}
            elif key != "required" or (value and not is_partial):
                copied[key] = value
        return copied

    def table(self, schema: Schema, is_partial: bool) -> Schema:
        """As `copy` for a table, inlined."""
        copied: Schema = self.copy({k: v for k, v in schema.items() if k != "title"}, is_partial)
        return copied

    def _reference(self, schema: Schema, is_partial: bool) -> Schema:
        is_partial = is_partial and _demands_something(schema)
        name = schema["title"] + (_CHANGES if is_partial else "")
        if name not in self.definitions:
            bare = {key: value for key, value in schema.items() if key not in ("title", "description")}
            # Parameter declarations hold plain numbers, no expressions.
            self.definitions[name] = bare if name.startswith("Parameter") else self.copy(bare, is_partial)
            if is_partial:
                self.definitions[name].pop("required", None)
        key_schema = {"description": schema["description"]} if "description" in schema else {}
        return {"$ref": f"#/$defs/{name}", **key_schema}


def _demands_something(schema: Any) -> bool:
    """Whether a key is required in this table or a nested one; lists are always complete."""
    if isinstance(schema, list):
        return any(map(_demands_something, schema))
    if not isinstance(schema, dict):
        return False
    return bool(schema.get("required")) or any(
        _demands_something(value) for key, value in schema.items() if key not in ("items", "required")
    )


def _or_parameter(schema: Schema) -> Schema:
    number = {key: value for key, value in schema.items() if key != "description"}
    description = {"description": schema["description"]} if "description" in schema else {}
    return {"anyOf": [number, _PARAMETER], **description}
