"""Whether a game must end: every move spends something that nobody gets back, so no position can return."""

from __future__ import annotations

from typing import Any

from ludoteca.games import Game
from ludoteca.games.compiler.codes import END, NEXT, OP, OWNER_WINS

Row = dict[str, Any]
_TAKING = {OP[name] for name in ("leap", "fly-leap", "approach", "loop", "remove", "exit")}
_PLACING = {OP["place"], OP["pair"]}
_BLOCKING = {OP["shoot"], OP["block"]}
_COUNTING_ENDS = {END["still_in"], END["stalled"]}
_ANYWHERE = {
    "hand": 0, "gravity": 0, "region": -1, "apart": 0, "flips": 0, "forbids": -1, "sandwich": -1,
    "condition": 0, "converts": 0, "together": 0, "not_start": 0,
}  # fmt: skip
"""What a rule must say for a stone to go on any empty cell, and nothing else to happen."""


def why_not(game: Game) -> str | None:
    """Why a search to the end cannot be trusted or would not end; None if it can and will."""
    data = game.compiled.data
    if any(end["type"] in _COUNTING_ENDS for end in data["ends"]):
        return "counts"
    if any(stage["pass_allowed"] for stage in data["stages"]):
        return "passing"
    if data["sowing"]:
        return None if _sowing_spends(data["sowing"]) else "cycles"
    spending = _Spending(game)
    sides = [spending.all_moves(side) for side in range(2)]
    passes = any(stage["pass_forced"] for stage in data["stages"])
    # One side that cannot go back is enough, as long as it has to move every other time.
    if all(sides) or (any(sides) and not passes):
        return None
    return "cycles"


def lines_decide(game: Game) -> bool:
    """Stones that stay where they are placed, on any empty cell, and nothing but a line of them wins."""
    data = game.compiled.data
    ends, rules, stages = data["ends"], data["rules"], data["stages"]
    if not ends or not data["full_board"] or data["kinds"] != 1 or len(stages) != 1 or len(rules) != 2:
        return False
    if any(stages[0][key] for key in ("swap", "next_when", "pass_forced", "pass_allowed")):
        return False
    if any(row["op"] != OP["place"] or any(row[key] != _ANYWHERE[key] for key in _ANYWHERE) for row in rules):
        return False
    return all(
        end["type"] == END["window"]
        and end["result"] == OWNER_WINS
        and not end["exactly"]
        and not data["windows"][end["windows"]]["exact"]
        for end in ends
    )


def rules_without_counters(game: Game) -> Row:
    """The rules for a proof: endless play is a draw, and counters of moves count for nothing."""
    return {**game.compiled.data, "no_progress": 0, "repetition": 0, "length": 60000}


def plies_counted(game: Game) -> int:
    """Until which ply the number of moves made belongs to a position."""
    data = game.compiled.data
    swaps = 2 if any(stage["swap"] for stage in data["stages"]) else 0
    return max([swaps, *(int(plies) for _, plies, _ in data["phases"])])


def _sowing_spends(sowing: Row) -> bool:
    """Seeds that go once round pass a store and leave one there: then nothing comes back."""
    return all(sowing["store"][side] in sowing["next_pit"][side] for side in range(2))


class _Spending:
    """What each rule of a game spends for good."""

    def __init__(self, game: Game) -> None:
        self.data = game.compiled.data
        self.made = game.compiled.made
        rules = self.data["rules"]
        self.takes = any(self._may_take(row) for row in rules)
        self.refills = any(row["op"] in _PLACING and not row["hand"] for row in rules)
        self.changes = any(row["converts"] or row["flips"] for row in rules)
        self.one_way = self._one_way_codes()

    def all_moves(self, side: int) -> bool:
        """Whether every complete move of a side spends something."""
        return all(self._stage(number, side) for _, _, number in self.data["phases"])

    def _stage(self, number: int, side: int) -> bool:
        stage = self.data["stages"][number]
        first, many = stage["first_rule"][side], stage["rules"][side]
        if all(self._spends(i) for i in range(first, first + many)):
            return True
        sure = stage["next_when"] == NEXT["always"] and stage["next_sure"]
        return bool(sure) and self._stage(stage["next_stage"], side)

    def _spends(self, number: int) -> bool:
        row = self.data["rules"][number]
        if row["trail"] or row["op"] in _BLOCKING:
            return True
        if row["op"] in _PLACING:
            return bool(row["hand"]) or not self.takes
        if self.refills or self.changes:
            return False
        if row["op"] in _TAKING or (row["onto_enemy"] and not row["onto_empty"]):
            return True
        return self.made[number].pairs is not None and row["code"] in self.one_way

    @staticmethod
    def _may_take(row: Row) -> bool:
        return bool(row["op"] in _TAKING or row["op"] == OP["sandwich"] or row["onto_enemy"] or row["takes"]
                    or row["sandwich"] >= 0)  # fmt: skip

    def _one_way_codes(self) -> set[int]:
        """Pieces whose steps, whichever way they are put together, never lead back."""
        steps: dict[int, set[tuple[int, int]]] = {}
        for one in self.made:
            steps.setdefault(one.row["code"], set()).update(one.pairs or ())
        return {code for code, pairs in steps.items() if pairs and not _has_cycle(pairs)}


def _has_cycle(pairs: set[tuple[int, int]]) -> bool:
    """Whether steps can lead back: take away cells that no step reaches, until none or a cycle is left."""
    left = set(pairs)
    while left:
        reached = {to for _, to in left}
        kept = {(start, to) for start, to in left if start in reached}
        if len(kept) == len(left):
            return True
        left = kept
    return False
