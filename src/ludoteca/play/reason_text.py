"""Reasons for moves, said in both languages. They say what the rules or a search have shown, and no more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludoteca.engine.reasons import Reason
from ludoteca.games import Move
from ludoteca.play import terms
from ludoteca.play.language import Phrases, Table

WHYS: Table = {
    "why.wins-now": ("wins now: {why}", "vence já: {why}"),
    "why.forces-win": (
        "forces a win in {plies} moves, both sides counted",
        "força a vitória em {plies} lances, contando os dois lados",
    ),
    "why.stops-win": (
        "stops {reply}, which wins at once against {beaten} of the other {tried} moves",
        "impede {reply}, que vence na hora contra {beaten} dos outros {tried} lances",
    ),
    "why.stops-win-always": (
        "stops {reply}, which wins at once against any other move",
        "impede {reply}, que vence na hora contra qualquer outro lance",
    ),
    "why.only-move": (
        "the only move that does not lose: {other}, the longest defence, loses in {plies}",
        "o único lance que não perde: {other}, a defesa mais longa, perde em {plies}",
    ),
    "why.keeps-draw": ("keeps the draw", "mantém o empate"),
    "why.loses-anyway": (
        "loses in {n} move, whatever is played|loses in {n} moves, whatever is played",
        "perde em {n} lance, jogue-se o que se jogar|perde em {n} lances, jogue-se o que se jogar",
    ),
    "why.only-legal": ("the only legal move", "o único lance possível"),
    "why.closes-line": (
        "closes a line and removes {n} piece|closes a line and removes {n} pieces",
        "fecha uma linha e retira {n} peça|fecha uma linha e retira {n} peças",
    ),
    "why.captures": ("captures {n} piece|captures {n} pieces", "captura {n} peça|captura {n} peças"),
    "why.turns-over": ("turns over {n} piece|turns over {n} pieces", "vira {n} peça|vira {n} peças"),
    "why.stores": ("stores {n} seed|stores {n} seeds", "guarda {n} semente|guarda {n} sementes"),
    "why.promotes": ("promotes {n} piece|promotes {n} pieces", "promove {n} peça|promove {n} peças"),
    "why.moves-again": ("moves again", "joga de novo"),
    "why.leaves-no-moves": (
        "leaves the opponent nothing to do but pass",
        "só deixa ao adversário passar a vez",
    ),
    "why.best-by": (
        "{percent} % better than {other}, the next best",
        "{percent} % melhor que {other}, o segundo melhor",
    ),
    "why.choose-any": (
        "the best {n} moves ({moves}) are within {percent} %: choose any",
        "os {n} melhores lances ({moves}) diferem no máximo {percent} %: escolha qualquer um",
    ),
    "why.misses-win": (
        "misses a win in {n} move|misses a win in {n} moves",
        "deixa passar uma vitória em {n} lance|deixa passar uma vitória em {n} lances",
    ),
    "why.allows-win": (
        "lets the opponent win in {n} move|lets the opponent win in {n} moves",
        "deixa o adversário vencer em {n} lance|deixa o adversário vencer em {n} lances",
    ),
    "why.worse-by": ("{percent} % worse than the best", "{percent} % pior que o melhor"),
}
WORDS = Phrases(WHYS)

_COUNTED = {
    "loses-anyway": "plies", "misses-win": "plies", "allows-win": "plies", "closes-line": "pieces",
    "captures": "pieces", "turns-over": "pieces", "promotes": "pieces", "stores": "seeds",
    "choose-any": "moves",
}  # fmt: skip
"""The number of a reason that decides between singular and plural."""
_LINE_TELLS_NOTHING = ("choose-any", "only-legal")


def in_words(reason: Reason, lang: str) -> str:
    """A reason as part of a sentence."""
    line, numbers = [move.text for move in reason.line], dict(reason.numbers)
    places: dict[str, object] = {
        **numbers,
        "n": numbers.get(_COUNTED.get(reason.kind, ""), 0),
        "why": terms.reason(lang, reason.ending),
        "other": line[0] if line else "",
        "reply": line[1] if len(line) > 1 else "",
        "moves": " ".join(line),
    }
    is_sweeping = reason.kind == "stops-win" and numbers["beaten"] == numbers["tried"]
    return WORDS.say(lang, f"why.{reason.kind}{'-always' if is_sweeping else ''}", **places)


def shown(reason: Reason, lang: str, longest: int = 10) -> str:
    """A reason with the line that shows it, where there is more to see than the move itself. Lines that prove
    something are shown whole, others up to `longest` moves."""
    said = in_words(reason, lang)
    if len(reason.line) < 2 or reason.kind in _LINE_TELLS_NOTHING:
        return said
    is_proof = reason.kind not in ("best-by", "worse-by")
    return f"{said} ({line_text(reason.line, len(reason.line) if is_proof else longest)})"


def line_text(line: Sequence[Move], longest: int) -> str:
    """A line of play as text, cut off if it is longer."""
    texts = [move.text for move in line[:longest]]
    return " ".join([*texts, "…"] if len(line) > longest else texts)


def as_dict(reason: Reason, lang: str) -> dict[str, Any]:
    """A reason as JSON holds it. Its line can be played; moves of which any will do are `choices` besides."""
    texts = [move.text for move in reason.line]
    is_choice = reason.kind == "choose-any"
    return {
        "kind": reason.kind,
        "words": in_words(reason, lang),
        "numbers": dict(reason.numbers),
        "line": texts[:1] if is_choice else texts,
    } | ({"choices": texts} if is_choice else {})
