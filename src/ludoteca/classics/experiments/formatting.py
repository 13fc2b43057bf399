"""Rows as text: descriptions, and figures with units."""

from __future__ import annotations

from ludoteca.classics.experiments.rows import Experiment, Figure, Row
from ludoteca.messages import catalogue, localized, number

MESSAGES = catalogue("experiments")


def title(lang: str, experiment: Experiment) -> str:
    return MESSAGES.text(lang, f"title.{experiment.name}")


def report(lang: str, experiment: Experiment) -> str:
    return MESSAGES.text(lang, f"report.{experiment.report}")


def what(lang: str, row: Row) -> str:
    values = {
        name: localized(f"{value:g}", lang) if isinstance(value, float) else value
        for name, value in row.values.items()
    }
    return MESSAGES.text(lang, f"row.{row.what}", **values)


def figure(lang: str, found: Figure | None, unit: str) -> str:
    """A figure with its unit: `0.7 s`, `43,400`, `76–0–24`, `61 %`."""
    if found is None:
        return "–"
    if isinstance(found, str):
        return MESSAGES.text(lang, f"said.{found}")
    if isinstance(found, tuple):
        return "–".join(map(str, found))
    if unit == "seconds" and 0 < found < 0.01:
        return number(1000 * found, lang, 2) + " ms"
    return number(found, lang, _places(found, unit)) + _SIGNS.get(unit, "")


_SIGNS = {"seconds": " s", "microseconds": " µs", "megabytes": " MB", "percent": " %"}


def _places(found: float, unit: str) -> int:
    """The number of decimal places: none for integers, more for short times."""
    if found == int(found) or (unit == "seconds" and found >= 100):
        return 0
    return 3 if unit == "seconds" and found < 10 else 1


def as_json(lang: str, row: Row) -> dict[str, object]:
    return {
        "what": what(lang, row),
        "key": row.what,
        "values": dict(row.values),
        "theirs": _plain(lang, row.theirs),
        "ours": _plain(lang, row.ours),
        "unit": row.unit,
    }


def _plain(lang: str, found: Figure | None) -> object:
    if isinstance(found, tuple):
        return dict(zip(("wins", "draws", "losses"), found, strict=True))
    return MESSAGES.text(lang, f"said.{found}") if isinstance(found, str) else found
