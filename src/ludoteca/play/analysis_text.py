"""A game review as text, as a graph and as data, for any front end."""

from __future__ import annotations

from typing import Any

from ludoteca.engine import Draw, Estimate, Score, Win
from ludoteca.engine.scores import as_json, win_chance
from ludoteca.games import SIDES
from ludoteca.messages import catalogue
from ludoteca.play import reason_text, terms
from ludoteca.play.analysis import MARKS, Analysis, Candidate, MoveReview
from ludoteca.play.endings import headline
from ludoteca.render.graph import SIGNS, Graph, Mark
from ludoteca.render.graph import graph as draw

_LONGEST = 10
"""The most moves shown of a line that is not a proof."""

MESSAGES = catalogue("play")


# -- text ---------------------------------------------------------------------------------------------


def names(analysis: Analysis, lang: str) -> dict[str, str]:
    """Both sides with their players' names: `Ana (White)`."""
    found = {}
    for side, name in zip(SIDES, (analysis.record.first, analysis.record.second), strict=True):
        called = terms.side(lang, analysis.game, side)
        # An imported record may hold control characters.
        name = "".join(letter for letter in name if letter.isprintable())
        found[side] = f"{name} ({called})" if name and name not in (side, called) else called
    return found


def score_text(score: Score, lang: str) -> str:
    """A win chance in per cent, or a proved result with its distance."""
    if isinstance(score, Estimate):
        return MESSAGES.text(lang, "analysis.percent", percent=round(100 * score.win_chance))
    if isinstance(score, Draw):
        return MESSAGES.text(lang, "analysis.draw")
    return MESSAGES.text(lang, "analysis.win" if isinstance(score, Win) else "analysis.loss", n=score.plies)


def number_text(analysis: Analysis, review: MoveReview) -> str:
    """The number of a single move: `3.`, `3…`."""
    numbers = analysis.record.numbers
    own = numbers[review.number - 1]
    return own or f"{numbers[review.number - 2].rstrip('.…')}…"


def remarks(review: MoveReview, lang: str) -> list[str]:
    """The remarks on a marked move: its faults, and the better move."""
    parts = [reason_text.shown(fault, lang, _LONGEST) for fault in review.faults]
    return [*parts, _better(review.best, review, lang)] if review.mark else []


def _better(best: Candidate, review: MoveReview, lang: str) -> str:
    places = {"move": best.move.text, "score": score_text(best.score, lang)}
    line = reason_text.line_text(best.continuation, _LONGEST)
    if not review.reasons:
        return MESSAGES.text(lang, "analysis.better-line", **places, line=line)
    why = "; ".join(reason_text.shown(one, lang, _LONGEST) for one in review.reasons)
    is_shown = len(best.continuation) < 2 or any(one.line == best.continuation for one in review.reasons)
    return MESSAGES.text(lang, "analysis.better", **places, why=why if is_shown else f"{why} ({line})")


def ending(analysis: Analysis, lang: str) -> str:
    """How the game ended, and whether a resignation was premature. Empty for an unfinished game."""
    result = analysis.positions[-1].outcome or analysis.record.result
    if result is None:
        return ""
    called = names(analysis, lang)
    text = headline(lang, analysis.positions[-1], result, called)
    last = analysis.chances[-1]
    if result.reason == "resignation" and result.winner and last is not None:
        loser = "second" if result.winner == "first" else "first"
        left = last if loser == "first" else 1 - last
        if left >= 0.5:
            text += " " + MESSAGES.text(
                lang, "analysis.too-soon", who=called[loser], percent=round(100 * left)
            )
    return text


def title(analysis: Analysis, lang: str) -> str:
    called = names(analysis, lang)
    return MESSAGES.text(lang, "analysis.title", game=analysis.game.title(lang), **called)


def summary(analysis: Analysis, lang: str) -> str:
    """The review in a few sentences, as a text alternative to the graph."""
    called = names(analysis, lang)
    parts = [MESSAGES.text(lang, "analysis.about", first=called["first"], n=len(analysis.reviews))]
    for side in SIDES:
        found = analysis.summary(side)
        if found.accuracy is not None:
            numbers = {
                "inaccuracies": found.inaccuracies,
                "mistakes": found.mistakes,
                "blunders": found.blunders,
            }
            rounded = round(found.accuracy)
            parts.append(
                MESSAGES.text(lang, "analysis.about-side", who=called[side], accuracy=rounded, **numbers)
            )
    return " ".join([*parts, ending(analysis, lang)]).strip()


# -- the graph ----------------------------------------------------------------------------------------


def graph_of(analysis: Analysis, lang: str) -> Graph:
    """The graph of first's win chance, with the marked moves."""
    called = names(analysis, lang)
    marks = tuple(
        Mark(review.number, review.mark, _note(analysis, review, lang)) for review in analysis.marked
    )
    sides = (called["first"], called["second"])
    return Graph(
        analysis.chances, ("", *analysis.record.numbers), marks, sides, analysis.game.dark_side
    )  # fmt: skip


def _note(analysis: Analysis, review: MoveReview, lang: str) -> str:
    return MESSAGES.text(
        lang, "analysis.note", number=number_text(analysis, review), move=review.played.move.text,
        sign=SIGNS[review.mark], before=score_text(review.best.score, lang),
        after=score_text(review.played.score, lang), best=review.best.move.text,
    )  # fmt: skip


def svg(analysis: Analysis, lang: str = "en") -> str:
    """The graph as a standalone SVG."""
    legend = [(word, MESSAGES.text(lang, f"analysis.mark-{word}")) for word, _ in reversed(MARKS)]
    return draw(graph_of(analysis, lang), title(analysis, lang), summary(analysis, lang), legend)


# -- data ---------------------------------------------------------------------------------------------


def as_dict(analysis: Analysis, lang: str = "en") -> dict[str, Any]:
    """The review as JSON. Scores of moves are for the mover; `chances` are those of first."""
    record, result = analysis.record, analysis.positions[-1].outcome or analysis.record.result
    return {
        "game": analysis.game.name,
        "players": {"first": record.first, "second": record.second},
        "result": {"winner": result.winner, "reason": result.reason} if result else None,
        "complete": analysis.is_complete,
        "chances": list(analysis.chances),
        "moves": [
            _review_dict(analysis, review, lang) if review else {"move": one.move, "by": one.by}
            for review, one in zip(analysis.reviews, record.moves, strict=True)
        ],
        "sides": {side: vars(analysis.summary(side)) for side in SIDES},
        "nodes": analysis.nodes,
        "seconds": analysis.seconds,
    }


def _review_dict(analysis: Analysis, review: MoveReview, lang: str) -> dict[str, Any]:
    return {
        "number": number_text(analysis, review),
        "move": review.played.move.text,
        "by": review.by,
        "before": as_json(review.best.score) | {"chance": win_chance(review.best.score)},
        "after": as_json(review.played.score) | {"chance": win_chance(review.played.score)},
        "drop": review.drop,
        "mark": review.mark or None,
        "forced": review.is_forced,
        "best": review.best.move.text,
        "continuation": [move.text for move in review.best.continuation],
        "played_continuation": [move.text for move in review.played.continuation],
        "faults": [reason_text.as_dict(one, lang) for one in review.faults],
        "reasons": [reason_text.as_dict(one, lang) for one in review.reasons],
    }
