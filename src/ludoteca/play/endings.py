"""How a game ended, in one sentence: "You win! Five in a row.", "Ana wins 41–7.", "Draw: repetition."."""

from __future__ import annotations

from collections.abc import Mapping

from ludoteca.games import SIDES, Game, Outcome, Position
from ludoteca.games.compiler.codes import (
    FEWEST_PIECES,
    MOST_PIECES,
    OWNER_LOSES,
    OWNER_WINS,
    REASONS,
)
from ludoteca.games.spec import End
from ludoteca.messages import catalogue
from ludoteca.play import terms
from ludoteca.play.counters import all_pieces, pieces_on_board, seeds_stored
from ludoteca.play.session import other

MESSAGES = catalogue("play")


def headline(
    lang: str, position: Position, ended: Outcome, names: Mapping[str, str] | None = None, you: str = ""
) -> str:
    """The result in one or two short sentences. `names` are the players by side, if they have names; `you`
    is the side of the reader, if the reader plays one."""
    score = final_score(position, ended)
    if ended.winner is None:
        if score:
            return MESSAGES.text(lang, "result.drawn-by", a=score[0], b=score[1])
        return MESSAGES.text(lang, "result.drawn", why=_why(lang, position, ended, you))
    key = "result.won" if ended.winner == you else "result.over"
    wins = _wins(lang, position.game, ended.winner, (names or {}).get(ended.winner, ""), you)
    if score:
        mine = SIDES.index(ended.winner)
        return MESSAGES.text(lang, f"{key}-by", wins=wins, a=score[mine], b=score[1 - mine])
    return MESSAGES.text(lang, key, wins=wins, why=_sentence(_why(lang, position, ended, you)))


def final_score(position: Position, ended: Outcome) -> tuple[int, int] | None:
    """The counts of both sides, if counting pieces or seeds has decided the game."""
    if ended != position.outcome:
        return None
    if position.game.pits:
        return seeds_stored(position)
    return pieces_on_board(position) if _result(position) == MOST_PIECES else None


def _wins(lang: str, game: Game, winner: str, who: str, you: str) -> str:
    if you:
        return MESSAGES.text(lang, "result.you-win" if you == winner else "result.you-lose")
    return terms.wins(lang, game, winner, who)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


# -- why ----------------------------------------------------------------------------------------------


def _end(position: Position) -> End | None:
    """The end of the rules that has decided the game."""
    reason = position.snapshot.reason
    return None if reason in REASONS else position.game.compiled.ends[reason]


def _result(position: Position) -> int:
    """The result that the rules give the end of a game."""
    data, reason = position.game.compiled.data, position.snapshot.reason
    if reason not in REASONS:
        return data.ends[reason].result
    by_reason = {
        "repetition": data.repetition_result,
        "no progress": data.stagnation_result,
        "no move": data.no_move_result[position.snapshot.mover],
    }
    return by_reason.get(REASONS[reason], 0)


def _why(lang: str, position: Position, ended: Outcome, you: str) -> str:
    """Why the game is over, as a part of a sentence."""
    usual = terms.reason(lang, ended.reason)
    if ended == position.outcome:
        return _why_on_board(lang, position, ended, you) or usual
    return _about_loser(lang, ended.reason, ended, you) or usual


def _about_loser(lang: str, word: str, ended: Outcome, you: str) -> str:
    """A reason whose subject is the loser: the opponent, or the reader."""
    lost = ended.winner is not None and you == other(ended.winner)
    return MESSAGES.get(lang, f"ending.{word}{'.you' if lost else ''}")


def _why_on_board(lang: str, position: Position, ended: Outcome, you: str) -> str:
    if _result(position) == FEWEST_PIECES:
        first, second = pieces_on_board(position)
        return MESSAGES.text(lang, "ending.fewest-pieces", a=min(first, second), b=max(first, second))
    if ended.reason == "no move":
        is_lost = ended.winner is not None and ended.winner != position.mover
        return _about_loser(lang, "no-move", ended, you) if is_lost else ""
    end = _end(position)
    if end is None or ended.winner is None:
        return ""
    result = _result(position)
    if end.when.align:
        key = {OWNER_WINS: "ending.align", OWNER_LOSES: "ending.align-loses"}.get(result, "")
        return MESSAGES.get(lang, key, count=number(lang, end.when.align))
    if end.when.ring and result == OWNER_WINS:
        return MESSAGES.text(lang, "ending.ring")
    if end.when.connect and result == OWNER_WINS:
        return _joined(lang, position, end)
    if end.when.own_left == 0 and result == OWNER_WINS:
        return MESSAGES.text(lang, "ending.all-off.you" if ended.winner == you else "ending.all-off")
    if end.when.enemy_left is not None and result == OWNER_WINS:
        return _captured(lang, position, end, other(ended.winner))
    return ""


def _joined(lang: str, position: Position, end: End) -> str:
    """How many sides or corners are connected; empty for two sides, which need no count."""
    words = {word for goals in end.when.connect or () for word in goals or ()}
    wanted = position.game.compiled.data.ends[position.snapshot.reason].n
    if wanted < 2 or ("corners" in words and len(words) > 1):
        return ""
    key = "ending.join-corners" if "corners" in words else "ending.join-sides"
    return MESSAGES.text(lang, key, count=number(lang, wanted))


def _captured(lang: str, position: Position, end: End, loser: str) -> str:
    game, left = position.game, end.when.enemy_left or 0
    if end.when.of:
        kind = (game.words(lang).pieces or {}).get(end.when.of) or terms.kind(lang, end.when.of)
        return MESSAGES.text(lang, "ending.kind-captured", kind=kind)
    if left == 0:
        return MESSAGES.text(lang, "ending.all-captured")
    count = all_pieces(game.start())[SIDES.index(loser)] - left
    if count < 2:
        return ""
    noun = piece_noun(lang, game, loser)
    key = "ending.named-captured" if noun else "ending.captured"
    return MESSAGES.text(lang, key, count=number(lang, count), pieces=noun)


def piece_noun(lang: str, game: Game, side: str) -> str:
    """What the pieces of a side are called, in the plural: "dogs". Empty where sides are colours."""
    kinds = game.compiled.kinds
    own = [kind for kind, code in enumerate(kinds.code_of[SIDES.index(side)]) if code]
    if len(own) != 1 or kinds.specs[own[0]].side != side:
        return ""
    named = game.side_name(side, lang)
    return named.lower() if named != side else ""


def number(lang: str, value: int) -> str:
    """A small number in words."""
    return MESSAGES.get(lang, f"number.{value}", str(value))
