"""A game looked over again, in words, as a graph and as data, for any front end."""

from __future__ import annotations

from typing import Any

from ludoteca.engine import Draw, Estimate, Score, Win
from ludoteca.engine.scores import as_json, win_chance
from ludoteca.games import SIDES
from ludoteca.messages import catalogue
from ludoteca.play import reason_text, terms
from ludoteca.play.analysis import MARKS, Analysis, Choice, Look
from ludoteca.render.graph import SIGNS, Graph, Mark
from ludoteca.render.graph import graph as draw

_LONGEST = 10
"""More moves of a line that proves nothing are not shown."""

MESSAGES = catalogue("play")


# -- words --------------------------------------------------------------------------------------------


def names(analysis: Analysis, lang: str) -> dict[str, str]:
    """Both sides with their players' names: `Ana (White)`."""
    found = {}
    for side, name in zip(SIDES, (analysis.record.first, analysis.record.second), strict=True):
        called = terms.side(lang, analysis.game, side)
        # A stranger's record may hold signs that are no part of any picture or terminal.
        name = "".join(sign for sign in name if sign.isprintable())
        found[side] = f"{name} ({called})" if name and name not in (side, called) else called
    return found


def score_text(score: Score, lang: str) -> str:
    """A chance in per cent, or what is proved and how far away it is."""
    if isinstance(score, Estimate):
        return MESSAGES.text(lang, "analysis.percent", percent=round(100 * score.win_chance))
    if isinstance(score, Draw):
        return MESSAGES.text(lang, "analysis.draw")
    return MESSAGES.text(lang, "analysis.win" if isinstance(score, Win) else "analysis.loss", n=score.plies)


def number_text(analysis: Analysis, look: Look) -> str:
    """The number of a move as it is written when the move stands alone: `3.`, `3…`."""
    numbers = analysis.record.numbers
    own = numbers[look.number - 1]
    return own or f"{numbers[look.number - 2].rstrip('.…')}…"


def remarks(look: Look, lang: str) -> list[str]:
    """What is to be said of a marked move: what was wrong, and what was better."""
    said = [reason_text.shown(fault, lang, _LONGEST) for fault in look.faults]
    return [*said, _better(look.best, look, lang)] if look.mark else []


def _better(best: Choice, look: Look, lang: str) -> str:
    places = {"move": best.move.text, "score": score_text(best.score, lang)}
    line = reason_text.line_text(best.continuation, _LONGEST)
    if not look.reasons:
        return MESSAGES.text(lang, "analysis.better-line", **places, line=line)
    why = "; ".join(reason_text.shown(one, lang, _LONGEST) for one in look.reasons)
    is_shown = len(best.continuation) < 2 or any(one.line == best.continuation for one in look.reasons)
    return MESSAGES.text(lang, "analysis.better", **places, why=why if is_shown else f"{why} ({line})")


def ending(analysis: Analysis, lang: str) -> str:
    """How the game ended, and whether somebody gave up too soon. Nothing while it is unfinished."""
    result = analysis.positions[-1].outcome or analysis.record.result
    if result is None:
        return ""
    called = names(analysis, lang)
    said = terms.outcome(lang, result, called[result.winner] if result.winner else "")
    last = analysis.chances[-1]
    if result.reason == "resignation" and result.winner and last is not None:
        loser = "second" if result.winner == "first" else "first"
        left = last if loser == "first" else 1 - last
        if left >= 0.5:
            said += " " + MESSAGES.text(
                lang, "analysis.too-soon", who=called[loser], percent=round(100 * left)
            )
    return said


def title(analysis: Analysis, lang: str) -> str:
    called = names(analysis, lang)
    return MESSAGES.text(lang, "analysis.title", game=analysis.game.title(lang), **called)


def summary(analysis: Analysis, lang: str) -> str:
    """The whole in a few sentences, for those who do not see the graph."""
    called = names(analysis, lang)
    said = [MESSAGES.text(lang, "analysis.about", first=called["first"], n=len(analysis.looks))]
    for side in SIDES:
        found = analysis.standing(side)
        if found.accuracy is not None:
            numbers = {
                "inaccuracies": found.inaccuracies,
                "mistakes": found.mistakes,
                "blunders": found.blunders,
            }
            rounded = round(found.accuracy)
            said.append(
                MESSAGES.text(lang, "analysis.about-side", who=called[side], accuracy=rounded, **numbers)
            )
    return " ".join([*said, ending(analysis, lang)]).strip()


# -- the graph ----------------------------------------------------------------------------------------


def graph_of(analysis: Analysis, lang: str) -> Graph:
    """The graph of first's chances, with the marked moves."""
    called = names(analysis, lang)
    marks = tuple(Mark(look.number, look.mark, _note(analysis, look, lang)) for look in analysis.marked)
    return Graph(analysis.chances, ("", *analysis.record.numbers), marks, (called["first"], called["second"]))


def _note(analysis: Analysis, look: Look, lang: str) -> str:
    return MESSAGES.text(
        lang, "analysis.note", number=number_text(analysis, look), move=look.played.move.text,
        sign=SIGNS[look.mark], before=score_text(look.best.score, lang),
        after=score_text(look.played.score, lang), best=look.best.move.text,
    )  # fmt: skip


def svg(analysis: Analysis, lang: str = "en") -> str:
    """The graph as a standalone picture."""
    legend = [(word, MESSAGES.text(lang, f"analysis.mark-{word}")) for word, _ in reversed(MARKS)]
    return draw(graph_of(analysis, lang), title(analysis, lang), summary(analysis, lang), legend)


# -- data ---------------------------------------------------------------------------------------------


def as_dict(analysis: Analysis, lang: str = "en") -> dict[str, Any]:
    """The analysis as JSON holds it. Scores of moves are in the mover's eyes; `chances` are first's."""
    record, result = analysis.record, analysis.positions[-1].outcome or analysis.record.result
    return {
        "game": analysis.game.name,
        "players": {"first": record.first, "second": record.second},
        "result": {"winner": result.winner, "reason": result.reason} if result else None,
        "complete": analysis.is_complete,
        "chances": list(analysis.chances),
        "moves": [
            _look_dict(analysis, look, lang) if look else {"move": one.move, "by": one.by}
            for look, one in zip(analysis.looks, record.moves, strict=True)
        ],
        "sides": {side: vars(analysis.standing(side)) for side in SIDES},
        "nodes": analysis.nodes,
        "seconds": analysis.seconds,
    }


def _look_dict(analysis: Analysis, look: Look, lang: str) -> dict[str, Any]:
    return {
        "number": number_text(analysis, look),
        "move": look.played.move.text,
        "by": look.by,
        "before": as_json(look.best.score) | {"chance": win_chance(look.best.score)},
        "after": as_json(look.played.score) | {"chance": win_chance(look.played.score)},
        "drop": look.drop,
        "mark": look.mark or None,
        "forced": look.is_forced,
        "best": look.best.move.text,
        "continuation": [move.text for move in look.best.continuation],
        "played_continuation": [move.text for move in look.played.continuation],
        "faults": [reason_text.as_dict(one, lang) for one in look.faults],
        "reasons": [reason_text.as_dict(one, lang) for one in look.reasons],
    }
