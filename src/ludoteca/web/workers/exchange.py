"""Import and export of records in a worker."""

from __future__ import annotations

from typing import Any

from ludoteca.play.exchange import export, import_record
from ludoteca.play.record import IllegalRecord, Record
from ludoteca.web.game_cache import GameCache

Job = dict[str, Any]


def written(job: Job, game_cache: GameCache) -> bytes:
    """A record in a file format."""
    game = game_cache.game(job["called"], job.get("file"))
    return export(Record.from_dict(job["record"]), job["format"], game, job["lang"], job["width"], job["ply"])


def read(job: Job, game_cache: GameCache) -> dict[str, Any]:
    """The record of a file as our text format; up to an illegal move, if there is one: its `number`."""
    try:
        if job["game"]:
            game_cache.game(job["game"])  # refuses what is no game of the library
        record = import_record(job["content"], job["game"])
        if record.rules_text:
            return {"text": record.to_text()}  # the sandbox is to check the rules before anybody uses them
        record.positions(game_cache.game(job["game"] or record.game))
    except IllegalRecord as refused:
        why = refused.refused.text(job["lang"])
        return {"text": refused.legal_part.to_text(), "number": refused.number, "message": why}
    return {"text": record.to_text()}
