"""The numbers whoever starts a game may choose: what a file offers, and what was asked for."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ludoteca.errors import UnknownGame
from ludoteca.games.fields import Problems, nearest, printable
from ludoteca.games.spec import PARAMETERS, Parameter


def read_parameters(
    raw: Mapping[str, Any], problems: Problems, variants: Collection[str] | None = None
) -> dict[str, Parameter]:
    """The parameters of a file. Those that contradict themselves, or the variants if given, are problems."""
    read: dict[str, Parameter] = PARAMETERS.read(raw.get("parameters", {}), "parameters", problems) or {}
    for name, parameter in read.items():
        _check(parameter, f"parameters.{name}", variants, problems)
    return read


def _check(parameter: Parameter, where: str, variants: Collection[str] | None, problems: Problems) -> None:
    if parameter.variants is None:
        if not is_allowed(parameter, parameter.default):
            problems.add(
                f"{where}.default", f"{parameter.default} is out of range. Allowed: {allowed(parameter)}."
            )
        return
    if str(parameter.default) not in parameter.variants:
        problems.add(
            f"{where}.default", f"{parameter.default} is out of range. Allowed: {allowed(parameter)}."
        )
    for value, variant in parameter.variants.items():
        if variant and variants is not None and variant not in variants:
            hint = nearest(variant, variants)
            problems.add(f"{where}.variants.{value}", f'there is no variant "{variant}".{hint}')


def is_allowed(parameter: Parameter, value: int) -> bool:
    least, most = limits(parameter)
    return least <= value <= most and (value - least) % parameter.step == 0


def limits(parameter: Parameter) -> tuple[int, int]:
    """The least and the most it may be."""
    least, most = parameter.least, parameter.most
    return parameter.default if least is None else least, parameter.default if most is None else most


def allowed(parameter: Parameter) -> str:
    """The values it may have, in words."""
    if parameter.variants is not None:
        return ", ".join(parameter.variants)
    least, most = limits(parameter)
    return f"{least} to {most}" + (f" in steps of {parameter.step}" if parameter.step > 1 else "")


def variant_by_value(
    known: Mapping[str, Parameter], variant: str, chosen: dict[str, int], game_id: str
) -> str:
    """A parameter may stand for variants: `size = 8` means the variant `8x8`. It leaves `chosen` then."""
    for name, parameter in known.items():
        if parameter.variants is None or name not in chosen:
            continue
        value = chosen.pop(name)
        if str(value) not in parameter.variants:
            raise UnknownGame(f"{game_id}: {name} = {value} is out of range. Allowed: {allowed(parameter)}.")
        meant = parameter.variants[str(value)]
        if variant and meant and meant != variant:
            raise UnknownGame(f'{game_id}: {name} = {value} means the variant "{meant}", not "{variant}".')
        variant = variant or meant
    return variant


def values_of(known: Mapping[str, Parameter], chosen: Mapping[str, int], game_id: str) -> dict[str, int]:
    """The value of each parameter. One that is unknown or out of range is refused with what is allowed."""
    numbers = {name: parameter for name, parameter in known.items() if parameter.variants is None}
    for name, value in chosen.items():
        if name not in numbers:
            has = f"It has: {', '.join(known)}." if known else "It has none."
            hint = nearest(name, known)
            raise UnknownGame(printable(f'{game_id} has no parameter "{name}".{hint} {has}'))
        if not is_allowed(numbers[name], value):
            raise UnknownGame(
                f"{game_id}: {name} = {value} is out of range. Allowed: {allowed(numbers[name])}."
            )
    return {name: chosen.get(name, parameter.default) for name, parameter in numbers.items()}
