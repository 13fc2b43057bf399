"""The library game of a file of another program, and the conversion of its moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from ludoteca.errors import BadRecord, IllegalMove, LudotecaError
from ludoteca.games import Game, Outcome, Position, ids, load, variants
from ludoteca.games.fields import Table
from ludoteca.games.library import raw_game
from ludoteca.games.problems import Problems
from ludoteca.games.spec import Formats
from ludoteca.play.record import IllegalRecord, Record, RecordedMove

_MAX_CANDIDATES = 24


def candidates(fits: Callable[[Formats], bool], size: tuple[int, int], asked: str) -> Iterator[Game]:
    """The games that a file may be of: with that format and board size, the most common first."""
    names = [asked] if asked else list(islice(_names(fits, size), _MAX_CANDIDATES))
    found = False
    for name in names:
        try:
            game = load(name)
        except LudotecaError:
            if asked:
                raise
            continue  # a size that this variant does not have
        if game.board_size == size or asked:
            found = True
            yield game
    if not found:
        raise BadRecord("record.no-such-board", width=size[0], height=size[1])


def _names(fits: Callable[[Formats], bool], size: tuple[int, int]) -> Iterator[str]:
    for game_id in ids():
        raw = raw_game(game_id)
        known = Table(Formats).read(raw["formats"], "formats", Problems("")) if "formats" in raw else None
        if known is None or not fits(known):
            continue
        numbers = [name for name, one in raw.get("parameters", {}).items() if "variants" not in one]
        for variant in ("", *variants(game_id)):
            name = f"{game_id}/{variant}" if variant else game_id
            yield name
            yield from (f"{name}:{number}={size[0]}" for number in numbers)


ForeignMove = tuple[str, Sequence[str] | str, str]
"""The side, the path of cells (or `swap` or `pass`), and a comment."""


def convert(game: Game, start: Position, moves: Iterable[ForeignMove], record: Record) -> Record:
    """The record with these moves in our notation. Raises `IllegalRecord` at the first illegal one."""
    position, made = start, list[RecordedMove]()
    for number, (by, move, comment) in enumerate(moves, 1):
        try:
            after = position.play(move, by=by)
        except IllegalMove as refused:
            kept = replace(record, moves=tuple(made), result=None, game=game.name, rules=game.rules_hash)
            raise IllegalRecord(refused, number, kept) from None
        assert after.last is not None
        made.append(RecordedMove(after.last.text, by, comment))
        position = after
    return replace(
        record,
        game=game.name,
        rules=game.rules_hash,
        moves=tuple(made),
        result=final_result(position, record.result),
    )


def final_result(last: Position, stated: Outcome | None) -> Outcome | None:
    """The result on the board, or else that in the file."""
    if last.outcome is not None:
        return last.outcome
    if stated is None:
        return None
    reason = stated.reason or ("adjudication" if stated.winner else "agreement")
    return Outcome(stated.winner, reason)
