"""Parameters of a game: what a file declares, and the values chosen."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ludoteca.errors import UnknownGame, did_you_mean
from ludoteca.games.problems import Problems, nearest
from ludoteca.games.spec import PARAMETERS, Parameter
from ludoteca.messages import Message


def read_parameters(
    raw: Mapping[str, Any], problems: Problems, variants: Collection[str] | None = None
) -> dict[str, Parameter]:
    """The parameters of a file. Inconsistent ones are problems."""
    read: dict[str, Parameter] = PARAMETERS.read(raw.get("parameters", {}), "parameters", problems) or {}
    for name, parameter in read.items():
        _check(parameter, f"parameters.{name}", variants, problems)
    return read


def _check(parameter: Parameter, where: str, variants: Collection[str] | None, problems: Problems) -> None:
    if parameter.variants is None:
        if not is_allowed(parameter, parameter.default):
            _add_default(parameter, where, problems)
        return
    if str(parameter.default) not in parameter.variants:
        _add_default(parameter, where, problems)
    for value, variant in parameter.variants.items():
        if variant and variants is not None and variant not in variants:
            hint = did_you_mean(nearest(variant, variants))
            problems.add(f"{where}.variants.{value}", "parameter.unknown-variant", word=variant, hint=hint)


def _add_default(parameter: Parameter, where: str, problems: Problems) -> None:
    """The default value is not among those allowed."""
    problems.add(f"{where}.default", "parameter.default", value=parameter.default, allowed=allowed(parameter))


def is_allowed(parameter: Parameter, value: int) -> bool:
    least, most = limits(parameter)
    return least <= value <= most and (value - least) % parameter.step == 0


def limits(parameter: Parameter) -> tuple[int, int]:
    """The least and the greatest value."""
    least, most = parameter.least, parameter.most
    return parameter.default if least is None else least, parameter.default if most is None else most


def allowed(parameter: Parameter) -> Message:
    """The allowed values, as a parameter of a message."""
    if parameter.variants is not None:
        return Message("errors", "range.values", {"values": tuple(parameter.variants)})
    low, high = limits(parameter)
    if parameter.step > 1:
        return Message("errors", "range.steps", {"low": low, "high": high, "step": parameter.step})
    return Message("errors", "range", {"low": low, "high": high})


def _out_of_range(game_id: str, name: str, value: int, parameter: Parameter) -> UnknownGame:
    return UnknownGame(
        "game.parameter-range", game=game_id, name=name, value=value, allowed=allowed(parameter)
    )


def _unknown_parameter(game_id: str, name: str, known: tuple[str, ...]) -> UnknownGame:
    if not known:
        return UnknownGame("game.no-parameters", game=game_id, name=name)
    hint = did_you_mean(nearest(name, known))
    return UnknownGame("game.unknown-parameter", game=game_id, name=name, hint=hint, known=known)


def variant_by_value(
    known: Mapping[str, Parameter], variant: str, chosen: dict[str, int], game_id: str
) -> str:
    """The variant that parameters choose: `size = 8` may select `8x8`. Such parameters leave `chosen`."""
    for name, parameter in known.items():
        if parameter.variants is None or name not in chosen:
            continue
        value = chosen.pop(name)
        if str(value) not in parameter.variants:
            raise _out_of_range(game_id, name, value, parameter)
        meant = parameter.variants[str(value)]
        if variant and meant and meant != variant:
            raise UnknownGame(
                "game.other-variant", game=game_id, name=name, value=value, meant=meant, variant=variant
            )
        variant = variant or meant
    return variant


def values_of(known: Mapping[str, Parameter], chosen: Mapping[str, int], game_id: str) -> dict[str, int]:
    """The value of each parameter. Raises `UnknownGame` if one is unknown or out of range."""
    numbers = {name: parameter for name, parameter in known.items() if parameter.variants is None}
    for name, value in chosen.items():
        if name not in numbers:
            raise _unknown_parameter(game_id, name, tuple(known))
        if not is_allowed(numbers[name], value):
            raise _out_of_range(game_id, name, value, numbers[name])
    return {name: chosen.get(name, parameter.default) for name, parameter in numbers.items()}
