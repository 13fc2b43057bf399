"""Which game of the library a file of another program means, and its moves as ours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from ludoteca.errors import BadRecord, IllegalMove, LudotecaError
from ludoteca.games import Game, Outcome, Position, ids, load, variants
from ludoteca.games.fields import Problems, Table
from ludoteca.games.library import raw_game
from ludoteca.games.spec import Formats
from ludoteca.play.record import IllegalRecord, Record, RecordedMove

_MOST_TRIED = 24


def size_of(game: Game) -> tuple[int, int]:
    """Columns and rows of a board."""
    rows = game.board.rows
    return max(len(row) for row in rows), len(rows)


def candidates(fits: Callable[[Formats], bool], size: tuple[int, int], asked: str) -> Iterator[Game]:
    """The games that a file may mean: of that format and that size, the plainest first."""
    names = [asked] if asked else list(islice(_names(fits, size), _MOST_TRIED))
    found = False
    for name in names:
        try:
            game = load(name)
        except LudotecaError:
            if asked:
                raise
            continue  # a size that this variant does not have
        if size_of(game) == size or asked:
            found = True
            yield game
    if not found:
        raise BadRecord(f"no game of the library is written so on a board of {size[0]} by {size[1]}.")


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


Said = tuple[str, Sequence[str] | str, str]
"""By whom, the path of cells (or a word: `swap`, `pass`), and a comment."""


def follow(game: Game, start: Position, moves: Iterable[Said], record: Record) -> Record:
    """The record with these moves as ours. Raises `IllegalRecord` at the first that is not legal."""
    position, made = start, list[RecordedMove]()
    for number, (by, said, comment) in enumerate(moves, 1):
        try:
            after = position.play(said, by=by)
        except IllegalMove as refused:
            kept = replace(record, moves=tuple(made), result=None, game=game.name, rules=game.rules_hash)
            raise IllegalRecord(f"move {number} is not legal. {refused}", number, kept) from None
        assert after.last is not None
        made.append(RecordedMove(after.last.text, by, comment))
        position = after
    return replace(
        record,
        game=game.name,
        rules=game.rules_hash,
        moves=tuple(made),
        result=settled(position, record.result),
    )


def settled(last: Position, said: Outcome | None) -> Outcome | None:
    """How it ended: as the board shows, or else as the file says."""
    if last.outcome is not None:
        return last.outcome
    if said is None:
        return None
    reason = said.reason or ("adjudication" if said.winner else "agreement")
    return Outcome(said.winner, reason)
