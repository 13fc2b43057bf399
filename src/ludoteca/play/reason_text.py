"""Reasons for moves as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludoteca.engine.reasons import Reason
from ludoteca.games import Move
from ludoteca.messages import catalogue
from ludoteca.play import terms

MESSAGES = catalogue("play")

_COUNTED = {
    "loses-anyway": "plies", "misses-win": "plies", "allows-win": "plies", "closes-line": "pieces",
    "captures": "pieces", "turns-over": "pieces", "promotes": "pieces", "stores": "seeds",
    "choose-any": "moves",
}  # fmt: skip
"""The number that selects singular or plural."""
_WITHOUT_LINE = ("choose-any", "only-legal")


def in_words(reason: Reason, lang: str) -> str:
    """A reason as a part of a sentence."""
    line, numbers = [move.text for move in reason.line], dict(reason.numbers)
    places: dict[str, object] = {
        **numbers,
        "n": numbers.get(_COUNTED.get(reason.kind, ""), 0),
        "why": terms.reason(lang, reason.ending),
        "other": line[0] if line else "",
        "reply": line[1] if len(line) > 1 else "",
        "moves": " ".join(line),
    }
    is_total = reason.kind == "stops-win" and numbers["beaten"] == numbers["tried"]
    return MESSAGES.text(lang, f"why.{reason.kind}{'-always' if is_total else ''}", **places)


def shown(reason: Reason, lang: str, longest: int = 10) -> str:
    """A reason with its line, if that is longer than the move itself. Proofs are shown in full, other lines
    up to `longest` moves."""
    text = in_words(reason, lang)
    if len(reason.line) < 2 or reason.kind in _WITHOUT_LINE:
        return text
    is_proof = reason.kind not in ("best-by", "worse-by")
    return f"{text} ({line_text(reason.line, len(reason.line) if is_proof else longest)})"


def line_text(line: Sequence[Move], longest: int) -> str:
    """A line as text, truncated to `longest` moves."""
    texts = [move.text for move in line[:longest]]
    return " ".join([*texts, "…"] if len(line) > longest else texts)


def as_dict(reason: Reason, lang: str) -> dict[str, Any]:
    """A reason as JSON. `line` can be played; equal moves are listed as `choices` in addition."""
    texts = [move.text for move in reason.line]
    is_choice = reason.kind == "choose-any"
    return {
        "kind": reason.kind,
        "words": in_words(reason, lang),
        "numbers": dict(reason.numbers),
        "line": texts[:1] if is_choice else texts,
    } | ({"choices": texts} if is_choice else {})
