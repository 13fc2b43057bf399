"""From a file to a checked `GameSpec`: variants merged, parameters filled in, every mistake explained."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ludoteca.errors import RulesError, UnknownGame
from ludoteca.games.numbers import fill_in
from ludoteca.games.spec import GameSpec, Parameter
from ludoteca.games.words import Named, Problems, Table, nearest

LARGEST_FILE = 200_000
DEEPEST = 12

Raw = dict[str, Any]


def read_toml(text: str, name: str) -> Raw:
    """The file as tables; a mistake in its TOML is a `RulesError` with the line."""
    if len(text) > LARGEST_FILE:
        raise RulesError([f"{name}: the file is larger than {LARGEST_FILE} characters."])
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as mistake:
        raise RulesError([f"{name}: this is not TOML: {mistake}."]) from None
    except RecursionError:
        raise RulesError([f"{name}: tables are nested too deeply."]) from None
    except ValueError as mistake:  # numbers with thousands of digits
        raise RulesError([f"{name}: this is not TOML: {mistake}."]) from None
    if _depth(raw) > DEEPEST:
        raise RulesError([f"{name}: tables are nested more than {DEEPEST} deep."])
    return raw


def read_path(path: Path) -> Raw:
    try:
        size = path.stat().st_size
        if size > 4 * LARGEST_FILE:
            raise RulesError([f"{path.name}: the file is larger than {LARGEST_FILE} characters."])
        return read_toml(path.read_text("utf-8"), path.name)
    except UnicodeDecodeError:
        raise RulesError([f"{path.name}: the file is not UTF-8 text."]) from None
    except OSError as problem:
        raise UnknownGame(f"{path}: {problem.strerror or problem}") from None


def _depth(value: object, level: int = 0) -> int:
    """How deeply tables and lists are nested; no deeper than is needed to know that it is too deep."""
    if level > DEEPEST:
        return level
    if isinstance(value, dict):
        return max((_depth(item, level + 1) for item in value.values()), default=level)
    if isinstance(value, list):
        return max((_depth(item, level + 1) for item in value), default=level)
    return level


def merge(base: Raw, over: Mapping[str, Any]) -> Raw:
    """`base` changed by `over`: tables are merged key by key, everything else is replaced."""
    merged = dict(base)
    for key, value in over.items():
        old = merged.get(key)
        merged[key] = merge(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def variants_of(raw: Raw) -> dict[str, Raw]:
    found = raw.get("variants", {})
    return {k: v for k, v in found.items() if isinstance(v, dict)} if isinstance(found, dict) else {}


def read_game(raw: Raw, name: str, game_id: str, variant: str = "", values: Mapping[str, int] | None = None) -> GameSpec:
    """The spec of one variant with its parameters. Raises `RulesError` with every mistake found."""
    problems = Problems(name)
    chosen = dict(values or {})
    variant = _variant_by_value(raw, variant, chosen, problems)
    if "variants" in raw and not isinstance(raw["variants"], dict):
        problems.add("variants", "a table of variants is wanted.")
    known = variants_of(raw)
    if variant and variant not in known:
        has = f" It has: {', '.join(known)}." if known else " It has none."
        raise UnknownGame(f'{game_id} has no variant "{variant}".{nearest(variant, known)}{has}')
    base = {key: value for key, value in raw.items() if key != "variants"}
    whole = _inherit(base, known, variant, problems)
    filled = _parameters(whole, chosen, game_id, problems)
    spec: GameSpec | None = Table(GameSpec).read(fill_in(whole, filled, "", problems), "", problems)
    if problems.found or spec is None:
        raise RulesError(problems.found)
    return replace(spec, id=game_id, variant=variant, values={k: filled[k] for k in sorted(filled)})


def _inherit(base: Raw, known: Mapping[str, Raw], variant: str, problems: Problems) -> Raw:
    """The base rules with the variant's changes, after those of the variant it is `based-on`."""
    chain: list[str] = []
    while variant and variant not in chain and variant in known:
        chain.append(variant)
        parent = known[variant].get("based-on", "")
        if parent and parent not in known:
            problems.add(f"variants.{variant}.based-on", f"no variant called {parent!r}.")
        variant = parent if isinstance(parent, str) else ""
    if variant in chain:
        problems.add(f"variants.{variant}.based-on", "the variants are based on each other in a circle.")
    for name in reversed(chain):
        over = {key: value for key, value in known[name].items() if key != "based-on"}
        # Facts about one set of rules say nothing about another.
        base = {key: value for key, value in base.items() if key != "checks"}
        base = _exclusive(merge(base, over), over)
    return base


def _exclusive(merged: Raw, over: Mapping[str, Any]) -> Raw:
    """What a variant says instead of what the game says: one shape of board, one kind of turn, one set-up."""
    for table, group in (("board", ("grid", "hex", "hexagon", "pits", "wheel", "points")),):
        said = [key for key in group if isinstance(over.get(table), dict) and key in over[table]]
        if said and isinstance(merged.get(table), dict):
            merged[table] = {k: v for k, v in merged[table].items() if k not in group or k in said}
    if "phase" in over and "turn" not in over:
        merged.pop("turn", None)
    if "turn" in over and "phase" not in over:
        merged.pop("phase", None)
    return merged


def _raw_parameters(raw: Raw, problems: Problems) -> dict[str, Parameter]:
    read = Named(Table(Parameter), 8).read(raw.get("parameters", {}), "parameters", problems)
    return read or {}


def _variant_by_value(raw: Raw, variant: str, chosen: dict[str, int], problems: Problems) -> str:
    """A parameter may stand for variants: `size = 8` means the variant `8x8`."""
    for name, parameter in _raw_parameters(raw, Problems("")).items():
        if parameter.variants is None or name not in chosen:
            continue
        value = str(chosen.pop(name))
        if value not in parameter.variants:
            allowed = ", ".join(parameter.variants)
            raise UnknownGame(f"{name} = {value} is out of range. Allowed: {allowed}.")
        if not variant:
            variant = parameter.variants[value]
    return variant


def _parameters(raw: Raw, chosen: Mapping[str, int], game_id: str, problems: Problems) -> dict[str, int]:
    """The value of each parameter. One that is unknown or out of range is refused with what is allowed."""
    known = {k: p for k, p in _raw_parameters(raw, problems).items() if p.variants is None}
    for name, value in chosen.items():
        if name not in known:
            has = f"It has: {', '.join(known)}." if known else "It has none."
            raise UnknownGame(f'{game_id} has no parameter "{name}".{nearest(name, known)} {has}')
        range_ = known[name]
        least = range_.least if range_.least is not None else range_.default
        most = range_.most if range_.most is not None else range_.default
        if not least <= value <= most or (value - least) % range_.step:
            steps = f" in steps of {range_.step}" if range_.step > 1 else ""
            raise UnknownGame(f"{name} = {value} is out of range. Allowed: {least} to {most}{steps}.")
    return {name: chosen.get(name, parameter.default) for name, parameter in known.items()}


