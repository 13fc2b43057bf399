"""From a file to a validated `GameSpec`: variants merged, parameters substituted, problems collected."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ludoteca.errors import Problem, RulesError, UnknownGame, did_you_mean, file_problem
from ludoteca.games.expressions import substitute
from ludoteca.games.fields import Table, keys_of
from ludoteca.games.files import CannotRead, has_long_key, read_bytes
from ludoteca.games.parameters import read_parameters, values_of, variant_by_value
from ludoteca.games.problems import Problems, display_name, nearest, shown
from ludoteca.games.spec import SHAPES, VERBS, Board, GameSpec
from ludoteca.messages import Message, WordList
from ludoteca.messages.quoting import cut

LARGEST_FILE = 200_000
DEEPEST = 12

Raw = dict[str, Any]


# -- TOML ---------------------------------------------------------------------------------------------


def read_toml(text: str, name: str) -> Raw:
    """The parsed file. Raises `RulesError` with the line if it is not valid TOML."""
    if len(text) > LARGEST_FILE:
        raise _file_error(name, "file.too-large", limit=LARGEST_FILE)
    if has_long_key(text):
        raise _file_error(name, "file.too-deep", limit=DEEPEST)
    try:
        raw = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        from ludoteca.games.toml_errors import toml_problem  # only needed on an error

        raise RulesError([toml_problem(str(error), text, name)]) from None
    except RecursionError:
        raise _file_error(name, "file.too-deep", limit=DEEPEST) from None
    except ValueError:  # e.g. a number with thousands of digits, an impossible date
        raise _file_error(name, "toml.invalid-number") from None
    if _depth(raw) > DEEPEST:
        raise _file_error(name, "file.too-deep", limit=DEEPEST)
    return raw


def _file_error(file: str, code: str, **params: object) -> RulesError:
    """A problem of the file as a whole."""
    return RulesError([Problem(Message("problems", code, params), file)])


def read_path(path: Path) -> Raw:
    try:
        return read_toml(read_bytes(path, 4 * LARGEST_FILE).decode("utf-8"), path.name)
    except CannotRead:
        raise _file_error(path.name, "file.too-large", limit=LARGEST_FILE) from None
    except UnicodeDecodeError:
        raise _file_error(path.name, "file.not-utf8") from None
    except OSError as error:
        raise UnknownGame("game.file", path=path, problem=file_problem(error)) from None
    except ValueError:  # a null character in the path
        raise UnknownGame("game.bad-path", path=path) from None


def _depth(value: object, level: int = 0) -> int:
    """The nesting depth of tables and lists, measured just past the limit."""
    if level > DEEPEST:
        return level
    if isinstance(value, dict):
        return max((_depth(item, level + 1) for item in value.values()), default=level)
    if isinstance(value, list):
        return max((_depth(item, level + 1) for item in value), default=level)
    return level


# -- the game and its variants ------------------------------------------------------------------------


def read_game(
    raw: Raw, name: str, game_id: str, variant: str = "", values: Mapping[str, int] | None = None
) -> GameSpec:
    """The spec of one variant with its parameters. Raises `RulesError` with all problems."""
    problems = Problems(name)
    spec = read_spec(raw, problems, game_id, variant, values)
    if problems.found or spec is None:
        raise RulesError(problems.found)
    return spec


def read_spec(
    raw: Raw, problems: Problems, game_id: str, variant: str = "", values: Mapping[str, int] | None = None
) -> GameSpec | None:
    """As `read_game`, with problems collected; None if there is no usable spec."""
    resolved = _resolve_variant(raw, problems, game_id, variant, values)
    spec: GameSpec | None = Table(GameSpec).read(resolved.filled, "", problems)
    if spec is None:
        return None
    # Checks of one set of rules do not hold for another.
    checks = spec.checks if resolved.values == resolved.usual else None
    values = dict(sorted(resolved.values.items()))
    return replace(spec, id=game_id, variant=resolved.variant, values=values, checks=checks)


def resolve_tables(raw: Raw, game_id: str, variant: str = "", values: Mapping[str, int] | None = None) -> Raw:
    """The tables of one variant with its parameters substituted, without `variants` and `parameters`.

    Raises `RulesError` if variants or parameters are invalid; the rules themselves are not validated.
    """
    problems = Problems(f"{game_id}.toml")
    resolved = _resolve_variant(raw, problems, game_id, variant, values)
    if problems.found:
        raise RulesError(problems.found)
    return {key: value for key, value in resolved.filled.items() if key != "parameters"}


@dataclass(frozen=True)
class _Resolved:
    filled: Raw
    variant: str
    values: dict[str, int]
    usual: dict[str, int]


def _resolve_variant(
    raw: Raw, problems: Problems, game_id: str, variant: str, values: Mapping[str, int] | None
) -> _Resolved:
    known = variants_of(raw)
    _check_variants(raw, problems)
    chosen = dict(values or {})
    variant = variant_by_value(read_parameters(raw, Problems("")), variant, chosen, game_id)
    if variant and variant not in known:
        raise _unknown_variant(game_id, variant, tuple(known))
    problems.file = display_name(problems.file, variant)
    base = {key: value for key, value in raw.items() if key != "variants"}
    whole = _inherit(base, known, variant, problems)
    parameters = read_parameters(whole, problems, known)
    filled = values_of(parameters, chosen, game_id)
    usual = {name: parameters[name].default for name in filled}
    return _Resolved(substitute(whole, filled, "", problems), variant, filled, usual)


def _unknown_variant(game_id: str, variant: str, known: tuple[str, ...]) -> UnknownGame:
    if not known:
        return UnknownGame("game.no-variants", game=game_id, variant=shown(variant))
    hint, has = did_you_mean(nearest(variant, known)), cut(", ".join(known), 300)
    return UnknownGame("game.unknown-variant", game=game_id, variant=shown(variant), hint=hint, known=has)


def merge(base: Raw, over: Mapping[str, Any]) -> Raw:
    """`base` overridden by `over`: tables are merged key by key, everything else is replaced."""
    merged = dict(base)
    for key, value in over.items():
        old = merged.get(key)
        if isinstance(old, dict) and isinstance(value, dict) and not _is_new_action(key, old, value):
            value = merge(old, value)
        merged[key] = value
    return merged


def _is_new_action(key: str, old: Raw, new: Raw) -> bool:
    """Whether an action is given in full (with a verb, or for each side) and so replaces another."""
    verbs, sides = VERBS.keys(), {"first", "second"}
    return key in ("do", "then") and bool(verbs & new.keys() or (verbs & old.keys() and sides & new.keys()))


def variants_of(raw: Raw) -> dict[str, Raw]:
    found = raw.get("variants", {})
    return {k: v for k, v in found.items() if isinstance(v, dict)} if isinstance(found, dict) else {}


def _check_variants(raw: Raw, problems: Problems) -> None:
    found = raw.get("variants", {})
    if not isinstance(found, dict):
        problems.add("variants", "variants.not-table", value=shown(found))
        return
    for name, changes in found.items():
        if not isinstance(changes, dict):
            problems.add(f"variants.{name}", "variants.changes-not-table", value=shown(changes))
        if not re.fullmatch(r"[^\s/:]{1,40}", name):
            wanted = Message("problems", "name.letters-40")
            problems.add("variants", "table.bad-name", name=shown(name), wanted=wanted)


def _inherit(base: Raw, known: Mapping[str, Raw], variant: str, problems: Problems) -> Raw:
    """The base rules with the changes of the variant and of the variants it is `based-on`."""
    chain: list[str] = []
    while variant and variant not in chain:
        chain.append(variant)
        parent = known[variant].get("based-on", "")
        if not isinstance(parent, str) or (parent and parent not in known):
            hint = did_you_mean(nearest(parent, known) if isinstance(parent, str) else "")
            problems.add(f"variants.{variant}.based-on", "variants.unknown-base",
                         value=shown(parent), word=parent, hint=hint, known=WordList(known))  # fmt: skip
            parent = ""
        variant = parent
    if variant:
        problems.add(f"variants.{variant}.based-on", "variants.circle")
    for name in reversed(chain):
        over = {key: value for key, value in known[name].items() if key != "based-on"}
        # Checks of one set of rules do not hold for another.
        base = {key: value for key, value in base.items() if key != "checks"}
        base = _exclusive(merge(base, over), over)
    return base


def _exclusive(merged: Raw, over: Mapping[str, Any]) -> Raw:
    """Drop keys of the base that exclude those of the variant: another board shape, turn or phases."""
    board, changes = merged.get("board"), over.get("board")
    if isinstance(board, dict) and isinstance(changes, dict) and any(key in changes for key in SHAPES):
        needs = {key: f.metadata.get("needs", ()) for key, f in keys_of(Board).items()}
        unmet = {key for key in board if needs.get(key) and not changes.keys() & {*needs[key]}}
        lost = unmet | {key for key in board if key in SHAPES}
        merged["board"] = {key: value for key, value in board.items() if key not in lost or key in changes}
    if "phase" in over and "turn" not in over:
        merged.pop("turn", None)
    if "turn" in over and "phase" not in over:
        merged.pop("phase", None)
    return merged
