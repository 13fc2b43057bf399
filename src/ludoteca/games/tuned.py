"""Tuned files (`ID.tuned.toml` beside a game file): evaluation weights, preferred search, and levels.

The rules do not depend on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ludoteca.errors import BadTuning
from ludoteca.games.files import TUNING, Damaged, parse_toml, read_text
from ludoteca.games.learnt import LearntEvaluation, LearntFile, learnt_files
from ludoteca.games.networks import Network, network_path, read_network
from ludoteca.games.userdata import data_folder

LARGEST = 20_000
"""No weight may be larger, so that an evaluation stays below a win score."""
MOST_NODES, MOST_ELO = 10**9, 100_000
LEVEL_NAMES = ("Joaninha", "Tatu", "Quati", "Coruja", "Graxaim", "Jaguatirica", "Lobo-guará", "Onça")
"""Animals from the ladybird to the jaguar: the names of the levels 1 to 8, in every game and language."""


@dataclass(frozen=True)
class Tuned:
    """The contents of a tuned file; empty if there is none."""

    raw: Mapping[str, Any] = field(default_factory=dict)
    network: Network | None = None
    """The network trained on top of the weights, from its own file."""
    learnt: Mapping[str, LearntFile] = field(default_factory=dict)
    """Learnt evaluations by variant, from their own files; that of the game itself has no name."""

    def learnt_for(self, variant: str = "") -> LearntEvaluation | None:
        """The learnt evaluation of a variant, or else that of the game."""
        found = self.learnt.get(variant) or self.learnt.get("")
        return found.learnt if found else None

    def weights(self, variant: str = "", same_board: bool = True) -> dict[str, int]:
        """The weights of the game, overridden by those of a variant. Weights of single cells are left out
        where the board may differ."""
        own = self.raw.get("weights", {})
        if variant or not same_board:
            own = {name: weight for name, weight in own.items() if not name.startswith("cell-")}
        over = self._variant(variant).get("weights", {}) if same_board else {}
        return {**own, **over}

    def player(self, variant: str = "") -> str:
        """The search that was measured to be stronger, or empty."""
        found = {**self.raw.get("player", {}), **self._variant(variant).get("player", {})}
        return str(found.get("preferred", ""))

    def under(self, own: Tuned) -> Tuned:
        """The same, overridden by the user's own weights and preferred search."""
        if not own.raw and own.network is None and not own.learnt:
            return self
        variants = {
            name: _over(self._variant(name), own._variant(name))
            for name in {**self.raw.get("variants", {}), **own.raw.get("variants", {})}
        }
        # A network is only valid with the weights it was trained on.
        network = None if "weights" in own.raw else self.network
        # Weights of one's own replace a shipped evaluation, unless there is one of one's own too.
        learnt = own.learnt if "weights" in own.raw else {**self.learnt, **own.learnt}
        return Tuned({**_over(self.raw, own.raw), "variants": variants}, own.network or network, learnt)

    def _variant(self, variant: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.raw.get("variants", {}).get(variant, {})
        return found


def _over(shipped: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    return {**shipped, **{name: own[name] for name in ("weights", "tuning", "player") if name in own}}


def own_path(game_id: str) -> Path:
    """The tuned file in the user's data folder, for library games."""
    return data_folder() / "tuned" / f"{game_id}.tuned.toml"


def tuned_path(game_file: Path) -> Path:
    return game_file.with_suffix(".tuned.toml")


def read_tuned(path: Path) -> Tuned:
    """The contents of a tuned file; empty if there is none."""
    network = read_network(network_path(path))
    learnt = learnt_files(path)
    if not path.is_file():
        return Tuned(network=network, learnt=learnt)
    try:
        raw = parse_toml(read_text(path, TUNING))
    except Damaged as mistake:
        raise BadTuning("tuning.unreadable", file=path.name, problem=mistake.message) from None
    _check(raw, path.name)
    return Tuned(raw, network, learnt)


# -- validation ---------------------------------------------------------------------------------------


def _check(raw: Mapping[str, Any], file: str) -> None:
    """Raise `BadTuning` at the first entry of a wrong type, so that no reader of a `Tuned` has to look."""
    _check_tables(raw, file)
    for name, table in _table(raw, "variants", file).items():
        if not isinstance(table, dict):
            raise BadTuning("tuning.table", file=file, key=f"variants.{name}")
        _check_tables(table, file)


def _check_tables(raw: Mapping[str, Any], file: str) -> None:
    for name, weight in _table(raw, "weights", file).items():
        if type(weight) is not int or abs(weight) > LARGEST:
            raise BadTuning("tuning.weight", file=file, name=name, limit=LARGEST)
    _table(raw, "tuning", file)
    if not isinstance(_table(raw, "player", file).get("preferred", ""), str):
        raise BadTuning("tuning.player", file=file)
    _table(raw, "levels-measured", file)
    levels = raw.get("levels", [])
    if not isinstance(levels, list) or not all(map(_is_level, levels)):
        raise BadTuning("tuning.level", file=file)
    numbers = [LEVEL_NAMES.index(row["name"]) for row in levels]
    if numbers != sorted(set(numbers)):
        raise BadTuning("tuning.level", file=file)


def _table(raw: Mapping[str, Any], key: str, file: str) -> Mapping[str, Any]:
    found = raw.get(key, {})
    if not isinstance(found, dict):
        raise BadTuning("tuning.table", file=file, key=key)
    return found


def _is_level(row: object) -> bool:
    """Whether a row has what a level needs, within its limits."""
    if not isinstance(row, dict) or row.get("name") not in LEVEL_NAMES:
        return False
    skill = row.get("s")
    if not isinstance(skill, int | float) or isinstance(skill, bool) or not 0 <= skill <= 1:
        return False
    limits = {"nodes": (1, MOST_NODES), **dict.fromkeys(("elo", "low", "high"), (-MOST_ELO, MOST_ELO))}
    return all(
        type(row.get(key)) is int and least <= row[key] <= most for key, (least, most) in limits.items()
    )
