"""Convergence: whether every move makes irreversible progress, so that no position can repeat."""

from __future__ import annotations

from typing import Any

from ludoteca.games import Game
from ludoteca.games.compiler.codes import END, NEXT, OP, OWNER_WINS

Row = dict[str, Any]
_CAPTURING = {OP[name] for name in ("leap", "fly-leap", "approach", "loop", "remove", "exit")}
_PLACING = {OP["place"], OP["pair"]}
_BLOCKING = {OP["shoot"], OP["block"]}
_COUNTING_ENDS = {END["still_in"], END["stalled"]}
_ANYWHERE = {
    "hand": 0, "gravity": 0, "region": -1, "apart": 0, "flips": 0, "forbids": -1, "sandwich": -1,
    "condition": 0, "converts": 0, "together": 0, "not_start": 0,
}  # fmt: skip
"""Field values of a rule that places a stone on any empty cell with no side effects."""


def why_not_convergent(game: Game) -> str | None:
    """Why a search to the end of the game would be unsound or infinite; None if it is neither."""
    data = game.compiled.data
    if any(end["type"] in _COUNTING_ENDS for end in data["ends"]):
        return "counts"
    if any(stage["pass_allowed"] for stage in data["stages"]):
        return "passing"
    if data["sowing"]:
        return None if _sowing_converges(data["sowing"]) else "cycles"
    progress = _Progress(game)
    sides = [progress.in_every_move(side) for side in range(2)]
    passes = any(stage["pass_forced"] for stage in data["stages"])
    # Progress by one side is enough if the sides strictly alternate.
    if all(sides) or (any(sides) and not passes):
        return None
    return "cycles"


def lines_decide(game: Game) -> bool:
    """Whether stones are placed on any empty cell and stay, and only completing a line wins."""
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
    """The rules used for a proof: without move counters, with endless play a draw."""
    return {**game.compiled.data, "no_progress": 0, "repetition": 0, "length": 60000}


def plies_counted(game: Game) -> int:
    """Up to which ply the move number is part of a position's state."""
    data = game.compiled.data
    swaps = 2 if any(stage["swap"] for stage in data["stages"]) else 0
    return max([swaps, *(int(plies) for _, plies, _ in data["phases"])])


def _sowing_converges(sowing: Row) -> bool:
    """Whether a full lap drops a seed in the sower's store, so that no position can repeat."""
    return all(sowing["store"][side] in sowing["next_pit"][side] for side in range(2))


class _Progress:
    """The irreversible progress that each rule makes."""

    def __init__(self, game: Game) -> None:
        self.data = game.compiled.data
        self.made = game.compiled.rules
        rules = self.data["rules"]
        self.captures = any(self._may_capture(row) for row in rules)
        self.refills = any(row["op"] in _PLACING and not row["hand"] for row in rules)
        self.changes = any(row["converts"] or row["flips"] for row in rules)
        self.one_way = self._one_way_codes()

    def in_every_move(self, side: int) -> bool:
        """Whether every complete move of a side makes progress."""
        return all(self._stage(number, side) for _, _, number in self.data["phases"])

    def _stage(self, number: int, side: int) -> bool:
        stage = self.data["stages"][number]
        first, many = stage["first_rule"][side], stage["rules"][side]
        if all(self._makes_progress(i) for i in range(first, first + many)):
            return True
        sure = stage["next_when"] == NEXT["always"] and stage["next_sure"]
        return bool(sure) and self._stage(stage["next_stage"], side)

    def _makes_progress(self, number: int) -> bool:
        row = self.data["rules"][number]
        if row["trail"] or row["op"] in _BLOCKING:
            return True
        if row["op"] in _PLACING:
            return bool(row["hand"]) or not self.captures
        if self.refills or self.changes:
            return False
        if row["op"] in _CAPTURING or (row["onto_enemy"] and not row["onto_empty"]):
            return True
        return self.made[number].pairs is not None and row["code"] in self.one_way

    @staticmethod
    def _may_capture(row: Row) -> bool:
        captures = row["op"] in _CAPTURING or row["op"] == OP["sandwich"] or row["sandwich"] >= 0
        return bool(captures or row["onto_enemy"] or row["takes"])

    def _one_way_codes(self) -> set[int]:
        """Piece codes whose steps form an acyclic graph."""
        steps: dict[int, set[tuple[int, int]]] = {}
        for one in self.made:
            steps.setdefault(one.row["code"], set()).update(one.pairs or ())
        return {code for code, pairs in steps.items() if pairs and not _has_cycle(pairs)}


def _has_cycle(pairs: set[tuple[int, int]]) -> bool:
    """Whether the graph of steps has a cycle, by removing sources repeatedly."""
    left = set(pairs)
    while left:
        reached = {to for _, to in left}
        kept = {(start, to) for start, to in left if start in reached}
        if len(kept) == len(left):
            return True
        left = kept
    return False
