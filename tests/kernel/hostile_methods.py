"""The public methods of the kernel's classes with the kinds of their parameters, and objects to call."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludoteca.classics.plans import plan_for, settings_of
from ludoteca.errors import LudotecaError
from ludoteca.games import Game, Position
from ludoteca.kernel import (
    AlphaBetaProver,
    ConnectionProver,
    DfpnProver,
    FixedDepthSearch,
    LineProver,
    MarginProver,
    MarginTable,
    MctsOptions,
    MctsSearcher,
    MutablePosition,
    RetrogradeSolver,
    Searcher,
    Tablebase,
    TerritoryProver,
    VirtualConnections,
)
from ludoteca.solver.retrograde.space import Space
from ludoteca.solver.symmetry import symmetry_of

PROVER = {"begin": "snapshot", "save": "number", "restore": "buffer", "stop": ""}
METHODS = {
    "Snapshot": {"hand": "number", "same": "snapshot"},
    "MutablePosition": {
        "set_up": "contents number hands pits number turns number number number number", "load": "snapshot",
        "snapshot": "", "restore": "state", "compute_key": "", "actions": "", "make": "action", "unmake": "",
        "occupied": "number", "resolve": "", "perft": "number number", "playouts": "number number snapshot",
        "random_action": "", "stop": "",
    },
    "Searcher": {
        "disable": "names", "set_evaluator": "evaluator", "set_tablebase": "tablebase", "clear_hash": "",
        "begin": "snapshot number number", "set_expected_score": "number", "restrict": "moves moves number",
        "mark_searching": "action number", "search": "number", "verify": "number number number",
        "evaluate": "snapshot", "window_features": "snapshot", "rotation_win": "snapshot number", "stop": "",
        "resume": "", "vct": "snapshot number", "set_parameters": "parameters",
    },
    "MctsSearcher": {
        "begin": "snapshot number options", "restrict": "moves", "simulate": "number", "stop": "", "best": "",
        "root_children": "",
    },
    "FixedDepthSearch": {
        "begin": "snapshot number number number pits", "score": "actions_ number number",
        "evaluate": "snapshot", "successors": "snapshot", "stop": "", "line": "actions_",
    },
    "Ranking": {"rank": "snapshot", "unrank": "number"},
    "Tablebase": {},
    "ProbedTable": {},
    "MarginTable": {"solve": "", "stop": "", "margin": "snapshot"},
    "RetrogradeSolver": {
        "initialize": "number number number number", "propagate": "number number number number number",
        "sweep": "number number number", "mark_terminal": "number number", "verify": "number number",
        "count": "number number buffer buffer", "expand": "number number buffer buffer",
        "find": "number number number buffer", "pack": "number number buffer",
        "unpack": "number buffer symbols",
    },
    "AlphaBetaProver": {**PROVER, "prove": "number"},
    "DfpnProver": {**PROVER, "prove": "number"},
    "ConnectionProver": {**PROVER, "prove": "number"},
    "LineProver": {**PROVER, "prove": "number", "pairing": "number", "candidates": "number"},
    "TerritoryProver": {**PROVER, "prove": "number number", "probe": "number", "count_verdict": ""},
    "VirtualConnections": {"analyse": "snapshot", "links": "snapshot number"},
    "MarginProver": {**PROVER, "prove": "number"},
    "Rules": {},
    "Evaluator": {},
    "PatternTables": {},
}  # fmt: skip
"""The kinds are the methods of `hostile_values.Values`."""


def objects(position: Position, fresh: bool = False) -> Iterator[Any]:
    """An object of every class that the game of a position has; without a position if `fresh`."""
    game, snapshot = position.game, position.snapshot
    yield snapshot
    for made in (*_searches(game), *_provers(game)):
        if not fresh:
            _begin(made, snapshot)
        yield made
    yield from _tables(position)


def _searches(game: Game) -> Iterator[Any]:
    yield MutablePosition(game.rules)
    yield Searcher(game.rules, 1)
    yield Searcher(game.rules, 0, None, Searcher(game.rules, 1))
    yield MctsSearcher(game.rules, 1)
    yield FixedDepthSearch(game.rules, plan_for(game, settings_of()))
    if game.traits.exactly_one_connects:
        yield VirtualConnections(game.rules)


def _provers(game: Game) -> Iterator[Any]:
    images = symmetry_of(game).images
    for prover in (AlphaBetaProver, DfpnProver):
        yield prover(game.rules, images, 1 << 16)
    yield MarginProver(game.rules, images, 1 << 16, pieces=0 if game.pits else 1)
    for special in (ConnectionProver, LineProver, TerritoryProver):
        try:
            yield special(game.rules, images, 1 << 16)
        except (LudotecaError, ValueError):
            continue  # for another kind of game


def _tables(position: Position) -> Iterator[Any]:
    """Only for small boards: large spaces take long to rank."""
    if position.game.pits:
        yield MarginTable(position.game.rules, 3)
    if len(position.game.board.cells) <= 9 and not position.game.pits:
        ranking = Space.after(position).ranking
        yield ranking
        yield Tablebase(ranking, bytes(2 * ranking.total))
        yield RetrogradeSolver(ranking, bytearray(2 * ranking.total))


def _begin(made: Any, snapshot: Any) -> None:
    if isinstance(made, MutablePosition):
        made.load(snapshot)
    elif isinstance(made, MctsSearcher):
        made.begin(snapshot, 0, MctsOptions(connection_visits=10))
    elif isinstance(made, FixedDepthSearch):
        made.begin(snapshot, 2, 10, 0, ())
    elif isinstance(made, Searcher):
        made.begin(snapshot, 1000)
    elif not isinstance(made, VirtualConnections):
        made.begin(snapshot)
