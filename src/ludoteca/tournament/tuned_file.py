"""Calibrated levels and fitted weights in `ID.tuned.toml`, beside the game's file."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludoteca.engine.signature import signature
from ludoteca.engine.skill import TOP
from ludoteca.games import Game
from ludoteca.games.files import TUNING, read_text
from ludoteca.games.library import LIBRARY_DIR
from ludoteca.games.tuned import own_path, read_tuned, tuned_path
from ludoteca.games.userdata import write_text
from ludoteca.play.opponents import LEVELS, MEASURED
from ludoteca.tournament.calibration import Calibration

if TYPE_CHECKING:
    from tomlkit import TOMLDocument
    from tomlkit.items import AoT, Table


def tuned_file_for(called: str, game: Game) -> Path:
    """The tuned file of a game: beside its own file, or in the user's data folder if that is not writable."""
    path, dot, _ = called.partition(".toml")
    beside = tuned_path(Path(path + dot) if dot else LIBRARY_DIR / f"{game.id}.toml")
    return beside if _can_write(beside) else own_path(game.id)


def _can_write(path: Path) -> bool:
    return os.access(path if path.exists() else path.parent, os.W_OK)


def write_levels(path: Path, game: Game, found: Calibration, day: date) -> None:
    """Replace the levels in the file. Raises `CannotWrite`."""
    write_tables(path, game, {LEVELS: _rows(found), MEASURED: _summary(game, found, day)})


def write_tables(path: Path, game: Game, tables: Mapping[str, Any]) -> None:
    """Replace tables of a game or variant; the rest of the file stays. Raises `CannotWrite`."""
    import tomlkit

    document = _document(path)
    place = _table(document, game.spec.variant or "")
    for name, value in tables.items():
        place.pop(name, None)
        place.add(name, value)
    write_text(path, re.sub(r"\n{3,}", "\n\n", tomlkit.dumps(document).lstrip("\n")))


def _document(path: Path) -> TOMLDocument:
    """The file to change; empty if there is none. Raises `BadTuning` if it is not a tuned file."""
    import tomlkit

    read_tuned(path)
    return tomlkit.parse(read_text(path, TUNING) if path.is_file() else "")


def _table(document: TOMLDocument, variant: str) -> Any:
    """The table of a game or variant."""
    import tomlkit

    if not variant:
        return document
    variants = document.setdefault("variants", tomlkit.table(is_super_table=True))
    return variants.setdefault(variant, tomlkit.table(is_super_table=True))


def _rows(found: Calibration) -> AoT:
    import tomlkit

    rows = tomlkit.aot()
    for level in found.levels:
        row = tomlkit.table()
        row.update({"name": level.name, "s": level.skill / TOP, "nodes": level.nodes})
        row.update({"elo": level.elo, "low": level.low, "high": level.high})
        rows.append(row)
    return rows


def _summary(game: Game, found: Calibration, day: date) -> Table:
    import tomlkit

    method = found.method
    table = tomlkit.table()
    for line in (
        "Made by `ludoteca calibrate`: players along the skill scale s met their neighbours and second",
        f"neighbours, {found.games_per_pair} games a pair, both sides equally. Ratings after Bradley and",
        "Terry, with draws and a term for moving first.",
        "Elo is above random play, inside this game alone; low and high hold it with 95 % confidence.",
        "Each level is likely to be stronger than the one below it."
        if method.is_quick
        else "Each level beats the one below it by a sequential test (elo0 0, elo1 80).",
    ):
        table.add(tomlkit.comment(line))
    table.update(
        {
            "rules": game.rules_hash,
            "date": day,
            "games": found.games,
            "games-per-pair": found.games_per_pair,
            "quick": method.is_quick,
            "engine": signature(game),
            "first-advantage": round(found.first_advantage),
            "draws-between-equals": round(found.draws, 3),
        }
    )
    return table
