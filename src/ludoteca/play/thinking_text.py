"""The record of a player's thinking in words, from its plain values: of a stored game, or of this moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludoteca.messages import catalogue, number
from ludoteca.play.thinking import COUNTS, STOPS, read_note

MESSAGES = catalogue("play")


def summary(value: Mapping[str, Any], lang: str) -> str:
    """One line: `depth 6 · positions searched: 1,200 · score 54 % · expects a1 b2 · stopped because …`."""
    parts = [
        MESSAGES.text(lang, f"thinking.{name}", n=number(value[name], lang, 0))
        for name in COUNTS
        if isinstance(value.get(name), int)
    ]
    if isinstance(value.get("seconds"), int | float):
        parts.append(MESSAGES.text(lang, "thinking.seconds", n=number(value["seconds"], lang, 2)))
    if value.get("score") is not None:
        parts.append(MESSAGES.text(lang, "thinking.score", score=score(value["score"], lang)))
    if value.get("line"):
        parts.append(MESSAGES.text(lang, "thinking.line", line=" ".join(value["line"])))
    if value.get("stop") in STOPS:
        parts.append(MESSAGES.text(lang, "thinking.stop", why=stop(value, lang)))
    return " · ".join(parts)


def comment(text: str, lang: str) -> str:
    """The comment of a record, with the record of thinking in words."""
    value, rest = read_note(text)
    return " ".join(filter(None, (rest, summary(value, lang)))) if value else text


def stop(value: Mapping[str, Any], lang: str) -> str:
    """Why the player stopped, as the end of a sentence; empty if it is not known."""
    word = value.get("stop")
    return MESSAGES.text(lang, f"stop.{word}") if word in STOPS else ""


def score(found: Any, lang: str) -> str:
    """A score: a chance in per cent, a proved result with its distance, or a number of an evaluator."""
    if not isinstance(found, Mapping):
        return number(found, lang, 0 if found == int(found) else 2).replace("-", "−")
    kind = found.get("kind", "estimate")
    if kind == "estimate":
        return MESSAGES.text(lang, "analysis.percent", percent=round(100 * found["chance"]))
    return MESSAGES.text(lang, f"analysis.{kind}", n=found["plies"])
