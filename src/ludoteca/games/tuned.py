"""What was measured about a game and lies beside its file, `ID.tuned.toml`: the weights of its evaluation,
the player that is stronger at it, and its levels. No rule depends on it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ludoteca.errors import BadTuning
from ludoteca.games.networks import Network, network_path, read_network
from ludoteca.games.userdata import data_folder

LARGEST = 20_000
"""No weight may be larger: an opinion must stay below a win."""


@dataclass(frozen=True)
class Tuned:
    """The contents of such a file; empty if there is none."""

    raw: Mapping[str, Any] = field(default_factory=dict)
    network: Network | None = None
    """What was learnt over the weights, in a file of its own."""

    def weights(self, variant: str = "", same_board: bool = True) -> dict[str, int]:
        """The game's own weights, and over them those of a variant. What was learnt of single cells is left
        out where the board may be another."""
        own = self.raw.get("weights", {})
        if variant or not same_board:
            own = {name: weight for name, weight in own.items() if not name.startswith("cell-")}
        over = self._variant(variant).get("weights", {}) if same_board else {}
        return {**own, **over}

    def player(self, variant: str = "") -> str:
        """The kind of search that was measured to be stronger, or nothing."""
        found = {**self.raw.get("player", {}), **self._variant(variant).get("player", {})}
        return str(found.get("preferred", ""))

    def under(self, own: Tuned) -> Tuned:
        """The same, with what a person found out over it: how to judge, and which search is stronger."""
        if not own.raw and own.network is None:
            return self
        variants = {
            name: _over(self._variant(name), own._variant(name))
            for name in {**self.raw.get("variants", {}), **own.raw.get("variants", {})}
        }
        # A network was learnt over certain weights: with others it is of no use.
        network = None if "weights" in own.raw else self.network
        return Tuned({**_over(self.raw, own.raw), "variants": variants}, own.network or network)

    def _variant(self, variant: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.raw.get("variants", {}).get(variant, {})
        return found


def _over(shipped: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    return {**shipped, **{name: own[name] for name in ("weights", "tuning", "player") if name in own}}


def own_path(game_id: str) -> Path:
    """Where a person's own measurements are kept, if they cannot stand beside the game's file."""
    return data_folder() / "tuned" / f"{game_id}.tuned.toml"


def tuned_path(game_file: Path) -> Path:
    return game_file.with_suffix(".tuned.toml")


def read_tuned(path: Path) -> Tuned:
    """What was measured; nothing if there is no such file."""
    network = read_network(network_path(path))
    if not path.is_file():
        return Tuned(network=network)
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as mistake:
        raise BadTuning("tuning.unreadable", file=path.name, problem=str(mistake)) from None
    for table in (raw, *raw.get("variants", {}).values()):
        for name, weight in table.get("weights", {}).items():
            if type(weight) is not int or abs(weight) > LARGEST:
                raise BadTuning("tuning.weight", file=path.name, name=name, limit=LARGEST)
    return Tuned(raw, network)
