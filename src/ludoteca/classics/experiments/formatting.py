"""Rows and verdicts as text: descriptions, figures with units, intervals, and what a claim requires."""

from __future__ import annotations

from math import isinf

from ludoteca.classics.experiments.rows import MESSAGES, Figure, Result, Row
from ludoteca.classics.experiments.verdicts import ABOVE, ALWAYS, BELOW, EQUAL, NEAR, Check, Outcome
from ludoteca.messages import localized, number

_RELATIONS = {ABOVE: ">", BELOW: "<", NEAR: "≈", EQUAL: "=", ALWAYS: "="}
_SIGNS = {"seconds": " s", "microseconds": " µs", "megabytes": " MB", "percent": " %", "times": "×"}


def what(lang: str, row: Row) -> str:
    values = {
        name: localized(f"{value:g}", lang) if isinstance(value, float) else value
        for name, value in row.values.items()
    }
    return MESSAGES.text(lang, f"row.{row.what}", **values)


def figure(lang: str, found: Figure | None, unit: str) -> str:
    """A figure with its unit: `0.7 s`, `43,400`, `76–0–24`, `61 %`, `3.4×`."""
    if found is None:
        return "–"
    if isinstance(found, str):
        return MESSAGES.text(lang, f"said.{found}")
    if isinstance(found, tuple):
        return "–".join(map(str, found))
    if isinf(found):
        return "∞" if found > 0 else "−∞"
    if unit == "seconds" and 0 < found < 0.01:
        return number(1000 * found, lang, 2) + " ms"
    return number(found, lang, _places(found, unit)).replace("-", "−") + _SIGNS.get(unit, "")


def _places(found: float, unit: str) -> int:
    """The number of decimal places: none for integers, more for short times and small factors."""
    if found == int(found) or (unit == "seconds" and found >= 100):
        return 0
    if unit == "times" and abs(found) < 10:
        return 2
    return 3 if unit == "seconds" and found < 10 else 1


def interval(lang: str, row: Row) -> str:
    """The 95 % interval of a checked figure: `1.2 to 3.4×`, `losses 1.0 to 4.2 %`. An exact one has none."""
    check = row.check
    if check is None or check.relation == EQUAL:
        return ""
    unit = unit_of(row, check)
    low, high = (figure(lang, end, unit) for end in (check.low, check.high))
    sign = _SIGNS.get(unit, "")
    found = MESSAGES.text(lang, "interval", low=low.removesuffix(sign) if sign in high else low, high=high)
    return found if check.of == "figure" else MESSAGES.text(lang, f"of.{check.of}", limit=found)


def requirement(lang: str, row: Row) -> str:
    """What the claim requires of a checked figure: `> 50 %`, `losses < 5 %`."""
    check = row.check
    if check is None:
        return ""
    limit = f"{_RELATIONS[check.relation]} {figure(lang, check.limit, unit_of(row, check))}"
    return limit if check.of == "figure" else MESSAGES.text(lang, f"of.{check.of}", limit=limit)


def unit_of(row: Row, check: Check) -> str:
    """The unit of a check. A count is checked as a share."""
    if check.relation == EQUAL:
        return row.unit
    return "percent" if row.unit in ("match", "count") else row.unit


def verdict(lang: str, outcome: Outcome) -> str:
    return MESSAGES.text(lang, f"verdict.{outcome.value}")


def deciding(result: Result) -> list[Row]:
    """The rows that decide: those with the outcome of the whole."""
    return [row for row in result.rows if row.check and row.check.outcome == result.verdict]


def summary(lang: str, result: Result, most: int = 3) -> str:
    """The deciding figures in one line, with their intervals."""
    rows = deciding(result)
    told = [
        f"{what(lang, row)}: {figure(lang, row.ours, row.unit)}"
        + (f" ({found})" if (found := interval(lang, row)) else "")
        for row in rows[:most]
    ]
    return "; ".join(told) + ("; …" if len(rows) > most else "")
